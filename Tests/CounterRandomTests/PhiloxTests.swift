import FlintRandom
import Testing

struct `Philox4x32-10` {
  struct KnownAnswer: Sendable {
    var counter: [UInt32]
    var key: UInt64
    var output: [UInt32]
  }

  /// Random123, `tests/kat_vectors` (philox4x32, 10 rounds): the key words are written low first.
  static let knownAnswers = [
    KnownAnswer(
      counter: [0, 0, 0, 0], key: 0,
      output: [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
    KnownAnswer(
      counter: [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], key: .max,
      output: [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
    KnownAnswer(
      counter: [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], key: 0x299f_31d0_a409_3822,
      output: [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
  ]

  @Test(arguments: knownAnswers)
  func `has the known answers of its authors`(answer: KnownAnswer) {
    let counter = answer.counter
    let block = Philox4x32.block(
      counter: .init(counter[0], counter[1], counter[2], counter[3]), key: answer.key)
    #expect([block.x, block.y, block.z, block.w] == answer.output)
  }

  @Test(arguments: [0, 1, 0xffff_ffff, 0x1_0000_0000, 0x9e37_79b9_7f4a_7c15, .max] as [UInt64])
  func `computes the first words of two streams side by side as one by one`(number: UInt64) {
    for key in [number, ~number, number.byteSwapped] {
      for purposes: (UInt32, UInt32) in [(2, 3), (0, .max), (.max, 7)] {
        let words = Philox4x32.firstWords(purposes, identity: number, key: key)
        let (low, high) = (UInt32(truncatingIfNeeded: number), UInt32(number >> 32))
        let blocks = [purposes.0, purposes.1].map {
          Philox4x32.block(counter: .init(0, $0, low, high), key: key)
        }
        #expect([words.0, words.1] == blocks.map(\.x))
      }
    }
  }

  @Test func `changes about half of its bits with any bit of counter or key`() {
    let base = Philox4x32.block(counter: .init(1, 2, 3, 4), key: 5)
    var changed: [Int] = []
    for bit in 0..<192 {
      var counter: [UInt32] = [1, 2, 3, 4]
      var key: UInt64 = 5
      if bit < 128 { counter[bit / 32] ^= 1 << UInt32(bit % 32) } else { key ^= 1 << (bit - 128) }
      let other = Philox4x32.block(
        counter: .init(counter[0], counter[1], counter[2], counter[3]), key: key)
      changed.append(
        (base.x ^ other.x).nonzeroBitCount + (base.y ^ other.y).nonzeroBitCount
          + (base.z ^ other.z).nonzeroBitCount + (base.w ^ other.w).nonzeroBitCount)
    }
    // 128 fair bits: mean 64, standard deviation 5.66; 192 trials stay within 5 of those.
    #expect(changed.allSatisfy { (36...92).contains($0) })
  }
}
