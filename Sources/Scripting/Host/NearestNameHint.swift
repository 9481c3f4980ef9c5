import Lua

extension LuaError {
  /// Returns the error with the nearest name if a name of the API was misspelt, and with how to loop
  /// over what is no iterator: Lua's message says only what the value is.
  func withNearestName() -> LuaError {
    guard code == .runtime, value == nil, let hint = nameHint ?? loopHint else { return self }
    var error = self
    error.message += " (\(hint))"
    return error
  }

  private var nameHint: String? {
    detail.wholeMatch(
      of: /attempt to (?:index|call) a nil value \((global|field|method) '([A-Za-z_0-9]+)'\)/
    ).flatMap { Self.hint(String($0.2), isGlobal: $0.1 == "global", in: sourceLine) }
  }

  /// A hint on the call in a generic for loop, if there is one.
  private var loopHint: String? {
    guard
      let match = detail.wholeMatch(
        of: /attempt to call a (nil|table) value \(for iterator .*\)/)
    else { return nil }
    let call = (sourceLine ?? "").firstMatch(of: /\bin\s+([A-Za-z_][A-Za-z_0-9.]*)\s*[({"']/)
    let function = call.map { String($0.1) } ?? "the function"
    return match.1 == "nil"
      ? "\(function) returned nil, perhaps with an error; assert(…) around the call raises it"
      : "\(function) returned a table; ipairs(…) around the call loops over a list"
  }

  private static func hint(_ name: String, isGlobal: Bool, in line: String?) -> String? {
    let modules = Reference().modules
    var known = ScriptCheck.standard
    for module in modules where !module.name.isEmpty {
      known[module.name] = module.functions.map(\.name)
    }
    if isGlobal {
      if let substitute = ScriptCheck.substitutes[name] { return substitute }
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
    if let substitute = ScriptCheck.substitutes["\(table).\(name)"] { return substitute }
    if let field = Suggestion.closest(to: name, among: fields) {
      return "did you mean \"\(table).\(field)\"?"
    }
    return ScriptCheck.standard[table] == nil ? "flint api \(table) lists what \(table) has" : nil
  }
}
