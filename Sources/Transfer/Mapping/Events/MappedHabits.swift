import FlintJSON
import FlintRules
import FlintSchema

/// The schedules and goals that a mapping gives to the trackers of its entries.
struct MappedHabits: Sendable {
  /// The plans of single trackers, by lower-case name.
  var named: [String: HabitPlan] = [:]
  /// The plan of all other trackers, if any.
  var others: HabitPlan?

  func plan(of tracker: String) -> HabitPlan? { named[tracker.lowercased()] ?? others }
}

extension TableReader {
  mutating func habits(
    of members: MappingTree.Members, _ kinds: [MappingKind]
  ) -> MappedHabits {
    var habits = MappedHabits()
    habits.others = member("habit", of: members) { $0.habit($1, kinds) }
    let named = member("habits", of: members) { reader, tree in
      var named: [String: HabitPlan] = [:]
      for (name, tree) in reader.table(tree, "a table of habits by tracker") ?? [] {
        reader.within(.name(name)) { reader in
          guard let plan = reader.habit(tree, kinds) else { return }
          if named.define(name, as: plan, { _ in "" }) != nil {
            reader.fault("the tracker has another schedule here; names ignore case")
          }
        }
      }
      return named
    }
    habits.named = named ?? [:]
    return habits
  }

  private mutating func habit(_ tree: MappingTree, _ kinds: [MappingKind]) -> HabitPlan? {
    guard kinds.contains(.entry) else {
      fault("only trackers have schedules, and this is a mapping of \(kinds.plurals)")
      return nil
    }
    guard let members = table(tree, "{schedule = …, goal = …}") else { return nil }
    check(members, among: ["schedule", "goal"])
    do throws(FieldError) {
      func value(_ name: String) -> FieldValue? {
        members.first { $0.name == name }.map { .json($0.value.json) }
      }
      guard let schedule = value("schedule") else {
        fault("expected a schedule such as {times = 3, per = \"week\"}, got nothing")
        return nil
      }
      return try HabitPlan(
        try HabitSchedule(schedule, field: "schedule"),
        goal: try value("goal").map { (value) throws(FieldError) in
          try HabitGoal(value, field: "goal")
        })
    } catch {
      fault(error.description)
      return nil
    }
  }
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
    case .mixed(_, let members), .table(let members):
      .object(members.map { ($0.name, $0.value.json) })
    }
  }
}
