import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// All ratings, including superseded ones, ordered by the rated day.
struct MoodExport: ExportTable {
  static let columns = [
    ExportColumn("date", "The rated day."), ExportColumn("mood", "The rating by its name."),
    ExportColumn("value", "The rating as a number: 0 to 4; 5 for a day without one.", .number),
    ExportColumn("entry_type"),
    ExportColumn("recorded_at", "When the rating was given.", .time),
    ExportColumn("weekday", "The weekday: 1 for Sunday to 7 for Saturday.", .number),
    ExportColumn("can_edit", "Whether the rating can be changed.", .flag),
    ExportColumn("can_delete", "Whether the rating can be removed.", .flag), ExportColumn("note"),
    ExportColumn("key", ExportColumn.key.summary, presence: .whenNeeded), .id,
    ExportColumn(
      "counts", "Whether it is the rating of the day: false for one that a later one replaced.",
      .flag, presence: .onRequest),
  ].including(MoodContent.schema)

  private(set) var needed: Set<String> = []
  private(set) var notes: [String] = []
  private let includesMissing: Bool
  private let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    includesMissing = options.includesMissing
    events = ExportedEvents(options, [.mood])
    if try session.reader.hasKeys(of: [.mood]) { needed.insert("key") }
    var switches = 0
    try session.eachEvent(of: [.moodFill], events.range) { _ in
      switches += 1
      return true
    }
    if switches > 0 {
      notes.append(
        "that filling of days was switched on or off, \(switches)×; flint export events has it")
    }
  }

  func hasFractions(_ session: Session) throws -> Bool { try events.hasFractions(session) }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    var ratings: [(stored: StoredEvent, content: MoodContent)] = []
    try session.eachEvent(of: events.kinds, events.range) { stored in
      if case .mood(.record(let content)) = stored.event.action {
        ratings.append((stored, content))
      }
      return true
    }
    // Ordered by day; the ratings of one day are in the order in which they were given.
    let order = ratings.indices.sorted { left, right in
      let (a, b) = (ratings[left].content.day, ratings[right].content.day)
      return a == b ? left < right : a < b
    }
    let counting = Set(try session.state().moods.ratings.map(\.id))
    var next = order.first.map { ratings[$0].content.day }
    for index in order {
      let (stored, content) = ratings[index]
      while includesMissing, let day = next, day < content.day {
        if try !body(missing(day)) { return }
        next = day + 1
      }
      next = max(next ?? content.day, content.day + 1)
      let event = stored.event
      var row = ExportRow(Self.columns)
      row.put(content, session.zone)
      row["value"] = FieldValue(content.mood.rawValue)
      row["recorded_at"] = .time(event.at, event.offset)
      row["weekday"] = FieldValue(Weekday(content.day).numberFromSunday)
      row["can_edit"] = .boolean(true)
      row["can_delete"] = .boolean(true)
      row["key"] = FieldValue(text: stored.key)
      row["id"] = .name(event.id.description)
      row["counts"] = .boolean(counting.contains(event.id))
      if try !body(row.values) { return }
    }
    let zone = session.zone
    let end = events.range.before.map { min(session.today, zone.day(of: $0)) } ?? session.today
    while includesMissing, let day = next, day < end {
      if try !body(missing(day)) { return }
      next = day + 1
    }
  }

  /// Returns the row of a day without a rating.
  private func missing(_ day: CivilDay) -> [FieldValue] {
    var row = ExportRow(Self.columns)
    row["date"] = .day(day)
    row["mood"] = .name(Mood.missing.name)
    row["value"] = FieldValue(Mood.missing.rawValue)
    row["entry_type"] = .name(MoodEntryType.filledInMissing.name)
    row["weekday"] = FieldValue(Weekday(day).numberFromSunday)
    for name in ["can_edit", "can_delete", "counts"] { row[name] = .boolean(false) }
    return row.values
  }
}
