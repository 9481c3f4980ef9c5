public import Rules

/// A profile's real drops held against the effective rates of the categories they were drawn for.
public struct ProfileAudit: Sendable {
  /// The rolls of one category.
  public struct Part: Sendable {
    /// The category.
    public var category: Category
    /// The rates of rarities as the drop table says them, commonest first.
    public var nominal: [Fraction]
    /// The rolls by the rarity given.
    public var audit: Audit
  }

  /// Cards that were given from among the same ones.
  public struct Choice: Sendable {
    /// Their category.
    public var category: Category
    /// Their rarity.
    public var rarity: Rarity
    /// How often each was given; each is as likely as the others.
    public var audit: Audit
  }

  /// The statistics of independent tests added up.
  public struct Total: Equatable, Sendable {
    /// The sum of the statistics.
    public var chiSquare: Double
    /// The sum of the degrees of freedom.
    public var df: Int
    /// The chance of such a sum or a greater one when the rates are right.
    public var pValue: Double

    init(_ tests: [(statistic: Double, df: Int)]) {
      chiSquare = tests.reduce(0) { $0 + $1.statistic }
      df = tests.reduce(0) { $0 + $1.df }
      pValue = chiSquare.isInfinite ? 0 : ChiSquare.survival(chiSquare, df: Double(df))
    }
  }

  /// How many rolls there were.
  public let draws: Int64
  /// The categories that were rolled for, in order.
  public let categories: [Part]
  /// Their tests added up.
  public let total: Total
  /// The same of G; `nil` where pity lets draws of one category differ.
  public let totalG: Total?
  /// All rolls by the rarity given, whatever their category.
  public let rarities: Audit
  /// The cards given, by what they were chosen from.
  public let choices: [Choice]
  /// Their tests added up.
  public let totalOfCards: Total
  /// Whether draws of one category differed in their rates: under pity, or when seasons changed what
  /// there was to be drawn.
  public var isConditional: Bool { totalG == nil }

  /// Audits what was drawn.
  ///
  /// - Parameters:
  ///   - tally: what was drawn.
  ///   - rulebook: the rulebook it was drawn by.
  ///   - level: the level of the intervals.
  ///   - power: what the tests are to see, for the deviations that would go unseen.
  ///   - mostOutcomes: how many outcomes the exact test of a category may go through. The tests of
  ///     cards are many and added up: they have no exact ones.
  /// - Returns: `nil` when nothing was.
  public init?(
    _ tally: DrawTally, _ rulebook: Rulebook, level: Double = 0.95,
    power: AuditPower = AuditPower(), mostOutcomes: Int64 = Audit.mostOutcomes
  ) {
    guard tally.draws > 0 else { return nil }
    draws = tally.draws
    let labels = Rarity.names + ["none"]
    func audit(_ groups: [DrawTally.Group]) -> Audit {
      // Groups that differ in their law may yet have the same chances.
      var strata: [[Double]: Audit.Stratum] = [:]
      var order: [[Double]] = []
      for group in groups {
        let chances = group.law.chances
        if strata[chances] == nil { order.append(chances) }
        var stratum =
          strata[chances] ?? Audit.Stratum(chances: chances, counts: chances.map { _ in 0 })
        for index in stratum.counts.indices { stratum.counts[index] += group.counts[index] }
        strata[chances] = stratum
      }
      return Audit(
        order.compactMap { strata[$0] }, labels: labels, level: level, power: power,
        mostOutcomes: mostOutcomes)
    }
    let nominal = rulebook.definition.drops.rates
    categories = Category.allCases.compactMap { category in
      let groups = tally.groups.filter { $0.category == category }
      guard !groups.isEmpty else { return nil }
      return Part(category: category, nominal: nominal, audit: audit(groups))
    }
    rarities = audit(tally.groups)
    total = Total(categories.map { ($0.audit.chiSquare, $0.audit.df) })
    let likelihoods = categories.compactMap { part in part.audit.g.map { ($0, part.audit.df) } }
    totalG = likelihoods.count == categories.count ? Total(likelihoods) : nil
    let cards = rulebook.definition.cards
    choices = tally.choices.compactMap { choice in
      guard let first = choice.cards.first else { return nil }
      let chances = choice.cards.map { _ in 1 / Double(choice.cards.count) }
      return Choice(
        category: cards[first].category, rarity: cards[first].rarity,
        audit: Audit(
          [Audit.Stratum(chances: chances, counts: choice.counts)],
          labels: choice.cards.map { cards[$0].id }, level: level, power: power, mostOutcomes: 0))
    }.enumerated().sorted { left, right in
      (left.element.category, left.element.rarity, left.offset)
        < (right.element.category, right.element.rarity, right.offset)
    }.map(\.element)
    totalOfCards = Total(choices.map { ($0.audit.chiSquare, $0.audit.df) })
  }

  /// The p-value to go by: the smaller of those of categories and of cards, doubled because there are
  /// two (Bonferroni).
  public var decisivePValue: Double { min(1, 2 * min(total.pValue, totalOfCards.pValue)) }
}
