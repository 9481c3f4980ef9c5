import FlintCalendar
import Foundation
import GRDB
import FlintRules

/// A stored value that Flint cannot have written, which means that the file is damaged.
struct Damage: Error {
  var detail: String
  /// Whether a later version may be able to read the value.
  var isUnreadable = false

  init(_ detail: String) { self.detail = detail }

  init(column: String) { detail = "the column \(column) of a row is unreadable" }
}

/// Reading of rows that may be damaged: a subscript of `Row` would end the process for them.
extension Row {
  /// - Throws: `Damage`.
  func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw Damage(column: column)
    }
  }

  /// Returns an integer of a narrower type. A value out of range, which only damage can cause, is
  /// clamped; the checks of `Spark` and of the tables then refuse it.
  func narrow<Number: FixedWidthInteger>(_ column: String) throws -> Number {
    Number(clamping: try read(column) as Int64)
  }

  /// Returns the id of an event, or the hash of a correction.
  func id(_ column: String) throws -> EventID {
    guard let id = EventID(data: try read(column)) else { throw Damage(column: column) }
    return id
  }

  func instant(_ column: String) throws -> Instant {
    let instant = Instant(milliseconds: try read(column))
    guard StoredTime.isClock(instant) else { throw Damage(column: column) }
    return instant
  }

  func category() throws -> SparkCategory {
    guard let category = SparkCategory(number: try read("category")) else {
      throw Damage(column: "category")
    }
    return category
  }

  func time() throws -> (at: Instant, offset: UTCOffset) {
    guard let time = StoredTime.checked(at: try read("at"), offset: try read("offset")) else {
      throw Damage(column: "at")
    }
    return time
  }
}

/// The valid range of stored times.
enum StoredTime {
  /// Returns the instant and offset of an event; `nil` if Flint cannot have written them.
  static func checked(at: Int64, offset: Int64) -> (at: Instant, offset: UTCOffset)? {
    let time = (Instant(milliseconds: at), UTCOffset(seconds: Int32(clamping: offset)))
    return time.0.isAccepted && time.1.isAccepted ? time : nil
  }

  /// Returns whether a clock may have shown an instant. The range is a little wider than that of
  /// events, because `--now` is not limited to the latter, and narrow enough for further
  /// arithmetic.
  static func isClock(_ instant: Instant) -> Bool { abs(instant.milliseconds / 2) < 1 << 47 }
}

/// The valid range of stored sequence numbers, which give the order of recording.
enum StoredSequence {
  /// The greatest valid sequence number.
  static let last: Int64 = 1 << 62
  /// The greatest sequence number that a record of a dump may have; it leaves enough numbers
  /// for all future records.
  static let lastDumped: Int64 = 1 << 61
}

extension EventID {
  /// The 16 stored bytes, big-endian.
  var data: Data { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) } }

  /// Reads 16 stored bytes; `nil` for any other number of bytes.
  init?(data: Data) {
    guard data.count == 16 else { return nil }
    let (high, low) = data.withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}
