/// A stream whose words are generated in batches: it reads the same words as a ``CounterStream`` of the
/// same key, identity and purpose, for users of hundreds of words of one stream.
public struct StreamReader: WordSource, Sendable {
  /// The number of words generated at a time: two steps of the widest kernels.
  @usableFromInline static let batch = 128

  private var words: StreamWords
  private var made: UInt64 = 0
  @usableFromInline var buffer = [UInt32](repeating: 0, count: StreamReader.batch)
  @usableFromInline var position = StreamReader.batch

  /// Creates the stream of a key, an identity and a purpose.
  public init(key: UInt64, identity: UInt64, purpose: UInt32) {
    words = StreamWords(key: key, identity: identity, purpose: purpose)
  }

  /// Switches to another stream, of the same key and purpose.
  public mutating func begin(identity: UInt64) {
    words = StreamWords(key: words.key, identity: identity, purpose: words.purpose)
    made = 0
    position = Self.batch
  }

  /// Returns the next 32 random bits.
  @inlinable
  public mutating func next32() -> UInt32 {
    if position == Self.batch { refill() }
    let word = buffer[position]
    position &+= 1
    return word
  }

  @usableFromInline @inline(never)
  mutating func refill() {
    Self.fill(&buffer, words, from: made)
    made += UInt64(Self.batch)
    position = 0
  }

  private static func fill(_ buffer: inout [UInt32], _ words: StreamWords, from first: UInt64) {
    var span = buffer.mutableSpan
    words.write(from: first, into: &span)
  }
}
