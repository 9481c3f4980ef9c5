import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A reader of times in the notation that a mapping states.
struct TimeReader {
  private let dates: DateReader
  private let notation: DateNotation?
  /// Whether options state what the mapping leaves open.
  private let isKnown: Bool
  /// The year of dates that have none, if it is stated.
  private let year: Int?
  let zone: CivilZone
  /// The zones of the rows, if the file has them.
  private let zones: RowZones?

  /// - Parameters:
  ///   - mapping: the mapping, with the notation of dates.
  ///   - context: the settings of the import. A requested order of dates overrides the mapping's.
  init(_ mapping: Mapping, _ context: ReadingContext, _ positions: ColumnPositions) {
    notation = context.dateOrder.map { .order($0) } ?? mapping.notation.dates
    isKnown = mapping.notation.isKnown
    year = mapping.notation.year
    dates = DateReader(order: notation?.order)
    zone = context.zone
    zones = mapping.notation.zoneSource.flatMap { source in
      positions[source.column].map { RowZones(column: $0, source) }
    }
  }

  private init(_ other: TimeReader, _ notation: DateNotation) {
    self.notation = notation
    dates = DateReader(order: notation.order)
    (isKnown, year, zone, zones) = (other.isKnown, other.year, other.zone, other.zones)
  }

  /// Returns the reader for a field, which may have dates of another form.
  private func reader(of field: FieldReader) -> TimeReader {
    field.form?.dates.map { TimeReader(self, $0) } ?? self
  }

  /// Returns the time of an event, a day where no time of day is written; `nil` where a row has
  /// none.
  @inline(__always)
  func time(
    _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> EventTime? {
    if let column = field.plainColumn, notation == nil || notation?.order != nil, zones == nil {
      let dates = dates
      if let date = record.withBytes(of: column, { dates.read($0) }) { return date.eventTime }
    }
    let value = try field.value(record)
    guard let time = try reader(of: field).time(value, field) else { return nil }
    return try zoned(time, record)
  }

  /// Returns a time with the zone of its row, if the file has one.
  private func zoned(
    _ time: EventTime, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> EventTime {
    guard let zone = try zones?.zone(of: record) else { return time }
    let date: WrittenDate
    switch time {
    case .instant(let instant):
      let local = CivilTime(instant, offset: .zero)
      date = WrittenDate(
        day: local.day, time: local.milliseconds, offset: .zero, isUniversal: true)
    case .written(let timestamp) where timestamp.isDay: return time
    case .written(let timestamp):
      date = WrittenDate(
        day: timestamp.local.day, time: timestamp.local.milliseconds, offset: timestamp.offset)
    }
    return zone.applied(to: date).eventTime
  }

  /// Returns the whole minutes from the time in one column to that in another, of which a time of
  /// day alone is that of the same day, or of the next if it is earlier; `nil` where one is missing.
  func minutes(
    from: Int, to: Int, _ field: FieldReader, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> Int64? {
    let reader = reader(of: field)
    let texts = [record[from], record[to]].map(\.trimmedWhitespace)
    if texts.contains(where: { $0.isEmpty || field.empty.contains($0.lowercased()) }) { return nil }
    let milliseconds: Int64
    if let end = DateReader.time(texts[1], allowsEnd: true) {
      let start: Int32
      if let time = DateReader.time(texts[0]) {
        start = time
      } else {
        guard let time = try reader.written(texts[0], field).time else {
          throw field.problem(texts[0], "expected a time of day")
        }
        start = time
      }
      milliseconds = Int64(end) - Int64(start) + (end < start ? 86_400_000 : 0)
    } else {
      func instant(_ text: String) throws(RowProblem) -> Instant {
        guard let time = try reader.time(.text(text), field) else {
          throw field.problem(text, "expected a time")
        }
        return reader.instant(of: try zoned(time, record))
      }
      milliseconds =
        try instant(texts[1]).milliseconds - (try instant(texts[0]).milliseconds)
      if milliseconds < 0 {
        throw field.problem(texts.joined(separator: ", "), "the end is before the beginning")
      }
    }
    let (minutes, isRounded) = DurationReading(milliseconds: milliseconds).minutes
    if isRounded {
      field.file.roundedMinutes.note(
        texts.joined(separator: " to "), "\(minutes)", line: record.line)
    }
    return minutes
  }

  private func time(
    _ value: MappedValue, _ field: FieldReader
  ) throws(RowProblem) -> EventTime? {
    guard let text = value.text else { return nil }
    switch value {
    case .integer, .number:
      // Seconds, as os.time returns them.
      return .instant(try instant(unix: text, notation?.unix ?? .seconds, field))
    default:
      if let unix = notation?.unix { return .instant(try instant(unix: text, unix, field)) }
      return try written(text, field).eventTime
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
    if zones != nil { return try time(field, record).map { day(of: $0) } }
    let value = try field.value(record)
    let reader = reader(of: field)
    switch value {
    case .text(let text) where reader.notation?.unix == nil,
      .numeral(let text) where reader.notation?.unix == nil:
      return try reader.written(text, field).day(in: zone)
    default: return try reader.time(value, field).map { day(of: $0) }
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

  private func written(_ text: String, _ field: FieldReader) throws(RowProblem) -> WrittenDate {
    switch notation {
    case .serial?, .pattern?, .start?:
      if let date = notation?.read(text) { return date }
      throw field.problem(text, notation?.fault(of: text) ?? "")
    default: break
    }
    if let date = dates.read(text) { return date }
    if let year, let date = dates.read(text, inYear: year) { return date }
    var reason = DateReader.fault(of: text) ?? "expected \(dates.form)"
    var finder = DateOrderFinder()
    finder.add(text)
    switch finder.finding {
    case .order(let order) where dates.order == nil:
      reason =
        "the order of its numbers is not known: "
        + (isKnown
          ? "give --dates \(order.rawValue)"
          : "set dates = \"\(order.rawValue)\" in the mapping")
    case .ambiguous(let ambiguity) where dates.order == nil:
      let readings = ambiguity.readings.map { "\($0.day) as \($0.order.rawValue)" }
      let orders = ambiguity.readings.map(\.order.rawValue)
      reason =
        "it is \(readings.joined(separator: ", ")); choose one "
        + (isKnown
          ? "with \(orders.map { "--dates \($0)" }.alternatives)"
          : "in the mapping: \(orders.map { "dates = \"\($0)\"" }.alternatives)")
    default: reason = NumberNotation.problem(with: text) ?? reason
    }
    throw field.problem(text, reason)
  }
}

/// The zones of the rows of a file, which a column has.
private final class RowZones {
  private let column: Int
  private let name: String
  private var zones: ZoneColumn

  init(column: Int, _ source: Mapping.ZoneSource) {
    self.column = column
    name = source.column
    zones = ZoneColumn(unit: source.unit)
  }

  /// Returns the zone of a row; `nil` where it has none.
  func zone(of record: borrowing CSVRecord) throws(RowProblem) -> RowZone? {
    if record.isEmpty(column) { return nil }
    let text = record[column]
    do throws(ZoneColumn.Fault) {
      return try zones.read(text)
    } catch {
      throw RowProblem(column: name, value: text, reason: error.message)
    }
  }
}
