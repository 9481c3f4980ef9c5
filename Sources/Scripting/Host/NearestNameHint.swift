import Lua

extension LuaError {
  /// Returns the error with the nearest name if a name of the API was misspelt: Lua's message says
  /// only that the value is nil.
  func withNearestName() -> LuaError {
    guard code == .runtime, value == nil,
      let match = detail.wholeMatch(
        of: /attempt to (?:index|call) a nil value \((global|field|method) '([A-Za-z_0-9]+)'\)/),
      let hint = Self.hint(String(match.2), isGlobal: match.1 == "global", in: sourceLine)
    else { return self }
    var error = self
    error.message += " (\(hint))"
    return error
  }

  /// Returns a hint on a name, if there is one.
  private static func hint(_ name: String, isGlobal: Bool, in line: String?) -> String? {
    let modules = Reference().modules
    var known = ScriptCheck.standard
    for module in modules where !module.name.isEmpty {
      known[module.name] = module.functions.map(\.name)
    }
    if isGlobal {
      let globals =
        ScriptCheck.globals + known.keys.sorted()
        + modules.filter(\.name.isEmpty).flatMap { $0.functions.map(\.name) }
      return Suggestion.closest(to: name, among: globals).map { "did you mean \"\($0)\"?" }
    }
    // The message does not contain the table's name, but the source line usually does.
    let tables = (line ?? "").matches(of: /([A-Za-z_][A-Za-z_0-9]*)\s*[.:]\s*([A-Za-z_0-9]+)/)
      .filter { $0.2 == name }.map { String($0.1) }
    guard let table = tables.first(where: { known[$0] != nil }), let fields = known[table],
      !fields.contains(name)
    else { return nil }
    if let field = Suggestion.closest(to: name, among: fields) {
      return "did you mean \"\(table).\(field)\"?"
    }
    return ScriptCheck.standard[table] == nil ? "flint api \(table) lists what \(table) has" : nil
  }
}
