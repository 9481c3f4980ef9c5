private import CDraws

/// The first words of streams with consecutive identities, in bulk: precomputed draws of events that are
/// numbered consecutively.
public struct FirstWords: Sendable {
  let key: UInt64
  let purpose: UInt32

  /// Creates the first words of the streams of a key and a purpose.
  public init(key: UInt64, purpose: UInt32) {
    self.key = key
    self.purpose = purpose
  }

  /// Fills a buffer: the element at index *i* is the first word of the identity `base` + *i*, the one
  /// that `CounterStream.next32()` returns first.
  ///
  /// - Parameters:
  ///   - base: the first identity; the largest identity is followed by 0.
  ///   - words: receives the words.
  ///   - level: the instruction set; one that the processor lacks is replaced by the best that it has.
  public func write(
    from base: UInt64, into words: inout MutableSpan<UInt32>, level: DrawLevel = .best
  ) {
    // C writes exactly `count` words at the address, all within the buffer.
    words.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else { return }
      cdraws_first_words(level.rawValue, key, base, purpose, buffer.count, address)
    }
  }
}
