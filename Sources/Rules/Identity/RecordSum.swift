/// What a set of records comes to: their number and the sum of their hashes. Equal sets, in
/// whatever order they were recorded, have equal sums; unequal ones all but never do.
public struct RecordSum: Hashable, Sendable {
  /// How many records.
  public var count: Int64
  /// Sum of the high halves of their hashes, modulo 2⁶⁴.
  public var high: UInt64
  /// Sum of the low halves of their hashes, modulo 2⁶⁴.
  public var low: UInt64

  /// Makes a sum from its parts; without any, that of no records.
  public init(count: Int64 = 0, high: UInt64 = 0, low: UInt64 = 0) {
    self.count = count
    self.high = high
    self.low = low
  }

  /// Adds a record.
  @inlinable
  public mutating func add(_ hash: EventID) {
    count &+= 1
    high &+= hash.high
    low &+= hash.low
  }

  /// Takes a record out that was added before.
  @inlinable
  public mutating func remove(_ hash: EventID) {
    count &-= 1
    high &-= hash.high
    low &-= hash.low
  }
}
