import JSON
import Rules

/// The schedules and goals that a mapping gives to the trackers of its entries.
struct MappedHabits: Sendable {
  /// Those of single trackers, by lower-case name.
  var named: [String: HabitPlan] = [:]
  /// That of all other trackers, if any.
  var others: HabitPlan?

  /// Returns the schedule and goal of a tracker.
  func plan(of tracker: String) -> HabitPlan? { named[tracker.lowercased()] ?? others }
}

extension MappingTree {
  /// The tree as JSON; functions have no value.
  var json: JSONValue {
    switch self {
    case .nothing, .function: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .list(let values): .array(values.map(\.json))
    case .table(let members): .object(members.map { ($0.name, $0.value.json) })
    }
  }
}
