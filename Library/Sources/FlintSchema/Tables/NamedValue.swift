import FlintJSON

/// A value and the name under which a user-written table has it.
package struct NamedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  package var name: String
  package var value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension TableType {
  /// Returns the type of tables with values under names of the user's choice, sorted by name.
  ///
  /// - Parameter names: what the names are, in messages: "a currency".
  package static func named<Entry>(_ names: String, _ type: TableType<Entry>) -> TableType
  where Value == [NamedValue<Entry>] {
    var table = TableType("a table with \(names) as key", blank: []) { source, value, reader in
      guard let members = reader.members(of: source) else { return false }
      value = []
      let inherits = reader.inherits
      reader.inherits = false
      defer { reader.inherits = inherits }
      for member in members where member.value != .null {
        var entry = type.blank
        _ = reader.within(.name(member.name)) { type.read(member.value, &entry, &$0) }
        value.append(NamedValue(member.name, entry))
      }
      value.sort { $0.name < $1.name }
      for (left, right) in zip(value, value.dropFirst()) where left.name == right.name {
        reader.fault("duplicate field", at: .name(left.name))
      }
      return true
    } json: {
      .object($0.map { ($0.name, type.json($0.value)) })
    }
    table.check = { value, reader in
      for entry in value { reader.within(.name(entry.name)) { type.check(entry.value, &$0) } }
    }
    return table
  }
}
