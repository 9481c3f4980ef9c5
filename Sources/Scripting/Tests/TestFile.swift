import Foundation
public import Lua
public import Sessions

/// A Lua file whose tests are run, each in a state, a profile and a clock of its own.
///
/// The file calls `test(name, function(t) … end)` for each. It is run once to learn the names, and
/// once more for each test, of which that one alone is called: nothing of one test reaches another.
public struct TestFile {
  /// The text.
  public var source: [UInt8]
  /// The file, as messages show it.
  public var path: String
  /// Where `require` looks: the file's own directory, and further ones.
  public var libraries: [String]
  /// What each test may use up.
  public var limits: LuaLimits
  /// Bytes that all files of a test together may have.
  public var mostWritten: Int
  /// What the file may touch; what it writes never gets its place.
  public var files: FileGrants
  /// Lends a session on a new profile, and drops it when the closure returns.
  public var session: ((Session) throws -> Void) throws -> Void

  /// Makes a file.
  public init(
    source: [UInt8], path: String, libraries: [String], limits: LuaLimits, mostWritten: Int,
    files: FileGrants,
    session: @escaping ((Session) throws -> Void) throws -> Void
  ) {
    self.source = source
    self.path = path
    self.libraries = libraries
    self.limits = limits
    self.mostWritten = mostWritten
    self.files = files
    self.session = session
  }

  /// What came of a test.
  public struct Result: Sendable {
    /// What the test is called; `nil` where the file itself failed.
    public var name: String?
    /// Where it is declared.
    public var line: Int?
    /// Why it failed; `nil` if it did not.
    public var error: LuaError?
    /// Checks that it made.
    public var checks = 0
    /// What it printed and logged.
    public var output = ""
    /// How long it took.
    public var duration = Duration.zero
  }

  /// Runs every test, on the current thread.
  ///
  /// - Parameters:
  ///   - isWanted: whether a test of a name is run.
  ///   - started: takes what stops each state.
  ///   - report: takes each result as it comes.
  /// - Throws: what kept a profile from being made.
  public func run(
    isWanted: (String) -> Bool = { _ in true }, started: (LuaStopper) -> Void = { _ in },
    report: (Result) -> Void
  ) throws {
    let list = try run(only: nil, started: started)
    if list.result.error != nil { return report(list.result) }
    for (place, name) in list.names.enumerated() where isWanted(name) {
      report(try run(only: place, started: started).result)
    }
  }

  /// Runs the file, and one of its tests.
  private func run(
    only place: Int?, started: (LuaStopper) -> Void
  ) throws -> (result: Result, names: [String]) {
    var result = Result()
    let tests = TestModule()
    let begun = ContinuousClock.now
    var bytes: [UInt8] = []
    try session { session in
      let outputs = ScriptOutputs(isRehearsal: true, most: mostWritten)
      defer { outputs.discard() }
      let context = ScriptContext(
        hasFixedClock: true, files: files, outputs: outputs,
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
        // Tests are given it; a script that forgot to declare a local of that name is not.
        _ = try state.run(source: Array("t = nil".utf8), chunkName: "=(test)")
        _ = try state.run(source: source, chunkName: "@\(path)")
        if let place {
          guard tests.tests.indices.contains(place) else {
            throw LuaError(
              .runtime, "\(path): the file declares other tests each time that it is run")
          }
          result.name = tests.tests[place].name
          result.line = tests.tests[place].line
          tests.isRunning = true
          try tests.tests[place].call()
        }
        try state.disarm()
      } catch {
        result.error = error.withHintOnUntil().withNearestName()
      }
    }
    result.checks = tests.checks
    result.output = String(decoding: bytes, as: UTF8.self)
    result.duration = ContinuousClock.now - begun
    return (result, tests.names)
  }

  /// Runs a script in the state of a test.
  private func run(
    _ path: String, _ arguments: [String], _ call: borrowing HostCall, in state: LuaState,
    _ context: ScriptContext
  ) throws(HostFailure) {
    let folder = libraries.first ?? "."
    let place = path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
    let source = try FSModule(context: context).bytes(place, call, "t.run")
    let (given, name) = (context.arguments, context.scriptName)
    context.arguments = arguments
    context.scriptName = place
    defer {
      (context.arguments, context.scriptName) = (given, name)
      // An empty script that is called as the test file is leaves `arg` as it was.
      _ = try? state.run(source: [], chunkName: "=(test)", name: self.path)
    }
    do throws(LuaError) {
      _ = try state.run(
        source: source, chunkName: "@\(place)", arguments: arguments, name: place)
    } catch {
      throw .script(error)
    }
  }
}
