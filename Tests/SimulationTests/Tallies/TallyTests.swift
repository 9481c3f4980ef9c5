import CounterRandom
import Testing

@testable import Simulation

@Suite struct `Tallies` {
  private static func values(_ count: Int, below bound: UInt64, shift: Int64 = 0) -> [Int64] {
    var stream = CounterStream(key: 11, identity: bound, purpose: 77)
    return (0..<count).map { _ in Int64(stream.bounded(bound)) + shift }
  }

  @Test(arguments: [5, 1000, 100_000] as [UInt64], [0, -500] as [Int64])
  func `have the mean, variance, ranks and ends of their values`(bound: UInt64, shift: Int64) {
    let values = Self.values(997, below: bound, shift: shift)
    var tally = Tally()
    for value in values { tally.add(value) }
    let sorted = values.sorted()
    let mean = Double(values.reduce(0, +)) / 997
    let variance =
      values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / 996
    #expect(abs(tally.mean - mean) <= 1e-12 * max(1, abs(mean)))
    #expect(abs(tally.variance - variance) <= 1e-10 * variance)
    #expect(tally.least == sorted.first && tally.greatest == sorted.last)
    for rank in [1, 2, 250, 499, 996, 997] {
      #expect(tally.value(atRank: Int64(rank)) == sorted[rank - 1])
    }
    #expect(tally.value(atRank: 0) == nil)
    #expect(tally.value(atRank: 998) == nil)
  }

  @Test func `come out the same however players are grouped`() {
    let values: [Int64?] = Self.values(3000, below: 1 << 40).map { $0 % 7 == 0 ? nil : $0 }
    var whole = Tally()
    for value in values { whole.add(value) }
    for parts in [2, 3, 17] {
      var tallies = [Tally](repeating: Tally(), count: parts)
      for (place, value) in values.enumerated() { tallies[place % parts].add(value) }
      var merged = Tally()
      for tally in tallies.reversed() { merged.merge(tally) }
      #expect(merged == whole)
    }
  }

  @Test func `rank players without a value behind all others`() {
    var tally = Tally()
    for value: Int64? in [nil, 4, nil, 2] { tally.add(value) }
    #expect((1...5).map { tally.value(atRank: $0) } == [2, 4, nil, nil, nil])
    #expect(tally.players == 4)
    #expect(tally.mean == 3)
  }

  @Test func `lose no digit where a double would`() {
    // Three values whose squares differ in the 20th digit: the variance is that of 0, 1, 2.
    var tally = Tally()
    for offset: Int64 in 0..<3 { tally.add(3_000_000_000_000 + offset) }
    #expect(tally.variance == 1)
  }
}
