import Calendar
import Lua
import Rules
import Schema
import Simulation

/// Reads the table that a plan's file returned, and collects its errors.
struct PlanReader {
  private(set) var faults: [TableFault] = []
  private let name: String
  let directory: String
  let files: FileGrants

  /// The fields of a plan.
  static let fields = [
    "rules", "seed", "players", "start", "days", "sparks", "goal", "at_most", "measure",
    "precision", "policy", "day", "method", "sweep",
  ]
  /// The fields of a policy.
  static let policyFields = ["sparks", "mix", "intensities", "hours", "lapse"]

  typealias Keys = [TablePath.Key]

  /// - Parameters:
  /// - name: the name of the plan.
  /// - directory: the directory of rulebook files with relative paths; empty for the working
  ///   directory.
  /// - files: the files that may be read.
  init(name: String, directory: String, files: FileGrants) {
    self.name = name
    self.directory = directory
    self.files = files
  }

  mutating func fault(_ keys: Keys, _ problem: String) {
    faults.append(TableFault(path: TablePath(keys), problem: problem))
  }

  mutating func fault(_ keys: Keys, expected: String, _ value: LuaValue) {
    fault(keys, "expected \(expected), got \(value.shownInError)")
  }

  /// Reads a plan.
  ///
  /// - Parameters:
  /// - value: the result of the file.
  /// - isScripted: whether the file has a function `day`.
  /// - digest: the hash of the file's text.
  mutating func plan(_ value: LuaValue, isScripted: Bool, digest: String) -> Plan {
    var plan = Plan(name: name)
    let entries: [LuaValue.Entry]
    switch value {
    case .table(let found) where value.functionIndex == nil: entries = found
    case .array(let items) where items.isEmpty: entries = []
    // A file that returns nothing but has a function `day`: a plan of defaults.
    case .boolean(true) where isScripted: entries = []
    default:
      fault([], "expected the file to return a table; it should end with return {…}")
      return plan
    }
    checkNames(entries, Self.fields, [])
    func field(_ name: String) -> LuaValue? { value[name] }
    if let seed = field("seed") {
      // All 64 bits: Lua has no unsigned numbers.
      if let number = seed.wholeNumber {
        plan.setSeed(signed: number)
      } else {
        fault([.name("seed")], expected: "a whole number", seed)
      }
    }
    whole(field("players"), [.name("players")]) { plan.players = $0 }
    if let start = field("start") {
      if let day = start.text.flatMap({ CivilDay($0) }) {
        plan.start = day
      } else {
        fault([.name("start")], expected: "a day such as \"2026-01-05\"", start)
      }
    }
    horizon(value, &plan)
    if let method = field("method") {
      if let text = method.text {
        do throws(PlanProblem) {
          plan.engine = try Plan.Engine(parsing: text)
        } catch {
          fault([.name("method")], error.problem)
        }
      } else {
        fault([.name("method")], expected: "\"rules\" or \"rolls\"", method)
      }
    }
    if let precision = field("precision") { plan.precision = share(precision, "precision") }
    plan.variants = variants(field("rules"))
    if let sweep = field("sweep") { self.sweep(sweep, &plan) }
    plan.measures = measures(field("measure"), plan)
    if isScripted {
      plan.behaviour = .scripted(digest: digest)
      if let policy = field("policy"), policy.functionIndex == nil {
        fault([.name("policy")], "a function day exists already; give one of them")
      }
    } else if let policy = field("policy") {
      plan.behaviour = .policy(self.policy(policy))
    }
    return plan
  }

  /// Reports unknown names among a table's fields.
  mutating func checkNames(_ entries: [LuaValue.Entry], _ known: [String], _ keys: Keys) {
    for entry in entries {
      let name = entry.key.text ?? entry.key.shownInError
      if !known.contains(name) {
        let hint = NearestName.hint(for: name, among: known)
        fault(
          keys + [.name(name)],
          "unknown field" + (hint.isEmpty ? "; expected \(known.alternatives)" : hint))
      }
    }
  }

