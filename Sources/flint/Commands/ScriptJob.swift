import Confinement
import Foundation
import Lua
import Rules
import Scripting
import Sessions
import Storage

/// Runs one script over one profile, from opening the file to the commit.
struct ScriptJob {
  let options: ScriptOptions
  /// The script's own directory, beneath which it may read; `nil` if it has none.
  var directory: String?
  /// What the script is given; files named there it may read.
  let arguments: [String]
  /// Takes where the script spends its time, if that is wanted.
  var samples: SampleFile?

  /// Runs a script on a thread of its own.
  ///
  /// - Parameter alternative: a source to be tried first; if it does not compile, the script's own
  ///   runs.
  /// - Returns: what the script returned.
  /// - Throws: `CommandFailure` also where it returned a refusal; what it recorded is kept then.
  func run(_ script: Script, orAs alternative: [UInt8]? = nil) throws -> [LuaValue] {
    do {
      let results = Result { try runConfined(script, orAs: alternative) }
      tellAccidents(of: script, results)
      do {
        try samples?.write()
      } catch let failure as CommandFailure {
        guard case .failure = results else { throw failure }
        // What the script ended with is what counts.
        note("note: \(failure.message)")
      }
      let returned = try results.get()
      if let refusal = Refusal(returned) {
        var failure = CommandFailure(refusal)
        if options.errorFormat == .text { failure.json = nil }
        throw failure
      }
      return returned
    } catch let original {
      let error = explained(original)
      guard options.errorFormat == .json, (error as? CommandFailure)?.status != .success else {
        throw error
      }
      let failure =
        error as? CommandFailure ?? CommandFailure(error)
        ?? CommandFailure(status: .internalError, message: "\(error)")
      throw failure.json == nil ? failure.told(asJSONOf: nil) : failure
    }
  }

  /// Says of a failure of the disk that it may be the limit of what scripts write.
  private func explained(_ error: any Error) -> any Error {
    guard var failure = error as? CommandFailure ?? CommandFailure(error),
      failure.status == .storage, failure.message.hasSuffix("disk I/O error")
    else { return error }
    let most = LuaLimits.text(ofBytes: options.limits.maxWritten.bytes)
    failure.message +=
      "; the profile may grow by \(most) (--max-written); nothing was kept since the last checkpoint"
    return failure
  }

  /// So many globals that functions assign to are told; `flint check` tells them all.
  private static let mostAccidents = 3
  /// A longer script is not looked at for them.
  private static let longestLookedAt = 1 << 18

  /// Tells which globals functions of the script assign to, by accident it seems.
  private func tellAccidents(of script: Script, _ results: Result<[LuaValue], any Error>) {
    guard !options.quiet, options.errorFormat == .text, script.source.count <= Self.longestLookedAt
    else { return }
    // What does not compile, or was stopped, has other troubles.
    if case .failure(let error) = results, (error as? CommandFailure)?.isScriptError != true {
      return
    }
    let accidents = ScriptCheck.accidentalGlobals(in: script.source)
    for finding in accidents.prefix(Self.mostAccidents) {
      note("note: \(script.name):\(finding.line): \(TerminalText.printable(finding.message))")
    }
    if accidents.count > Self.mostAccidents {
      note("note: \(accidents.count - Self.mostAccidents) more; flint check lists them")
    }
  }

  private func runConfined(_ script: Script, orAs alternative: [UInt8]?) throws -> [LuaValue] {
    try enterSandbox([script.moduleDirectory] + script.libraries)
    // A profile made here stays, empty, when the script fails: by then others may be using it.
    let store = try openStore()
    return try withScriptThread { () throws -> [LuaValue] in
      try run(script, orAs: alternative, store)
    }
  }

  /// From here on the kernel keeps the process from everything that was not granted. A profile that is
  /// not there yet is made.
  ///
  /// - Parameter directories: where the script and its modules are.
  func enterSandbox(_ directories: [String]) throws {
    let path = options.profile.path
    if !options.scratch {
      try options.profile.checkMayBeMade(options.new, isCreating: options.create)
    }
    MemoryWatch.prepare()
    var confinement = Confinement(
      options.permissions, directories: directories, arguments: arguments,
      profile: options.scratch ? nil : path, limits: options.limits)
    if let rulebook = options.new.rulebook { confinement.reading.append(rulebook.name) }
    let isThere = FileManager.default.fileExists(atPath: path)
    if options.scratch || options.dryRun && !isThere { return try enter(confinement) }
    if !isThere {
      // A profile's directory has to be there to be granted. What was made in vain goes again.
      let made = Drafts.makeFolder(of: path)
      if options.new.rulebook?.isFile == true {
        // The rulebook is a script as well. What making a profile takes is granted to that alone.
        var wider = confinement
        wider.emptying = made.first.map { [ScriptText.folder(of: $0)] } ?? []
        wider.grant(profile: path, isWriting: true)
        try enter(wider)
        try makeProfile(path)
        confinement.grant(profile: path, isWriting: true)
        confinement.narrow()
        return
      }
      try makeProfile(path)
    }
    try Sandbox.enter(
      confinement, profile: path, isWriting: !options.dryRun, isRequired: options.requireSandbox,
      isQuiet: options.quiet)
  }

  private func enter(_ confinement: Confinement) throws {
    try Sandbox.enter(
      confinement, isRequired: options.requireSandbox, isQuiet: options.quiet)
  }

