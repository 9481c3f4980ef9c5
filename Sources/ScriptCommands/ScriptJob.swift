import Commands
import Confinement
import Foundation
import FlintJSON
import Lua
import FlintRules
import Scripting
import Sessions
import Storage
import Views

/// One run of a script on a profile, from opening the file to the commit.
struct ScriptJob {
  let options: ScriptOptions
  /// The directory of the script, which it may read; `nil` if it has none.
  var directory: String?
  /// The arguments of the script; files named there are readable.
  let arguments: [String]
  /// Whether entries are read by a line editor, which keeps a history.
  var hasHistory = false
  var input = ScriptInput()

  /// Runs a script on a thread of its own.
  ///
  /// - Parameter alternative: A source to try first; the script's own source runs if it does not
  ///   compile.
  /// - Returns: The values that the script returned.
  /// - Throws: `CommandFailure`, also if the script returned a refusal; its changes are saved in that
  ///   case.
  func run(_ script: Script, orAs alternative: [UInt8]? = nil) throws -> [LuaValue] {
    do {
      let results = Result { try runConfined(script, orAs: alternative) }
      warnImplicitGlobals(of: script, results)
      let returned = try results.get()
      if let refusal = Refusal(returned) {
        var failure = CommandFailure(refusal)
        if options.messages.errorFormat == .text { failure.json = nil }
        throw failure
      }
      return returned
    } catch let original {
      let error = explained(original)
      guard options.messages.errorFormat == .json, (error as? CommandFailure)?.status != .success
      else {
        throw error
      }
      let failure =
        error as? CommandFailure ?? CommandFailure(error)
        ?? CommandFailure(.internalError, "\(error)")
      throw failure.json == nil ? failure.withJSON(of: nil) : failure
    }
  }

  /// Adds to an I/O error that the limit of written bytes may be the cause.
  private func explained(_ error: any Error) -> any Error {
    guard var failure = error as? CommandFailure ?? CommandFailure(error),
      failure.status == .storage, let cause = failure.message.range(of: "disk I/O error")
    else { return error }
    let most = LuaLimits.text(ofBytes: options.limits.maxWritten.bytes)
    let limit = "; the profile may grow by \(most) (--max-written)"
    failure.message.insert(contentsOf: limit, at: cause.upperBound)
    if CommittedWork.clause == nil { failure.message += "; nothing was changed" }
    return failure
  }

  /// The maximum number of implicit globals that are reported; `flint check` reports all.
  private static let mostImplicitGlobals = 3
  /// The maximum size in bytes of a script that is checked for implicit globals.
  private static let longestChecked = 1 << 18

  /// Prints notes about globals to which functions of the script assign, probably for lack of `local`.
  private func warnImplicitGlobals(of script: Script, _ results: Result<[LuaValue], any Error>) {
    guard !options.messages.quiet, options.messages.errorFormat == .text,
      script.source.count <= Self.longestChecked
    else { return }
    // A script that does not compile or was stopped has other problems.
    if case .failure(let error) = results, (error as? CommandFailure)?.isScriptError != true {
      return
    }
    let implicitGlobals = ScriptCheck.implicitGlobals(in: script.source)
    for finding in implicitGlobals.prefix(Self.mostImplicitGlobals) {
      note("note: \(script.name):\(finding.line): \(TerminalText.printable(finding.message))")
    }
    if implicitGlobals.count > Self.mostImplicitGlobals {
      note("note: \(implicitGlobals.count - Self.mostImplicitGlobals) more; flint check lists them")
    }
  }

  private func runConfined(_ script: Script, orAs alternative: [UInt8]?) throws -> [LuaValue] {
    try enterSandbox([script.moduleDirectory] + script.libraries)
    // A profile created here is not removed if the script fails: other processes may use it by then.
    let store = try openStore()
    return try withScriptThread { () throws -> [LuaValue] in
      try run(script, orAs: alternative, store)
    }
  }

