import Foundation
import GRDB
import Rules

/// A stored value that is not such as Flint writes: only damage brings it about.
struct UnreadableColumn: Error {
  var column: String
}

/// Reading of rows that may be damaged: a subscript of `Row` would end the process there.
extension Row {
  /// The value of a column.
  ///
  /// - Throws: `UnreadableColumn`.
  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw UnreadableColumn(column: column)
    }
  }

  /// A number of a narrower type; one out of its range, as only damage can bring, becomes the
  /// nearest there is, which the checks of `Spark` and `StoreAccess` then refuse.
  func narrow<Number: FixedWidthInteger>(_ column: String) throws -> Number {
    Number(clamping: try read(column) as Int64)
  }

  /// The id of an event, or the hash of a correction.
  func id(_ column: String) throws -> EventID {
    guard let id = EventID(data: try read(column)) else { throw UnreadableColumn(column: column) }
    return id
  }

  /// When something was recorded.
  func instant(_ column: String) throws -> Instant {
    let instant = Instant(milliseconds: try read(column))
    guard StoredTime.isClock(instant) else { throw UnreadableColumn(column: column) }
    return instant
  }

  /// The instant and offset of an event.
  func time() throws -> (at: Instant, offset: UTCOffset) {
    guard let time = StoredTime.checked(at: try read("at"), offset: try read("offset")) else {
      throw UnreadableColumn(column: "at")
    }
    return time
  }
}

/// What may stand as a time.
enum StoredTime {
  /// The instant and offset of an event, if they are such as Flint writes.
  static func checked(at: Int64, offset: Int64) -> (at: Instant, offset: UTCOffset)? {
    let time = (Instant(milliseconds: at), UTCOffset(seconds: Int32(clamping: offset)))
    return time.0.isAccepted && time.1.isAccepted ? time : nil
  }

  /// Whether a clock may have shown an instant. A little wider than what events may have, which
  /// `--now` is not held to; narrow enough that one can go on reckoning with it.
  static func isClock(_ instant: Instant) -> Bool { abs(instant.milliseconds / 2) < 1 << 47 }
}

/// What may stand as a place in the order of recording.
enum StoredSequence {
  /// The last place.
  static let last: Int64 = 1 << 62
  /// The last one that a record of an archive may have; behind it there is room for whatever will ever be
  /// recorded.
  static let lastArchived: Int64 = 1 << 61
}
