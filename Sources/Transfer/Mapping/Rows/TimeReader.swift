import CSV
import Calendar
import Rules
import Schema
import Sessions

/// A reader of times in the notation that a mapping states.
struct TimeReader {
  private let dates: DateReader
  private let unix: DateReader.UnixUnit?
  let zone: Zone

  /// - Parameters:
  ///   - mapping: the mapping, with the notation of dates.
  ///   - context: the settings of the import. A requested order of dates overrides the mapping's.
  init(_ mapping: Mapping, _ context: ReadingContext) {
    dates = DateReader(order: context.dateOrder ?? mapping.notation.dateOrder)
    unix = mapping.notation.unix
    zone = context.zone
  }

  /// Returns the time of an event, a day where no time of day is written; `nil` where a row has
  /// none.
  @inline(__always)
  func time(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> EventTime? {
    if let column = field.plainColumn, unix == nil {
      let dates = dates
      if let date = record.withBytes(of: column, { dates.read($0) }) { return date.eventTime }
    }
    let value = try field.value(record)
    return try time(value, field)
  }

  private func time(
    _ value: MappedValue, _ field: FieldReader
  ) throws(RowProblem) -> EventTime? {
    guard let text = value.text else { return nil }
    switch value {
    case .integer, .number:
      // Seconds, as os.time returns them.
      return .instant(try instant(unix: text, unix ?? .seconds, field))
    default:
      if let unix { return .instant(try instant(unix: text, unix, field)) }
      return try date(text, field).eventTime
    }
  }

  private func instant(
    unix text: String, _ unit: DateReader.UnixUnit, _ field: FieldReader
  ) throws(RowProblem) -> Instant {
    let name = unit == .seconds ? "seconds" : "milliseconds"
    guard let instant = DateReader.instant(unix: text, unit) else {
      throw field.problem(text, "expected \(name) since 1970")
    }
    if unit == .milliseconds,
      let problem = DateReader.secondsProblem(milliseconds: instant.milliseconds)
    {
      throw field.problem(text, "\(problem); for seconds set dates = \"unix\" in the mapping")
    }
    return instant
  }

  /// Returns a day; `nil` where a row has none.
  func day(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> CivilDay? {
    let value = try field.value(record)
    switch value {
    case .text(let text) where unix == nil, .numeral(let text) where unix == nil:
      return try date(text, field).day(in: zone)
    default: return try time(value, field).map { day(of: $0) }
    }
  }

  func day(of time: EventTime) -> CivilDay {
    switch time {
    case .instant(let instant): zone.day(of: instant)
    case .written(let timestamp): timestamp.day(zone.dayStart)
    }
  }

  /// Returns an instant; `nil` where a row has none.
  func instant(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> Instant? {
    try time(field, record).map { instant(of: $0) }
  }

  func instant(of time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): zone.resolveEvent(timestamp).instant
    }
  }

  func date(_ text: String, _ field: FieldReader) throws(RowProblem) -> WrittenDate {
    if let date = dates.read(text) { return date }
    var reason = DateReader.fault(of: text) ?? "expected \(dates.form)"
    var finder = DateOrderFinder()
    finder.add(text)
    switch finder.finding {
    case .order(let order) where dates.order == nil:
      reason =
        "the order of its numbers is not known: set dates = \"\(order.rawValue)\" in the mapping"
    case .ambiguous(let ambiguity) where dates.order == nil:
      let readings = ambiguity.readings.map { "\($0.day) as \($0.order.rawValue)" }
      reason =
        "it is \(readings.joined(separator: ", ")); choose one in the mapping: "
        + ambiguity.readings.map { "dates = \"\($0.order.rawValue)\"" }.alternatives
    default: break
    }
    throw field.problem(text, reason)
  }
}
