private import CDraws

/// The first words of streams with consecutive identities, in bulk: what events that are numbered
/// one after another draw, made ahead.
public struct FirstWords: Sendable {
  let key: UInt64
  let purpose: UInt32

  /// Makes the first words of the streams of a key and a purpose.
  public init(key: UInt64, purpose: UInt32) {
    self.key = key
    self.purpose = purpose
  }

  /// Fills a buffer: at place *i* is the first word of the identity `base` + *i*, the one that
  /// `CounterStream.next32()` reads first.
  ///
  /// - Parameters:
  ///   - base: the first identity; after the largest comes 0.
  ///   - words: what is filled.
  ///   - level: how; one that the processor lacks is taken for the best that it has.
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
