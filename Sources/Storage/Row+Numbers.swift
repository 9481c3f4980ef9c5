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
    let time = (Instant(milliseconds: at), UTCOffset(seconds: Int32(clamping: offset)))
    return time.0.isAccepted && time.1.isAccepted ? time : nil
  }
}
