import Chance

extension StepDistribution {
  /// The maximum number of rolls, and of operations, that are tabulated.
  private static let most = (rolls: 10_000, operations: 300_000_000.0)

  /// Creates the distribution of the number of openings with a random number of rolls each; `nil` if it is too long to
  /// tabulate.
  init?(_ distribution: Occupancy, rolls: AmountDistribution) {
    let end = distribution.guess(1 - 1e-16) * 1.3 + 50
    let mean = rolls.shares.reduce(0) { $0 + Double($1.value) * $1.chance.approximation }
    guard mean > 0, end <= Double(Self.most.rolls) else { return nil }
    let openings = end / mean
    guard openings * end * Double(rolls.shares.count) <= Self.most.operations else { return nil }
    let table = (0...Int64(end)).map {
      (
        done: distribution.chance(doneWithin: $0).value,
        left: distribution.probability(notWithin: $0)
      )
    }
    var ends = [0.0]
    // The distribution of the sum of rolls; sums beyond the table are done.
    var sums = [1.0]
    var (done, left) = (table[0].done, table[0].left)
    while left > 1e-18, Double(ends.count) < 8 * openings + 1000 {
      var next = [Double](
        repeating: 0, count: min(table.count, sums.count + Int(max(0, rolls.most))))
      for share in rolls.shares {
        let offset = Int(share.value)
        for (sum, chance) in sums.enumerated() where sum + offset < next.count {
          next[sum + offset] += chance * share.chance.approximation
        }
      }
      sums = next
      let within = sums.reduce(0, +)
      var (nowDone, nowLeft) = (max(0, 1 - within), 0.0)
      if within > 0.999_999 { nowDone = 0 }
      for (sum, chance) in sums.enumerated() {
        nowDone += chance * table[sum].done
        nowLeft += chance * table[sum].left
      }
      // The difference of the smaller of both has the smaller error.
      ends.append(max(0, nowDone < 0.5 ? nowDone - done : left - nowLeft))
      (done, left) = (nowDone, nowLeft)
    }
    guard left <= 1e-18 else { return nil }
    self.init(ends: ends)
  }
}