  /// Enters the sandbox with what was granted. Creates the profile if it does not exist.
  ///
  /// - Parameter directories: The directories of the script and its modules.
  func enterSandbox(_ directories: [String]) throws {
    let path = options.profile.path
    if !options.scratch {
      try options.profile.checkMayBeCreated(options.new, isCreating: options.create)
    }
    MemoryWatch.prepare()
    var confinement = Confinement(
      options.permissions, directories: directories, arguments: arguments,
      profile: options.scratch ? nil : path, limits: options.limits)
    confinement.setsMode = hasHistory
    if let rulebook = options.new.rulebook { confinement.reading.append(rulebook.name) }
    let isThere = FileManager.default.fileExists(atPath: path)
    if options.scratch || options.dryRun && !isThere { return try enter(confinement) }
    if !isThere {
      // Access can be granted only to existing directories. A created directory is removed if it is not
      // needed.
      let created = TemporaryFiles.createFolder(of: path)
      if options.new.rulebook?.isFile == true {
        // The rulebook is a script as well. The permissions for creating a profile are granted only
        // until it exists.
        var wider = confinement
        wider.emptying = created.first.map { [ScriptText.folder(of: $0)] } ?? []
        wider.grant(profile: path)
        try enter(wider)
        try createProfile(path)
        confinement.grant(profile: path)
        confinement.narrow()
        return
      }
      try createProfile(path)
    }
    try Sandbox.enter(
      confinement, profile: path, isWriting: !options.dryRun,
      isQuiet: options.messages.quiet)
  }

  private func enter(_ confinement: Confinement) throws {
    try Sandbox.enter(
      confinement, isQuiet: options.messages.quiet)
  }

  /// Creates the profile, unless another process creates it first: it is the same profile that was
  /// wanted.
  private func createProfile(_ path: String) throws {
    do {
      // Creating takes little time, and a thread that waits for signals would not be in the sandbox.
      let created = try options.new.create(path: path, now: options.profile.now) {
        try Signals.deferring([SIGINT, SIGTERM, SIGHUP], $0)
      }
      if !options.messages.quiet { note("created \(path): \(created.description)") }
    } catch let error as StoreError where error.code == .exists && error.path == path {}
  }

  /// Opens the profile; for a dry run a copy of it in memory.
  func openStore() throws -> Store {
    let path = options.profile.path
    let isThere = { !options.scratch && FileManager.default.fileExists(atPath: path) }
    if !isThere() && (options.scratch || options.dryRun) {
      return try Store.inMemory(
        profile: options.new.profile(now: options.profile.now),
        definition: options.new.definition.json.text())
    }
    while true {
      do {
        if isThere() { return try openExisting(path) }
        let created = try options.new.create(path: path, now: options.profile.now) {
          try withCleanupOnInterrupt(isLast: false, $0)
        }
        if !options.messages.quiet { note("created \(path): \(created.description)") }
        return created.store
      } catch let error as StoreError where error.path == path {
        // Another process created the same profile first, or removed it; it may exist again by now.
        guard error.code == .exists || error.code == .missing else { throw error }
      }
    }
  }

  private func openExisting(_ path: String) throws -> Store {
    let store = try options.profile.open(isDryRun: options.dryRun)
    var asked = options.new
    // A dry run saves nothing, so that it may use another rulebook.
    if options.dryRun { asked.rulebook = nil }
    if asked.isGiven {
      try asked.check(against: store.access { try $0.profile.read() }, path: path)
    }
    return store
  }

