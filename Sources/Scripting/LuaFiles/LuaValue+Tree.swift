import FlintJSON
import Lua
import FlintSchema

extension LuaValue {
  /// The key of a table that represents a value which `BareState` cannot copy.
  static let mark = "\0"

  /// The value as the tree that user-written tables are read from. What JSON cannot represent, such
  /// as a function, has a place in it, and is no valid value of any field but those for functions.
  var tree: JSONValue {
    switch self {
    case .nil: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string: return text.map { .string($0) } ?? .foreign("a text that is not UTF-8")
    case .array(let values): return .array(values.map(\.tree))
    case .table(let entries):
      if let functionIndex { return .foreign("a function", index: functionIndex) }
      if let kind = markedKind { return .foreign(kind) }
      if let values = LuaValue.list(entries) { return values }
      return .object(entries.map { ($0.key.name, $0.value.tree) })
    }
  }

  /// What a table represents that could not be copied; `nil` if it is an ordinary table.
  var markedKind: String? {
    guard case .table(let entries) = self, entries.count == 1, let entry = entries.first,
      entry.key.text == LuaValue.mark
    else { return nil }
    return entry.value.text
  }

  /// The key of a table as a name.
  private var name: String {
    switch self {
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    default: text ?? "?"
    }
  }

  /// Returns a list with gaps, whose entries keep their positions; `nil` if a key is no position.
  private static func list(_ entries: [Entry]) -> JSONValue? {
    var values: [JSONValue] = []
    for entry in entries {
      guard case .integer(let index) = entry.key, index > values.count else { return nil }
      // A list that consists mostly of gaps is none.
      if index > 2 * entries.count + 8 { return .foreign("a list with gaps") }
      while values.count < index - 1 { values.append(.foreign("nothing")) }
      values.append(entry.value.tree)
    }
    return values.isEmpty ? nil : .array(values)
  }
}
