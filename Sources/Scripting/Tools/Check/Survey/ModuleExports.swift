import Lua

/// The table that a module of the script returns, as far as its text shows it.
struct ModuleExports {
  /// The name by which it was required.
  let name: String
  let fields: Set<String>

  /// - Returns: `nil` if the fields of the table are not all written out: then it may have any.
  init?(_ name: String, _ source: [UInt8]) {
    var parser = LuaParser(source)
    guard case .returning(let values)? = parser.script().body.statements.last?.kind,
      values.count == 1, let value = values.first
    else { return nil }
    self.name = name
    switch value.kind {
    case .table(let entries):
      guard let names = Self.names(of: entries) else { return nil }
      fields = names
    case .local(let local):
      // Elsewhere than here, whoever gets the table may add a field.
      guard case .table(let entries)? = local.initial?.value.kind, !local.isReassigned,
        local.readsOfWhole == 1, let assigned = local.assignedFields,
        let names = Self.names(of: entries)
      else { return nil }
      fields = names.union(assigned)
    default: return nil
    }
    // An empty table is made to be filled elsewhere.
    if fields.isEmpty { return nil }
  }

  private static func names(of entries: [LuaExpression.Entry]) -> Set<String>? {
    var names: Set<String> = []
    for entry in entries {
      guard case .named(let name, _) = entry else { return nil }
      names.insert(name.text)
    }
    return names
  }
}
