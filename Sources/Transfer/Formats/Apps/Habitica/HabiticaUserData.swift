import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// Habitica's user data (`userdata.json`): tasks with their settings, and the history of habits and
/// dailies.
struct HabiticaUserData {
  static let column = "habitica_record"

  private let context: ReadingContext
  private var trackers: [String: ImportedTracker] = [:]
  private var names = TaskNames()
  private var numbers = OccurrenceCounter()
  /// The names of tags, by their ids.
  private var tags: [String: String] = [:]
  private(set) var habits: [ImportedHabit] = []
  /// The names of dailies with a rule that Flint does not have.
  private var withoutSchedule: [String] = []

  init(_ context: borrowing ReadingContext) { self.context = copy context }

  /// Whether a file begins like user data: the members of a user are in no certain order.
  static func begins(_ file: FileGlimpse) -> Bool {
    if SingleColumn.isRejects(file.header, column: column) { return true }
    guard FileKind.isJSON(file.start) else { return false }
    let text = String(decoding: file.start, as: UTF8.self)
    let names = [
      "tasksOrder", "dailys", "achievements", "purchased", "backer", "contributor", "balance",
    ]
    return names.count { text.contains("\"\($0)\"") } >= 3
  }

  /// - Throws: `FormatProblem` when it is damaged, or has no tasks.
  mutating func read(
    _ file: WholeFile, index: Int, into reading: inout FormatReading
  ) throws(FormatProblem) {
    let found = try SingleColumn.records(of: file, column: Self.column) {
      (bytes) throws(FormatProblem) in try self.records(bytes, path: file.path)
    }
    for record in found {
      let outcome: ImportUnit.Outcome
      do throws(RowProblem) {
        let value = try JSONRecords.object(record)
        outcome = try self.outcome(of: value["task"], value["entry"])
      } catch {
        outcome = .rejected(error)
      }
      reading.units.append(SingleColumn.unit(record, of: file, index: index, outcome))
    }
    reading.habits += habits
    if !withoutSchedule.isEmpty {
      reading.noteOnce(
        "Dailies with a repetition that has no counterpart in Flint have no schedule: "
          + withoutSchedule.joined(separator: ", ") + ".")
    }
    habits = []
  }

  /// Returns a record for each task that is no habit or daily, and for each entry of their history.
  private mutating func records(
    _ bytes: [UInt8], path: String
  ) throws(FormatProblem) -> [JSONRecords.Record] {
    var records: [JSONRecords.Record] = []
    var isFound = false
    do throws(JSONError) {
      let user = try JSONValue(foreign: bytes)
      for tag in (user["tags"] as JSONValue?).elements {
        if let id = tag["id"].text, let name = tag["name"].text { tags[id] = name }
      }
      for list in ["habits", "dailys", "todos", "rewards"] {
        let rows = try? JSONRowFinder.rows(bytes, JSONPath("$.tasks.\(list)[*]"))
        guard let rows else { continue }
        isFound = true
        for row in rows {
          let task = try JSONValue(parsing: Array(bytes[row.bytes]))
          records += self.records(of: task, line: row.line)
        }
      }
    } catch {
      throw FormatProblem(
        path: path, line: error.line,
        message: "column \(error.column): \(error.problem), so it is not JSON; download it again")
    }
    guard isFound else {
      throw FormatProblem(
        path: path, message: "this is not Habitica's user data: it has no lists of tasks")
    }
    return records
  }

  private mutating func records(of task: JSONValue, line: Int) -> [JSONRecords.Record] {
    let members = (task as JSONValue?).members
    let known = JSONValue.object(members.filter { $0.name != "history" })
    func record(_ entry: JSONValue) -> JSONRecords.Record {
      let value = JSONValue.object([("task", known), ("entry", entry)])
      return JSONRecords.Record(line: line, bytes: Array(value.text().utf8))
    }
    guard ["habit", "daily"].contains(task["type"]?.string ?? "") else { return [record(.null)] }
    note(task)
    return (task["history"] as JSONValue?).elements.map { record($0) }
  }

  // MARK: Habits

  /// Stores a habit or daily with its schedule.
  private mutating func note(_ task: JSONValue) {
    guard let tracker = try? tracker(of: task) else { return }
    var habit = ImportedHabit(tracker: tracker, schedule: HabiticaUserData.schedule(of: task))
    habit.start = (task["startDate"] as JSONValue?).text.flatMap { DateReader().read($0) }?
      .day(in: context.zone)
    if habit.schedule == nil && task["type"]?.string == "daily" {
      withoutSchedule.append(tracker.content.name)
    }
    habits.append(habit)
  }

  /// Returns how often a daily is due; `nil` for habits, and for dailies that are never due or whose
  /// rule has no such form.
  private static func schedule(of task: JSONValue?) -> ImportedSchedule? {
    guard task["type"].text == "daily", let every = task["everyX"].integer,
      (1...3650).contains(every)
    else { return nil }
    switch task["frequency"].text {
    case "daily": return .times(1, days: Int(every))
    case "weekly" where every == 1:
      let names = ["m", "t", "w", "th", "f", "s", "su"]
      let days = (1...7).filter { task["repeat"][names[$0 - 1]].boolean ?? false }
      return days.isEmpty ? nil : days.count == 7 ? .times(1, days: 1) : .weekdays(days)
    case "monthly" where every == 1: return .timesPerMonth(1)
    default: return nil
    }
  }

