import FlintRandom
import Testing
@testable import Players
@testable import Chance

@Suite struct `Tallies` {
  private static func values(_ count: Int, below bound: UInt64, shift: Int64 = 0) -> [Int64] {
    var stream = CounterStream(key: 11, identity: bound, purpose: 77)
    return (0..<count).map { _ in Int64(stream.bounded(bound)) + shift }
  }

  @Test(arguments: [5, 1000, 100_000] as [UInt64], [0, -500] as [Int64])
  func `have the mean, variance, ranks and ends of their values`(bound: UInt64, shift: Int64) {
    let values = Self.values(997, below: bound, shift: shift)
    var tally = Tally()
    for value in values { tally.add(.value(value)) }
    let sorted = values.sorted()
    let mean = Double(values.reduce(0, +)) / 997
    let variance =
      values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / 996
    #expect(abs(tally.sums.mean - mean) <= 1e-12 * max(1, abs(mean)))
    #expect(abs(tally.sums.variance - variance) <= 1e-10 * variance)
    #expect(tally.least == sorted.first && tally.greatest == sorted.last)
    for rank in [1, 2, 250, 499, 996, 997] {
      #expect(tally.value(atRank: Int64(rank)) == sorted[rank - 1])
    }
    #expect(tally.value(atRank: 0) == nil)
    #expect(tally.value(atRank: 998) == nil)
  }

  @Test func `are the same for every grouping of players`() {
    let values: [Int64?] = Self.values(3000, below: 1 << 40).map { $0 % 7 == 0 ? nil : $0 }
    var whole = Tally()
    for value in values { whole.add(Measured(value)) }
    for groups in [2, 3, 17] {
      var tallies = [Tally](repeating: Tally(), count: groups)
      for (index, value) in values.enumerated() { tallies[index % groups].add(Measured(value)) }
      var merged = Tally()
      for tally in tallies.reversed() { merged.merge(tally) }
      #expect(merged == whole)
    }
  }

  @Test func `rank players without a value behind all others`() {
    var tally = Tally()
    for value: Int64? in [nil, 4, nil, 2] { tally.add(Measured(value)) }
    #expect((1...5).map { tally.value(atRank: $0) } == [2, 4, nil, nil, nil])
    #expect(tally.players == 4)
    #expect(tally.sums.mean == 3)
  }

  private static func estimate(_ values: [Int64]) -> Estimate {
    var tally = Tally()
    for value in values { tally.add(.value(value)) }
    return Estimate("m", tally, bound: nil, nil, exact: nil)
  }

  /// Of 1000 players, 797 paid nothing, and the others a multiple of 999.
  @Test func `have the steps of their distribution at the values themselves`() {
    let estimate = Self.estimate((0..<1000).map { $0 < 797 ? 0 : (1 + $0 % 5) * 999 })
    #expect(estimate.steps.map(\.value) == [0, 999, 1998, 2997, 3996, 4995])
    #expect(estimate.steps.first?.count == 797 && estimate.steps.last?.count == 1000)
  }

  @Test func `merge steps of few players, and keep those between that are high`() {
    let values = Self.values(2000, below: 100_000)
    let steps = Self.estimate(values).steps
    #expect(steps.count <= 802)
    let sorted = values.sorted()
    var index = 0
    for step in steps {
      while index < sorted.count, sorted[index] <= step.value { index += 1 }
      #expect(step.count == Int64(index))
    }
    for (step, next) in zip(steps, steps.dropFirst()) {
      let between = sorted.count { $0 > step.value && $0 < next.value }
      #expect(between < 2000 / 400)
    }
  }

  /// Every 0, 3 … 150 once: bins of 5 would hold one or two of them.
  @Test func `have bins with as many possible values each`() {
    let bins = Self.estimate((0...50).map { $0 * 3 }).histogram
    #expect(bins.map(\.to).first == 5 && bins.map(\.from)[1] == 6)
    #expect(bins.dropLast().allSatisfy { $0.count == 2 })
    // Bins of 2 hold as many, since the values are multiples of it.
    #expect(Self.estimate((0...30).map { $0 * 2 }).histogram.allSatisfy { $0.count == 1 })
  }

  @Test func `are exact where a double would lose digits`() {
    // Three values whose squares differ in the 20th digit: the variance is that of 0, 1, 2.
    var tally = Tally()
    for offset: Int64 in 0..<3 { tally.add(.value(3_000_000_000_000 + offset)) }
    #expect(tally.sums.variance == 1)
  }

  @Test func `count those who did not reach a goal in the restricted mean alone`() {
    var tally = Tally()
    for measured: Measured in [.value(4), .unreached(after: 10), .value(2), .missing] {
      tally.add(measured)
    }
    #expect((tally.count, tally.absent) == (2, 2))
    #expect(tally.sums.mean == 3 && tally.unreached.count == 1)
    // 4, 10 and 2: mean 16/3, variance ((4/3)² + (14/3)² + (10/3)²)/2 = 52/3.
    #expect(tally.restricted.count == 3 && abs(tally.restricted.mean - 16.0 / 3) < 1e-15)
    #expect(abs(tally.restricted.variance - 52.0 / 3) < 1e-14)
  }

  @Test func `of pairs count all players, and those who reached a goal under both`() {
    var pairs = PairTally()
    let players: [(Measured, Measured)] = [
      (.value(5), .value(3)), (.unreached(after: 10), .value(4)),
      (.value(7), .unreached(after: 10)), (.unreached(after: 10), .unreached(after: 10)),
      (.missing, .value(1)),
    ]
    for (first, second) in players { pairs.add(first, second) }
    #expect(pairs.both == 1)
    // −2, −6, 3 and 0; the fifth has no value.
    #expect((pairs.difference.count, pairs.difference.absent) == (4, 1))
    #expect(pairs.difference.sum == -5 && pairs.difference.sums.squares == 49)
  }
}
