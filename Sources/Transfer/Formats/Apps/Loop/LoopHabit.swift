import FlintCalendar
import FlintRules
import FlintSchema

struct LoopHabit {
  /// The name, followed by a number if another habit has the same name.
  var name: String
  /// The number, which is part of the name of its folder.
  var number: Int?
  /// Whether the habit is measured; `nil` when that is not stated.
  var isMeasured: Bool?
  /// The question and the description.
  var description: String?
  /// The frequency and the target, as text.
  var goal: String?
  var unit: String?
  var isArchived = false
  /// How often it is due.
  var schedule: ImportedSchedule?
  var target: ImportedGoal?

  /// Creates a habit of which only the name is known.
  init(name: String, number: Int? = nil) {
    self.name = name
    self.number = number
  }

  /// Reads a row of Habits.csv.
  init(_ row: CSVTable.Row, in table: CSVTable) throws(RowProblem) {
    func text(_ name: String) -> String { table.text(row, name).trimmedWhitespace }
    let name = text("Name")
    guard !name.isEmpty else {
      throw RowProblem(column: "Name", value: name, reason: "expected a name")
    }
    self.name = name
    number = Int(text("Position"))
    switch text("Type").uppercased() {
    case "YES_NO", "0": isMeasured = false
    case "NUMERICAL", "1": isMeasured = true
    default: isMeasured = nil
    }
    let about = [text("Question"), text("Description")].filter { !$0.isEmpty }
    description = about.isEmpty ? nil : about.joined(separator: "\n")
    isArchived = BooleanParser.read(text("Archived?")) ?? false
    unit = isMeasured == false || text("Unit").isEmpty ? nil : text("Unit")
    let often = (
      times: Int(text("FrequencyNumerator")) ?? Int(text("NumRepetitions")),
      days: Int(text("FrequencyDenominator")) ?? Int(text("Interval"))
    )
    if let times = often.times, let days = often.days, times > 0, days > 0 {
      // Loop shows 7 days as a week, and 30 as a month.
      schedule =
        switch days {
        case 7: .timesPerWeek(times)
        case 30: .timesPerMonth(times)
        default: .times(times, days: days)
        }
    }
    let isLimit = ["AT_MOST", "1"].contains(text("Target Type").uppercased())
    if isMeasured != false, let amount = NumberReader().read(text("Target Value")),
      amount.millionths > 0 || isMeasured == true && isLimit && amount.millionths == 0
    {
      target = ImportedGoal(amount: amount, isLimit: isLimit)
    }
    goal = LoopHabit.goal(
      times: text("FrequencyNumerator").isEmpty
        ? text("NumRepetitions") : text("FrequencyNumerator"),
      days: text("FrequencyDenominator").isEmpty
        ? text("Interval") : text("FrequencyDenominator"),
      target: isMeasured == false ? "" : text("Target Value"), type: text("Target Type"),
      unit: unit ?? "")
  }

  /// Returns a goal such as `at least 2.5 km every 7 days`, `5 times every 7 days`, `every day` or
  /// `every day, in km`.
  private static func goal(
    times: String, days: String, target: String, type: String, unit: String
  ) -> String? {
    guard let days = Int(days), days > 0 else { return nil }
    let span = days == 1 ? "every day" : "every \(days) days"
    if let amount = NumberReader().read(target), amount.millionths > 0 {
      let bound = type.uppercased() == "AT_MOST" || type == "1" ? "at most" : "at least"
      return "\(bound) \(amount)\(unit.isEmpty ? "" : " \(unit)") \(span)"
    }
    guard let times = Int(times), times > 0 else { return nil }
    let often = times == 1 ? span : "\(times) times \(span)"
    return unit.isEmpty ? often : "\(often), in \(unit)"
  }

  /// Returns the unit in a goal such as `at least 2.5 km every 7 days` or `every day, in km`; `nil`
  /// when it has none.
  static func unit(inGoal goal: String) -> String? {
    if goal.hasPrefix("every ") || goal.contains(" times every "),
      let start = goal.firstRange(of: ", in ")?.upperBound
    {
      return String(goal[start...])
    }
    guard ["at least ", "at most "].contains(where: { goal.hasPrefix($0) }),
      let end = goal.ranges(of: " every ").last?.lowerBound
    else { return nil }
    let words = goal[..<end].split(separator: " ", maxSplits: 3)
    return words.count == 4 ? String(words[3]) : nil
  }

