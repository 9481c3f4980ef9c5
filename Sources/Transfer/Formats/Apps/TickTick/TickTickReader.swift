import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

struct TickTickReader {
  private enum Status {
    case open
    case completed
    case abandoned
  }

  private let table: CSVTable
  private let context: ReadingContext
  private let dates = DateReader()
  /// The meanings of the status numbers.
  private let statuses: [String: Status]
  private var zones: [String: CivilZone?] = [:]
  /// The titles of tasks by their ids in the file.
  private var titles: [String: String] = [:]
  /// The keys of rows without their numbers, and the numbers among equal ones, by line.
  private var keys: [Int: (base: String, number: Int?)] = [:]
  /// The number of tasks without a time of creation.
  private(set) var undated = 0
  /// The number of open tasks whose repeats no recurrence can say.
  private(set) var unreadRepeats = 0

  init(_ table: CSVTable, _ context: borrowing ReadingContext) {
    self.table = table
    self.context = copy context
    let status = table.preamble.flatMap(\.fields).filter { $0.hasPrefix("Status:") }
      .map { $0.dropFirst("Status:".count) }.joined(separator: "\n")
    statuses = TickTickReader.statuses(status)
    for row in table.rows where row.problem == nil {
      let id = text(row, "taskId")
      if !id.isEmpty { titles[id] = text(row, "Title") }
    }
    assignKeys()
  }

  private func text(_ row: CSVTable.Row, _ name: String) -> String {
    table.text(row, name).trimmedWhitespace
  }

  // MARK: Information before the header

