import ArgumentParser
import Commands
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions

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
    FieldDeclaration(
      "of", .list,
      "What the amount adds up: \(HabitGoal.Unit.names.alternatives); without an amount, the habits "
        + "of a group, such as Stretch,Run."),
    FieldDeclaration(
      "needs", .text,
      "How many habits of the group make a day done: all, any or a number (default: all)."),
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

  private static let units = FieldType.Choice(HabitGoal.Unit.names)

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
      + "number; a name with \(Suggestion.quoted(word)) is written in quotes, or after --"
  }

  /// The option that takes a goal away.
  static let noGoal = FieldDeclaration(
    "no_goal", .boolean,
    "Removes the goal, or the habits of a group, so that any entry makes a day done.")

  private typealias Members = [(name: String, value: JSONValue)]

  private var schedule: Members = []
  private var goal: Members = []
  /// The names of the habits of a group; `nil` where none are given.
  private var group: [String]?
  private var need: HabitMembers.Need?
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
    var unit: String?
    let hasAmount = written["at_least"] != nil || written["at_most"] != nil
    if case .list(let names)? = try value("of") {
      unit = names.count == 1 ? Self.units.name(abbreviated: names[0].trimmedWhitespace) : nil
      if hasAmount || (unit != nil && written["needs"] == nil) {
        if unit == nil {
          let found = names.joined(separator: ",")
          throw ValidationError(
            "--of: expected \(Self.units.names.alternatives), got \(Suggestion.quoted(found))"
              + Suggestion.hint(for: found, among: Self.units.names)
              + "; a group of habits has no amount of its own")
        }
      } else {
        (group, unit) = (names, nil)
      }
    }
    if let text = try value("needs")?.plain {
      guard let need = HabitMembers.Need(text) else {
        throw ValidationError(
          "--needs: expected all, any or a number, got \(Suggestion.quoted(text))")
      }
      self.need = need
    }
    for option in ["at_least", "at_most", "of", "over"] {
      if option == "of", let unit { goal.append((option, .string(unit))) }
      guard option != "of", let value = try value(option) else { continue }
      // An amount such as 7h30 has its unit.
      if option != "over", let text = written[option]?.last, WrittenNumber.minutes(text) != nil {
        unit = unit ?? HabitGoal.Unit.minutes.name
        if unit != HabitGoal.Unit.minutes.name {
          throw ValidationError(
            "\(Self.option(option)): expected a number, got \(Suggestion.quoted(text)), which is "
              + "minutes (--of minutes)")
        }
      }
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
    let parts = amounts + (group == nil ? [] : ["--of"]) + (need == nil ? [] : ["--needs"])
    if hasNoGoal, let part = parts.first {
      throw ValidationError("\(part) and --no-goal cannot be combined")
    }
    if let need = parts.last, need == "--needs", let amount = amounts.first {
      throw ValidationError("\(amount) and --needs cannot be combined: a group has no amount")
    }
  }

  /// Whether neither a schedule nor a goal is given.
  var isEmpty: Bool {
    schedule.isEmpty && goal.isEmpty && group == nil && need == nil && !hasNoGoal
  }

  /// Returns the plan; what is not given stays as it was, and a new habit is due each day.
  ///
  /// - Parameters:
  ///   - old: The plan so far; `nil` for a new habit.
  ///   - session: The session with the habits of a group; `nil` to check only what does not depend on them.
  /// - Throws: `ValidationError` about an option, `CommandFailure` about the name of a habit.
  func plan(after old: HabitPlan? = nil, in session: Session?) throws -> HabitPlan {
    do {
      let members = try newMembers(old?.members, session)
      // The habits of a group take the place of a goal.
      let goal = members == nil || !goal.isEmpty ? try newGoal(old?.goal) : nil
      return try HabitPlan(try newSchedule(old?.schedule, goal), goal: goal, members: members)
    } catch let error as FieldError {
      throw ValidationError(
        "\(Self.option(error.field)): expected \(error.expected), got \(error.found)")
    }
  }

  private func newMembers(_ old: HabitMembers?, _ session: Session?) throws -> HabitMembers? {
    if hasNoGoal || !goal.isEmpty { return nil }
    guard let group else {
      guard let need else { return old }
      guard let old else {
        throw ValidationError("--needs requires --of with the habits of a group")
      }
      return try HabitMembers(old.trackers, need: need)
    }
    let trackers = try group.enumerated().map { index, name in
      try session?.habit(named: name.trimmedWhitespace).id ?? EventID(high: 0, low: UInt64(index))
    }
    return try HabitMembers(trackers, need: need ?? old?.need ?? .all)
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
