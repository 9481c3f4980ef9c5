private import CFlintRandom

/// Random words in bulk, by vector instructions where the processor has them: the same words that a
/// ``CounterStream`` of the same key, identity and purpose returns one by one.
package enum BulkWords {
  /// Writes the first word of each of the streams of consecutive identities.
  ///
  /// - Parameters:
  ///   - identity: the first identity; the largest identity is followed by 0.
  ///   - words: receives a word for each identity.
  package static func writeFirst(
    key: UInt64, identity: UInt64, purpose: UInt32, into words: inout [UInt32]
  ) {
    // C writes at most `count` words at the address, all within the buffer.
    let written = words.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { cdraws_first_words(key, identity, purpose, buffer.count, $0) } ?? 0
    }
    for index in written..<words.count {
      words[index] = Philox4x32.block(0, purpose, identity &+ UInt64(index), key: key).x
    }
  }

  /// Writes consecutive blocks of a stream, of four words each.
  ///
  /// - Parameters:
  ///   - first: the number of the first block; the largest number is followed by 0.
  ///   - words: receives the words; their number is a multiple of 4.
  package static func write(
    key: UInt64, identity: UInt64, purpose: UInt32, from first: UInt32, into words: inout [UInt32]
  ) {
    let count = words.count / 4
    // C writes at most `count` blocks at the address, all within the buffer.
    let written = words.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { cdraws_blocks(key, identity, purpose, first, count, $0) } ?? 0
    }
    for index in written..<count {
      let number = first &+ UInt32(truncatingIfNeeded: index)
      let block = Philox4x32.block(number, purpose, identity, key: key)
      words[4 * index] = block.x
      words[4 * index + 1] = block.y
      words[4 * index + 2] = block.z
      words[4 * index + 3] = block.w
    }
  }
}
