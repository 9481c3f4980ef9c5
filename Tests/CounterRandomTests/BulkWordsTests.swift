import CounterRandom
import Testing

struct `Words in bulk` {
  private static func words(
    _ count: Int, key: UInt64, identity: UInt64, purpose: UInt32, from first: UInt64,
    level: DrawLevel
  ) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: count)
    var span = words.mutableSpan
    StreamWords(key: key, identity: identity, purpose: purpose)
      .write(from: first, into: &span, level: level)
    return words
  }

  /// The known answer is a block in the middle of a stream: that of the counter's first word, whose
  /// purpose and identity are the other three.
  @Test(arguments: DrawLevel.available, `Philox4x32-10`.knownAnswers)
  func `have the known answers of Philox's authors at every level`(
    level: DrawLevel, answer: `Philox4x32-10`.KnownAnswer
  ) {
    let counter = answer.counter
    // Enough for the widest vectors, and for the rest after them.
    for count in [4, 600] {
      let words = Self.words(
        count, key: answer.key, identity: UInt64(counter[3]) << 32 | UInt64(counter[2]),
        purpose: counter[1], from: UInt64(counter[0]) * 4, level: level)
      #expect(Array(words.prefix(4)) == answer.output)
    }
    // The first word of one identity among others, where the block is the stream's first.
    if counter == [0, 0, 0, 0] {
      var firsts = [UInt32](repeating: 0, count: 100)
      var span = firsts.mutableSpan
      // From 70 before the identity 0, so that it is within a vector.
      FirstWords(key: answer.key, purpose: 0).write(from: 0 &- 70, into: &span, level: level)
      #expect(firsts[70] == answer.output[0])
    }
  }

  @Test(arguments: DrawLevel.available)
  func `equal the words that a stream returns one by one`(level: DrawLevel) {
    var random = CounterStream(key: 5, identity: 0, purpose: 1)
    for count in Array(0...20) + [127, 128, 129, 255, 256, 257, 1000] {
      let key = random.next64()
      let identity = random.next64()
      let purpose = random.next32()
      let skipped = Int(random.bounded(50))
      var stream = CounterStream(key: key, identity: identity, purpose: purpose)
      for _ in 0..<skipped { _ = stream.next32() }
      let expected = (0..<count).map { _ in stream.next32() }
      let words = Self.words(
        count, key: key, identity: identity, purpose: purpose, from: UInt64(skipped),
        level: level)
      #expect(words == expected)
    }
  }

  @Test(arguments: DrawLevel.available)
  func `repeat after 2³⁴ words, as a stream does`(level: DrawLevel) {
    let last = Self.words(
      400, key: 9, identity: 3 << 32, purpose: 2, from: 1 << 34 - 200, level: level)
    let first = Self.words(200, key: 9, identity: 3 << 32, purpose: 2, from: 0, level: level)
    #expect(Array(last.suffix(200)) == first)
  }

  @Test(arguments: DrawLevel.available)
  func `of consecutive identities are the first words of their streams`(level: DrawLevel) {
    var random = CounterStream(key: 6, identity: 0, purpose: 1)
    // The low half of an identity runs over, and all of it.
    let bases: [UInt64] = [0, 7 << 32, 7 << 32 - 50, 0 &- 33, random.next64()]
    for base in bases {
      for count in Array(0...9) + [15, 16, 17, 31, 33, 63, 65, 300] {
        let key = random.next64()
        let purpose = random.next32()
        var words = [UInt32](repeating: 0, count: count)
        var span = words.mutableSpan
        FirstWords(key: key, purpose: purpose).write(from: base, into: &span, level: level)
        let expected = (0..<UInt64(count)).map { place in
          var stream = CounterStream(key: key, identity: base &+ place, purpose: purpose)
          return stream.next32()
        }
        #expect(words == expected)
      }
    }
  }
}
