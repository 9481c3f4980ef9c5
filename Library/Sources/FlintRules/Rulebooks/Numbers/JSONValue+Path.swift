import FlintJSON
import FlintSchema

extension JSONValue {
  /// The id of an entry of a list.
  var id: String? {
    if case .string(let id)? = self["id"] { id } else { nil }
  }

  /// Returns whether a list has an entry of an id.
  func has(_ id: String) -> Bool {
    if case .array(let entries) = self { entries.contains { $0.id == id } } else { false }
  }

  subscript(path: TablePath) -> JSONValue? {
    var node: JSONValue? = self
    for key in path.keys {
      switch (key, node) {
      case (.name(let name), let value): node = value?[name]
      case (.position(let position), .array(let entries)?):
        node = entries.indices.contains(position - 1) ? entries[position - 1] : nil
      default: node = nil
      }
    }
    return node
  }

  /// Returns the value with another one inside of it, in tables that are created where they are missing.
  func setting(_ value: JSONValue, at keys: ArraySlice<TablePath.Key>) -> JSONValue {
    switch (keys.first, self) {
    case (nil, _): return value
    case (.position(let position)?, .array(var entries)):
      guard entries.indices.contains(position - 1) else { return self }
      entries[position - 1] = entries[position - 1].setting(value, at: keys.dropFirst())
      return .array(entries)
    case (.name(let name)?, .object(var members)):
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = members[index].value.setting(value, at: keys.dropFirst())
      } else {
        members.append((name, JSONValue.object([]).setting(value, at: keys.dropFirst())))
      }
      return .object(members)
    case (.name?, .null): return JSONValue.object([]).setting(value, at: keys)
    default: return self
    }
  }
}