  func tracker() throws(RowProblem) -> ImportedTracker {
    let content = try inColumn("Name") { () throws(FieldError) in
      try TrackerContent(appName: name, description: description, goal: goal)
    }
    return ImportedTracker(content, key: SourceKey.make("loop", name), unit: unit)
  }

  /// Whether the habit has a schedule, so that days can be skipped and a note alone does not make
  /// one done.
  var isScheduled: Bool { imported?.plan != nil || schedule == nil && goal != nil }

  /// The habit with its schedule and its goal; `nil` if its name is impossible.
  var imported: ImportedHabit? {
    guard let tracker = try? tracker() else { return nil }
    var habit = ImportedHabit(tracker: tracker, schedule: schedule)
    habit.goal = target
    habit.isArchived = isArchived
    return habit
  }

  /// The name without characters that Loop omits in names of folders.
  var folderName: String {
    let allowed = name.unicodeScalars.filter { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || [" ", ".", "_", "-"].contains(scalar))
    }
    return String(String.UnicodeScalarView(allowed)).trimmedWhitespace
  }
}

/// The value of a cell in Checkmarks.csv.
enum LoopMark: Equatable {
  /// Done by hand.
  case done
  case measured(DecimalNumber)
  /// Not done, or unknown.
  case nothing
  /// Counted as done by Loop.
  case automatic
  /// Skipped by hand.
  case skipped

  init(_ text: String, of habit: LoopHabit) throws(RowProblem) {
    let isMeasured = habit.isMeasured ?? false
    var text = LoopMark.value(text)
    // Since 2.3.1 Loop writes NO for a zero of any habit, and UNKNOWN for an unknown day.
    if isMeasured && text.uppercased() == "NO" { text = "0" }
    switch text.uppercased() {
    case "", "NO", "UNKNOWN", "-1": self = .nothing
    case "YES_AUTO": self = .automatic
    case "SKIP": self = .skipped
    case "YES_MANUAL" where !isMeasured: self = .done
    case "0" where !isMeasured: self = .nothing
    case "1" where !isMeasured: self = .automatic
    case "2" where !isMeasured: self = .done
    case "3" where !isMeasured: self = .skipped
    default:
      guard isMeasured else {
        throw RowProblem(
          column: habit.name, value: text,
          reason: "expected YES_MANUAL, YES_AUTO, NO, SKIP, UNKNOWN, or a number from -1 to 3")
      }
      guard let thousandths = Int64(text), thousandths >= 0,
        !thousandths.multipliedReportingOverflow(by: 1000).overflow,
        let number = DecimalNumber(millionths: thousandths * 1000)
      else {
        throw RowProblem(
          column: habit.name, value: text,
          reason: "expected a whole number of thousandths, NO, SKIP or UNKNOWN")
      }
      self = .measured(number)
    }
  }

  /// Returns whether a cell is possible only for a measured habit.
  static func isMeasurement(_ text: String) -> Bool {
    guard let number = Int64(value(text)) else { return false }
    return number > 3
  }

  /// Returns whether a cell has a text that only Loop writes.
  static func isLoops(_ cell: String) -> Bool {
    let cell = cell.trimmedWhitespace
    return ["YES_MANUAL", "YES_AUTO"].contains(cell) || cell.hasPrefix(entryStart)
  }

  /// The text that releases 2.0.1 to 2.0.3 write before a value in the common Checkmarks.csv.
  static let entryStart = "Entry(timestamp="
  private static let valueStart = "value="

  /// Returns the value in a cell, which may be written as `Entry(timestamp=2023-04-04, value=2)`.
  private static func value(_ cell: String) -> String {
    let cell = cell.trimmedWhitespace
    guard cell.hasPrefix(entryStart), cell.hasSuffix(")"),
      let value = cell.firstRange(of: valueStart)
    else { return cell }
    return String(cell[value.upperBound...].dropLast())
  }

  /// Returns the cells of a record: an entry with a comma in it, written without quotes, is one
  /// cell.
  static func cells(_ fields: [String]) -> [String] {
    var cells: [String] = []
    for field in fields {
      if let last = cells.last, last.trimmedWhitespace.hasPrefix(entryStart),
        !last.contains(valueStart), field.trimmedWhitespace.hasPrefix(valueStart)
      {
        cells[cells.count - 1] = "\(last),\(field)"
      } else {
        cells.append(field)
      }
    }
    return cells
  }
}
