import Foundation
package import Lua
import FlintRules

package struct ScriptCheck {
  /// A defect of a script, or a probable one.
  package struct Finding: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      /// The script does not compile.
      case syntax
      /// A global is read that is not defined anywhere.
      case undefinedGlobal = "undefined-global"
      /// A global is assigned in a function, and nowhere at the top level of the script, or replaces one of Lua
      /// or Flint.
      case accidentalGlobal = "accidental-global"
      /// A module has no function of the name.
      case unknownFunction = "unknown-function"
      /// The table that a function takes or returns has no field of the name.
      case unknownField = "unknown-field"
      /// An argument is missing, has a wrong type or value, or is one too many.
      case wrongArgument = "wrong-argument"
      /// An operator, a call or a loop gets a value of a type that it does not take.
      case wrongOperand = "wrong-operand"
      /// A comparison has the same result whatever the values are.
      case impossibleComparison = "impossible-comparison"
      /// `not` applies to less than it seems to.
      case precedence
      /// `require` does not find the module.
      case missingModule = "missing-module"
      /// A field of a module of Flint is assigned.
      case readOnly = "read-only"
      /// A local is never read.
      case unusedLocal = "unused-local"
      /// A local is read, but never gets a value.
      case unassignedLocal = "unassigned-local"
      /// A parameter is never read, nor a later one.
      case unusedParameter = "unused-parameter"
      case unusedLoopVariable = "unused-loop-variable"
      /// A local gets another value before this one is read.
      case unusedValue = "unused-value"
      /// The result of a function that has no other effect is not used.
      case unusedResult = "unused-result"
      case unusedLabel = "unused-label"
      /// A local hides another of the same name.
      case shadowedLocal = "shadowed-local"
      /// A statement follows one that never ends.
      case unreachableCode = "unreachable-code"
      /// A loop never has a second round.
      case loopOnce = "loop-once"
      /// A loop never has a first round.
      case loopNever = "loop-never"
      /// A branch has no statement and no comment.
      case emptyBranch = "empty-branch"
      case selfAssignment = "self-assignment"
      /// There are more values than names, or fewer.
      case unbalancedAssignment = "unbalanced-assignment"
      case duplicateKey = "duplicate-key"
      /// Access to a file or variable that is named literally is not granted.
      case permission
      /// A comment that silences findings names no kind of them.
      case unknownKind = "unknown-kind"
      /// A function or a field has another name now; the former one answers for one release.
      case formerName = "former-name"

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
    "debug": ["getinfo", "traceback"],
    "io": ["flush", "lines", "read", "stderr", "stdin", "stdout", "type", "write"],
    "math": [
      "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "deg", "exp", "floor", "fmod",
      "frexp",
      "huge", "ldexp", "log", "log10", "max", "maxinteger", "min", "mininteger", "modf", "pi",
      "pow",
      "rad", "random", "randomseed", "sin", "sinh", "sqrt", "tan", "tanh", "tointeger", "type",
      "ult",
    ],
    "package": ["config", "cpath", "loaded", "path", "preload", "searchpath"],
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

  /// What scripts use instead of the functions of Lua that they do not have.
  static let substitutes = [
    "dofile": "require loads another file",
    "io.open": "fs.read, fs.lines and csv.rows read files, fs.write and csv.writer write them",
    "loadfile": "require loads another file",
    "os.exit": "return ends a script, fail(…) ends it with a failure",
    "os.remove": "scripts remove no files",
  ]

  private let names: KnownNames
  private let files: FileGrants
  private let environment: EnvironmentGrants
  /// The directories that `require` searches.
  private let directories: [String]

  /// - Parameters:
  ///   - isTest: whether scripts are test files.
  ///   - files: the files that scripts are granted to read and write.
  ///   - environment: the environment variables that scripts are granted.
  ///   - directories: the directories that `require` searches; without any, modules are not looked for.
  package init(
    isTest: Bool = false, files: FileGrants, environment: EnvironmentGrants,
    directories: [String] = []
  ) {
    names = KnownNames(Reference().modules + (isTest ? [TestModule().modules[0]] : []))
    self.files = files
    self.environment = environment
    self.directories = directories
  }

  /// - Returns: the findings, from top to bottom.
  /// - Throws: `LuaError` if Lua cannot be started.
  package func findings(in source: [UInt8], path: String) throws(LuaError) -> [Finding] {
    if let error = try syntaxError(of: source, path: path) { return [error] }
    var parser = LuaParser(source)
    let script = parser.script()
    var survey = ScriptSurvey(parser, names: names, refusal: refusal) { [directories, files] in
      directories.isEmpty ? nil : Script.module($0, in: directories, files)
    }
    let silence = SilencingComments(in: parser)
    let findings = survey.findings(of: script).filter { !silence.covers($0) } + silence.unknown
    return Array(Set(findings)).sorted {
      ($0.line, $0.column ?? 0, $0.message) < ($1.line, $1.column ?? 0, $1.message)
    }
  }

  /// Returns the globals that only functions assign in a script that compiles, each once.
  package static func implicitGlobals(in source: [UInt8]) -> [Finding] {
    var parser = LuaParser(source)
    _ = parser.script()
    if parser.changesEnvironment { return [] }
    var seen: Set<String> = []
    return implicitGlobals(in: parser).filter { seen.insert($0.message).inserted }
  }

  static func implicitGlobals(in parser: LuaParser) -> [Finding] {
    let own = Set(parser.assignments.filter { !$0.isInFunction }.map(\.global.text))
    return parser.assignments.filter { $0.isInFunction && !own.contains($0.global.text) }.map {
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

  /// Returns the reason why a call with a text as its first argument will be refused.
  private func refusal(_ function: String, _ text: String) -> String? {
    switch function {
    case "fs.read", "fs.lines", "fs.exists", "fs.list", "csv.rows", "quest.load":
      // A file that does not exist yet may exist when the script runs, but existence grants
      // nothing.
      guard text != ScriptInput.path, access(text, F_OK) == 0 else { return nil }
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
      not_globals = {"dofile", "loadfile", "warn"}
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