  mutating func whole(_ value: LuaValue?, _ keys: Keys, _ assign: (Int64) -> Void) {
    guard let value else { return }
    if let number = value.wholeNumber {
      assign(number)
    } else {
      fault(keys, expected: "a whole number", value)
    }
  }

  /// Reads a fraction: 0.005, or "0.5%".
  private mutating func share(_ value: LuaValue, _ name: String) -> Double? {
    switch value {
    case .number(let number): return number
    case .integer(let number): return Double(number)
    default:
      if let share = value.text.flatMap({ Fraction($0) }) { return share.approximation }
      fault([.name(name)], expected: "a share such as 0.005 or \"0.5%\"", value)
      return nil
    }
  }

  private mutating func horizon(_ plan: LuaValue, _ read: inout Plan) {
    let given = ["days", "sparks", "goal"].filter { plan[$0] != nil }
    if given.count > 1, given != ["days", "goal"] {
      fault([.name(given[1])], "the horizon is given twice; give one of days, sparks and goal")
      return
    }
    var maximum = Horizon.mostDays
    whole(plan["at_most"], [.name("at_most")]) { maximum = $0 }
    if plan["at_most"] != nil && plan["goal"] == nil {
      fault([.name("at_most")], "limits the days until a goal, but no goal is given")
    }
    if let goal = plan["goal"] {
      if plan["days"] != nil {
        fault([.name("days")], "with a goal, give the maximum number of days as at_most")
      }
      guard let text = goal.text else {
        return fault([.name("goal")], expected: "a goal such as \"first:legendary\"", goal)
      }
      do throws(PlanProblem) {
        read.horizon = .until(try Milestone(parsing: text), atMost: maximum)
      } catch {
        fault([.name("goal")], error.problem)
      }
    }
    whole(plan["days"], [.name("days")]) { read.horizon = .days($0) }
    whole(plan["sparks"], [.name("sparks")]) { read.horizon = .sparks($0) }
  }

  private mutating func measures(_ value: LuaValue?, _ plan: Plan) -> [Measure] {
    let keys: Keys = [.name("measure")]
    var entries: [LuaValue.Entry] = []
    switch value {
    case nil: return Plan.defaultMeasures(for: plan.horizon, plan.engine)
    case .string(let bytes)?: entries = [LuaValue.Entry(.integer(1), .string(bytes))]
    case .array(let items)?:
      entries = items.enumerated().map { LuaValue.Entry(.integer(Int64($0 + 1)), $1) }
    case .table(let found)?: entries = found
    case let other?:
      fault(keys, expected: "a list of measures", other)
      return []
    }
    var measures: [Measure] = []
    guard entries.count <= Plan.mostMeasures else {
      fault(keys, "expected at most \(Plan.mostMeasures) measures, got \(entries.count)")
      return []
    }
    for entry in entries {
      if case .integer(let index) = entry.key {
        guard let text = entry.value.text else {
          fault(
            keys + [.position(Int(clamping: index))],
            expected: "a measure such as \"points\"; a function needs a name", entry.value)
          continue
        }
        do throws(PlanProblem) {
          measures.append(try Measure(parsing: text))
        } catch {
          fault(keys + [.position(Int(clamping: index))], error.problem)
        }
      } else if let name = entry.key.text, entry.value.functionIndex != nil {
        measures.append(Measure(scripted: name))
      } else {
        fault(
          keys + [.name(entry.key.text ?? "?")], expected: "a function of the player", entry.value)
      }
    }
    return measures
  }
}

extension LuaValue {
  /// The value as error messages show it.
  var shownInError: String {
    switch self {
    case .string: text.map { "\"\($0)\"" } ?? "a text that is not UTF-8"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .nil: "nothing"
    case .array, .table: functionIndex == nil ? "a table" : "a function"
    }
  }
}
