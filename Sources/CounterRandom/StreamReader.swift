/// A stream whose words are made many at a time: it reads what ``CounterStream`` of the same key,
/// identity and purpose reads, for those who read hundreds of words of one stream.
public struct StreamReader: WordSource, Sendable {
  /// So many words are made at a time; what one step of the widest kernels makes, twice.
  @usableFromInline static let batch = 128

  private var words: StreamWords
  private var made: UInt64 = 0
  @usableFromInline var buffer = [UInt32](repeating: 0, count: StreamReader.batch)
  @usableFromInline var position = StreamReader.batch

  /// Makes the stream of a key, an identity and a purpose.
  public init(key: UInt64, identity: UInt64, purpose: UInt32) {
    words = StreamWords(key: key, identity: identity, purpose: purpose)
  }

  /// Begins with another stream, of the same key and purpose.
  public mutating func begin(identity: UInt64) {
    words = StreamWords(key: words.key, identity: identity, purpose: words.purpose)
    made = 0
    position = Self.batch
  }

  /// The next 32 random bits.
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
