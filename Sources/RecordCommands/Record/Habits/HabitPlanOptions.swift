import ArgumentParser
import Commands
import JSON
import Lua
import Rules
import Schema

/// The schedule and the goal of a habit as options of a command give them.
struct HabitPlanOptions {
  static let declarations = [
    FieldDeclaration(
      "times", .integer(1...Int64(HabitSchedule.mostDays)),
      "The number of days of a period that have to be done (default: 1)."),
    FieldDeclaration(
      "per", .choice(FieldType.Choice(HabitSchedule.periodNames)),
      "The period (default of a new habit: day)."),
    FieldDeclaration(
      "every", .integer(1...Int64(HabitSchedule.mostDays)),
      "The period as a number of days, counted from the first day of the habit."),
    FieldDeclaration(
      "weekdays", .list, "The days on which the habit is due, such as mon,wed,fri."),
    FieldDeclaration("at_least", .decimal, "The amount that makes a day done."),
    FieldDeclaration(
      "at_most", .decimal, "The amount that the sum of a period must not exceed: a limit."),
    FieldDeclaration("of", HabitGoal.Unit.fieldType, "What the amount adds up."),
    FieldDeclaration(
      "over", .choice(FieldType.Choice(HabitGoal.scopeNames)),
      "Whether each day or the sum of the period has to reach the amount (default: day)."),
  ]

  /// What people type who do not know the options yet.
  static let guesses = [
    "daily": "--per day is the period", "weekly": "--per week is the period",
    "monthly": "--per month is the period", "days": "--weekdays mon,wed,fri gives the days",
    "goal": "--at-least 20 --of minutes is a goal",
  ]

  /// What people mean by a value that is no number.
  static let advice = [
    "times": "--per week gives the period",
    "every": "--per day, --per week or --per month is a period with a name",
    "at_least": "--of minutes gives the unit", "at_most": "--of minutes gives the unit",
  ]

  /// Words of a schedule, which are hardly those of a name.
  private static let words: Set<String> = [
    "daily", "weekly", "monthly", "every", "times", "per",
  ]

  /// Returns the advice for the words of a name that contain a schedule; `nil` for other words. A text
  /// in quotes is one word, and so is never mistaken.
  static func scheduleAdvice(for words: [String]) -> String? {
    let word = words.dropFirst().first {
      Self.words.contains($0.lowercased()) || $0.contains(/^\d+(x|\/\p{L}+)$/)
    }
    guard let word else { return nil }
    return
      "options give the schedule and the goal, such as --times 5 --per week --at-least 20 --of "
      + "number; a name with \(Suggestion.quoted(word)) is written in quotes"
  }

  /// The option that takes a goal away.
  static let noGoal = FieldDeclaration(
    "no_goal", .boolean, "Removes the goal, so that any entry makes a day done.")

  private typealias Members = [(name: String, value: JSONValue)]

  private var schedule: Members = []
  private var goal: Members = []
  private let hasNoGoal: Bool

  /// Reads the options; which of them fit together is checked here, and the values by `plan(after:)`.
  init(_ written: WrittenFields) throws {
    func value(_ name: String) throws -> FieldValue? {
      guard let field = written.syntax.field(name) else { return nil }
      return try written.value(field, in: nil)
    }
    for (option, member) in [
      ("times", "times"), ("per", "per"), ("every", "days"), ("weekdays", "weekdays"),
    ] {
      if let value = try value(option) { schedule.append((member, value.json)) }
    }
    for option in ["at_least", "at_most", "of", "over"] {
      guard let value = try value(option) else { continue }
      // A text is read exactly.
      if case .decimal = value {
        goal.append((option, .string(value.plain)))
      } else {
        goal.append((option, value.json))
      }
    }
    hasNoGoal = try value("no_goal") == .boolean(true)
    let options = schedule.map { Self.option($0.name) }
    let periods = options.filter { $0 != "--times" }
    if periods.count > 1 {
      throw ValidationError("\(periods.listed("and")) cannot be combined")
    }
    if options == ["--times", "--weekdays"] {
      throw ValidationError("--times and --weekdays cannot be combined")
    }
    let amounts = goal.map { Self.option($0.name) }
    if amounts.starts(with: ["--at-least", "--at-most"]) {
      throw ValidationError("--at-least and --at-most cannot be combined")
    }
    if hasNoGoal, let amount = amounts.first {
      throw ValidationError("\(amount) and --no-goal cannot be combined")
    }
  }

  /// Whether neither a schedule nor a goal is given.
  var isEmpty: Bool { schedule.isEmpty && goal.isEmpty && !hasNoGoal }

  /// Returns the plan; what is not given stays as it was, and a new habit is due each day.
  ///
  /// - Parameter old: The plan so far; `nil` for a new habit.
  /// - Throws: `ValidationError` about an option.
  func plan(after old: HabitPlan? = nil) throws -> HabitPlan {
    do {
      let goal = try newGoal(old?.goal)
      return try HabitPlan(try newSchedule(old?.schedule, goal), goal: goal)
    } catch let error as FieldError {
      throw ValidationError(
        "\(Self.option(error.field)): expected \(error.expected), got \(error.found)")
    }
  }

  private func newGoal(_ old: HabitGoal?) throws -> HabitGoal? {
    if hasNoGoal { return nil }
    if goal.isEmpty { return old }
    var members = Self.members(old?.fieldValue)
    let names = goal.map(\.name)
    if names.contains("at_least") || names.contains("at_most") {
      members.removeAll { $0.name.hasPrefix("at_") }
    }
    if names.contains("at_most") { members.removeAll { $0.name == "over" } }
    members.removeAll { names.contains($0.name) }
    members += goal
    if !members.contains(where: { $0.name.hasPrefix("at_") }) {
      throw ValidationError(
        "\(Self.option(names.first ?? "of")) requires --at-least or --at-most")
    }
    return try HabitGoal(.json(.object(members)), field: "goal")
  }

  private func newSchedule(_ old: HabitSchedule?, _ goal: HabitGoal?) throws -> HabitSchedule {
    let names = schedule.map(\.name)
    var members = Self.members(old?.fieldValue)
    if names.contains(where: { $0 != "times" }) { members = [] }
    if members.isEmpty, names == ["times"] {
      throw ValidationError("--times requires --per week, --per month or --every")
    }
    if goal?.isOverPeriod ?? false { members.removeAll { $0.name == "times" } }
    members.removeAll { names.contains($0.name) }
    members += schedule
    if members.isEmpty { members = [("per", .string("day"))] }
    return try HabitSchedule(.json(.object(members)), field: "schedule")
  }

  private static func members(_ value: FieldValue?) -> Members {
    if case .json(.object(let members))? = value { members } else { [] }
  }

  /// Returns the option of a member of a table, given by its path.
  private static func option(_ path: String) -> String {
    let name = path.split(separator: ".").last ?? ""
    return name == "days" ? "--every" : "--" + name.replacing("_", with: "-")
  }
}
