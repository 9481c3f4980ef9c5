import Foundation
package import Lua
import FlintRules

package struct ScriptCheck {
  /// A defect of a script, or a probable one.
  package struct Finding: Sendable, Hashable {
    package enum Kind: String, Sendable {
      /// The script does not compile.
      case syntax
      /// A global is read that is not defined anywhere.
      case undefinedGlobal = "undefined-global"
      /// A global is assigned in a function, and nowhere at the top level of the script.
      case accidentalGlobal = "accidental-global"
      /// A module has no function of the name.
      case unknownFunction = "unknown-function"
      /// A function or a field has another name now, and answers to this one for one release.
      case formerName = "former-name"
      /// The table that a function takes or returns has no field of the name.
      case unknownField = "unknown-field"
      /// An argument is missing, has a wrong type or value, or is one too many.
      case wrongArgument = "wrong-argument"
      /// A local is never read.
      case unusedLocal = "unused-local"
      /// A statement follows one that never ends.
      case unreachableCode = "unreachable-code"
      /// Access to a file or variable that is named literally is not granted.
      case permission

      init(_ fault: LiteralFault.Kind) {
        self =
          switch fault {
          case .wrongArgument: .wrongArgument
          case .unknownField: .unknownField
          case .formerName: .formerName
          }
      }
    }

    package var kind: Kind
    package var line: Int
    /// The column in characters, from 1; nil if it is unknown.
    package var column: Int?
    /// A description of the defect, and how to correct it.
    package var message: String
  }

  /// The fields of the standard libraries that scripts can use.
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

  /// What scripts use instead of the globals of Lua that they do not have.
  static let substitutes = [
    "debug": "errors have a traceback without it",
    "dofile": "require loads another file",
    "io": "print and fs.write write, fs.read and fs.lines read",
    "loadfile": "require loads another file",
    "package": "--lib adds a folder for require",
  ]

  private let modules: [HostModule]
  /// The fields of the defined globals, by name; `nil` for a global that is not a module.
  private var known: [String: [String]?] = [:]
  private let files: FileGrants
  private let environment: EnvironmentGrants

  /// - Parameters:
  ///   - isTest: whether scripts are test files.
  ///   - files: the files that scripts are granted to read and write.
  ///   - environment: the environment variables that scripts are granted.
  package init(isTest: Bool = false, files: FileGrants, environment: EnvironmentGrants) {
    modules = Reference().modules + (isTest ? [TestModule().modules[0]] : [])
    self.files = files
    self.environment = environment
    for name in Self.globals { known[name] = .some(nil) }
    for (name, fields) in Self.standard { known[name] = fields }
    for module in modules {
      if module.name.isEmpty {
        for function in module.callable { known[function.name] = .some(nil) }
      } else {
        known[module.name] = module.callable.map(\.name)
      }
    }
  }

  /// - Returns: the findings, from top to bottom.
  /// - Throws: `LuaError` if Lua cannot be started.
  package func findings(in source: [UInt8], path: String) throws(LuaError) -> [Finding] {
    if let error = try syntaxError(of: source, path: path) { return [error] }
    let uses = LuaUses(source) { [modules] in modules.function($0)?.returns ?? [] }
    var findings = Self.unusedLocals(in: uses)
    findings += uses.unreachable.map {
      Finding(
        kind: .unreachableCode, line: $0.line, column: $0.column,
        message: "never reached, because of the statement before it")
    }
    if !uses.changesEnvironment {
      let assigned = Set(uses.assignments.map(\.global.text))
      findings += uses.reads.compactMap { finding(of: $0, assigned: assigned, uses.excused) }
      findings += Self.implicitGlobals(in: uses)
      for call in uses.calls
      where !assigned.contains(call.function.prefix { $0 != "." }.description) {
        findings += self.findings(of: call)
      }
      findings += uses.absentFields.compactMap { Self.finding(of: $0, in: uses) }
    }
    return Array(Set(findings)).sorted {
      ($0.line, $0.column ?? 0, $0.message) < ($1.line, $1.column ?? 0, $1.message)
    }
  }

  /// Returns the globals that only functions assign in a script that compiles, each once.
  package static func implicitGlobals(in source: [UInt8]) -> [Finding] {
    let uses = LuaUses(source)
    if uses.changesEnvironment { return [] }
    var seen: Set<String> = []
    return implicitGlobals(in: uses).filter { seen.insert($0.message).inserted }
  }

  private static func implicitGlobals(in uses: LuaUses) -> [Finding] {
    let own = Set(uses.assignments.filter { !$0.isInFunction }.map(\.global.text))
    return uses.assignments.filter { $0.isInFunction && !own.contains($0.global.text) }.map {
      Finding(
        kind: .accidentalGlobal, line: $0.global.position.line, column: $0.global.position.column,
        message: "the function assigns to the global \(Suggestion.quoted($0.global.text)); "
          + "declare it with local if only this function uses it")
    }
  }

  private func syntaxError(of source: [UInt8], path: String) throws(LuaError) -> Finding? {
    let result: Result<Finding?, LuaError> = withScriptThread {
      do throws(LuaError) {
        let state = try LuaState(limits: LuaLimits(wallTime: .seconds(10)))
        // Compiled as a function that is never called.
        guard let error = try state.compile(source: source, chunkName: "@\(path)") else {
          return .success(nil)
        }
        return .success(
          Finding(kind: .syntax, line: error.line ?? 1, column: nil, message: error.detail))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Names

  private func finding(
    of read: LuaUses.Read, assigned: Set<String>, _ excused: Set<String>
  ) -> Finding? {
    let name = read.global.text
    if assigned.contains(name) { return nil }
    guard let fields = known[name] else {
      if excused.contains(name) { return nil }
      return Finding(
        kind: .undefinedGlobal, line: read.global.position.line,
        column: read.global.position.column,
        message: "nothing defines \(Suggestion.quoted(name))"
          + (Self.substitutes[name].map { " (\($0))" }
            ?? Suggestion.hint(for: name, among: known.keys.sorted())))
    }
    guard let fields, let field = read.fields.first else { return nil }
    if let replacement = modules.function("\(name).\(field.text)")?.replacement {
      return Finding(
        kind: .formerName, line: field.position.line, column: field.position.column,
        message: FormerName.advice("\(name).\(field.text)", now: "\(name).\(replacement)"))
    }
    guard !fields.contains(field.text), !excused.contains("\(name).\(field.text)") else {
      return nil
    }
    let current = modules.first { $0.name == name }?.functions.map(\.name) ?? fields
    return Finding(
      kind: .unknownFunction, line: field.position.line, column: field.position.column,
      message: "\(name) has no \(Suggestion.quoted(field.text))"
        + Suggestion.hint(for: field.text, among: current))
  }

  /// Returns a finding for each `local` statement of whose names none is read.
  private static func unusedLocals(in uses: LuaUses) -> [Finding] {
    let used = Set(uses.locals.filter { $0.isRead || $0.name == "_ENV" }.compactMap(\.statement))
    return uses.locals.compactMap { local in
      guard let position = local.statement, !used.contains(position), !local.name.hasPrefix("_")
      else { return nil }
      return Finding(
        kind: .unusedLocal, line: position.line, column: position.column,
        message: "the local \(Suggestion.quoted(local.name)) is never read; remove it, or let "
          + "its name begin with _")
    }
  }

  /// Returns the finding for a field that a result lacks, unless the script adds one to some table.
  private static func finding(of absent: LuaUses.AbsentField, in uses: LuaUses) -> Finding? {
    let name = absent.name.text
    if uses.assignedFields.contains(name) { return nil }
    if let captured = absent.captured, uses.locals[captured].isReassigned { return nil }
    return Finding(
      kind: .unknownField, line: absent.name.position.line, column: absent.name.position.column,
      message: "\(absent.known.source): the result has no field \(Suggestion.quoted(name))"
        + Suggestion.hint(for: name, among: absent.known.fields.map(\.name)))
  }

  // MARK: Calls

  private func findings(of call: LuaUses.Call) -> [Finding] {
    guard let function = modules.function(call.function) else { return [] }
    if call.isMethod {
      return [
        Finding(
          kind: .wrongArgument, line: call.position.line, column: call.position.column,
          message: "\(call.function): called with a colon, write \(call.function)(…)")
      ]
    }
    var findings = function.faults(
      as: call.function, of: call.arguments, line: call.position.line, column: call.position.column
    ).map {
      Finding(
        kind: Finding.Kind($0.kind), line: $0.line, column: $0.column, message: $0.message)
    }
    if let text = call.text, let refusal = refusal(call.function, text) {
      findings.append(
        Finding(
          kind: .permission, line: call.position.line, column: call.position.column,
          message: "\(call.function): \(refusal)"))
    }
    return findings
  }

  /// Returns the reason why a call with a text as its first argument will be refused.
  private func refusal(_ function: String, _ text: String) -> String? {
    switch function {
    case "fs.read", "fs.lines", "fs.exists", "fs.list", "csv.rows", "quest.add", "quest.load":
      // A file that does not exist yet may exist when the script runs, but existence grants
      // nothing.
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

  /// A `.luacheckrc` with the globals that scripts can use.
  package static var luacheckrc: String {
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
