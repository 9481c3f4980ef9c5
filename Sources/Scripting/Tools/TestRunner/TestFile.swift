import Foundation
package import Lua
package import Sessions

/// A Lua test file, each of whose tests runs in its own state, with its own profile and clock.
///
/// The file calls `test(name, function(t) … end)` for each test. It runs once to collect the names,
/// and once more for each test, which then is the only one called: tests cannot affect each other.
package struct TestFile {
  package var source: [UInt8]
  /// The path, as messages show it.
  package var path: String
  /// The directories that `require` searches: the file's own directory, and further ones.
  package var libraries: [String]
  package var limits: LuaLimits
  /// The maximum size of all files of a test together, in bytes.
  package var maximumWritten: Int
  /// The permissions of the tests; files that they write never appear at their paths.
  package var files: FileGrants
  /// Passes a session on a new profile to the closure, and discards the profile when the closure
  /// returns.
  package var session: ((Session) throws -> Void) throws -> Void

  package init(
    source: [UInt8], path: String, libraries: [String], limits: LuaLimits, maximumWritten: Int,
    files: FileGrants,
    session: @escaping ((Session) throws -> Void) throws -> Void
  ) {
    self.source = source
    self.path = path
    self.libraries = libraries
    self.limits = limits
    self.maximumWritten = maximumWritten
    self.files = files
    self.session = session
  }

  package struct Result: Sendable {
    /// The name of the test; `nil` if the file itself failed.
    package var name: String?
    package var line: Int?
    /// The reason for the failure; `nil` if the test succeeded.
    package var error: LuaError?
    /// The number of checks that it executed.
    package var checks = 0
    /// The output that it printed and logged.
    package var output = ""
    package var duration = Duration.zero
  }

  /// Runs every test, on the current thread.
  ///
  /// - Parameters:
  ///   - isWanted: whether a test with a name is run.
  ///   - started: receives the stopper of each state.
  ///   - report: receives each result as soon as it is available.
  /// - Throws: the error that prevented the creation of a profile.
  package func run(
    isWanted: (String) -> Bool = { _ in true }, started: (LuaStopper) -> Void = { _ in },
    report: (Result) -> Void
  ) throws {
    let list = try run(only: nil, started: started)
    if list.result.error != nil { return report(list.result) }
    for (index, name) in list.names.enumerated() where isWanted(name) {
      report(try run(only: index, started: started).result)
    }
  }

  /// Runs the file, and one of its tests, or none.
  private func run(
    only index: Int?, started: (LuaStopper) -> Void
  ) throws -> (result: Result, names: [String]) {
    var result = Result()
    let tests = TestModule()
    let start = ContinuousClock.now
    var bytes: [UInt8] = []
    try session { session in
      let outputs = ScriptOutputs(isRehearsal: true, most: maximumWritten)
      defer { outputs.discard() }
      let context = ScriptContext(
        hasFixedClock: true, files: files, outputs: outputs,
        input: ScriptInput(absent: "a test has no standard input; give the script a file"),
        messages: ScriptContext.Messages(
          log: { level, line, _ in bytes.append(contentsOf: "\(level.rawValue): \(line)\n".utf8) }),
        session: { session })
      context.isTest = true
      tests.session = session
      tests.printed = { bytes }
      do throws(LuaError) {
        let state = try Script.makeState(
          in: context, limits: limits, directories: libraries, besides: tests.modules
        ) { bytes.append(contentsOf: $0) }
        started(state.stopper)
        tests.runScript = { [weak state] (call, path, arguments) throws(HostFailure) in
          guard let state else { return }
          try run(path, arguments, call, in: state, context)
        }
        defer { tests.runScript = { _, _, _ in } }
        // Tests receive t as a parameter; a global t would hide a missing local declaration in a
        // script.
        _ = try state.run(source: Array("t = nil".utf8), chunkName: "=(test)")
        _ = try state.run(source: source, chunkName: "@\(path)", name: path)
        if let index {
          guard tests.tests.indices.contains(index) else {
            throw LuaError(
              .runtime, "\(path): the file declares different tests in each run")
          }
          result.name = tests.tests[index].name
          result.line = tests.tests[index].line
          tests.isRunning = true
          try tests.tests[index].call()
        }
        try state.disarm()
      } catch {
        result.error = error.withNearestName()
      }
    }
    result.checks = tests.checks
    result.output = String(decoding: bytes, as: UTF8.self)
    result.duration = ContinuousClock.now - start
    return (result, tests.names)
  }

  private func run(
    _ path: String, _ arguments: [String], _ call: borrowing HostCall, in state: LuaState,
    _ context: ScriptContext
  ) throws(HostFailure) {
    let folder = libraries.first ?? "."
    let resolved = path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
    guard let source = try FSModule(context: context).bytes(resolved, call, "t.run") else {
      throw .message("t.run: \(context.inputError?.message ?? resolved)")
    }
    let given = context.invocation
    context.invocation = (arguments, resolved)
    defer {
      context.invocation = given
      // Running an empty script with the name of the test file restores `arg`.
      _ = try? state.run(source: [], chunkName: "=(test)", name: self.path)
    }
    do throws(LuaError) {
      _ = try state.run(
        source: source, chunkName: "@\(resolved)", arguments: arguments, name: resolved)
    } catch {
      throw .script(error)
    }
  }
}
