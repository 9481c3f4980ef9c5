import CSV
import Calendar
import Foundation
import JSON
import Rules
import Schema

/// A backup of Daylio's: the file `backup.daylio` of a zip file, base64 of a JSON text.
///
/// Its entries are read as the rows of the CSV export that Daylio would write of them, so that both
/// have the same keys and contents.
struct DaylioBackup {
  /// The columns of the CSV export.
  static let header = [
    "full_date", "date", "weekday", "time", "mood", "activities", "note_title", "note",
  ]

  private let root: JSONValue
  private let path: String
  /// The names and meanings of moods, by their ids.
  private let moods: [Int64: (name: String, mood: Mood?)]
  /// The names of activities, by their ids.
  private let activities: [Int64: String]

  /// Whether a file begins like a backup.
  static func begins(_ start: [UInt8], path: String) -> Bool {
    // The base64 of `{"`.
    path.lowercased().hasSuffix("backup.daylio")
      && (start.starts(with: Array("eyJ".utf8)) || start.starts(with: Array("{\"".utf8)))
  }

  /// Reads a backup.
  ///
  /// - Throws: `FormatProblem` when the file is damaged or is not a backup.
  init(_ file: WholeFile) throws(FormatProblem) {
    path = file.path
    root = try DaylioBackup.root(of: file)
    moods = DaylioBackup.moods(root)
    var activities: [Int64: String] = [:]
    for tag in root["tags"].elements {
      if let id = tag["id"].integer, let name = tag["name"].text { activities[id] = name }
    }
    self.activities = activities
  }

  private static func root(of file: WholeFile) throws(FormatProblem) -> JSONValue {
    var bytes = file.bytes
    if bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
      bytes.removeAll { $0 <= 0x20 }
      guard let decoded = Data(base64Encoded: Data(bytes)) else {
        throw FormatProblem(
          path: file.path,
          message: "the backup is damaged: it is not base64; create it again in Daylio")
      }
      bytes = Array(decoded)
    }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw FormatProblem(
        path: file.path,
        message: "the backup is damaged: its JSON, line \(error.line), column \(error.column): "
          + "\(error.problem); create it again in Daylio")
    }
    guard case .array? = value["dayEntries"] else {
      throw FormatProblem(
        path: file.path,
        message: "this is not a backup of Daylio's: its JSON has no list dayEntries")
    }
    return value
  }

  /// The moods that Daylio has of its own, by the number of their name.
  private static let predefined: [Int64: (name: String, mood: Mood)] = [
    1: ("rad", .great), 2: ("good", .good), 3: ("meh", .average), 4: ("bad", .bad),
    5: ("awful", .horrible),
  ]

  private static func moods(_ root: JSONValue) -> [Int64: (name: String, mood: Mood?)] {
    // Each group has one of the app's own moods, which shows its meaning.
    var groups: [Int64: Mood] = predefined.mapValues(\.mood)
    let list = root["customMoods"].elements
    for mood in list {
      if let name = mood["predefined_name_id"].integer, let group = mood["mood_group_id"].integer,
        let known = predefined[name]
      {
        groups[group] = known.mood
      }
    }
    var moods: [Int64: (name: String, mood: Mood?)] = [:]
    for mood in list {
      guard let id = mood["id"].integer else { continue }
      let own = mood["custom_name"].text?.trimmedWhitespace ?? ""
      let known = mood["predefined_name_id"].integer.flatMap { predefined[$0] }
      let meaning = mood["mood_group_id"].integer.flatMap { groups[$0] } ?? known?.mood
      moods[id] = (own.isEmpty ? known?.name ?? "mood \(id)" : own, meaning)
    }
    // Old backups have no list of moods.
    if list.isEmpty { moods = predefined.mapValues { ($0.name, $0.mood) } }
    return moods
  }

  /// The meanings of the moods by their names in lower case; names with two meanings have none.
  var meanings: [String: Mood] {
    var meanings: [String: Mood?] = [:]
    for (name, mood) in moods.values {
      guard let mood else { continue }
      let key = name.lowercased()
      if let known = meanings[key], known != mood {
        meanings[key] = .some(nil)
      } else {
        meanings[key] = mood
      }
    }
    return meanings.compactMapValues(\.self)
  }

  /// The entries as the CSV export that Daylio writes of them, the newest first.
  ///
  /// - Throws: `FormatProblem` when an entry is not an object.
  func table() throws(FormatProblem) -> WholeFile {
    var entries: [(at: Int64, index: Int, value: JSONValue)] = []
    for (index, entry) in root["dayEntries"].elements.enumerated() {
      guard case .object = entry else {
        throw FormatProblem(
          path: path,
          message: "entry \(index + 1) of dayEntries: expected an object, got \(entry.summary)")
      }
      entries.append((entry["datetime"].integer ?? 0, index, entry))
    }
    entries.sort { ($1.at, $0.index) < ($0.at, $1.index) }
    var writer = CSVWriter()
    writer.append(record: Self.header)
    for (_, _, entry) in entries { writer.append(record: fields(of: entry)) }
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    return WholeFile(path: path, bytes: bytes)
  }

  private func fields(of entry: JSONValue) -> [String] {
    func number(_ name: String) -> String { entry[name].integer.map { String($0) } ?? "" }
    func padded(_ text: String) -> String { text.count == 1 ? "0\(text)" : text }
    // Months are counted from 0.
    let month = entry["month"].integer.map { String($0 &+ 1) } ?? ""
    let day = "\(number("year"))-\(padded(month))-\(padded(number("day")))"
    let (hour, minute) = (padded(number("hour")), padded(number("minute")))
    let id = entry["mood"].integer
    let names = entry["tags"].elements.map { tag in
      tag.integer.flatMap { activities[$0] } ?? "activity \(tag.text())"
    }
    return [
      day, "", "", hour.isEmpty && minute.isEmpty ? "" : "\(hour):\(minute)",
      id.map { moods[$0]?.name ?? "mood \($0)" } ?? "", names.joined(separator: " | "),
      entry["note_title"].text ?? "", entry["note"].text ?? "",
    ]
  }
}

