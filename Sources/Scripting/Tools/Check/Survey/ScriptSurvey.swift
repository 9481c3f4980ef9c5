import Lua

/// One walk through a parsed script, which finds its faults: statement by statement, with what is known of the
/// values of locals.
struct ScriptSurvey {
  typealias Finding = ScriptCheck.Finding

  let names: KnownNames
  let parser: LuaParser
  /// The globals that the script assigns: their values are unknown.
  let assigned: Set<String>
  /// Returns why a call with a text as its first argument is going to be refused.
  let refusal: (_ function: String, _ text: String) -> String?
  /// Returns the text of a module that is required; `nil` if modules are not looked for.
  let module: (_ name: String) -> LuaEnvironment.ModuleSource?

  private(set) var findings: [Finding] = []
  /// Findings of globals and fields of globals, such as `table.unpack`, which count unless the script tests or
  /// assigns the name.
  var absent: [(path: String, finding: Finding)] = []
  /// The globals and fields of globals that the script tests or assigns: they may be absent, or are its own.
  var excused: Set<String>
  /// The locals whose last value has not been read since this statement list began, with the place where they
  /// got it.
  var unread: [ObjectIdentifier: (local: LuaLocal, position: LuaPosition)] = [:]
  /// The function of Lua or Flint that was called last, if that was the last call.
  var lastCall: (name: String, arguments: [KnownValue])?

  init(
    _ parser: LuaParser, names: KnownNames,
    refusal: @escaping (_ function: String, _ text: String) -> String?,
    module: @escaping (_ name: String) -> LuaEnvironment.ModuleSource?
  ) {
    self.parser = parser
    self.names = names
    self.refusal = refusal
    self.module = module
    assigned = Set(parser.assignments.map(\.global.text))
    excused = parser.assignedPaths
  }

  /// Walks through the script.
  ///
  /// - Returns: the findings, in any order.
  mutating func findings(of script: WrittenFunction) -> [Finding] {
    body(script)
    for local in parser.locals { judge(local) }
    if !parser.changesEnvironment {
      for (path, finding) in absent where !excused.contains(path) { findings.append(finding) }
      findings += accidentalGlobals()
    }
    return findings
  }

  /// Returns the findings of assignments to globals that are probably meant to be locals.
  private func accidentalGlobals() -> [Finding] {
    let replaced = parser.assignments.filter { names.fields[$0.global.text] != nil }.map {
      Finding(
        kind: .accidentalGlobal, line: $0.global.position.line, column: $0.global.position.column,
        message: "the assignment replaces the global \(Suggestion.quoted($0.global.text)) for the "
          + "rest of the script; declare a local with another name")
    }
    return ScriptCheck.implicitGlobals(in: parser).filter { implicit in
      !replaced.contains { ($0.line, $0.column) == (implicit.line, implicit.column) }
    } + replaced
  }

  mutating func report(_ kind: Finding.Kind, _ position: LuaPosition, _ message: String) {
    findings.append(
      Finding(kind: kind, line: position.line, column: position.column, message: message))
  }

  /// Adds a finding that counts unless the script tests or assigns the name.
  mutating func reportAbsent(
    _ path: String, _ kind: Finding.Kind, _ position: LuaPosition, _ message: String
  ) {
    let finding = Finding(
      kind: kind, line: position.line, column: position.column, message: message)
    absent.append((path, finding))
  }

  /// What stands in `excused` for a field of whatever table.
  static func anyField(_ name: String) -> String { "….\(name)" }

  /// Notes that the script tests whether there is what an expression names.
  mutating func excuse(_ expression: LuaExpression) {
    switch expression.kind {
    case .parentheses(let inner): excuse(inner)
    case .operation(_, let others) where others.allSatisfy { $0.sign.isLogical }:
      if let last = others.last { excuse(last.operand) }
    case .suffixed(_, let suffixes) where expression.path == nil:
      if case .field(let field) = suffixes.last { excused.insert(Self.anyField(field.text)) }
    default: if let path = expression.path { excused.insert(path.joined) }
    }
  }
}

/// The names that scripts can use without defining them.
struct KnownNames {
  /// The functions of Flint by their full names.
  let functions: [String: HostFunction]
  private let modules: Set<String>
  /// The fields of the defined globals, by name; `nil` for a global that is not a module.
  let fields: [String: [String]?]

  init(_ modules: [HostModule]) {
    self.modules = Set(modules.map(\.name))
    var functions: [String: HostFunction] = [:]
    var fields: [String: [String]?] = [:]
    for name in ScriptCheck.globals { fields[name] = .some(nil) }
    for (name, members) in ScriptCheck.standard { fields[name] = members }
    for module in modules {
      for function in module.callable { functions[module.fullName(of: function)] = function }
      if module.name.isEmpty {
        for function in module.callable { fields[function.name] = .some(nil) }
      } else {
        fields[module.name] = module.functions.map(\.name)
      }
    }
    self.fields = fields
    self.functions = functions
  }

  /// The globals of Lua that are no functions.
  private static let values: Set<String> = [
    "_G", "_VERSION", "arg", "math.huge", "math.maxinteger", "math.mininteger", "math.pi",
    "utf8.charpattern",
  ]

  /// Returns what a defined name stands for.
  func value(_ path: String) -> KnownValue {
    Self.values.contains(path) ? .unknown : .function(path)
  }

  /// Returns how a function is called in a message.
  func call(_ function: String) -> String {
    "\(function)(\(functions[function]?.parameters.isEmpty ?? false ? "" : "…"))"
  }

  /// Whether it is a module of Flint rather than of Lua; its fields cannot be assigned.
  func isReadOnly(_ name: String) -> Bool { modules.contains(name) }
}
