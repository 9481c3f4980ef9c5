package import FlintJSON
package import Lua
import FlintRules
package import Sessions

/// The environment of a running script: its profile, its messages and its permissions. Confined to
/// the script's thread.
package final class ScriptContext {
  /// The receivers of log lines and progress.
  package struct Messages {
    /// Receives a log line with its level and fields, a JSON object, if there are any.
    package var log: (LogLevel, String, JSONValue?) -> Void
    /// Receives the progress that the script reports.
    package var progress: (_ done: Int64, _ total: Int64, _ message: String) -> Void
    /// Receives the progress of an iterator, which has a number; `nil` at its end.
    package var iteration: (_ number: Int, HostProgress?) -> Void

    /// Creates receivers; by default nothing is shown.
    package init(
      log: @escaping (LogLevel, String, JSONValue?) -> Void = { _, _, _ in },
      progress: @escaping (_ done: Int64, _ total: Int64, _ message: String) -> Void = { _, _, _ in
      },
      iteration: @escaping (_ number: Int, HostProgress?) -> Void = { _, _ in }
    ) {
      self.log = log
      self.progress = progress
      self.iteration = iteration
    }
  }

  let files: FileGrants
  let environment: EnvironmentGrants
  let input: ScriptInput
  /// The files that the script writes.
  private(set) var outputs: ScriptOutputs
  let messages: Messages
  let profile: ScriptProfile
  private var random = ScriptRandom()
  var rulebooks = ScriptRulebooks()
  var clock: ScriptClock
  /// The error in an input file, if a script encountered one: a script may catch it, and if it does
  /// not, the process distinguishes it from an error of the script.
  package private(set) var inputError: InputError?
  /// The version of Flint, which results of simulations contain.
  package var version = ""
  var invocation = (arguments: [String](), name: "script.lua")
  /// Whether a test runs, which continues after errors that end a script.
  var isTest = false
  /// Receives the assertions of a plan's file, if it is one.
  var planAssertions: PlanAssertions?
  /// The approximate size of an event in a profile's state, in bytes; longer texts are charged in
  /// addition.
  static let eventSize = 160

  /// - Parameters:
  ///   - hasFixedClock: whether the current time is fixed, so that CPU time must not be visible
  ///     either.
  ///   - files: the files that the script may read and write.
  ///   - environment: the environment variables that it may read.
  ///   - input: the standard input.
  ///   - messages: the receivers of log lines and progress.
  ///   - session: opens the session; called at most once, when the script first needs it.
  package init(
    hasFixedClock: Bool, files: FileGrants, environment: EnvironmentGrants = EnvironmentGrants(),
    outputs: ScriptOutputs = ScriptOutputs(most: 0),
    input: ScriptInput = ScriptInput(absent: "there is no standard input"),
    messages: Messages,
    session: @escaping () throws -> Session
  ) {
    clock = ScriptClock(isFixed: hasFixedClock)
    self.files = files
    self.environment = environment
    self.outputs = outputs
    self.input = input
    self.messages = messages
    profile = ScriptProfile(opening: session)
  }

  /// The session, if the script has needed one.
  package var sessionIfOpen: Session? { profile.opened }

  /// Returns the session, opened at the first use. A store that cannot be opened ends the script.
  func session() throws(HostFailure) -> Session { try profile.session() }

  /// Changes to another profile, or to none, and resets random numbers and the clock.
  func change(to session: Session?) {
    profile.opened = session
    random = ScriptRandom()
    clock = ScriptClock(isFixed: clock.isFixed)
  }

  /// Begins a separate unit of work, with another session and other files.
  func begin(outputs: ScriptOutputs, session: @escaping () throws -> Session) {
    outputs.number(after: self.outputs)
    self.outputs = outputs
    profile.open = session
    profile.opened = nil
    inputError = nil
  }

  /// Ends the unit of work and releases its session.
  func end() {
    profile.opened = nil
    profile.open = { throw SessionError.ended }
  }

  /// Calls a function that may call functions of the script, which cannot use the session
  /// meanwhile.
  func withExclusiveSession<Result>(_ work: String, _ body: () throws -> Result) rethrows -> Result
  {
    profile.exclusiveUser = work
    defer { profile.exclusiveUser = nil }
    return try body()
  }

  func failure(_ function: String, _ error: InputError) -> HostFailure {
    inputError = error
    return .message("\(function): \(error.message)")
  }

  func failure(_ function: String, _ refusal: FileGrants.Refusal) -> HostFailure {
    failure(function, InputError(message: refusal.message, isMissing: true))
  }

  /// Returns the failure for a file that cannot be written.
  func failure(_ function: String, _ failure: OutputFailure) -> HostFailure {
    if failure.isLimit { return isTest ? .again(failure.message) : .fatal(failure) }
    return self.failure(function, InputError(message: failure.message, isMissing: true))
  }

  /// Returns the value of an expression that opens a file for a function of the API.
  func opening<Value>(
    for function: String, _ value: @autoclosure () throws(FileGrants.Refusal) -> Value
  ) throws(HostFailure) -> Value {
    do throws(FileGrants.Refusal) {
      return try value()
    } catch {
      throw failure(function, error)
    }
  }

  /// Returns the value of an expression that writes a file for a function of the API.
  func writing<Value>(
    for function: String, _ value: @autoclosure () throws(OutputFailure) -> Value
  ) throws(HostFailure) -> Value {
    do throws(OutputFailure) {
      return try value()
    } catch {
      throw failure(function, error)
    }
  }

  /// Writes random numbers of the script: they depend on the profile's seed and the number given
  /// to `math.randomseed`, so that two runs draw the same numbers.
  func fillRandom(_ words: UnsafeMutableBufferPointer<UInt64>) {
    random.fill(words, key: { (try? session().profile.seed) ?? 0 })
  }

  func seedRandom(_ numbers: [UInt64]) { random = ScriptRandom(numbers) }
}

/// The severity of a log line.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// Details for debugging.
  case debug
  /// Information for the record.
  case info
  /// A condition that needs attention.
  case warn
  case error

  /// Whether a level is less severe than another.
  package static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}