  /// Returns the meanings of the status numbers, from lines such as `1 Completed`, or else
  /// TickTick's default.
  private static func statuses(_ text: String) -> [String: Status] {
    var statuses: [String: Status] = [
      "0": .open, "1": .completed, "2": .completed, "-1": .abandoned,
    ]
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "," }) {
      let words = String(line).trimmedWhitespace.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let status = status(String(words[1])) else { continue }
      statuses[String(words[0])] = status
    }
    return statuses
  }

  private static func status(_ word: String) -> Status? {
    switch word.trimmedWhitespace.lowercased() {
    case "normal": .open
    case "completed", "archived": .completed
    case "won't do", "wont do", "abandoned": .abandoned
    default: nil
    }
  }

  // MARK: Keys

  /// Returns whether an id is permanent, not just a position in the file.
  private static func isLasting(_ id: String) -> Bool { id.utf8.count >= 16 }

  /// Assigns the keys of all rows. Rows that differ only in their completion, such as those of a
  /// recurring task, are numbered by it, with the open one last, so that they keep their numbers.
  private mutating func assignKeys() {
    var groups: [String: [(row: CSVTable.Row, completed: String)]] = [:]
    for row in table.rows where row.problem == nil {
      let id = text(row, "taskId")
      if TickTickReader.isLasting(id) {
        keys[row.line] = (SourceKey.make("ticktick", id), nil)
      } else {
        let created = text(row, "Created Time")
        let key =
          created.isEmpty
          ? SourceKey.make("ticktick", text(row, "List Name"), text(row, "Title"))
          : SourceKey.make("ticktick", created, text(row, "Title"))
        groups[key, default: []].append((row, text(row, "Completed Time")))
      }
    }
    for (key, rows) in groups {
      let sorted = rows.sorted { left, right in
        (left.completed.isEmpty ? 1 : 0, left.completed, left.row.line)
          < (right.completed.isEmpty ? 1 : 0, right.completed, right.row.line)
      }
      for (number, (row, _)) in sorted.enumerated() { keys[row.line] = (key, number) }
    }
  }

  private func key(_ row: CSVTable.Row) -> String {
    guard let (base, number) = keys[row.line] else {
      return SourceKey.make("ticktick", String(row.line))
    }
    return number.map { $0 > 0 } ?? false ? "\(base)/\((number ?? 0) + 1)" : base
  }

  /// Returns the key without its number; `nil` for a row with a permanent id.
  func duplicateKey(_ row: CSVTable.Row) -> String? {
    keys[row.line].flatMap { $0.number == nil ? nil : $0.base }
  }

  /// Whether the rest of the file determines the meaning of a row: the title of its parent task, or
  /// the meaning of its status number.
  func needsOriginal(_ row: CSVTable.Row) -> Bool {
    parent(row) != nil || statuses != TickTickReader.statuses("")
  }

  /// Returns the title, or else the id, of the parent task of a row, if it has one.
  private func parent(_ row: CSVTable.Row) -> String? {
    let id = text(row, "parentId")
    if id.isEmpty { return nil }
    return titles[id] ?? id
  }

  // MARK: Rows

  mutating func outcome(_ row: CSVTable.Row) throws(RowProblem) -> ImportUnit.Outcome {
    if text(row, "Kind").uppercased() == "NOTE" { return .skipped("a note, not a task") }
    let written = text(row, "Status")
    guard let status = statuses[written] else {
      throw RowProblem(
        column: "Status", value: written,
        reason: "expected \(statuses.keys.sorted().joined(separator: ", "))")
    }
    if status == .abandoned { return .skipped("an abandoned task") }
    let content = text(row, "Content").withLineFeeds
    var task = AppTask(
      column: "Title", name: text(row, "Title"),
      key: key(row), details: content, project: text(row, "List Name"), added: context.now)
    if task.name.isEmpty {
      task.name = content.split(separator: "\n").first.map(String.init) ?? ""
    }
    if task.name.isEmpty {
      throw RowProblem(column: "Title", value: "", reason: "expected a title")
    }
    task.priority = try priority(text(row, "Priority"))
    task.completed = try completion(row, status)
    if let created = try instant(row, "Created Time") {
      task.added = created
    } else {
      task.isAddedKnown = false
      undated += 1
      // At one instant, an addition precedes a completion.
      task.added = task.completed ?? task.added
    }
    try addDetails(of: row, to: &task)
    return .events(try task.events(context.zone))
  }

  /// Returns the events that must not exist, according to the status of a row.
  func absences(_ row: CSVTable.Row) -> [Absence] {
    let written = text(row, "Status")
    guard row.problem == nil, keys[row.line] != nil, let status = statuses[written],
      status != .completed, text(row, "Kind").uppercased() != "NOTE"
    else { return [] }
    return AppTask.absences(
      key(row), isGone: status == .abandoned, column: "Status", value: written)
  }

  private func completion(
    _ row: CSVTable.Row, _ status: Status
  ) throws(RowProblem) -> Instant? {
    // A reopened task may retain the time.
    guard status == .completed else { return nil }
    if let completed = try instant(row, "Completed Time") { return completed }
    throw RowProblem(
      column: "Completed Time", value: "",
      reason: "expected a time, since the task was completed according to its status")
  }

  private func priority(_ text: String) throws(RowProblem) -> TaskPriority {
    switch text {
    case "5": return .p0
    case "3": return .p1
    case "0", "": return .p2
    case "1": return .p3
    default:
      throw RowProblem(column: "Priority", value: text, reason: "expected 0, 1, 3 or 5")
    }
  }

  /// Returns the instant in a column, if any.
  private func instant(
    _ row: CSVTable.Row, _ column: String
  ) throws(RowProblem) -> Instant? {
    let written = text(row, column)
    if written.isEmpty { return nil }
    guard let date = dates.read(written) else {
      throw RowProblem(
        column: column, value: written, reason: "expected a time such as 2026-09-25T08:00:00+0000")
    }
    return date.instant ?? context.zone.resolve(date.timestamp).instant
  }

  /// Sets the due day and the reminder, and adds other columns to the details.
  private mutating func addDetails(
    of row: CSVTable.Row, to task: inout AppTask
  ) throws(RowProblem) {
    let isAllDay = BooleanParser.read(text(row, "Is All Day")) ?? false
    // A day without a time is written as its 00:00.
    let zone = CivilZone(
      zone(text(row, "Timezone")), dayStart: isAllDay ? .midnight : context.zone.dayStart)
    let (start, due) = (try instant(row, "Start Date"), try instant(row, "Due Date"))
    task.due = (due ?? start).map { zone.day(of: $0) }
    task.addLine("Folder", text(row, "Folder Name"))
    task.addLine("Column", text(row, "Column Name"))
    task.addLine("Part of", parent(row) ?? "")
    task.tags = text(row, "Tags").split(separator: ",").map { String($0).trimmedWhitespace }
      .filter { !$0.isEmpty }
    task.addLine("Tags", text(row, "Tags"), isFormer: true)
    func shown(_ instant: Instant) -> String {
      isAllDay ? zone.day(of: instant).description : zone.text(instant)
    }
    if let start, let due, zone.day(of: start) != zone.day(of: due) {
      task.addLine("Start", shown(start))
    }
    if let due = due ?? start, !isAllDay { task.addLine("Due", shown(due)) }
    let rule = text(row, "Repeat")
    task.setRecurrence(TaskRecurrence(rule: rule, due: task.due), rule)
    if !rule.isEmpty, task.completed == nil, task.every == nil { unreadRepeats += 1 }
    remind(text(row, "Reminder"), before: start ?? due, &task)
  }

  /// Sets the first reminder, and adds the others and unreadable ones to the details.
  private func remind(_ text: String, before start: Instant?, _ task: inout AppTask) {
    var rest = text.split { $0.isNewline || $0 == "," || $0 == ";" }.map(String.init)
    if let start, let first = rest.first, let shift = TickTickReader.milliseconds(first) {
      let reminder = Instant(milliseconds: start.milliseconds + shift)
      if reminder.isAccepted {
        task.reminder = reminder
        rest.removeFirst()
      }
    }
    task.addLine("Reminder", rest.joined(separator: ", "))
  }

  /// Returns the milliseconds of a duration such as `TRIGGER:-PT15M` or `P0DT9H0M0S`; `nil` for
  /// other texts.
  static func milliseconds(_ text: String) -> Int64? {
    var rest = Substring(text.trimmedWhitespace.uppercased())
    if rest.hasPrefix("TRIGGER:") { rest = rest.dropFirst("TRIGGER:".count) }
    let isBefore = rest.first == "-"
    if isBefore || rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var total: Int64 = 0
    var isTime = false
    var hasComponent = false
    while let first = rest.first {
      if first == "T" && !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int64(digits), number < 100_000,
        let unit = rest.dropFirst(digits.count).first
      else { return nil }
      switch (isTime, unit) {
      case (false, "W"): total += number * 604_800_000
      case (false, "D"): total += number * 86_400_000
      case (true, "H"): total += number * 3_600_000
      case (true, "M"): total += number * 60_000
      case (true, "S"): total += number * 1000
      default: return nil
      }
      hasComponent = true
      rest = rest.dropFirst(digits.count + 1)
    }
    return hasComponent ? (isBefore ? -total : total) : nil
  }

  /// Returns the zone with a name, or the profile's where there is no such zone.
  private mutating func zone(_ name: String) -> CivilZone {
    if name.isEmpty { return context.zone }
    if let known = zones[name] { return known ?? context.zone }
    let zone = try? CivilZone(name: name)
    zones[name] = .some(zone)
    return zone ?? context.zone
  }
}
