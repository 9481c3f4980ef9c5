import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A reader of the rows of Daylio's exports.
struct DaylioReader {
  private let context: ReadingContext
  /// The names of the groups of activities, by the names of the activities.
  private let groups: [String: Set<String>]
  /// The numbers of rows with an unknown mood, by the name of the mood as written.
  private var unknown: [String: Int] = [:]
  private var untimed = 0
  private var withActivities = 0
  private var withGroups = 0
  /// The tracker of activities, once a row has any.
  private var tracker: ImportedTracker?

  init(_ context: borrowing ReadingContext, groups: [String: Set<String>] = [:]) {
    self.context = copy context
    self.groups = groups
  }

  /// The day and time of a row.
  private struct Moment {
    var day: CivilDay
    var time: Int32?

    func civilDay(_ dayStart: DayStart) -> CivilDay {
      time.map { dayStart.day(of: CivilTime(day: day, milliseconds: $0)) } ?? day
    }

    /// The key content of the row: the day and the time.
    var keyContent: String { "\(day.number) \(time.map { String($0) } ?? "")" }
  }

  /// The content of a row, which becomes up to two events.
  private struct Entry {
    var moment: Moment
    /// The number of preceding rows of its day and time, or of its day if it has no time.
    var order: Int
    var mood: Mood
    var ownName: String
    var note: String
    var activities: [String]
  }

  mutating func read(
    _ table: CSVTable, file: Int, path: String, into reading: inout FormatReading
  ) throws(FormatProblem) {
    let dates = try DateReader(for: "full_date", of: table, path: path, context)
    reading.dateOrders[file] = dates.order
    let moments = table.rows.map { row -> Result<Moment, RowProblem>? in
      if row.problem != nil || row.isBlank { return nil }
      do throws(RowProblem) {
        return .success(try moment(row, in: table, dates))
      } catch {
        return .failure(error)
      }
    }
    let orders = DaylioReader.orders(moments.map { try? $0?.get() })
    let units = table.rows.indices.map { index in
      let row = table.rows[index]
      let outcome = row.outcome { row throws(RowProblem) in
        guard let moment = try moments[index]?.get() else { return .events([]) }
        return .events(try events(try entry(row, in: table, moment, order: orders[index])))
      }
      var unit = ImportUnit([row.original(file: file)], outcome)
      if case .events(let events) = outcome, events.count == 1,
        case .action(let mood) = events[0], let key = mood.key
      {
        // An earlier export may have had activities in this row.
        unit.absences = [Absence(.trackerEntry, key: key, column: "activities", value: "")]
      }
      unit.duplicateKey = (try? moments[index]?.get()).map { duplicateKey(of: $0) }
      unit.isTimeInKey = true
      return unit
    }
    reading.add(units)
  }

  private func moment(
    _ row: CSVTable.Row, in table: CSVTable, _ dates: DateReader
  ) throws(RowProblem) -> Moment {
    let day: CivilDay
    var time: Int32?
    let written = table.text(row, "full_date")
    if !written.isEmpty || table.column("year") == nil {
      guard let date = dates.read(written) else {
        throw RowProblem(
          column: "full_date", value: written, reason: dates.problem(with: written))
      }
      (day, time) = (date.day, date.time)
    } else {
      let (year, date) = (table.text(row, "year"), table.text(row, "date"))
      guard let number = Int(year.trimmedWhitespace), (1000...9999).contains(number) else {
        throw RowProblem(column: "year", value: year, reason: "expected a year such as 2026")
      }
      guard let found = dates.day(date, inYear: number) else {
        throw RowProblem(
          column: "date", value: date,
          reason: "expected a day and a month, such as June 22")
      }
      day = found
    }
    let clock = table.text(row, "time").trimmedWhitespace
    if !clock.isEmpty {
      time = DateReader.time(clock)
      if time == nil {
        throw RowProblem(
          column: "time", value: clock, reason: "expected a time such as 22:00 or 10:00 pm")
      }
    }
    return Moment(day: day, time: time)
  }

  private mutating func entry(
    _ row: CSVTable.Row, in table: CSVTable, _ moment: Moment, order: Int
  ) throws(RowProblem) -> Entry {
    let ownName = table.text(row, "mood").trimmedWhitespace
    let note = [
      RichText.plain(table.text(row, "note_title")), RichText.plain(table.text(row, "note")),
      scales(table.text(row, "scales")),
    ]
    return Entry(
      moment: moment, order: order, mood: try mood(ownName), ownName: ownName,
      note: note.filter { !$0.isEmpty }.joined(separator: "\n"),
      activities: DaylioReader.split(table.text(row, "activities")))
  }

  /// The moods by Daylio's default names and by Flint's names.
  private static let moods: [String: Mood] = [
    "rad": .great, "good": .good, "meh": .average, "bad": .bad, "awful": .horrible,
    "great": .great, "average": .average, "horrible": .horrible,
  ]

  private mutating func mood(_ name: String) throws(RowProblem) -> Mood {
    let key = name.lowercased()
    if let mood = context.moods[key] ?? DaylioReader.moods[key] { return mood }
    if name.isEmpty {
      throw RowProblem(column: "mood", value: name, reason: "expected a mood")
    }
    unknown[name, default: 0] += 1
    throw RowProblem(
      column: "mood", value: name,
      reason: "this mood is not known; --moods defines such names")
  }

