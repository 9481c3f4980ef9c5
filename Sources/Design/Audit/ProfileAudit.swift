import Chance
import Players
package import FlintRules

/// A comparison of a profile's actual drops with the effective rates of their categories.
package struct ProfileAudit: Sendable {
  package struct CategoryAudit: Sendable {
    package var category: SparkCategory
    /// The audit of the rolls by the rarity given.
    package var audit: Audit
  }

  /// The audit of cards given from the cards of one category and rarity.
  package struct Choice: Sendable {
    package var category: SparkCategory
    package var rarity: CardRarity
    /// The audit of the cards given, with rates by their weights.
    package var audit: Audit
  }

  /// The sum of the statistics of independent tests.
  package struct Total: Equatable, Sendable {
    /// The sum of the statistics.
    package var chiSquare: Double
    /// The sum of the degrees of freedom.
    package var df: Int
    /// The probability of a sum at least as great when the rates are right.
    package var pValue: Double

    init(_ tests: [(statistic: Double, df: Int)]) {
      chiSquare = tests.reduce(0) { $0 + $1.statistic }
      df = tests.reduce(0) { $0 + $1.df }
      pValue = chiSquare.isInfinite ? 0 : ChiSquare.survival(chiSquare, df: Double(df))
    }
  }

  package let draws: Int64
  /// The audits of the categories that were rolled for, in order.
  package let categories: [CategoryAudit]
  /// The sum of the tests of the categories.
  package let total: Total
  /// The sum of the G tests of the categories; `nil` where pity lets draws of one category differ.
  package let totalG: Total?
  /// The audit of all rolls by the rarity given, over all categories.
  package let rarities: Audit
  /// The audits of the cards given, one for each set that they were chosen from.
  package let choices: [Choice]
  /// The sum of the tests of `choices`.
  package let totalOfCards: Total
  /// The draws that were removed or undone, which are not tested.
  package let removed: RemovedDraws
  /// Whether draws of one category differed in their rates: under pity, or when seasons changed the cards
  /// available.
  package var isConditional: Bool { totalG == nil }

  /// - Parameters:
  ///   - tally: the draws.
  ///   - rulebook: the rulebook of the draws.
  ///   - level: the confidence level of the intervals.
  ///   - power: the required power of the tests, for the ranges of undetectable deviations.
  /// - Returns: `nil` when there were no draws.
  package init?(
    _ tally: DrawTally, _ rulebook: Rulebook, level: Double = 0.95,
    power: AuditPower = AuditPower()
  ) {
    guard tally.draws > 0 else { return nil }
    draws = tally.draws
    removed = tally.removed
    let labels = rulebook.definition.rarities.names + ["none"]
    let nominal = rulebook.definition.drops.rates
    func audit(_ groups: [DrawTally.Group]) -> Audit {
      // Groups that differ in their distribution may yet have the same chances.
      var strata: [Audit.Stratum] = []
      var positions: [[Double]: Int] = [:]
      for group in groups {
        let chances = group.distribution.chances
        guard let position = positions[chances] else {
          positions[chances] = strata.count
          strata.append(Audit.Stratum(chances: chances, counts: group.counts))
          continue
        }
        for cell in group.counts.indices { strata[position].counts[cell] += group.counts[cell] }
      }
      return Audit(strata, labels: labels, level: level, power: power, nominal: nominal)
    }
    categories = rulebook.definition.categories.compactMap { category in
      let groups = tally.groups.filter { $0.category == category }
      guard !groups.isEmpty else { return nil }
      return CategoryAudit(category: category, audit: audit(groups))
    }
    rarities = audit(tally.groups)
    total = Total(categories.map { ($0.audit.chiSquare, $0.audit.df) })
    let likelihoods = categories.compactMap { category in
      category.audit.g.map { ($0, category.audit.df) }
    }
    totalG = likelihoods.count == categories.count ? Total(likelihoods) : nil
    let cards = rulebook.definition.cards
    // Tests of cards have no exact form: there are many, and only their sum is evaluated.
    choices = tally.choices.compactMap { choice in
      guard let first = choice.cards.first else { return nil }
      let sum = Double(choice.weights.reduce(0, +))
      let chances = choice.weights.map { Double($0) / sum }
      return Choice(
        category: cards[first].category, rarity: cards[first].rarity,
        audit: Audit(
          [Audit.Stratum(chances: chances, counts: choice.counts)],
          labels: choice.cards.map { cards[$0].id }, level: level, power: power, mostOutcomes: 0))
    }.enumerated().sorted { left, right in
      func key(_ choice: Choice, _ offset: Int) -> (Int, Int, Int) {
        (
          rulebook.definition.position(of: choice.category),
          rulebook.definition.position(of: choice.rarity), offset
        )
      }
      return key(left.element, left.offset) < key(right.element, right.offset)
    }.map(\.element)
    totalOfCards = Total(choices.map { ($0.audit.chiSquare, $0.audit.df) })
  }

  /// The p-value that decides: the smaller of the p-values of categories and of cards, doubled because
  /// there are two (Bonferroni).
  package var decisivePValue: Double { min(1, 2 * min(total.pValue, totalOfCards.pValue)) }
}
