import CounterRandom
public import Lua
public import Rules
public import Sessions

/// What a running script has to do with: the profile it works on, where its words go, and what it
/// may read. Confined to the script's thread.
public final class ScriptContext {
  /// Where log lines and progress go.
  public struct Messages {
    /// A line of a level, with fields, a JSON object, if there are any.
    public var log: (LogLevel, String, JSONValue?) -> Void
    /// How far the script is.
    public var progress: (_ done: Int64, _ total: Int64, _ message: String) -> Void
    /// How far an iterator, which has a number, is by itself; `nil` at its end.
    public var iteration: (_ number: Int, HostProgress?) -> Void

    /// Makes sinks; without any given, nothing is shown.
    public init(
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
  /// The files that the script writes.
  private(set) var outputs: ScriptOutputs
  let messages: Messages
  private var openSession: () throws -> Session
  private var opened: Session?
  private var random: StreamReader?
  private var randomSeed: UInt64 = 0
  private var clockReadings: Int64 = 0
  /// What was wrong with an input file, if a script has met something: a script may catch that, and
  /// if it does not, the process tells it apart from a fault of the script's.
  public private(set) var inputError: InputError?
  /// The version of Flint, as results of simulations tell it.
  public var version = ""
  /// What the script is given, and what it is called.
  var arguments: [String] = []
  var scriptName = "script.lua"
  /// Why there is no profile to work on, while there is none.
  var absence: String?
  /// Whether a test runs, which goes on after what ends a script.
  var isTest = false
  /// Takes what a plan's file asserts, where it is one.
  var planAssertions: PlanAssertions?
  /// Called with the session once it is open.
  var didOpen: ((Session) -> Void)?
  /// Bytes that a profile's state holds of an event, about; longer texts are counted as they are.
  static let eventSize = 160
  /// Whether the script's now was fixed from outside, so that no clock may show through.
  let hasFixedClock: Bool

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - hasFixedClock: whether now was given, so that CPU time must not show either.
  ///   - files: what the script may read and write.
  ///   - environment: which variables it may see.
  ///   - outputs: takes what the script writes into files.
  ///   - messages: where log lines and progress go.
  ///   - session: opens the session; called at most once, when the script first needs it.
  public init(
    hasFixedClock: Bool, files: FileGrants, environment: EnvironmentGrants = EnvironmentGrants(),
    outputs: ScriptOutputs = ScriptOutputs(most: 0),
    messages: Messages,
    session: @escaping () throws -> Session
  ) {
    self.hasFixedClock = hasFixedClock
    self.files = files
    self.environment = environment
    self.outputs = outputs
    self.messages = messages
    openSession = session
  }

  /// The session, if the script has needed one.
  public var sessionIfOpen: Session? { opened }

  /// The session, opened at the first use. A store that cannot be opened ends the script.
  func session() throws(HostFailure) -> Session {
    if let work { throw .message("the profile cannot be used in here: \(work) is at work") }
    if let opened { return opened }
    if let absence { throw .message(absence) }
    do {
      let session = try openSession()
      opened = session
      didOpen?(session)
      return session
    } catch {
      throw .fatal(error)
    }
  }

  /// Works on another profile from here on, or on none, with nothing left of what was drawn before.
  func change(to session: Session?) {
    opened = session
    random = nil
    randomSeed = 0
    clockReadings = 0
  }

  /// Begins a piece of work of its own, with another session and other files.
  func begin(outputs: ScriptOutputs, session: @escaping () throws -> Session) {
    outputs.number(after: self.outputs)
    self.outputs = outputs
    openSession = session
    opened = nil
    inputError = nil
  }

  /// Ends the piece of work: nothing is left of its session.
  func end() {
    opened = nil
    openSession = { throw SessionError.ended }
  }

  /// What has the session to itself while functions of the script's are called.
  private var work: String?

  /// Does work during which functions of the script's may be called, and keeps these from the
  /// session.
  func alone<Result>(_ work: String, _ body: () throws -> Result) rethrows -> Result {
    self.work = work
    defer { self.work = nil }
    return try body()
  }

  /// Raises what is wrong with an input file.
  func failure(_ function: String, _ error: InputError) -> HostFailure {
    inputError = error
    return .message("\(function): \(error.message)")
  }

  /// Raises why a file cannot be had.
  func failure(_ function: String, _ refusal: FileGrants.Refusal) -> HostFailure {
    failure(function, InputError(message: refusal.message, isMissing: true))
  }

  /// Raises why a file cannot be written.
  func failure(_ function: String, _ failure: OutputFailure) -> HostFailure {
    if failure.isLimit { return isTest ? .again(failure.message) : .fatal(failure) }
    return self.failure(function, InputError(message: failure.message, isMissing: true))
  }

  /// What a script draws from: the profile's seed and the number given to `math.randomseed`, so
  /// that two runs draw the same.
  func nextRandom() -> UInt64 {
    if random == nil {
      // "scri": apart from every purpose that the rules draw for.
      random = StreamReader(
        key: (try? session().profile.seed) ?? 0, identity: randomSeed, purpose: 0x7363_7269)
    }
    return random?.next64() ?? 0
  }

  func seedRandom(_ words: [UInt64]) {
    randomSeed = words.reduce(0) { ($0 &* 0x9E37_79B9_7F4A_7C15) ^ $1 }
    random = nil
  }

  /// The next reading of a clock that goes one millisecond a look, for runs with a fixed now.
  func tick() -> Double {
    clockReadings += 1
    return Double(clockReadings) / 1000
  }
}

/// How much a log line matters.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// For whoever looks for a fault.
  case debug
  /// For the record.
  case info
  /// Something to look at.
  case warn
  /// Something went wrong.
  case error

  /// Whether a level matters less than another.
  public static func < (one: LogLevel, other: LogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

extension HostFailure {
  /// What a refused session call means for a script, where it is no argument of the call's.
  init(_ error: SessionError) {
    if case .store = error {
      self = .fatal(error)
    } else {
      self = .message(error.description)
    }
  }
}