  /// Makes the profile, unless another process is faster: it is the same profile that was wanted.
  private func makeProfile(_ path: String) throws {
    do {
      // It does not take long, and a thread that waits for signals would not be in the sandbox.
      let made = try options.new.create(path: path, now: options.profile.now) {
        try Signals.deferring([SIGINT, SIGTERM, SIGHUP], $0)
      }
      if !options.quiet { note("made \(path): \(made.description)") }
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
        let made = try options.new.create(path: path, now: options.profile.now) {
          try withoutRemains(isLast: false, $0)
        }
        if !options.quiet { note("made \(path): \(made.description)") }
        return made.store
      } catch let error as StoreError where error.path == path {
        // Another process was faster: it made the same profile that was wanted, or took it away; by now
        // there may be one again.
        guard error.code == .exists || error.code == .missing else { throw error }
      }
    }
  }

  private func openExisting(_ path: String) throws -> Store {
    let store =
      options.dryRun
      ? try Store.openForReading(path: path).copyInMemory() : try Store.open(path: path)
    var asked = options.new
    // What keeps nothing may go by other rules.
    if options.dryRun { asked.rulebook = nil }
    if asked.isGiven { try asked.check(against: store.access { try $0.profile() }, path: path) }
    return store
  }

  private func run(
    _ script: Script, orAs alternative: [UInt8]?, _ store: Store
  ) throws -> [LuaValue] {
    let messages = ScriptMessages(
      isQuiet: options.quiet, level: options.logLevel, format: options.logFormat)
    let sessionOptions = SessionOptions(
      now: options.profile.now, batchSource: script.name,
      rulebook: options.dryRun ? try options.new.rulebook?.definition() : nil)
    var watch: MemoryWatch?
    var before: ProfileSummary?
    let outputs = ScriptOutputs(
      isRehearsal: options.dryRun, most: options.limits.maxWritten.bytes)
    // Whatever keeps the work from being kept.
    defer { outputs.discard() }
    let results = try store.sessionOnDemand(sessionOptions) { open in
      try withoutActuallyEscaping(open) { open in
        let context = context(outputs, messages) {
          // What a profile takes by itself is not the script's.
          let session = try watch.map { try $0.passingOver(open) } ?? open()
          if options.dryRun { before = try session.summary() }
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
          throw options.errorFormat == .json
            ? failure.told(asJSONOf: error as? LuaError) : failure
        }
        messages.end()
        if let session = context.sessionIfOpen {
          try report(session, before: before)
        } else if options.dryRun {
          note("dry run: nothing would have changed")
        }
        try outputs.prepareForCommit()
        // What was printed has to arrive before the profile says that it was.
        try StandardOutput.shared.flush()
        return results
      }
    }
    try outputs.placeAfterCommit()
    return results
  }

  /// Has a watch kept over the memory of the process while a script runs.
  func whileWatched<Result>(_ body: (MemoryWatch?) throws -> Result) rethrows -> Result {
    try MemoryWatch.whileScriptRuns(
      memory: options.limits.maxMemory.bytes,
      lastWords: options.limits.limits(lastWords: options.errorFormat).lastWords[.memory], body)
  }

  /// What a script has to do with.
  func context(
    _ outputs: ScriptOutputs, _ messages: ScriptMessages, _ session: @escaping () throws -> Session
  ) -> ScriptContext {
    let context = ScriptContext(
      hasFixedClock: options.profile.now != nil,
      files: options.permissions.files(
        directory: directory, arguments: arguments,
        profile: options.scratch ? nil : options.profile),
      environment: options.permissions.environment, outputs: outputs, messages: messages.sinks,
      session: session)
    context.version = Version.number
    return context
  }

  private func run(
    _ script: Script, orAs alternative: [UInt8]?, _ context: ScriptContext
  ) throws -> [LuaValue] {
    // From its end on Ctrl-C is ignored: what follows is the commit, which is not to be left half-way
    // and does not take long.
    try InterruptFlag.whileRunning { try run(script, orAs: alternative, context, $0) }
  }

  private func run(
    _ script: Script, orAs alternative: [UInt8]?, _ context: ScriptContext,
    _ interrupt: InterruptFlag
  ) throws -> [LuaValue] {
    func run(_ script: Script) throws -> [LuaValue] {
      var limits = options.limits.limits(lastWords: options.errorFormat)
      if samples != nil { limits.sampling = SampleFile.interval }
      return try script.run(
        in: context, limits: limits, write: { StandardOutput.shared.write($0) },
        started: { interrupt.watch($0) }, sampled: { samples?.stacks = $0 })
    }
    if let alternative {
      var other = script
      other.source = alternative
      do {
        return try run(other)
      } catch var error as LuaError {
        // What is not an expression is statements, and their errors are what counts.
        if error.code != .syntax {
          if error.line == 1 { error.sourceLine = String(decoding: script.source, as: UTF8.self) }
          throw error
        }
      }
    }
    return try run(script)
  }

  /// Says what a dry run would have changed, and what had to be decided about local times.
  private func report(_ session: Session, before: ProfileSummary?) throws {
    let tally = session.tally
    if !options.quiet {
      for (count, what) in [
        (tally.ambiguousTimes, "shown twice by the clocks (the earlier instant was taken)"),
        (tally.skippedTimes, "skipped by the clocks (the offset before was taken)"),
      ] where count > 0 {
        note("note: \(counted(count, "local time")) \(count == 1 ? "was" : "were") \(what)")
      }
    }
    guard let before else { return }
    note(DryRunReport(tally: tally, before: before, after: try session.summary()).text)
  }
}

extension ScriptOutputs {
  /// What goes into files has to be on the disk before the profile says so.
  func prepareForCommit() throws {
    do {
      try prepare()
    } catch {
      throw error.isLimit
        ? CommandFailure(error)
        : CommandFailure(status: .storage, message: "\(error); nothing was kept")
    }
  }

  /// Puts the files in their places; the profile says already that they are there.
  func placeAfterCommit() throws {
    do {
      try place()
    } catch {
      throw CommandFailure(
        status: .storage, message: "\(error); what was recorded is kept all the same")
    }
  }
}
