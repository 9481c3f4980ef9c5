/// The totals of the values of one kind of a tracker's entries, in millionths.
package struct ValueTotals: Equatable, Sendable {
  package private(set) var count: Int64 = 0
  /// The sum; 128 bits hold it for any possible number of entries.
  package private(set) var sum: Int128 = 0
  private var least: Int64 = 0
  private var greatest: Int64 = 0

  init() {}

  /// The smallest value; `nil` without values.
  package var minimum: Int64? { count == 0 ? nil : least }
  /// The greatest value; `nil` without values.
  package var maximum: Int64? { count == 0 ? nil : greatest }
  /// The mean, rounded; `nil` without values.
  package var mean: Int64? {
    count == 0 ? nil : Int64(clamping: sum.dividedRounding(by: Int128(count)))
  }

  mutating func add(_ value: Int64) {
    least = count == 0 ? value : min(least, value)
    greatest = count == 0 ? value : max(greatest, value)
    count &+= 1
    sum &+= Int128(value)
  }

  /// Adds the values that other totals are of.
  mutating func add(_ other: ValueTotals) {
    guard other.count > 0 else { return }
    least = count == 0 ? other.least : min(least, other.least)
    greatest = count == 0 ? other.greatest : max(greatest, other.greatest)
    count &+= other.count
    sum &+= other.sum
  }

  func encode(to writer: inout StateWriter) {
    writer.write(count)
    writer.write(Int64(sum >> 64))
    writer.writeWhole(UInt64(truncatingIfNeeded: sum))
    writer.write(least)
    writer.write(greatest)
  }

  init(from reader: inout StateReader) {
    count = reader.word()
    sum = Int128(reader.word()) << 64
    sum |= Int128(reader.wholeWord())
    least = reader.word()
    greatest = reader.word()
    if count < 0 || least > greatest || (count == 0 && (sum, least, greatest) != (0, 0, 0)) {
      reader.fail()
    }
  }
}