  private mutating func tracker(of task: JSONValue?) throws(RowProblem) -> ImportedTracker {
    let id = try id(of: task)
    if let known = trackers[id] { return known }
    let name = task["text"].text?.trimmedWhitespace ?? ""
    guard !name.isEmpty else {
      throw RowProblem(column: "text", value: name, reason: "expected a name")
    }
    let type = task["type"].text ?? ""
    let notes = task["notes"].text?.trimmedWhitespace ?? ""
    let unique = names.name(name, ofTask: id)
    let content = try inColumn("text") { () throws(FieldError) in
      try TrackerContent(
        appName: unique, description: notes.isEmpty ? "A \(type) of Habitica." : notes,
        goal: HabiticaUserData.schedule(of: task)?.description)
    }
    let tracker = ImportedTracker(content, key: SourceKey.make("habitica", id))
    trackers[id] = tracker
    return tracker
  }

  private func id(of task: JSONValue?) throws(RowProblem) -> String {
    let id = task["_id"].text ?? task["id"].text ?? ""
    guard !id.isEmpty else {
      throw RowProblem(column: "_id", value: id, reason: "expected an ID")
    }
    return id
  }

  // MARK: Records

  private mutating func outcome(
    of task: JSONValue?, _ entry: JSONValue?
  ) throws(RowProblem) -> ImportUnit.Outcome {
    switch task["type"].text {
    case "habit", "daily": return try history(of: task, entry)
    case "todo": return .events(try todo(task))
    case "reward": return .skipped("a reward")
    case let type:
      throw RowProblem(
        column: "type", value: type ?? "", reason: "expected habit, daily, todo or reward")
    }
  }

  /// Returns the entry of a habit's or a daily's history.
  private mutating func history(
    of task: JSONValue?, _ entry: JSONValue?
  ) throws(RowProblem) -> ImportUnit.Outcome {
    let tracker = try tracker(of: task)
    guard let milliseconds = entry["date"].integer, (0...253_370_764_800_000).contains(milliseconds)
    else {
      throw RowProblem(
        column: "date", value: entry["date"]?.summary ?? "",
        reason: "expected milliseconds since 1970")
    }
    let instant = Instant(milliseconds: milliseconds)
    var imported: ImportedEntry
    let key = key(of: task, instant)
    if task["type"].text == "daily" {
      guard let isDone = entry["completed"].boolean else {
        return .skipped("a mean of older days, which Habitica does not keep")
      }
      if !isDone && entry["isDue"].boolean != true {
        return .skipped("a day on which a daily was not due")
      }
      imported = ImportedEntry(
        tracker: tracker, kind: .checklist(isDone), at: .instant(instant), key: key)
      if !isDone {
        // It is noted at the beginning of the next day.
        let day = context.zone.day(of: instant) + -1
        imported.at = context.noon(day)
        imported.isTimeKnown = false
      }
    } else {
      guard let up = entry["scoredUp"].integer, let down = entry["scoredDown"].integer,
        let number = DecimalNumber(millionths: 1_000_000 &* (up &- down)),
        (0...1_000_000).contains(up), (0...1_000_000).contains(down)
      else { return .skipped("a mean of older days, which Habitica does not keep") }
      if up == 0 && down == 0 { return .skipped("a day on which a habit was not scored") }
      if context.zone.day(of: instant) == context.zone.day(of: context.now) {
        return .skipped("the current day of a habit, which is not over")
      }
      imported = ImportedEntry(
        tracker: tracker, kind: .measurement(number), at: .instant(instant), key: key)
      if up > 0 && down > 0 { imported.notes = "\(up) times up, \(down) times down" }
    }
    return .events([.entry(imported)])
  }

  /// Returns the key of an entry, which is that of the row of the task history in CSV.
  private mutating func key(of task: JSONValue?, _ instant: Instant) -> String {
    let local = CivilTime(instant, offset: context.zone.offset(at: instant))
    let seconds = CivilTime(
      day: local.day, milliseconds: local.milliseconds / 1000 * 1000)
    let key = SourceKey.make(
      "habitica", task["_id"].text ?? task["id"].text ?? "", seconds.description)
    let number = numbers.next(key)
    return number == 0 ? key : "\(key)/\(number + 1)"
  }

  private func todo(_ task: JSONValue?) throws(RowProblem) -> [ImportedEvent] {
    let id = try id(of: task)
    guard let added = try instant("createdAt", of: task) else {
      throw RowProblem(column: "createdAt", value: "", reason: "expected the time it was added")
    }
    var imported = AppTask(
      column: "text", name: task["text"].text ?? "", key: SourceKey.make("habitica", id),
      added: added)
    imported.details = task["notes"].text ?? ""
    if task["completed"].boolean == true {
      guard let completed = try instant("dateCompleted", of: task) else {
        throw RowProblem(
          column: "dateCompleted", value: "", reason: "expected a time, since it was completed")
      }
      imported.completed = completed
    }
    if let due = try instant("date", of: task) {
      // A date without a time, which Habitica writes as its 00:00, whenever days start.
      imported.due = DayStart.midnight.day(of: due, offset: context.zone.offset(at: due))
    }
    for part in task["checklist"].elements {
      let mark = part["completed"].boolean == true ? "[x]" : "[ ]"
      if let text = part["text"].text {
        imported.lines.append(AppTask.Line(text: "\(mark) \(text)"))
      }
    }
    let names = task["tags"].elements.compactMap { tag in tag.string.map { tags[$0] ?? $0 } }
    imported.tags = names
    imported.addLine("Tags", names.joined(separator: ", "), isFormer: true)
    return try imported.events(context.zone)
  }

  private func instant(_ name: String, of task: JSONValue?) throws(RowProblem) -> Instant? {
    guard let value = task[name], value != .null, value != .string("") else { return nil }
    guard let text = value.string, let date = DateReader().read(text) else {
      throw RowProblem(
        column: name, value: value.string ?? value.summary,
        reason: "expected a time such as 2026-09-25T08:00:00.000Z")
    }
    return date.instant ?? context.zone.resolve(date.timestamp).instant
  }
}