  /// Returns the trimmed texts between bars; none for an empty text.
  private static func split(_ text: String) -> [String] {
    text.split(separator: "|").map { String($0).trimmedWhitespace }.filter { !$0.isEmpty }
  }

  /// Returns a line such as `Scales: Sleep: 7 | Energy: 3`; Daylio writes a non-breaking space
  /// after a name.
  private func scales(_ text: String) -> String {
    let scales = DaylioReader.split(text).map { scale in
      String(scale.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
    }
    return scales.isEmpty ? "" : "Scales: " + scales.joined(separator: " | ")
  }

  /// Numbers the rows of each time, from the oldest, so that a row keeps its number when newer ones
  /// are added before it. Rows with other errors are numbered too, so that the numbers stay the
  /// same once unknown moods are defined.
  private static func orders(_ moments: [Moment?]) -> [Int] {
    var counter = OccurrenceCounter()
    let days = moments.compactMap { $0?.day }
    let isNewestFirst = (days.first ?? CivilDay(number: 0)) >= (days.last ?? CivilDay(number: 0))
    var orders = moments.map { _ in 0 }
    for index in isNewestFirst ? Array(moments.indices.reversed()) : Array(moments.indices) {
      guard let moment = moments[index] else { continue }
      orders[index] = counter.next(moment.keyContent)
    }
    return orders
  }

  private mutating func events(_ entry: Entry) throws(RowProblem) -> [ImportedEvent] {
    let at: EventTime
    if let time = entry.moment.time {
      at = context.moment(entry.moment.day, time, order: entry.order)
    } else {
      at = context.noon(entry.moment.day, order: entry.order)
      untimed += 1
    }
    let key = key(of: entry)
    let content = try inColumn("mood") { () throws(FieldError) in
      try MoodContent(
        day: entry.moment.civilDay(context.zone.dayStart), mood: entry.mood, entryType: .imported,
        note: entry.note)
    }
    var mood = ImportedAction(at: at, key: key, .mood(.record(content)))
    // The key has the day and the time; milliseconds added to distinguish rows are not a change.
    mood.isTimeKnown = entry.moment.time != nil && entry.order == 0
    guard !entry.activities.isEmpty else { return [.action(mood)] }
    withActivities += 1
    let tracker = if let known = self.tracker { known } else { try newTracker() }
    self.tracker = tracker
    var activities = ImportedEntry(
      tracker: tracker,
      kind: .log(entry.activities.joined(separator: " | ")), at: at, key: key)
    activities.isTimeKnown = mood.isTimeKnown
    let groups = Set(entry.activities.flatMap { self.groups[$0] ?? [] })
    if !groups.isEmpty { withGroups += 1 }
    activities.tags = entry.activities + groups.sorted().map { DaylioFormat.groupTag + $0 }
    activities.optionalTags = DaylioFormat.groupTag
    activities.values = [.init(name: "mood", value: .text(entry.ownName))]
    return [.action(mood), .entry(activities)]
  }

  private func newTracker() throws(RowProblem) -> ImportedTracker {
    let content = try inColumn("activities") { () throws(FieldError) in
      try TrackerContent(
        name: DaylioFormat.tracker, description: "What was done, by Daylio's export.",
        fields: [try TrackerField(name: "mood", type: .text)])
    }
    return ImportedTracker(content, key: "daylio/activities")
  }

  /// Returns the beginning of the keys of entries of one day and time.
  private func duplicateKey(of moment: Moment) -> String {
    guard let time = moment.time else { return "daylio/\(moment.day)" }
    // Daylio writes no seconds; if a file has them, the key has them too.
    let text = CivilTime(day: moment.day, milliseconds: time).description.dropFirst(11)
    return "daylio/\(moment.day)/" + (text.hasSuffix(":00") ? text.dropLast(3) : text)
  }

  private func key(of entry: Entry) -> String {
    let key = duplicateKey(of: entry.moment)
    return entry.order == 0 ? key : "\(key)/\(entry.order + 1)"
  }

  /// The notes about all rows, for the report.
  var notes: [String] {
    var notes: [String] = []
    if !unknown.isEmpty {
      let names = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let counts = names.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      let example = names.map { "\($0.key)=…" }.joined(separator: ",")
      notes.append(
        "Names of moods that are not known, with their numbers of rows: \(counts). "
          + "Define their meaning with --moods \"\(example)\".")
    }
    if untimed > 0 {
      notes.append("Moods without a time are recorded at 12:00 of their day: \(untimed).")
    }
    if withActivities > 0 {
      notes.append(
        "Activities are stored as tags of entries of the tracker \"\(DaylioFormat.tracker)\": "
          + "\(withActivities).")
    }
    if withGroups > 0 {
      notes.append(
        "Groups of activities are stored as tags that begin with \"\(DaylioFormat.groupTag)\": "
          + "\(withGroups); --update adds them to entries from a CSV export.")
    }
    return notes
  }
}
