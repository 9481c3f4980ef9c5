import Lua
import Rules

/// The table that a rulebook file returned, as the tree that a rulebook is read from.
///
/// A season's end may be called `before` there, since `until` is a word of Lua's own.
struct RulebookTable {
  /// The key under which a table says that it stands for what is no value.
  static let mark = "\0"

  private(set) var tree = JSONValue.null
  /// What is wrong with the table itself, whatever it says.
  private(set) var faults: [RulebookFault] = []
  /// The paths of the ends of seasons that are called `before`.
  private var endsCalledBefore: Set<String> = []

  init(_ value: LuaValue) {
    tree = tree(value, [])
  }

  /// Why a table stands for what is no value; `nil` when it does not.
  static func mark(in entries: [LuaValue.Entry]) -> String? {
    guard entries.count == 1, let entry = entries.first, entry.key.text == mark else { return nil }
    return entry.value.text
  }

  /// A fault of the tree as one of the file: with the names that the file uses.
  func asWritten(_ fault: RulebookFault) -> RulebookFault {
    var fault = fault
    if endsCalledBefore.contains(fault.path) {
      fault.path = String(fault.path.dropLast("until".count)) + "before"
    }
    // In Lua the one can be written as it is, the other only as ["until"].
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

  /// Whether what stands at a path may have a season: a mission, a card, or a change of one.
  private static func hasSeason(_ keys: [RulebookFault.Key]) -> Bool {
    guard keys.count == 2, case .name(let list) = keys[0] else { return false }
    return ["missions", "cards", "change_missions", "change_cards"].contains(list)
  }

  /// Whether a table has nothing but places of a list, some of them empty.
  private static func isList(_ entries: [LuaValue.Entry]) -> Bool {
    !entries.isEmpty
      && entries.allSatisfy { entry in
        if case .integer(let place) = entry.key { place >= 1 } else { false }
      }
  }

  /// A list with gaps: each is a fault, and the entries stay at their places.
  private mutating func list(
    _ entries: [LuaValue.Entry], _ keys: [RulebookFault.Key]
  ) -> JSONValue {
    var values: [JSONValue] = []
    for entry in entries {
      // The places come rising.
      guard case .integer(let place) = entry.key else { continue }
      for gap in values.count + 1..<Int(place) {
        faults.append(
          RulebookFault(
            keys: keys + [.position(gap)],
            problem: "nothing is here, but there are entries behind it; a list has no gaps"))
        // Where there is hardly anything but gaps, one is enough.
        if place > 2 * entries.count + 8 { return .array([]) }
        values.append(.null)
      }
      values.append(tree(entry.value, keys + [.position(Int(place))]))
    }
    return .array(values)
  }
}
