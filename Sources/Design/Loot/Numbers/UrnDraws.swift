/// Draws without replacement: each draw takes one of the copies that are left, by their weights.
///
/// Copies of equal weight and distribution form a class; how many of each class are gone is all that matters. Where
/// these numbers can be combined in too many ways, the draws are taken as the first arrivals of independent
/// Poisson processes whose rates are the weights, which come in the same order: given the time of an arrival,
/// all copies are independent, and an integral over that time is left.
struct UrnDraws<Algebra: LootAlgebra> {
  typealias Element = Algebra.Element
  typealias Number = Algebra.Number

  /// Copies of equal weight and distribution.
  package struct Group {
    var weight: UInt64
    package var count: Int64
    /// The distribution of a draw; `nil` for nothing that matters.
    var distribution: Element?
  }

  package let groups: [Group]
  package let rolls: AmountDistribution
  let algebra: Algebra
  let total: Int64

  /// The maximum number of combinations that are followed.
  static var mostStates: Double { 20_000 }

  /// - Parameter drawn: the distribution of each choice.
  init(_ pool: LootPlan.Pool, _ drawn: [Element?], _ algebra: Algebra) {
    var groups: [Group] = []
    var plain: [UInt64: Int64] = [:]
    for index in pool.certainChoices where pool.weights[index] > 0 {
      if let distribution = drawn[index] {
        groups.append(
          Group(weight: pool.weights[index], count: pool.stocks[index], distribution: distribution))
      } else {
        plain[pool.weights[index], default: 0] += pool.stocks[index]
      }
    }
    for (weight, count) in plain.sorted(by: { $0.key < $1.key }) {
      groups.append(Group(weight: weight, count: count, distribution: nil))
    }
    self.groups = groups
    self.algebra = algebra
    total = groups.reduce(0) { $0 + $1.count }
    let total = total
    // Nothing is left after the last copy.
    rolls = pool.rolls.mapped { min($0, total) }
  }

  var states: Double {
    let most = rolls.most
    return groups.reduce(1) { $0 * Double(min($1.count, most) + 1) }
  }

  /// Returns the distribution of all draws.
  func distribution() throws(LootError) -> Element {
    if rolls.most <= 0 { return algebra.one }
    if states <= Self.mostStates { return followed() }
    return try integrated()
  }

  /// Follows the numbers of copies that are gone, draw by draw.
  private func followed() -> Element {
    var powers: [[Element]] = groups.map { group in
      guard let distribution = group.distribution else { return [] }
      var powers = [algebra.one]
      for _ in 0..<min(group.count, rolls.most) {
        powers.append(algebra.product(powers[powers.count - 1], distribution))
      }
      return powers
    }
    var result = algebra.zero
    follow { gone, chance in
      var distribution = algebra.one
      for (index, number) in gone.enumerated() where number > 0 && !powers[index].isEmpty {
        distribution = algebra.product(distribution, powers[index][Int(number)])
      }
      result = algebra.sum(result, algebra.scaled(distribution, chance))
    }
    powers.removeAll()
    return result
  }

  /// Calls a function with each combination of numbers of copies that can be gone at the end.
  func follow(_ body: (_ gone: [Int64], _ chance: Number) -> Void) {
    var chances: [[Int64]: Number] = [[Int64](repeating: 0, count: groups.count): .unity]
    var draws: Int64 = 0
    for share in rolls.shares {
      while draws < share.value {
        chances = afterDraw(chances)
        draws += 1
      }
      let factor = Number(of: share.chance)
      // Sums are the same to the last digit in every run.
      for (gone, chance) in chances.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        body(gone, factor * chance)
      }
    }
  }

  private func afterDraw(_ chances: [[Int64]: Number]) -> [[Int64]: Number] {
    var next: [[Int64]: Number] = [:]
    for (gone, chance) in chances.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let left = zip(groups, gone).map { $0.weight * UInt64($0.count - $1) }
      let sum = left.reduce(0, +)
      guard sum > 0 else { continue }
      let each = chance / Number(whole: Int64(sum))
      for (index, weight) in left.enumerated() where weight > 0 {
        var after = gone
        after[index] += 1
        let share = each * Number(whole: Int64(weight))
        next[after] = next[after].map { $0 + share } ?? share
      }
    }
    return next
  }
}