  private func run(
    _ script: Script, orAs alternative: [UInt8]?, _ store: Store
  ) throws -> [LuaValue] {
    let messages = ScriptMessages(options.messages)
    let sessionOptions = SessionOptions(
      now: options.profile.now?.expression, batchSource: script.name,
      rulebook: options.dryRun ? try options.new.rulebook?.definition() : nil)
    var watch: MemoryWatch?
    var before: ProfileSummary?
    let outputs = ScriptOutputs(
      isRehearsal: options.dryRun, most: options.limits.maxWritten.bytes)
    // Discards the files unless the work is committed.
    defer { outputs.discard() }
    let results = try store.sessionOnDemand(sessionOptions) { open in
      try withoutActuallyEscaping(open) { open in
        let context = context(outputs, messages) {
          // The memory for opening the profile does not count as the script's.
          let session = try watch.map { try $0.excluding(open) } ?? open()
          if options.dryRun { before = try session.reader.summary() }
          return session
        }
        let results: [LuaValue]
        do {
          results = try whileWatched {
            watch = $0
            return try run(script, orAs: alternative, context)
          }
        } catch {
          messages.end()
          if let error = error as? LuaError, case .help(let text)? = error.underlying as? ScriptEnd
          {
            StandardOutput.shared.write(text)
            try StandardOutput.shared.flush()
          }
          guard let failure = CommandFailure(scriptError: error, input: context.inputError) else {
            throw error
          }
          throw options.messages.errorFormat == .json
            ? failure.withJSON(of: error as? LuaError) : failure.sayingWhatStayed
        }
        messages.end()
        if let session = context.sessionIfOpen {
          try report(session, before: before)
        } else if options.dryRun {
          note("dry run: nothing would have changed")
        }
        try outputs.prepareForCommit()
        // The output has to be written before the commit.
        try StandardOutput.shared.flush()
        return results
      }
    }
    try outputs.placeAfterCommit()
    return results
  }

  func whileWatched<Result>(_ body: (MemoryWatch?) throws -> Result) rethrows -> Result {
    try MemoryWatch.whileScriptRuns(
      memory: options.limits.maxMemory.bytes,
      exitMessages: options.luaLimits.exitMessages[.memory], body)
  }

  /// Returns the context of a script: its files, outputs, messages and session.
  func context(
    _ outputs: ScriptOutputs, _ messages: ScriptMessages, _ session: @escaping () throws -> Session
  ) -> ScriptContext {
    let context = ScriptContext(
      hasFixedClock: options.profile.now != nil,
      files: options.permissions.files(
        directory: directory, arguments: arguments,
        profile: options.scratch ? nil : options.profile),
      environment: options.permissions.environment, outputs: outputs, input: input,
      messages: messages.sinks,
      session: session)
    context.version = Version.number
    return context
  }

  private func run(
    _ script: Script, orAs alternative: [UInt8]?, _ context: ScriptContext
  ) throws -> [LuaValue] {
    // Ctrl-C is ignored after the script has ended: the commit that follows takes little time and must
    // not be interrupted.
    try InterruptFlag.whileRunning { interrupt in
      func run(_ script: Script) throws -> [LuaValue] {
        try script.run(
          in: context, limits: options.luaLimits, write: { StandardOutput.shared.write($0) },
          started: { interrupt.watch($0) })
      }
      guard let alternative else { return try run(script) }
      var other = script
      other.source = alternative
      do {
        return try run(other)
      } catch var error as LuaError {
        // Code that is not an expression is run as statements, and their errors are reported.
        if error.code == .syntax { return try run(script) }
        if error.line == 1 {
          let line = script.source.prefix { $0 != UInt8(ascii: "\n") }
          error.sourceLine = String(decoding: line, as: UTF8.self)
        }
        throw error
      }
    }
  }

  /// Reports what a dry run would have changed, and how ambiguous local times were resolved.
  private func report(_ session: Session, before: ProfileSummary?) throws {
    let tally = session.tally
    if !options.messages.quiet { clockNotes(tally).forEach(note) }
    guard let before else { return }
    note(DryRunReport(tally: tally, before: before, after: try session.reader.summary()).text)
  }
}

extension ScriptOutputs {
  /// Writes the files to disk, before the commit.
  func prepareForCommit() throws {
    do {
      try prepare()
    } catch {
      throw error.isLimit
        ? CommandFailure(error)
        : CommandFailure(.storage, "\(error); \(CommittedWork.clause ?? "nothing was changed")")
    }
  }

  /// Moves the files to their paths, after the commit.
  func placeAfterCommit() throws {
    do {
      try moveToTargets()
    } catch {
      throw CommandFailure(.storage, "\(error); the recorded events were saved nevertheless")
    }
  }
}
