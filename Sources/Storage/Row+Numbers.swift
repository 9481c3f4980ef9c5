import GRDB
import Rules

extension Row {
  /// A number of a narrower type; one out of its range, as only damage can bring, becomes the
  /// nearest there is, which the checks of `Spark` and `StoreAccess` then refuse.
  func narrow<Number: FixedWidthInteger>(_ column: String) -> Number {
    Number(clamping: self[column] as Int64)
  }
}

/// What may stand as an event's time.
enum StoredTime {
  /// The instant and offset of a row, if they are such as Flint writes.
  static func checked(at: Int64, offset: Int64) -> (at: Instant, offset: UTCOffset)? {
    let instant = Instant(milliseconds: at)
    guard instant >= .earliest, instant <= .latest,
      abs(clamped: offset) <= Int64(UTCOffset.widest)
    else { return nil }
    return (instant, UTCOffset(seconds: Int32(offset)))
  }

  private static func abs(clamped number: Int64) -> Int64 {
    number == .min ? .max : Swift.abs(number)
  }
}
