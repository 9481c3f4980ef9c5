import CSV
import Calendar
import Rules
import Schema
import Sessions

/// Toggl Track's detailed report as CSV.
public struct TogglFormat: RecordFormat {
  /// Creates the format.
  public init() {}

  /// `toggl`.
  public let name = "toggl"
  /// `Toggl Track`.
  public let title = "Toggl Track"

  /// The tracker of entries without a project.
  static let tracker = "Toggl"

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      summary: "Toggl Track's detailed report (CSV): each row becomes a session of a tracker with "
        + "the name of the project.",
      columns: [
        .init("User", "part of the key, if there is no e-mail address"),
        .init("Email", "part of the key"),
        .init("Client", "the field \"client\" of the entry"),
        .init("Project", "the tracker; \"\(TogglFormat.tracker)\" without one"),
        .init("Task", "the field \"task\" of the entry"),
        .init("Description", "the title"),
        .init("Start date, Start time", "the time"),
        .init("Duration", "the minutes"),
        .init("Tags", "the tags"),
        .init("Billable, End date, End time, Amount (USD), Amount (EUR), Amount (GBP)", nil),
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
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    let columns = NamedColumns(header)
    guard columns.has("project", "description", "start date", "start time", "duration") else {
      return nil
    }
    return TogglTranslator(columns: columns, dates: DateReader(order: context.dateOrder))
  }
}

/// A translator of the rows of a detailed report.
private struct TogglTranslator: RecordTranslator {
  let columns: NamedColumns
  let dates: DateReader
  private var trackers: [String: ImportedTracker] = [:]
  private var numbers = OccurrenceCounter()

  init(columns: NamedColumns, dates: DateReader) {
    self.columns = columns
    self.dates = dates
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let (day, time) = (columns.text(record, "start date"), columns.text(record, "start time"))
    guard let date = dates.read("\(day) \(time)") else {
      if columns.text(record, "duration").isEmpty, day.isEmpty { return .skipped("an empty row") }
      throw RowProblem(
        column: "Start date", value: "\(day) \(time)", reason: dates.problem(with: day))
    }
    let user = columns.text(record, "email", "user")
    let start = SourceKey.make("toggl", user, date.timestamp.local.description)
    let number = numbers.next(start)
    let duration = columns.text(record, "duration")
    if duration.isEmpty || duration.hasPrefix("-") { return .skipped("an entry that is running") }
    guard let seconds = TogglTranslator.seconds(duration) else {
      throw RowProblem(
        column: "Duration", value: duration, reason: "expected a duration such as 01:30:00")
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
