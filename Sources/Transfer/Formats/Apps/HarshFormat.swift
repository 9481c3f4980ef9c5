import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The files of harsh, a habit tracker for the terminal: `habits` and `log`.
package struct HarshFormat: AppFormat {
  package init() {}

  package let name = "harsh"
  package let title = "harsh"

  /// The meanings of the parts of a line.
  package var guide: FormatGuide {
    FormatGuide(
      summary: "harsh's files habits and log, or log alone: each habit becomes a tracker, each "
        + "answer an entry.",
      columns: [
        .init("habits: name", "the tracker's name"),
        .init("habits: frequency", "the tracker's goal and schedule"),
        .init("habits: heading", "the tracker's description"),
        .init("log: date", "the day, at 12:00; on the current day before noon, at 00:00"),
        .init("log: habit", "the tracker"),
        .init("log: answer", "y: done; n: not done; s: the day is skipped"),
        .init("log: comment", "the entry's notes"),
        .init("log: amount", "the number measured, if it is not 0"),
      ],
      oddities: [
        "A line of log has parts separated by \" : \"; lines that begin with # are comments.",
        "Of several answers for a habit on one day the last one counts, as in harsh.",
        "Days are skipped only if the file habits has the frequency of the habit; otherwise the "
          + "comment becomes a text entry, and without that file nothing.",
        "A frequency of 0 is a habit without a goal; 7 is once in 7 days, 3/7 three times; 1w is 7 "
          + "days.",
        "A habit with an end date, as in Gym: 1: 2026-06-15, ends when the files are imported "
          + "after that day.",
      ],
      identity: "the habit's name and the day")
  }

  static let column = "harsh_line"

  /// Returns the file `habits` and then the file `log` of a folder, if the log has harsh's lines.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
    let logs = files.indices.filter { index in
      SingleColumn.isRejects(files[index].header, column: Self.column)
        || HarshFormat.isLog(files[index].start)
    }
    if logs.isEmpty { return [] }
    let habits = files.indices.filter { index in
      files[index].name == "habits" && !logs.contains(index)
    }
    return habits + logs
  }

  /// Whether a text begins with lines of a log.
  private static func isLog(_ start: [UInt8]) -> Bool {
    let lines = String(decoding: start.prefix(4096), as: UTF8.self).split(
      whereSeparator: \.isNewline)
    let entries = lines.filter { !$0.hasPrefix("#") }.prefix(3)
    return !entries.isEmpty
      && entries.allSatisfy { $0.contains(#/^\d{4}-\d{2}-\d{2} : .+ : [yns]( : .*|$)/#) }
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var habits = HarshHabits()
    for (index, file) in files.enumerated() where file.isHabitsOfHarsh {
      for record in try file.harshLines() {
        reading.units.append(
          SingleColumn.unit(record, of: file, index: index, habits.read(record.text)))
      }
    }
    for (index, file) in files.enumerated() {
      reading.columns.append([Self.column])
      if file.isHabitsOfHarsh { continue }
      let lines = try file.harshLines()
      var last: [String: Int] = [:]
      for (position, line) in lines.enumerated() {
        if let answer = HarshAnswer(line.text) { last[answer.identity] = position }
      }
      for (position, record) in lines.enumerated() {
        let outcome: ImportUnit.Outcome
        if let answer = HarshAnswer(record.text), last[answer.identity] != position {
          outcome = .skipped("an answer that a later one for the day replaces")
        } else {
          outcome = habits.outcome(record.text, line: record.line, context)
        }
        reading.units.append(SingleColumn.unit(record, of: file, index: index, outcome))
      }
    }
    reading.habits = habits.all
    reading.notes =
      ["Days of habits are recorded at 12:00, since harsh stores no times."]
      + habits.rounded.remarks
    return reading
  }
}

extension HarshFormat {
  /// Returns no columns: a line is read whole.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns { IgnoredColumns() }
}

extension JSONRecords.Record {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension WholeFile {
  fileprivate var isHabitsOfHarsh: Bool { path.split(separator: "/").last == "habits" }

  fileprivate func harshLines() throws(FormatProblem) -> [JSONRecords.Record] {
    try SingleColumn.records(of: self, column: HarshFormat.column) {
      (bytes) throws(FormatProblem) in
      var records: [JSONRecords.Record] = []
      var number = 0
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        number += 1
        if line.contains(where: { $0 > 0x20 }) {
          records.append(JSONRecords.Record(line: number, bytes: Array(line)))
        }
      }
      return records
    }
  }
}

/// A line of a log.
private struct HarshAnswer {
  var day: CivilDay
  var habit: String
  var result: String
  var comment: String
  var amount: String

  /// Reads a line; `nil` when its date, its habit or its answer cannot be read.
  init?(_ line: String) {
    let parts = line.split(separator: " : ", maxSplits: 4, omittingEmptySubsequences: false)
      .map { String($0).trimmedWhitespace }
    // The separator before an empty last part has lost its space in some editors.
    guard parts.count >= 3, let day = DateReader().read(parts[0])?.day, !parts[1].isEmpty,
      ["y", "n", "s"].contains(parts[2].hasSuffix(" :") ? String(parts[2].dropLast(2)) : parts[2])
    else { return nil }
    self.day = day
    habit = parts[1]
    result = String(parts[2].prefix(1))
    comment = parts.count > 3 ? parts[3] : ""
    if comment.hasSuffix(" :") { comment.removeLast(2) }
    if comment == ":" { comment = "" }
    amount = parts.count > 4 ? parts[4] : ""
  }

  var identity: String { "\(habit)\n\(day.number)" }
}

private struct HarshHabits {
  private var heading = ""
  private var positions: [String: Int] = [:]
  private(set) var all: [ImportedHabit] = []
  let rounded = RoundedNumbers()
  /// Whether a file `habits` was read.
  private var isDefined = false

  /// Reads a line of the file `habits`.
  mutating func read(_ line: String) -> ImportUnit.Outcome {
    isDefined = true
    let line = line.trimmedWhitespace
    if line.hasPrefix("#") { return .skipped("a comment") }
    if line.hasPrefix("!") {
      heading = String(line.dropFirst()).trimmedWhitespace
      return .skipped("a heading, which is stored as the description of its habits")
    }
    do throws(RowProblem) {
      var parts = HarshHabits.halves(line)
      var end: CivilDay?
      if let (rest, last) = parts, HarshHabits.halves(rest) != nil,
        last.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil
      {
        end = DateReader().read(last)?.day
        if end == nil {
          throw RowProblem(
            column: "end date", value: last,
            reason: CivilDay(last) == nil
              ? "there is no such day" : "expected a day from \(Self.firstDay) to \(Self.lastDay)")
        }
        parts = HarshHabits.halves(rest)
      }
      guard let (name, frequency) = parts else {
        throw RowProblem(value: line, reason: "expected a habit such as Gym: 3/7")
      }
      try add(name, try HarshHabits.schedule(frequency), end: end)
      return .skipped("a habit, which is recorded as the tracker of its days")
    } catch {
      return .rejected(error)
    }
  }

  /// Returns what precedes and what follows the last colon of a line.
  private static func halves(_ line: String) -> (String, String)? {
    guard let mark = line.ranges(of: ": ").last else { return nil }
    return (
      String(line[..<mark.lowerBound]).trimmedWhitespace,
      String(line[mark.upperBound...]).trimmedWhitespace
    )
  }

  /// The days of which a profile accepts events.
  private static let firstDay = CivilTime(.earliest, offset: .zero).day
  private static let lastDay = CivilTime(.latest, offset: .zero).day

  private static func schedule(_ text: String) throws(RowProblem) -> ImportedSchedule? {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).trimmedWhitespace
    }
    // The last number counts days, or weeks.
    let isWeeks = parts.last?.hasSuffix("w") ?? false
    if isWeeks, let weeks = parts.popLast() { parts.append(String(weeks.dropLast())) }
    var numbers = parts.map { Int($0) }
    if isWeeks, let weeks = numbers.popLast() ?? nil {
      numbers.append((1...521).contains(weeks) ? weeks * 7 : nil)
    }
    switch (numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
    case (1, 0?, _): return nil
    case (1, let days?, _) where (1...3650).contains(days): return .times(1, days: days)
    case (2, let times?, let days?) where (1...3650).contains(days) && (1...days).contains(times):
      return .times(times, days: days)
    default:
      throw RowProblem(
        column: "frequency", value: text, reason: "expected a frequency such as 1, 7, 3/7, 2w or 0")
    }
  }

  private mutating func add(
    _ name: String, _ schedule: ImportedSchedule?, end: CivilDay? = nil
  ) throws(RowProblem) {
    if positions[name] != nil { return }
    let description = heading.isEmpty ? nil : heading
    let content = try inColumn("habit") { () throws(FieldError) in
      try TrackerContent(appName: name, description: description, goal: schedule?.description)
    }
    positions[name] = all.count
    var habit = ImportedHabit(
      tracker: ImportedTracker(content, key: SourceKey.make("harsh", name)), schedule: schedule)
    habit.end = end
    all.append(habit)
  }

  /// Reads a line of the file `log`.
  mutating func outcome(
    _ text: String, line: Int, _ context: borrowing ReadingContext
  ) -> ImportUnit.Outcome {
    if text.trimmedWhitespace.hasPrefix("#") { return .skipped("a comment") }
    do throws(RowProblem) {
      return try answer(text, line: line, context)
    } catch {
      return .rejected(error)
    }
  }

  private mutating func answer(
    _ text: String, line: Int, _ context: borrowing ReadingContext
  ) throws(RowProblem) -> ImportUnit.Outcome {
    guard let answer = HarshAnswer(text) else {
      throw RowProblem(
        value: String(text.prefix(200)),
        reason: DateReader.fault(of: text)
          ?? "expected a line such as 2026-09-25 : Gym : y : a comment : 2.5")
    }
    try add(answer.habit, nil)
    guard let position = positions[answer.habit] else { return .events([]) }
    let kind: EntryKind
    switch answer.result {
    case "y":
      let amount = answer.amount.isEmpty ? "0" : answer.amount
      guard let number = rounded.read(amount, NumberReader(isRounding: true), line: line) else {
        throw RowProblem(column: "amount", value: amount, reason: "expected a number")
      }
      kind = number.millionths == 0 ? .checklist(true) : .measurement(number)
    case "n": kind = .checklist(false)
    default:
      if all[position].plan != nil {
        let note = answer.comment.isEmpty ? nil : answer.comment
        return .events([
          .habit(
            try ImportedHabitAction(
              skipping: answer.day, of: all[position].tracker, note: note, context))
        ])
      }
      if !isDefined {
        return .skipped("a skipped day, which is recorded only together with the file habits")
      }
      if answer.comment.isEmpty { return .skipped("a day that was skipped") }
      kind = .log(answer.comment)
    }
    var entry = ImportedEntry(
      tracker: all[position].tracker, kind: kind, at: context.noon(answer.day),
      key: SourceKey.make("harsh", answer.habit, answer.day.description))
    entry.isTimeKnown = false
    if answer.result != "s", !answer.comment.isEmpty { entry.notes = answer.comment }
    return .events([.entry(entry)])
  }
}
