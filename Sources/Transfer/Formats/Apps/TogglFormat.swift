import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// Toggl Track's detailed report as CSV.
package struct TogglFormat: RecordFormat {
  package init() {}

  package let name = "toggl"
  package let title = "Toggl Track"

  /// The tracker of entries without a project.
  static let tracker = "Toggl"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Toggl Track's detailed report (CSV): each row becomes a session of a tracker with "
        + "the name of the project.",
      columns: [
        .init("User, Member", "part of the key, if there is no e-mail address"),
        .init("Email", "part of the key"),
        .init("Client", "the field \"client\" of the entry"),
        .init("Project", "the tracker; \"\(TogglFormat.tracker)\" without one"),
        .init("Task", "the field \"task\" of the entry"),
        .init("Description", "the title"),
        .init("Start date, Start time", "the time"),
        .init("Duration", "the minutes"),
        .init("End date, End time, Stop date, Stop time", "the minutes, without a duration"),
        .init("Tags", "the tags"),
        .init("Billable, Amount (USD), Amount (EUR), Amount (GBP)", nil),
      ],
      oddities: [
        "Times have no offset: they are in the zone of the Toggl profile; --zone gives another than "
          + "that of Flint's profile.",
        "Minutes are rounded, 30 seconds up.",
        "A running entry has a negative duration or none, and is skipped.",
      ],
      identity: "the user, the start, and the number of the row among those of that start")
  }

  /// Returns a translator for a file with the columns of a detailed report.
  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    let columns = NamedColumns(header)
    guard columns.has("description", "start date", "start time"),
      columns.has("project", "duration") || columns.has("stop date", "stop time")
    else { return nil }
    return TogglTranslator(
      columns: columns, dates: DateReader(order: context.dateOrder), zone: context.zone)
  }
}

/// A translator of the rows of a detailed report.
private struct TogglTranslator: RecordTranslator {
  let columns: NamedColumns
  let dates: DateReader
  let zone: CivilZone
  private var trackers: [String: ImportedTracker] = [:]
  private var numbers = OccurrenceCounter()

  init(columns: NamedColumns, dates: DateReader, zone: CivilZone) {
    self.columns = columns
    self.dates = dates
    self.zone = zone
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let (day, time) = (columns.text(record, "start date"), columns.text(record, "start time"))
    if columns.text(record, "duration").isEmpty, day.isEmpty { return .skipped("an empty row") }
    let date = try self.date("\(day) \(time)", "Start date")
    let user = columns.text(record, "email", "user", "member")
    let start = SourceKey.make("toggl", user, date.timestamp.local.description)
    let number = numbers.next(start)
    guard let seconds = try seconds(record, from: date) else {
      return .skipped("an entry that is running")
    }
    let project = columns.text(record, "project")
    var entry = ImportedEntry(
      tracker: try tracker(project.isEmpty ? TogglFormat.tracker : project),
      kind: .session(minutes: (seconds + 30) / 60), at: date.eventTime,
      key: number == 0 ? start : "\(start)/\(number + 1)")
    let description = columns.text(record, "description")
    if description.contains(where: \.isNewline) {
      entry.notes = description
    } else if !description.isEmpty {
      entry.title = description
    }
    entry.tags = columns.text(record, "tags").split(separator: ",").map {
      String($0).trimmedWhitespace
    }.filter { !$0.isEmpty }
    for name in ["client", "task"] {
      let text = columns.text(record, name)
      if !text.isEmpty { entry.values.append(.init(name: name, value: .text(text))) }
    }
    return .event(.entry(entry))
  }

  private func date(_ text: String, _ column: String) throws(RowProblem) -> WrittenDate {
    if let date = dates.read(text) { return date }
    throw RowProblem(column: column, value: text, reason: dates.problem(with: text))
  }

  private mutating func tracker(_ name: String) throws(RowProblem) -> ImportedTracker {
    if let known = trackers[name] { return known }
    let content = try inColumn("Project") { () throws(FieldError) in
      try TrackerContent(
        name: name, description: "The time tracked with Toggl.",
        fields: [
          try TrackerField(name: "client", type: .text),
          try TrackerField(name: "task", type: .text),
        ])
    }
    let tracker = ImportedTracker(content, key: SourceKey.make("toggl", name))
    trackers[name] = tracker
    return tracker
  }

  /// Returns the seconds of an entry; `nil` while it is running.
  private func seconds(
    _ record: borrowing CSVRecord, from start: WrittenDate
  ) throws(RowProblem) -> Int64? {
    let duration = columns.text(record, "duration")
    if duration.hasPrefix("-") { return nil }
    guard !duration.isEmpty else {
      guard let end = try end(record) else { return nil }
      let seconds = self.seconds(from: start, to: end.date)
      if seconds >= 0 { return seconds }
      throw RowProblem(
        column: end.column, value: end.text, reason: "the entry ends before it starts")
    }
    guard let seconds = TogglTranslator.seconds(duration) else {
      throw RowProblem(
        column: "Duration", value: duration, reason: "expected a duration such as 01:30:00")
    }
    // The clocks may have changed in between, and reports may be rounded.
    if let end = try? end(record) {
      let other = self.seconds(from: start, to: end.date)
      if abs(other - seconds) > 2 * 3600 {
        throw RowProblem(
          column: "Duration", value: duration,
          reason: "from its start to its end it is \(other / 60) minutes")
      }
    }
    return seconds
  }

  /// Returns the end of an entry as it is written, and its column; `nil` while it is running.
  private func end(
    _ record: borrowing CSVRecord
  ) throws(RowProblem) -> (date: WrittenDate, text: String, column: String)? {
    let day = columns.text(record, "stop date", "end date")
    let time = columns.text(record, "stop time", "end time")
    if day.isEmpty && time.isEmpty { return nil }
    let column = columns.has("stop date") ? "Stop date" : "End date"
    return (try date("\(day) \(time)", column), "\(day) \(time)", column)
  }

  private func seconds(from start: WrittenDate, to end: WrittenDate) -> Int64 {
    let (from, to) = (zone.resolve(start.timestamp).instant, zone.resolve(end.timestamp).instant)
    return (to.milliseconds - from.milliseconds) / 1000
  }

  /// Returns the seconds of hours, minutes and seconds, with any number of hours.
  private static func seconds(_ text: String) -> Int64? {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard numbers.count == 3, let hours = numbers[0], let minutes = numbers[1],
      let seconds = numbers[2], (0...1_000_000).contains(hours), (0...59).contains(minutes),
      (0...59).contains(seconds)
    else { return nil }
    return (hours * 60 + minutes) * 60 + seconds
  }
}
