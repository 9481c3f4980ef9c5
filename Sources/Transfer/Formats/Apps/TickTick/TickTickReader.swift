import Rules
import Sessions

/// Reads the rows of a backup of TickTick's.
struct TickTickReader {
  /// What the status of a task can be.
  private enum Status {
    case open
    case completed
    case givenUp
  }

  private let table: TextTable
  private let context: ReadingContext
  private let dates = DateReader()
  /// What the numbers of the status mean.
  private let statuses: [String: Status]
  /// What said so, where it is not what TickTick has otherwise.
  private let statusText: String
  private var zones: [String: Zone?] = [:]
  /// The titles of tasks by their ids in the file, or in the one that they were rejected from.
  private var titles: [TaskID: String] = [:]

  private struct TaskID: Hashable {
    var file: String?
    var text: String
  }

  /// What makes the keys of rows, and which of several alike each is, by their lines.
  private var keys: [Int: (alike: String, number: Int?)] = [:]
  private(set) var numbers = AlikeRows()
  /// How many tasks have no time of creation.
  private(set) var undated = 0

  init(_ table: TextTable, _ context: borrowing ReadingContext) {
    self.table = table
    self.context = copy context
    let status = table.preamble.flatMap(\.fields).filter { $0.hasPrefix("Status:") }
      .map { $0.dropFirst("Status:".count) }.joined(separator: "\n")
    statuses = TickTickReader.statuses(status)
    statusText = statuses == TickTickReader.statuses("") ? "" : status
    for row in table.rows where row.problem == nil {
      let id = text(row, "taskId")
      if !id.isEmpty { titles[TaskID(file: row.origin?.file, text: id)] = text(row, "Title") }
    }
    assignKeys()
  }

  private func text(_ row: TextTable.Row, _ name: String) -> String {
    table.text(row, name).trimmedWhitespace
  }

  // MARK: What stands before the header

  /// The meaning of the status, from lines such as `1 Completed`, or else as TickTick has it.
  private static func statuses(_ text: String) -> [String: Status] {
    var statuses: [String: Status] = [
      "0": .open, "1": .completed, "2": .completed, "-1": .givenUp,
    ]
    for part in text.split(whereSeparator: { $0.isNewline || $0 == "," }) {
      let words = String(part).trimmedWhitespace.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let status = status(String(words[1])) else { continue }
      statuses[String(words[0])] = status
    }
    return statuses
  }

  private static func status(_ word: String) -> Status? {
    switch word.trimmedWhitespace.lowercased() {
    case "normal": .open
    case "completed", "archived": .completed
    case "won't do", "wont do", "abandoned": .givenUp
    default: nil
    }
  }

  // MARK: Keys

  /// Whether an id is TickTick's own, rather than a place in the file.
  private static func isLasting(_ id: String) -> Bool { id.utf8.count >= 16 }

