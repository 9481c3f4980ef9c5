import RealModule

/// The chance that one particular copy is among those drawn without replacement, for each weight, by an
/// integral over the time at which it comes as in `UrnDraws`: fewer of the others have come by then than are
/// drawn.
struct CopyIntegral {
  /// The chance of a copy of each group.
  private(set) var chances: [Double]
  /// A bound of the relative error of all chances.
  private(set) var error: Double

  /// The maximum work: groups times draws times points.
  private static let mostWork = 100_000_000.0

  /// Creates the chances; `nil` if they take too much work.
  ///
  /// - Parameters:
  ///   - groups: the weights, each with its number of copies, together more than are ever drawn.
  init?(_ groups: [(weight: UInt64, count: Int64)], _ rolls: AmountLaw) {
    let total = groups.reduce(Int64(0)) { $0 + $1.count }
    let most = Int(rolls.most)
    let points = ArrivalTime.points(draws: Double(most))
    guard Double(total) * Double(most) * points <= Self.mostWork,
      Double(groups.count * most * rolls.shares.count) * points <= Self.mostWork
    else { return nil }
    var sums = [Double](repeating: 0, count: groups.count)
    let time = ArrivalTime(
      groups.map { (Double($0.weight), Double($0.count)) }, draws: Double(most))
    time.integrate { time, width in
      let others = OtherArrivals(groups, at: time, most: most)
      for (index, group) in groups.enumerated() {
        let weight = Double(group.weight)
        let density = weight * .exp(-weight * time)
        guard density > 0 else { continue }
        for share in rolls.shares where share.value > 0 {
          sums[index] +=
            width * density * share.chance.approximation
            * others.chance(without: index, below: Int(share.value))
        }
      }
    }
    // As many copies as are drawn: what is missing is the error of the rule.
    let drawn = zip(groups, sums).reduce(0) { $0 + Double($1.0.count) * $1.1 }
    let mean = rolls.shares.reduce(0) { $0 + Double($1.value) * $1.chance.approximation }
    chances = sums
    error =
      4 * abs(drawn / mean - 1) + Double(total) * Double(most) * BoundedValue.rounding
  }
}

/// The chances of the number of arrivals by a time, without one copy of a group.
private struct OtherArrivals {
  /// The chances of 0, 1, 2, … arrivals of the groups before each.
  private var before: [[Double]] = []
  /// The chances of at most 0, 1, 2, … arrivals of all but one copy of a group and those after it.
  private var after: [[Double]]

  init(_ groups: [(weight: UInt64, count: Int64)], at time: Double, most: Int) {
    func add(_ weight: UInt64, _ times: Int64, to chances: inout [Double]) {
      let absent = Double.exp(-Double(weight) * time)
      let here = -Double.expMinusOne(-Double(weight) * time)
      for _ in 0..<times {
        for number in stride(from: most - 1, to: 0, by: -1) {
          chances[number] = chances[number] * absent + chances[number - 1] * here
        }
        chances[0] *= absent
      }
    }
    var chances = [1.0] + [Double](repeating: 0, count: max(0, most - 1))
    let none = chances
    for group in groups {
      before.append(chances)
      add(group.weight, group.count, to: &chances)
    }
    chances = none
    after = []
    for group in groups.reversed() {
      add(group.weight, group.count - 1, to: &chances)
      var sum = 0.0
      after.append(
        chances.map {
          sum += $0
          return sum
        })
      add(group.weight, 1, to: &chances)
    }
    after.reverse()
  }

  /// Returns the chance of fewer arrivals than a number.
  func chance(without index: Int, below number: Int) -> Double {
    var sum = 0.0
    for first in 0..<number { sum += before[index][first] * after[index][number - 1 - first] }
    return sum
  }
}
