import JSON
import Lua
import Rules

/// The table that a rulebook file returned, as the tree that a rulebook is read from.
///
/// A season's end may be called `before` there, since `until` is a keyword of Lua.
struct RulebookTable {
  /// The key of a table that represents a value which cannot be copied.
  static let mark = "\0"

  private(set) var tree = JSONValue.null
  /// The errors of the table itself, independent of its meaning.
  private(set) var faults: [RulebookFault] = []
  /// The paths of the ends of seasons that are called `before`.
  private var endsCalledBefore: Set<String> = []

  init(_ value: LuaValue) {
    tree = tree(value, [])
  }

  /// Returns the type of the value that a table represents; `nil` if it is an ordinary table.
  static func mark(in entries: [LuaValue.Entry]) -> String? {
    guard entries.count == 1, let entry = entries.first, entry.key.text == mark else { return nil }
    return entry.value.text
  }

  /// Returns an error of the tree with the names that the file uses.
  func asWritten(_ fault: RulebookFault) -> RulebookFault {
    var fault = fault
    if endsCalledBefore.contains(fault.path) {
      fault.path = String(fault.path.dropLast("until".count)) + "before"
    }
    // In Lua `before` can be written as a field name, `until` only as ["until"].
    fault.problem = fault.problem.replacing("from or until", with: "from or before")
      .replacing("(did you mean \"until\"?)", with: "(did you mean \"before\"?)")
    return fault
  }

  private mutating func tree(_ value: LuaValue, _ keys: [RulebookFault.Key]) -> JSONValue {
    switch value {
    case .nil: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string:
      guard let text = value.text else {
        faults.append(RulebookFault(keys: keys, problem: "expected UTF-8, got a text that is not"))
        return .null
      }
      return .string(text)
    case .array(let values):
      return .array(
        values.enumerated().map { index, value in tree(value, keys + [.position(index + 1)]) })
    case .table(let entries):
      if let problem = Self.mark(in: entries) {
        faults.append(RulebookFault(keys: keys, problem: "expected a plain value, got \(problem)"))
        return .null
      }
      if Self.isList(entries) { return list(entries, keys) }
      return .object(entries.map { member($0, keys) })
    }
  }

  private mutating func member(
    _ entry: LuaValue.Entry, _ keys: [RulebookFault.Key]
  ) -> (name: String, value: JSONValue) {
    let name: String
    switch entry.key {
    case .integer(let number): name = String(number)
    case .number(let number): name = "\(number)"
    default:
      name = entry.key.text ?? "?"
      if entry.key.text == nil {
        faults.append(RulebookFault(keys: keys, problem: "a name in it is not UTF-8"))
      }
    }
    if name == "before", Self.hasSeason(keys) {
      let path = keys + [.name("until")]
      endsCalledBefore.insert(RulebookFault(keys: path, problem: "").path)
      return ("until", tree(entry.value, path))
    }
    return (name, tree(entry.value, keys + [.name(name)]))
  }

  /// Whether the value at a path may have a season: a mission, a card, or a change of one.
  private static func hasSeason(_ keys: [RulebookFault.Key]) -> Bool {
    guard keys.count == 2, case .name(let list) = keys[0] else { return false }
    return ["missions", "cards", "change_missions", "change_cards"].contains(list)
  }

  /// Whether the keys of a table are list indices only, possibly with gaps.
  private static func isList(_ entries: [LuaValue.Entry]) -> Bool {
    !entries.isEmpty
      && entries.allSatisfy { entry in
        if case .integer(let index) = entry.key { index >= 1 } else { false }
      }
  }

  /// Returns a list with gaps: each gap is an error, and the entries keep their indices.
  private mutating func list(
    _ entries: [LuaValue.Entry], _ keys: [RulebookFault.Key]
  ) -> JSONValue {
    var values: [JSONValue] = []
    for entry in entries {
      // The indices are ascending.
      guard case .integer(let index) = entry.key else { continue }
      for gap in values.count + 1..<Int(index) {
        faults.append(
          RulebookFault(
            keys: keys + [.position(gap)],
            problem: "is missing, but later entries exist; a list must not have gaps"))
        // For a list that consists mostly of gaps, one error is enough.
        if index > 2 * entries.count + 8 { return .array([]) }
        values.append(.null)
      }
      values.append(tree(entry.value, keys + [.position(Int(index))]))
    }
    return .array(values)
  }
}
