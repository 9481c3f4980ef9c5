import Foundation
public import Lua
import Rules

/// What can be said of a script without running it.
public struct ScriptCheck {
  /// Something that is wrong, or is going to be.
  public struct Finding: Sendable, Hashable {
    /// What sort it is of.
    public enum Kind: String, Sendable {
      /// It does not compile.
      case syntax
      /// A global that nothing defines is read.
      case undefinedGlobal = "undefined-global"
      /// A global is assigned in a function, and nowhere in the script's own text.
      case accidentalGlobal = "accidental-global"
      /// A module has no such function.
      case unknownFunction = "unknown-function"
      /// A function's table has no such field.
      case unknownField = "unknown-field"
      /// What is read, written or looked up by a name written out is not granted.
      case permission
    }

    /// What sort it is of.
    public var kind: Kind
    /// The line, from 1 on.
    public var line: Int
    /// The column, in characters from 1 on; nil where it is not known.
    public var column: Int?
    /// What is wrong, and what to do.
    public var message: String
  }

  /// The names that a script finds defined besides the API's.
  static let standard: [String: [String]] = [
    "coroutine": [
      "close", "create", "isyieldable", "resume", "running", "status", "wrap", "yield",
    ],
    "math": [
      "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod",
      "frexp",
      "huge", "ldexp", "log", "log10", "max", "maxinteger", "min", "mininteger", "modf", "pi",
      "pow",
      "rad", "random", "randomseed", "sin", "sinh", "sqrt", "tan", "tanh", "tointeger", "type",
      "ult",
    ],
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack",
      "packsize", "rep", "reverse", "sub", "unpack", "upper",
    ],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
  ]
  static let globals = [
    "_G", "_VERSION", "arg", "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load",
    "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require",
    "select",
    "setmetatable", "tonumber", "tostring", "type", "xpcall",
  ]

  private let modules: [HostModule]
  /// The fields of what is defined, by its name; `nil` where it is no module.
  private var known: [String: [String]?] = [:]
  private let files: FileGrants
  private let environment: EnvironmentGrants

  /// A check of scripts.
  ///
  /// - Parameters:
  ///   - isTest: whether scripts are test files.
  ///   - files: what they are granted to read and write.
  ///   - environment: which variables they are granted.
  public init(isTest: Bool = false, files: FileGrants, environment: EnvironmentGrants) {
    modules = Reference().modules + (isTest ? [TestModule().modules[0]] : [])
    self.files = files
    self.environment = environment
    for name in Self.globals { known[name] = .some(nil) }
    for (name, fields) in Self.standard { known[name] = fields }
    for module in modules {
      if module.name.isEmpty {
        for function in module.functions { known[function.name] = .some(nil) }
      } else {
        known[module.name] = module.functions.map(\.name)
      }
    }
  }

  /// Looks at a script.
  ///
  /// - Returns: what was found, from top to bottom.
  /// - Throws: `LuaError` when Lua cannot be started.
  public func findings(in source: [UInt8], path: String) throws(LuaError) -> [Finding] {
    if let fault = try syntaxFault(of: source, path: path) { return [fault] }
    let uses = LuaUses(source)
    var findings: [Finding] = []
    if !uses.changesEnvironment {
      let assigned = Set(uses.assignments.map(\.global.text))
      findings += uses.reads.compactMap { finding(of: $0, assigned: assigned) }
      findings += Self.implicitGlobals(in: uses)
      for call in uses.calls
      where !assigned.contains(call.function.prefix { $0 != "." }.description) {
        findings += self.findings(of: call)
      }
    }
    return Array(Set(findings)).sorted {
      ($0.line, $0.column ?? 0, $0.message) < ($1.line, $1.column ?? 0, $1.message)
    }
  }

  /// The globals that functions of a script, which has been compiled, assign to and nothing else does,
  /// each once.
  public static func implicitGlobals(in source: [UInt8]) -> [Finding] {
    let uses = LuaUses(source)
    if uses.changesEnvironment { return [] }
    var met: Set<String> = []
    return implicitGlobals(in: uses).filter { met.insert($0.message).inserted }
  }

  private static func implicitGlobals(in uses: LuaUses) -> [Finding] {
    let own = Set(uses.assignments.filter { !$0.isInFunction }.map(\.global.text))
    return uses.assignments.filter { $0.isInFunction && !own.contains($0.global.text) }.map {
      Finding(
        kind: .accidentalGlobal, line: $0.global.place.line, column: $0.global.place.column,
        message: "the function assigns to the global \(Suggestion.quoted($0.global.text)); "
          + "write local if only it needs that")
    }
  }

  private func syntaxFault(of source: [UInt8], path: String) throws(LuaError) -> Finding? {
    let result: Result<Finding?, LuaError> = withScriptThread {
      do throws(LuaError) {
        let state = try LuaState(limits: LuaLimits(wallTime: .seconds(10), lastWords: [:]))
        // Compiled as a function that is never called.
        guard let fault = try state.compile(source: source, chunkName: "@\(path)") else {
          return .success(nil)
        }
        let error = fault.withHintOnUntil()
        return .success(
          Finding(kind: .syntax, line: error.line ?? 1, column: nil, message: error.detail))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Names

  private func finding(of read: LuaUses.Read, assigned: Set<String>) -> Finding? {
    let name = read.global.text
    if assigned.contains(name) { return nil }
    guard let fields = known[name] else {
      return Finding(
        kind: .undefinedGlobal, line: read.global.place.line, column: read.global.place.column,
        message: "nothing defines \(Suggestion.quoted(name))"
          + Suggestion.hint(for: name, among: known.keys.sorted()))
    }
    guard let fields, let field = read.fields.first, !fields.contains(field.text) else {
      return nil
    }
    return Finding(
      kind: .unknownFunction, line: field.place.line, column: field.place.column,
      message: "\(name) has no \(Suggestion.quoted(field.text))"
        + Suggestion.hint(for: field.text, among: fields))
  }

  // MARK: Calls

  private func findings(of call: LuaUses.Call) -> [Finding] {
    guard let function = modules.function(call.function) else { return [] }
    var findings: [Finding] = []
    if let only = function.parameters.first, case .table(let fields) = only.type {
      let names = fields.flatMap { [$0.name] + ($0.alias.map { [$0] } ?? []) }
      for field in call.fields where !names.contains(field.text) {
        findings.append(
          Finding(
            kind: .unknownField, line: field.place.line, column: field.place.column,
            message: "\(call.function): unknown field \(Suggestion.quoted(field.text))"
              + Suggestion.hint(for: field.text, among: names)))
      }
    }
    if let text = call.strings[0], let refusal = refusal(call.function, text) {
      findings.append(
        Finding(
          kind: .permission, line: call.place.line, column: call.place.column,
          message: "\(call.function): \(refusal)"))
    }
    return findings
  }

  /// Why a call with a text as its first argument is going to be refused.
  private func refusal(_ function: String, _ text: String) -> String? {
    switch function {
    case "fs.read", "fs.lines", "fs.list", "csv.rows", "quest.load":
      // What is not there yet may be there when it runs, but is not granted by being so.
      guard access(text, F_OK) == 0 else { return nil }
      do throws(FileGrants.Refusal) {
        try files.checkReading(text)
        return nil
      } catch {
        return error.message
      }
    case "fs.write", "csv.writer":
      do throws(FileGrants.Refusal) {
        _ = try files.checkWriting(text)
        return nil
      } catch {
        return error.message
      }
    case "os.getenv": return environment.refusal(text)
    default: return nil
    }
  }

  // MARK: For luacheck

  /// A `.luacheckrc` that knows what scripts find defined.
  public static var luacheckrc: String {
    let reference = Reference()
    var text = """
      -- For luacheck (https://github.com/lunarmodules/luacheck). Made by flint check --luacheckrc.
      std = "lua54"
      not_globals = {"debug", "dofile", "io", "loadfile", "package", "warn"}
      read_globals = {

      """
    for module in reference.modules {
      let names = module.functions.map(\.name).sorted()
      if module.name.isEmpty {
        text += "  " + names.map { "\"\($0)\"" }.joined(separator: ", ") + ",\n"
      } else {
        let fields = names.map { "[\"\($0)\"] = {}" }.joined(separator: ", ")
        text += "  [\"\(module.name)\"] = {fields = {\(fields)}},\n"
      }
    }
    return text + "}\nfiles[\"**/*_test.lua\"] = {read_globals = {\"test\"}}\n"
  }
}
