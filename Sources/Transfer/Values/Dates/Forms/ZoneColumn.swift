package import FlintCalendar
import FlintRules
import FlintSchema

/// The zone or offset of one row of a table.
package enum RowZone {
  case offset(UTCOffset)
  /// The times are in UTC, and the place is not known.
  case universal
  case zone(CivilZone)

  /// Returns a date with the offset that clocks had at the row's place.
  ///
  /// A day without a time and a time with another offset than UTC's are returned as they are; a time
  /// in UTC becomes the local time of the place, so that its day is that of the place.
  package func applied(to date: WrittenDate) -> WrittenDate {
    guard let time = date.time else { return date }
    let local: CivilTime
    var offset: UTCOffset
    switch self {
    case .universal:
      guard date.offset == nil else { return date }
      return WrittenDate(day: date.day, time: time, offset: .zero, isUniversal: true)
    case .offset(let given): offset = given
    case .zone: offset = .zero
    }
    if date.isUniversal, let instant = date.instant {
      if case .zone(let zone) = self { offset = zone.offset(at: instant) }
      local = CivilTime(instant, offset: offset)
    } else if date.offset == nil {
      local = CivilTime(day: date.day, milliseconds: time)
      if case .zone(let zone) = self { offset = zone.resolve(local).offset }
    } else {
      return date
    }
    return WrittenDate(day: local.day, time: local.milliseconds, offset: offset)
  }
}

/// Reads a column with the zone or offset of each row: `Europe/Rome`, `+02:00`, `+0200`, `UTC+2`,
/// `GMT-5`, `Z`, or numbers of a unit.
///
/// HabitKit's `timezoneOffsetInMinutes` is 120 two hours east of Greenwich, so its unit is
/// `minutes`; JavaScript's `getTimezoneOffset` is -120 there, so its unit is `minutes west`.
package struct ZoneColumn {
  /// What bare numbers count, by its name in mappings; east of Greenwich unless it says west.
  package enum Unit: String, Sendable, CaseIterable {
    case seconds
    case minutes
    case minutesWest = "minutes west"
    case hours

    /// The seconds to the east.
    fileprivate var seconds: Int64 {
      switch self {
      case .seconds: 1
      case .minutes: 60
      case .minutesWest: -60
      case .hours: 3600
      }
    }
  }

  /// The reason for which a text is not read, after its value in an error message.
  package struct Fault: Error, Hashable, Sendable {
    package var message: String
  }

  private let unit: Unit?
  /// The results of former texts: a table has few zones.
  private var known: [String: RowZone] = [:]

  /// - Parameter unit: the unit of bare numbers; `nil` where none is stated.
  package init(unit: Unit? = nil) {
    self.unit = unit
  }

  /// Returns the zone of a row; `nil` where its text is empty.
  package mutating func read(_ text: String) throws(Fault) -> RowZone? {
    if let zone = known[text] { return zone }
    let trimmed = text.trimmedWhitespace
    if trimmed.isEmpty { return nil }
    let zone = try zone(trimmed)
    if known.count < 1000 { known[text] = zone }
    return zone
  }

  private func zone(_ text: String) throws(Fault) -> RowZone {
    if let unit {
      if let millionths = NumberReader(mark: .point).read(text)?.millionths {
        let seconds = millionths.multipliedReportingOverflow(by: unit.seconds)
        guard !seconds.overflow, seconds.partialValue % 1_000_000 == 0,
          let offset = Int32(exactly: seconds.partialValue / 1_000_000).map(
            UTCOffset.init(seconds:)),
          offset.isAccepted
        else { throw Fault(message: "expected an offset of at most 18 hours, in \(unit.rawValue)") }
        return .offset(offset)
      }
    }
    if ZoneText.isUniversal(text) { return .universal }
    if let offset = ZoneText.offset(text) { return .offset(offset) }
    if let zone = try? CivilZone(name: text) { return .zone(zone) }
    if unit == nil, NumberReader(mark: .point).read(text) != nil {
      throw Fault(
        message: "it has no unit: add unit = \"minutes\", or another one, to the column of the zone"
      )
    }
    let place = CivilZone.Unknown.zone(ofPlace: text).map { "; for this place it is \($0)" } ?? ""
    throw Fault(message: "expected a zone such as Europe/Rome, +02:00 or UTC+2\(place)")
  }
}
