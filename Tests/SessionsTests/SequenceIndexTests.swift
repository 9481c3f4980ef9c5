import FlintRules
import Testing

@testable import Sessions

/// The index of sequence numbers by ids, beside a dictionary.
struct `The index of ids` {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `finds what was inserted and nothing else, at every size`(seed: UInt64) {
    var draws = SplitMix(state: seed)
    // Halves from a few values collide, among them the smallest and the largest.
    let lows: [UInt64] = [0, .max, 1, 1 << 63, draws.next(), draws.next()]
    let highs: [UInt64] = [0, 1, UInt64(UInt32.max), draws.next() & 0xFFFF_FFFF]
    func id() -> EventID {
      draws.next() % 4 == 0
        ? EventID(
          high: highs[Int(draws.next() % 4)], low: lows[Int(draws.next() % UInt64(lows.count))])
        : EventID(high: draws.next(), low: draws.next())
    }
    var index = SequenceIndex(expecting: 0)
    var expected: [EventID: Int64] = [:]
    for sequence in 1...20_000 {
      let id = id()
      #expect(index.insert(id, sequence: UInt32(sequence)) == expected[id])
      if expected[id] == nil { expected[id] = Int64(sequence) }
      #expect(index.count == expected.count)
    }
    for (id, sequence) in expected { #expect(index[id] == sequence) }
    for _ in 0..<1000 {
      let id = id()
      #expect(index[id] == expected[id])
    }
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
