/// A stream whose words are generated in batches: it reads the same words as a ``CounterStream`` of the
/// same key, identity and purpose, for users of hundreds of words of one stream.
package struct StreamReader: WordSource, Sendable {
  /// The number of words generated at a time.
  @usableFromInline static let batch = 128

  private let key: UInt64
  private let purpose: UInt32
  private var identity: UInt64
  private var nextBlock: UInt32 = 0
  @usableFromInline var buffer = [UInt32](repeating: 0, count: StreamReader.batch)
  @usableFromInline var position = StreamReader.batch

  /// Creates the stream of a key, an identity and a purpose.
  package init(key: UInt64, identity: UInt64 = 0, purpose: UInt32) {
    self.key = key
    self.identity = identity
    self.purpose = purpose
  }

  /// Switches to the stream of another identity, of the same key and purpose.
  package mutating func begin(identity: UInt64) {
    self.identity = identity
    nextBlock = 0
    position = Self.batch
  }

  /// Returns the next 32 random bits.
  @inlinable
  package mutating func next32() -> UInt32 {
    if position == Self.batch { refill() }
    let word = buffer[position]
    position &+= 1
    return word
  }

  @usableFromInline @inline(never)
  mutating func refill() {
    BulkWords.write(
      key: key, identity: identity, purpose: purpose, from: nextBlock, into: &buffer)
    nextBlock &+= UInt32(Self.batch / 4)
    position = 0
  }
}
