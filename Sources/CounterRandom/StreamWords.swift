private import CDraws

/// The words of one stream in bulk: the same that a ``CounterStream`` of the same key, identity and
/// purpose returns one by one.
public struct StreamWords: Sendable {
  let key: UInt64
  let identity: UInt64
  let purpose: UInt32

  /// Creates the words of a key, an identity and a purpose.
  public init(key: UInt64, identity: UInt64, purpose: UInt32) {
    self.key = key
    self.identity = identity
    self.purpose = purpose
  }

  /// Fills a buffer with consecutive words.
  ///
  /// - Parameters:
  ///   - first: the position in the stream of the first word written; a stream has 2³⁴ words, after which
  ///     it repeats.
  ///   - words: receives the words.
  ///   - level: the instruction set; one that the processor lacks is replaced by the best that it has.
  public func write(
    from first: UInt64 = 0, into words: inout MutableSpan<UInt32>, level: DrawLevel = .best
  ) {
    // C writes exactly `count` words at the address, all within the buffer.
    words.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else { return }
      cdraws_stream_words(
        level.rawValue, key, identity, purpose, first, buffer.count, address)
    }
  }
}
