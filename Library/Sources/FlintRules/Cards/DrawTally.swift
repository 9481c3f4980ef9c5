/// The results of rolls, grouped by category and by their probabilities.
package struct DrawTally: Sendable {
  /// Rolls for one category with the same probabilities.
  package struct Group: Sendable {
    package var category: SparkCategory
    package var distribution: DrawDistribution
    /// The number of rolls that yielded a card of each rarity, commonest first, then no card.
    package var counts: [Int64]
  }

  /// Cards that were selected from the same candidates, by their weights.
  package struct Choice: Sendable {
    /// The rulebook positions of the candidates.
    package var cards: [Int]
    package var weights: [UInt64]
    /// The number of times that each candidate was selected.
    package var counts: [Int64]
  }

  /// The groups, in the order in which they first appear.
  package private(set) var groups: [Group] = []
  /// The cards received, ordered by category, rarity and first candidate.
  package var choices: [Choice] {
    chosen.values.sorted { $0.cards.lexicographicallyPrecedes($1.cards) }
  }
  /// The draws that were removed or undone, which are not counted.
  package var removed = RemovedDraws()
  private var groupIndices: [Key: Int] = [:]
  private var chosen: [[Int]: Choice] = [:]
  private var cells: [Cell: (cards: [Int], weights: [UInt64])] = [:]

  private struct Key: Hashable {
    var category: SparkCategory
    var distribution: DrawDistribution
  }

  private struct Cell: Hashable {
    var category: SparkCategory
    var rarity: Int
    var era: Int
  }

  package init() {}

  package var draws: Int64 { groups.reduce(0) { $0 + $1.counts.reduce(0, +) } }

  /// Applies an event to a state, and counts the roll that it made, if any.
  @discardableResult
  package mutating func apply(
    _ event: ProfileEvent, to state: inout ProfileState, of rulebook: Rulebook, seed: UInt64
  ) -> Outcome {
    let category: SparkCategory
    var isPaid = false
    switch event.action {
    case .spark(let of, _): category = of
    case .roll(let of):
      category = of
      isPaid = true
    default: return applyOther(event, to: &state, of: rulebook, seed: seed)
    }
    let distribution = rulebook.drawDistribution(
      for: category, on: event.day(rulebook.dayStart), in: state, isPaid: isPaid)
    let outcome = rulebook.apply(event, to: &state, seed: seed)
    if !outcome.isVoid, !outcome.draw.isBeyondLimit {
      count(outcome, event, category, distribution, rulebook)
    }
    return outcome
  }

  /// Applies an event that draws a card only if an earning rule grants it, and counts that roll.
  private mutating func applyOther(
    _ event: ProfileEvent, to state: inout ProfileState, of rulebook: Rulebook, seed: UInt64
  ) -> Outcome {
    // A roll has the distribution of the state before the event, which is cheaper to ask for each category
    // than to copy.
    let day = event.day(rulebook.dayStart)
    let distributions = rulebook.earning.grantedCategories.map { category in
      (category, rulebook.drawDistribution(for: category, on: day, in: state, isPaid: true))
    }
    let outcome = rulebook.apply(event, to: &state, seed: seed)
    if let granted = distributions.first(where: { $0.0 == outcome.draw.granted }) {
      count(outcome, event, granted.0, granted.1, rulebook)
    }
    return outcome
  }

  private mutating func count(
    _ outcome: Outcome, _ event: ProfileEvent, _ category: SparkCategory,
    _ distribution: DrawDistribution,
    _ rulebook: Rulebook
  ) {
    let rarity = outcome.draw.card.map {
      rulebook.definition.position(of: rulebook.definition.cards[$0].rarity)
    }
    let key = Key(category: category, distribution: distribution)
    let index = groupIndices[key, default: groups.count]
    if index == groups.count {
      groupIndices[key] = index
      groups.append(
        Group(
          category: category, distribution: distribution,
          counts: [Int64](repeating: 0, count: distribution.weights.count + 1)))
    }
    groups[index].counts[rarity ?? distribution.weights.count] += 1
    if let rarity, let card = outcome.draw.card {
      let day = event.day(rulebook.dayStart)
      let cell = Cell(category: category, rarity: rarity, era: rulebook.eras.era(of: day))
      if cells[cell] == nil {
        cells[cell] = rulebook.drawableCards(category, rarity, on: day)
      }
      guard let (cards, weights) = cells[cell], let position = cards.firstIndex(of: card) else {
        return
      }
      chosen[
        cards, default: Choice(cards: cards, weights: weights, counts: cards.map { _ in 0 })
      ].counts[position] += 1
    }
  }
}
