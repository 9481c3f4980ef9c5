import Rules

/// The pity counters of a rulebook as a Markov chain: the chances of each state, and its successors.
///
/// A counter is the number of cards given since the last of its rarity or better, over all categories. It
/// is followed up to the value at which the rate has become 1 and does not change any more.
struct RollChain: Sendable {
  /// The maximum number of states.
  static let mostStates = 20_000

  /// The chance of a card of each category and rarity, in each state, given that a card drops:
  /// state by state, category by category, rarity by rarity.
  private(set) var chances: [Double] = []
  /// The state after a card of each rarity: state by state.
  private(set) var next: [Int32] = []
  private(set) var count = 0

  /// The number of rarities.
  let rarities: Int
  /// The number of categories.
  let categories: Int

  /// Creates the chain from the counters of a new profile; `nil` when there are too many states.
  init?(_ law: RollLaw, mix: CategoryMix) {
    let total = Double(mix.total)
    let rarities = law.rarities
    self.rarities = rarities
    categories = law.categories
    var states = [[Int64](repeating: 0, count: rarities)]
    var known: [[Int64]: Int32] = [states[0]: 0]
    var index = 0
    while index < states.count {
      let since = states[index]
      var reached = [Bool](repeating: false, count: rarities)
      for category in 0..<law.categories {
        let given = law.given(category, since: since)
        let share = Double(mix.weights[category]) / total
        for rarity in 0..<rarities {
          let weight = given.weights[rarity]
          chances.append(share * (Double(weight) / Double(given.total)))
          if share > 0 && weight > 0 { reached[rarity] = true }
        }
      }
      for rarity in 0..<rarities {
        guard reached[rarity] else {
          next.append(Int32(index))
          continue
        }
        var after = since
        for counted in 0..<rarities {
          guard let saturation = law.saturations[counted] else { continue }
          after[counted] = rarity >= counted ? 0 : min(saturation, since[counted] + 1)
        }
        if let state = known[after] {
          next.append(state)
        } else {
          guard states.count < Self.mostStates else { return nil }
          known[after] = Int32(states.count)
          next.append(Int32(states.count))
          states.append(after)
        }
      }
      index += 1
    }
    count = states.count
  }

  /// Returns the chance that the next card is of a category and rarity.
  func chance(_ state: Int, _ cell: Int) -> Double { chances[state * categories * rarities + cell] }
}