  /// Gives each row its key. Rows that are told apart by their completion alone, as those of a task
  /// that comes again, are numbered by it, the open one last: so they keep their numbers.
  private mutating func assignKeys() {
    var alike: [String: [(row: TextTable.Row, completed: String)]] = [:]
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
        alike[key, default: []].append((row, text(row, "Completed Time")))
      }
    }
    for (key, rows) in alike.sorted(by: { $0.key < $1.key }) {
      let sorted = rows.sorted { left, right in
        (left.completed.isEmpty ? 1 : 0, left.completed, left.row.line)
          < (right.completed.isEmpty ? 1 : 0, right.completed, right.row.line)
      }
      for (row, _) in sorted { keys[row.line] = (key, numbers.next(key, row, in: table)) }
    }
  }

  private func key(_ row: TextTable.Row) -> String {
    guard let (alike, number) = keys[row.line] else {
      return SourceKey.make("ticktick", String(row.line))
    }
    return number.map { $0 > 0 } ?? false ? "\(alike)/\((number ?? 0) + 1)" : alike
  }

  /// What the keys of rows that are alike begin with; `nil` of a row that has an id.
  func alikeKey(_ row: TextTable.Row) -> String? {
    keys[row.line].flatMap { $0.number == nil ? nil : $0.alike }
  }

  /// What a rejects file has to keep of a row.
  func kept(_ row: TextTable.Row) -> RowContext {
    var kept = RowContext()
    if let (alike, number) = keys[row.line], let number {
      AlikeRows.note(alike, number, in: &kept)
    }
    kept[text: "parent"] = parent(row) ?? ""
    kept[text: "statuses"] = row.context?[text: "statuses"] ?? statusText
    return kept
  }

  /// The title of the task that a row is part of, or else its id, if it is part of one.
  private func parent(_ row: TextTable.Row) -> String? {
    let id = text(row, "parentId")
    if id.isEmpty { return nil }
    if let title = titles[TaskID(file: row.origin?.file, text: id)] { return title }
    let kept = row.context?[text: "parent"] ?? ""
    return kept.isEmpty ? id : kept
  }

  // MARK: Rows

  mutating func outcome(_ row: TextTable.Row) throws(RowProblem) -> ImportUnit.Outcome {
    if text(row, "Kind").uppercased() == "NOTE" { return .skipped("a note, not a task") }
    let written = text(row, "Status")
    let statuses = statuses(of: row)
    guard let status = statuses[written] else {
      throw RowProblem(
        column: "Status", value: written,
        reason: "expected \(statuses.keys.sorted().joined(separator: ", "))")
    }
    if status == .givenUp { return .skipped("a task that was given up") }
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
      if let completed = task.completed {
        task.added = Instant(milliseconds: completed.milliseconds - 1)
      }
    }
    try place(row, &task)
    return .drafts(try task.drafts(context.zone))
  }

  /// What the numbers of a row's status mean: in the file that it was rejected from, if it was.
  private func statuses(of row: TextTable.Row) -> [String: Status] {
    let kept = row.context?[text: "statuses"] ?? ""
    return kept.isEmpty ? statuses : TickTickReader.statuses(kept)
  }

  /// What a row says is not so, or no longer.
  func absences(_ row: TextTable.Row) -> [Absence] {
    let written = text(row, "Status")
    guard row.problem == nil, keys[row.line] != nil, let status = statuses(of: row)[written],
      status != .completed, text(row, "Kind").uppercased() != "NOTE"
    else { return [] }
    return AppTask.absences(
      key(row), isGone: status == .givenUp, column: "Status", value: written)
  }

  private func completion(
    _ row: TextTable.Row, _ status: Status
  ) throws(RowProblem) -> Instant? {
    // A task that was opened again may keep the time.
    guard status == .completed else { return nil }
    if let completed = try instant(row, "Completed Time") { return completed }
    throw RowProblem(
      column: "Completed Time", value: "",
      reason: "expected a time, since the status says that the task was completed")
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

  /// The instant that a column has, if any.
  private func instant(
    _ row: TextTable.Row, _ column: String
  ) throws(RowProblem) -> Instant? {
    let written = text(row, column)
    if written.isEmpty { return nil }
    guard let date = dates.read(written) else {
      throw RowProblem(
        column: column, value: written, reason: "expected a time such as 2026-09-25T08:00:00+0000")
    }
    return date.instant ?? context.zone.resolve(date.timestamp).instant
  }

  /// Says when a task is due and what else there is to say of it.
  private mutating func place(
    _ row: TextTable.Row, _ task: inout AppTask
  ) throws(RowProblem) {
    let zone = zone(text(row, "Timezone"))
    let isAllDay = TruthReader.read(text(row, "Is All Day")) ?? false
    let (start, due) = (try instant(row, "Start Date"), try instant(row, "Due Date"))
    task.due = (due ?? start).map { zone.day(of: $0) }
    task.tell("Folder", text(row, "Folder Name"))
    task.tell("Column", text(row, "Column Name"))
    task.tell("Part of", parent(row) ?? "")
    task.tell("Tags", text(row, "Tags"))
    func told(_ instant: Instant) -> String {
      isAllDay ? zone.day(of: instant).description : zone.text(instant)
    }
    if let start, let due, zone.day(of: start) != zone.day(of: due) {
      task.tell("Start", told(start))
    }
    if let due = due ?? start, !isAllDay { task.tell("Due", told(due)) }
    task.tell("Repeat", text(row, "Repeat"))
    remind(text(row, "Reminder"), before: start ?? due, &task)
  }

  /// Sets the first reminder, and tells of the others, and of one that cannot be read.
  private func remind(_ text: String, before start: Instant?, _ task: inout AppTask) {
    var rest = text.split { $0.isNewline || $0 == "," || $0 == ";" }.map(String.init)
    if let start, let first = rest.first, let shift = TickTickReader.milliseconds(first) {
      let reminder = Instant(milliseconds: start.milliseconds + shift)
      if reminder.isAccepted {
        task.reminder = reminder
        rest.removeFirst()
      }
    }
    task.tell("Reminder", rest.joined(separator: ", "))
  }

  /// The milliseconds of a duration such as `TRIGGER:-PT15M` or `P0DT9H0M0S`; `nil` when it is none.
  static func milliseconds(_ text: String) -> Int64? {
    var rest = Substring(text.trimmedWhitespace.uppercased())
    if rest.hasPrefix("TRIGGER:") { rest = rest.dropFirst("TRIGGER:".count) }
    let isBefore = rest.first == "-"
    if isBefore || rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var total: Int64 = 0
    var isTime = false
    var hasPart = false
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
      hasPart = true
      rest = rest.dropFirst(digits.count + 1)
    }
    return hasPart ? (isBefore ? -total : total) : nil
  }

  /// The zone of a name, or the profile's where there is no such zone.
  private mutating func zone(_ name: String) -> Zone {
    if name.isEmpty { return context.zone }
    if let known = zones[name] { return known ?? context.zone }
    let zone = try? Zone(name: name)
    zones[name] = .some(zone)
    return zone ?? context.zone
  }
}
