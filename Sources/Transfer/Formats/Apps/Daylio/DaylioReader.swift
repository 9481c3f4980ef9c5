import Rules
import Sessions

/// Reads the rows of Daylio's exports.
struct DaylioReader {
  private let context: ReadingContext
  /// How many rows have a mood that is not known, by its name as it is written.
  private var unknown: [String: Int] = [:]
  private var untimed = 0
  private var withActivities = 0

  init(_ context: borrowing ReadingContext) {
    self.context = copy context
  }

  /// When a row was written.
  private struct Moment {
    var day: CivilDay
    var time: Int32?

    /// The day and the time, for telling rows of one from others.
    var alike: String { "\(day.number) \(time.map { String($0) } ?? "")" }
  }

  /// A row, as far as it is told by two events.
  private struct Entry {
    var moment: Moment
    /// How many rows of its day and time, or of its day if it has no time, come before it.
    var order: Int
    var mood: Mood
    var ownName: String
    var note: String
    var activities: [String]
  }

  /// Reads a file.
  mutating func take(
    _ table: TextTable, file: Int, path: String, into reading: inout FormatReading
  ) throws(FormatProblem) {
    let dates = try DateReader(for: "full_date", of: table, path: path, context)
    let context = context
    let moments = table.rows.map { row -> Result<Moment, RowProblem>? in
      if row.problem != nil || row.isBlank { return nil }
      do throws(RowProblem) {
        return .success(try moment(row, in: table, row.dates(dates, context)))
      } catch {
        return .failure(error)
      }
    }
    var keys = AlikeRows()
    let orders = DaylioReader.orders(moments.map { try? $0?.get() }, of: table, &keys)
    reading.units += table.rows.indices.map { index in
      let row = table.rows[index]
      var kept = RowContext()
      kept.dateOrder = row.dates(dates, context).order
      if let moment = try? moments[index]?.get() {
        AlikeRows.note(moment.alike, orders[index], in: &kept)
      }
      let outcome = row.outcome { row throws(RowProblem) in
        guard let moment = try moments[index]?.get() else { return .drafts([]) }
        return .drafts(try drafts(try entry(row, in: table, moment, order: orders[index])))
      }
      var unit = ImportUnit([row.original(file: file, kept)], outcome)
      if case .drafts(let drafts) = outcome, drafts.count == 1, case .action(let mood) = drafts[0],
        let key = mood.key
      {
        // Of an earlier export, in which the row had some.
        unit.absences = [Absence(.trackerEntry, key: key, column: "activities", value: "")]
      }
      unit.alikeKey = (try? moments[index]?.get()).map { alikeKey(of: $0) }
      unit.isTimeInKey = true
      return unit
    }
    keys.share(in: &reading, table, file: file)
  }

  private func moment(
    _ row: TextTable.Row, in table: TextTable, _ dates: DateReader
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
          reason: "expected a day and a month in English, such as June 22")
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
    _ row: TextTable.Row, in table: TextTable, _ moment: Moment, order: Int
  ) throws(RowProblem) -> Entry {
    let ownName = table.text(row, "mood").trimmedWhitespace
    let note = [
      RichText.plain(table.text(row, "note_title")), RichText.plain(table.text(row, "note")),
      scales(table.text(row, "scales")),
    ]
    return Entry(
      moment: moment, order: order, mood: try mood(ownName), ownName: ownName,
      note: note.filter { !$0.isEmpty }.joined(separator: "\n"),
      activities: DaylioReader.parts(table.text(row, "activities")))
  }

  /// What Daylio calls its moods unless they are renamed, and what Flint does.
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
      reason: "this mood's place among the five is not known; say what such names stand for with "
        + "--moods \"Gut=good,Ok=average\"")
  }

  /// What stands between bars, trimmed; nothing for nothing.
  private static func parts(_ text: String) -> [String] {
    text.split(separator: "|").map { String($0).trimmedWhitespace }.filter { !$0.isEmpty }
  }

  /// `Scales: Sleep: 7 | Energy: 3`, where a name is followed by a space that does not break.
  private func scales(_ text: String) -> String {
    let parts = DaylioReader.parts(text).map { part in
      String(part.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
    }
    return parts.isEmpty ? "" : "Scales: " + parts.joined(separator: " | ")
  }

  /// Numbers the rows of one time, the oldest first, so that a row keeps its number when newer ones
  /// are put before it; whatever else of a row can be read, so that it keeps it when moods are said.
  private static func orders(
    _ moments: [Moment?], of table: TextTable, _ keys: inout AlikeRows
  ) -> [Int] {
    let days = moments.compactMap { $0?.day }
    let isNewestFirst = (days.first ?? CivilDay(number: 0)) >= (days.last ?? CivilDay(number: 0))
    var orders = moments.map { _ in 0 }
    for index in isNewestFirst ? Array(moments.indices.reversed()) : Array(moments.indices) {
      guard let moment = moments[index] else { continue }
      orders[index] = keys.next(moment.alike, table.rows[index], in: table)
    }
    return orders
  }

  private mutating func drafts(_ entry: Entry) throws(RowProblem) -> [Draft] {
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
        day: entry.moment.day, mood: entry.mood, entryType: .imported, note: entry.note)
    }
    var mood = ActionDraft(at: at, key: key, .mood(.record(content)))
    // The key has the day and the time; what is added to tell rows of one apart is no change.
    mood.isTimeKnown = entry.moment.time != nil && entry.order == 0
    guard !entry.activities.isEmpty else { return [.action(mood)] }
    withActivities += 1
    let tracker = try inColumn("activities") { () throws(FieldError) in
      try TrackerContent(
        name: DaylioFormat.tracker, description: "What was done, by Daylio's export.",
        fields: [try TrackerField(name: "mood", type: .text)])
    }
    var activities = EntryDraft(
      tracker: TrackerDraft(tracker, key: "daylio/activities"),
      kind: .log(entry.activities.joined(separator: " | ")), at: at, key: key)
    activities.isTimeKnown = mood.isTimeKnown
    activities.tags = entry.activities
    activities.values = [.init(name: "mood", value: .text(entry.ownName))]
    return [.action(mood), .entry(activities)]
  }

  /// What the keys of entries of one day and time begin with.
  private func alikeKey(of moment: Moment) -> String {
    guard let time = moment.time else { return "daylio/\(moment.day)" }
    // Daylio knows no seconds; a file that has them keeps them.
    let text = CivilTime(day: moment.day, milliseconds: time).description.dropFirst(11)
    return "daylio/\(moment.day)/" + (text.hasSuffix(":00") ? text.dropLast(3) : text)
  }

  private func key(of entry: Entry) -> String {
    let key = alikeKey(of: entry.moment)
    return entry.order == 0 ? key : "\(key)/\(entry.order + 1)"
  }

  /// What is to be said of all rows.
  var notes: [String] {
    var notes: [String] = []
    if !unknown.isEmpty {
      let names = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let counts = names.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      let example = names.map { "\($0.key)=…" }.joined(separator: ",")
      notes.append(
        "Moods of names that are not known, and in how many rows: \(counts). "
          + "Say what they stand for with --moods \"\(example)\".")
    }
    if untimed > 0 {
      notes.append("Moods without a time are put at 12:00 of their day: \(untimed).")
    }
    if withActivities > 0 {
      notes.append(
        "Activities are kept as tags of entries of the tracker \"\(DaylioFormat.tracker)\": "
          + "\(withActivities).")
    }
    return notes
  }
}
