import CSV
import Rules
import Sessions

/// Reads when things happened, as a mapping says it is written.
struct TimeReader {
  private let dates: DateReader
  private let unix: DateReader.UnixUnit?
  let zone: Zone

  /// - Parameter context: an order that was asked for counts for more than the mapping's.
  init(_ mapping: Mapping, _ context: ReadingContext) {
    var order: DateOrder?
    var unix: DateReader.UnixUnit?
    switch mapping.dates {
    case .order(let said)?: order = said
    case .unix(let unit)?: unix = unit
    case nil: break
    }
    dates = DateReader(order: context.dateOrder ?? order)
    self.unix = unix
    zone = context.zone
  }

  /// When something happened; `nil` where a row does not say.
  @inline(__always)
  func time(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> EventTime? {
    try moment(field, record)?.time
  }

  /// When something happened, and whether a time of day is written; `nil` where a row does not say.
  @inline(__always)
  func moment(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> (time: EventTime, isStated: Bool)? {
    if let column = field.plainColumn, unix == nil {
      let dates = dates
      if let date = record.withBytes(of: column, { dates.read($0) }) {
        return (date.eventTime, date.time != nil)
      }
    }
    let value = try field.value(record)
    return try moment(value, field)
  }

  private func moment(
    _ value: MappedValue, _ field: FieldReader
  ) throws(RowProblem) -> (time: EventTime, isStated: Bool)? {
    guard let text = value.text else { return nil }
    switch value {
    case .integer, .number:
      // Seconds, as os.time gives them.
      if let instant = DateReader.instant(unix: text, unix ?? .seconds) {
        return (.instant(instant), true)
      }
      throw field.problem(text, "expected seconds since 1970")
    default:
      if let unix {
        if let instant = DateReader.instant(unix: text, unix) { return (.instant(instant), true) }
        let unit = unix == .seconds ? "seconds" : "milliseconds"
        throw field.problem(text, "expected \(unit) since 1970")
      }
      let date = try date(text, field)
      return (date.eventTime, date.time != nil)
    }
  }

  /// A day; `nil` where a row does not say.
  func day(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> CivilDay? {
    let value = try field.value(record)
    if unix == nil, case .text(let text) = value { return try date(text, field).day(in: zone) }
    return try moment(value, field).map { day(of: $0.time) }
  }

  /// The civil day of a time.
  func day(of time: EventTime) -> CivilDay {
    switch time {
    case .instant(let instant): zone.day(of: instant)
    case .written(let timestamp): timestamp.local.day
    }
  }

  /// An instant; `nil` where a row does not say.
  func instant(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> Instant? {
    try time(field, record).map { instant(of: $0) }
  }

  /// The instant of a time.
  func instant(of time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): zone.resolve(timestamp).instant
    }
  }

  /// Reads a day for a field of a tracker's own.
  func date(_ text: String, _ field: FieldReader) throws(RowProblem) -> WrittenDate {
    if let date = dates.read(text) { return date }
    var reason = "expected \(dates.form)"
    var finder = DateOrderFinder()
    finder.add(text)
    switch finder.finding {
    case .order(let order) where dates.order == nil:
      reason = "say in which order its numbers stand: dates = \"\(order.rawValue)\" in the mapping"
    case .ambiguous(let ambiguity) where dates.order == nil:
      let readings = ambiguity.readings.map { "\($0.day) as \($0.order.rawValue)" }
      reason =
        "it is \(readings.joined(separator: ", ")); say which in the mapping: "
        + ambiguity.readings.map { "dates = \"\($0.order.rawValue)\"" }.alternatives
    default: break
    }
    throw field.problem(text, reason)
  }
}
