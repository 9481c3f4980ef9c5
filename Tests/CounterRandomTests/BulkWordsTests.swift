import FlintRandom
import Testing

struct `Words in bulk` {
  private static func blocks(
    _ count: Int, key: UInt64, identity: UInt64, purpose: UInt32, from first: UInt32
  ) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 4 * count)
    BulkWords.write(key: key, identity: identity, purpose: purpose, from: first, into: &words)
    return words
  }

  private static func firsts(
    _ count: Int, key: UInt64, identity: UInt64, purpose: UInt32
  ) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: count)
    BulkWords.writeFirst(key: key, identity: identity, purpose: purpose, into: &words)
    return words
  }

  /// The known answer is a block in the middle of a stream: that of the counter's first word, whose
  /// purpose and identity are the other three.
  @Test(arguments: `Philox4x32-10`.knownAnswers)
  func `have the known answers of Philox's authors`(answer: `Philox4x32-10`.KnownAnswer) {
    let counter = answer.counter
    // One block is computed by itself, and most of 150 by vectors.
    for count in [1, 150] {
      let words = Self.blocks(
        count, key: answer.key, identity: UInt64(counter[3]) << 32 | UInt64(counter[2]),
        purpose: counter[1], from: counter[0])
      #expect(Array(words.prefix(4)) == answer.output)
    }
    // The first word of one identity among others, where the block is the stream's first.
    if counter == [0, 0, 0, 0] {
      // From 70 before the identity 0, so that it is within a vector.
      let firsts = Self.firsts(100, key: answer.key, identity: 0 &- 70, purpose: 0)
      #expect(firsts[70] == answer.output[0])
    }
  }

  @Test func `equal the words that a stream returns one by one`() {
    var random = CounterStream(key: 5, identity: 0, purpose: 1)
    for count in Array(0...20) + [31, 32, 33, 64, 250] {
      let key = random.next64()
      let identity = random.next64()
      let purpose = random.next32()
      let skipped = Int(random.bounded(50))
      var stream = CounterStream(key: key, identity: identity, purpose: purpose)
      for _ in 0..<4 * skipped { _ = stream.next32() }
      let expected = (0..<4 * count).map { _ in stream.next32() }
      let words = Self.blocks(
        count, key: key, identity: identity, purpose: purpose, from: UInt32(skipped))
      #expect(words == expected)
    }
  }

  @Test func `repeat after 2³⁴ words, as a stream does`() {
    let last = Self.blocks(100, key: 9, identity: 3 << 32, purpose: 2, from: 0 &- 50)
    let first = Self.blocks(50, key: 9, identity: 3 << 32, purpose: 2, from: 0)
    #expect(Array(last.suffix(200)) == first)
  }

  @Test func `of consecutive identities are the first words of their streams`() {
    var random = CounterStream(key: 6, identity: 0, purpose: 1)
    // The low half of an identity runs over, and all of it.
    let bases: [UInt64] = [0, 7 << 32, 7 << 32 - 50, 0 &- 33, random.next64()]
    for base in bases {
      for count in Array(0...9) + [15, 16, 17, 31, 33, 63, 65, 300] {
        let key = random.next64()
        let purpose = random.next32()
        let expected = (0..<UInt64(count)).map { index in
          var stream = CounterStream(key: key, identity: base &+ index, purpose: purpose)
          return stream.next32()
        }
        #expect(Self.firsts(count, key: key, identity: base, purpose: purpose) == expected)
      }
    }
  }
}