// MARK: Goals

extension DaylioBackup {
  /// Returns the goals, with the trackers of the days on which they were reached.
  ///
  /// - Throws: `RowProblem` when a goal has an impossible name.
  func goals() throws(RowProblem) -> [Int64: ImportedHabit] {
    var goals: [Int64: ImportedHabit] = [:]
    for goal in root["goals"].elements {
      guard let id = goal["goal_id"].integer else { continue }
      var name = goal["name"].text?.trimmedWhitespace ?? ""
      if name.isEmpty { name = goal["id_tag"].integer.flatMap { activities[$0] } ?? "Goal \(id)" }
      let schedule = DaylioBackup.schedule(of: goal)
      let content = try inColumn("goals") { () throws(FieldError) in
        try TrackerContent(
          appName: name, description: "A goal of Daylio's.", goal: schedule?.description)
      }
      var habit = ImportedHabit(
        tracker: ImportedTracker(content, key: SourceKey.make("daylio", "goal", String(id))),
        schedule: schedule)
      habit.isArchived = (goal["state"].integer ?? 0) != 0
      goals[id] = habit
    }
    return goals
  }

  /// Returns how often a goal is due: type 1 is every day, type 2 a number of times a week.
  private static func schedule(of goal: JSONValue) -> ImportedSchedule? {
    switch (goal["repeat_type"].integer, goal["repeat_value"].integer) {
    case (1, _): .times(1, days: 1)
    case (2, let times?) where (1...7).contains(times): .timesPerWeek(Int(times))
    default: nil
    }
  }

  /// Returns the units of the days on which goals were reached.
  ///
  /// - Parameter file: the index of the file.
  func units(
    of goals: [Int64: ImportedHabit], file: Int, _ context: borrowing ReadingContext
  ) -> [ImportUnit] {
    var seen: Set<String> = []
    return root["goalEntries"].elements.enumerated().map { index, entry in
      let original = OriginalRecord(file: file, line: index + 1, fields: [])
      guard let id = entry["goalId"].integer, let habit = goals[id] else {
        return ImportUnit([original], .skipped("a day of a goal that the backup does not define"))
      }
      guard let (day, time) = DaylioBackup.day(of: entry, context.zone) else {
        return ImportUnit([original], .skipped("a day of a goal without a readable date"))
      }
      let key = SourceKey.make("daylio", "goal", String(id), day.description)
      guard seen.insert(key).inserted else {
        return ImportUnit([original], .skipped("a second time on one day that a goal was reached"))
      }
      let imported = ImportedEntry(
        tracker: habit.tracker, kind: .checklist(true),
        at: context.moment(day, time, order: 0), key: key)
      return ImportUnit([original], .events([.entry(imported)]))
    }
  }

  /// Returns the day and the time of day of a goal's entry. Some releases count its months from 0
  /// and others from 1; the one nearer to the time of recording is right.
  private static func day(
    of entry: JSONValue, _ zone: Zone
  ) -> (day: CivilDay, time: Int32)? {
    guard let year = entry["year"].integer, let month = entry["month"].integer,
      let day = entry["day"].integer, (1970...9999).contains(year), (0...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    let found = [month + 1, month].compactMap { month in
      CivilDay(year: Int(year), month: Int(month), day: Int(day))
    }
    let recorded = entry["createdAt"].integer.map {
      zone.day(of: Instant(milliseconds: max(0, min($0, 253_370_764_800_000))))
    }
    guard
      let best = found.min(by: { left, right in
        guard let recorded else { return false }
        return abs(left - recorded) < abs(right - recorded)
      })
    else { return nil }
    let (hour, minute) = (entry["hour"].integer ?? 12, entry["minute"].integer ?? 0)
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    return (best, Int32(hour * 3_600_000 + minute * 60_000))
  }
}
