/// A checksum of a set of records: their number and the sum of their hashes. Equal sets have equal
/// sums, independently of the order of recording; unequal sets almost certainly differ.
package struct RecordSum: Hashable, Sendable {
  package var count: Int64
  /// The sum of the high halves of their hashes, modulo 2⁶⁴.
  package var high: UInt64
  /// The sum of the low halves of their hashes, modulo 2⁶⁴.
  package var low: UInt64

  /// Creates a sum from its components; by default that of no records.
  package init(count: Int64 = 0, high: UInt64 = 0, low: UInt64 = 0) {
    self.count = count
    self.high = high
    self.low = low
  }

  @inlinable
  package mutating func add(_ hash: EventID) {
    count &+= 1
    high &+= hash.high
    low &+= hash.low
  }

  /// Subtracts a record that was added before.
  @inlinable
  package mutating func remove(_ hash: EventID) {
    count &-= 1
    high &-= hash.high
    low &-= hash.low
  }
}
