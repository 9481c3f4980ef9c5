import Chance
import RealModule

/// The chance that one particular copy is among those drawn without replacement, for each weight, by an
/// integral over the time at which it comes as in `UrnDraws`: fewer of the others have come by then than are
/// drawn.
struct CopyIntegral {
  private(set) var chances: [Double]
  /// A bound of the relative error of all chances.
  private(set) var error: Double

  /// The maximum work: groups times draws times points.
  private static let mostWork = 100_000_000.0
  /// The share of each chance that may be left out.
  private static let negligible = 1e-18

  /// Creates the chances; `nil` if they take too much work.
  ///
  /// - Parameters:
  ///   - groups: the weights, each with its number of copies, together more than are ever drawn.
  init?(_ groups: [(weight: UInt64, count: Int64)], _ rolls: AmountDistribution) {
    let total = groups.reduce(Int64(0)) { $0 + $1.count }
    let most = Int(rolls.most)
    let points = ArrivalTime.points(draws: Double(most))
    guard Double(total) * Double(most) * points <= Self.mostWork,
      Double(groups.count * most * rolls.shares.count) * points <= Self.mostWork
    else { return nil }
    var arrivals = CopyArrivals(groups, rolls, most: most)
    let weight = groups.reduce(0) { $0 + Double($1.weight) * Double($1.count) }
    let time = ArrivalTime(
      groups.map { (Double($0.weight), Double($0.count)) }, draws: Double(most))
    time.integrate { time, width in
      // A copy is drawn first with its share of the weight, and comes before that time with less.
      if time * weight <= Self.negligible { return false }
      arrivals.add(at: time, width)
      // Later arrivals are drawn with less than that chance, whatever their weight.
      return arrivals.latest <= Self.negligible * arrivals.least
    }
    // As many copies as are drawn: what is missing is the error of the rule.
    let drawn = zip(groups, arrivals.sums).reduce(0) { $0 + Double($1.0.count) * $1.1 }
    let mean = rolls.shares.reduce(0) { $0 + Double($1.value) * $1.chance.approximation }
    chances = arrivals.sums
    error =
      4 * abs(drawn / mean - 1) + Double(total) * Double(most) * BoundedValue.rounding
  }
}

/// The sums over times of the chance that a copy comes, and is drawn, for each group.
private struct CopyArrivals {
  private let groups: [(weight: Double, count: Int64)]
  private let shares: [(draws: Int, chance: Double)]
  private let most: Int
  /// The chance of a copy of each group.
  private(set) var sums: [Double]
  /// The greatest chance that a copy that comes at the latest time is drawn.
  private(set) var latest = 0.0
  /// The chance of each group that a copy has come, and that it has not.
  private var chances: [(here: Double, absent: Double)]
  /// For each group, the chances of 0, 1, 2, … arrivals of the groups before it.
  private var before: [Double]
  /// The chances of at most 0, 1, 2, … arrivals of the groups after one.
  private var after: [Double]

  var least: Double { sums.min() ?? 0 }

  init(_ groups: [(weight: UInt64, count: Int64)], _ rolls: AmountDistribution, most: Int) {
    self.groups = groups.map { (Double($0.weight), $0.count) }
    shares = rolls.shares.filter { $0.value > 0 }.map { (Int($0.value), $0.chance.approximation) }
    self.most = max(1, most)
    sums = [Double](repeating: 0, count: groups.count)
    chances = groups.map { _ in (0, 1) }
    before = [Double](repeating: 0, count: (groups.count + 1) * self.most)
    after = [Double](repeating: 1, count: self.most)
  }

  mutating func add(at time: Double, _ width: Double) {
    for (index, group) in groups.enumerated() {
      let absent = Double.exp(-group.weight * time)
      // The greater of both is known to the last digit.
      let here = absent < 0.5 ? 1 - absent : -Double.expMinusOne(-group.weight * time)
      chances[index] = (here, absent)
    }
    arriveInOrder()
    latest = 0
    for number in after.indices { after[number] = 1 }
    for index in groups.indices.reversed() {
      arrive(index, times: groups[index].count - 1)
      let density = groups[index].weight * chances[index].absent
      if density > 0 {
        let chance = drawnChance(without: index)
        sums[index] += width * density * chance
        latest = max(latest, chance)
      }
      arrive(index, times: 1)
    }
  }

  /// Computes the arrivals before each group.
  private mutating func arriveInOrder() {
    let (groups, chances, most) = (groups, chances, most)
    before.withUnsafeMutableBufferPointer { before in
      for number in 0..<most { before[number] = number == 0 ? 1 : 0 }
      for index in groups.indices {
        let (start, end) = (index * most, (index + 1) * most)
        let (here, absent) = chances[index]
        before[end] = before[start] * absent
        for number in 1..<max(1, most) {
          before[end + number] = before[start + number] * absent + before[start + number - 1] * here
        }
        for _ in 1..<groups[index].count {
          Self.arrive(chances[index], .init(rebasing: before[end..<end + most]))
        }
      }
    }
  }

  /// Adds copies of a group to those that come after one.
  private mutating func arrive(_ index: Int, times: Int64) {
    let chance = chances[index]
    after.withUnsafeMutableBufferPointer { after in
      for _ in 0..<times { Self.arrive(chance, after) }
    }
  }

  /// Adds a copy to those that may have come.
  private static func arrive(
    _ chance: (here: Double, absent: Double), _ arrivals: UnsafeMutableBufferPointer<Double>
  ) {
    var number = arrivals.count - 1
    while number > 0 {
      arrivals[number] = arrivals[number] * chance.absent + arrivals[number - 1] * chance.here
      number -= 1
    }
    arrivals[0] *= chance.absent
  }

  /// Returns the chance that a copy of a group is drawn that comes now: that fewer others have come.
  private func drawnChance(without index: Int) -> Double {
    var result = 0.0
    for share in shares {
      // Two sums, since each addition waits for the one before it.
      var (even, odd) = (0.0, 0.0)
      var first = 0
      while first + 1 < share.draws {
        even += before[index * most + first] * after[share.draws - 1 - first]
        odd += before[index * most + first + 1] * after[share.draws - 2 - first]
        first += 2
      }
      if first < share.draws { even += before[index * most + first] * after[0] }
      result += share.chance * (even + odd)
    }
    return result
  }
}
