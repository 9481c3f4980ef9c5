import FlintJSON
package import Lua
package import FlintRules
import FlintSchema
package import Scripting
import Sessions
package import Storage
package import Transfer
import Views

extension CommandFailure {
  /// Creates the failure for an error of the sessions or the storage; `nil` for other errors.
  package init?(_ error: any Error) {
    switch error {
    case let error as StoreError, SessionError.store(let error):
      self.init(error, committed: CommittedWork.clause)
    case let error as SessionError:
      let advice =
        if case .tooEarly = error { "; flint edit NAME at=DAY moves the creation" } else { "" }
      self.init(.failure, error.description + advice)
    default: return nil
    }
  }

  /// - Parameter committed: A clause about what was committed before; `nil` if nothing was.
  package init(_ error: StoreError, committed: String?) {
    self.init(error.code == .exists ? .failure : .storage, error.text(committed: committed))
  }

  /// Returns the failure for a name that does not exist in the profile.
  ///
  /// - Parameters:
  ///   - kind: The kind of the named object, such as `project`.
  ///   - names: The existing names, for a suggestion.
  ///   - command: The command that lists the names.
  package static func unknown(
    _ kind: String, _ name: String, among names: some Sequence<String>, listedBy command: String
  ) -> CommandFailure {
    CommandFailure(
      .failure,
      "there is no \(kind) \"\(name)\"\(NearestName.hint(for: name, among: names)); "
        + "\(command) lists them")
  }

  /// Returns the failure for the name of a project that does not exist.
  package static func unknown(project: String, _ tasks: TasksState) -> CommandFailure {
    unknown(
      "project", project, among: tasks.projects.map(\.name.text),
      listedBy: "flint tasks --projects")
  }

  /// Returns the failure for the name or id of a tracker that does not exist.
  package static func unknown(tracker: String, _ trackers: TrackersState) -> CommandFailure {
    unknown(
      "tracker", tracker, among: trackers.trackers.map(\.content.name), listedBy: "flint trackers")
  }

  /// Creates the failure for an error of a script; `nil` for other errors.
  ///
  /// - Parameter input: The latest error in an input file. If the script failed with it, the input file
  ///   is invalid rather than the script.
  package init?(scriptError error: any Error, input: InputError?) {
    guard let error = error as? LuaError else { return nil }
    guard let underlying = error.underlying else {
      self.init(error, input)
      return
    }
    switch underlying {
    case ScriptEnd.help: self.init(.success, "")
    case ScriptEnd.misuse(let text): self.init(.usage, text)
    case ScriptEnd.failure(let text):
      let lines = text.prefix(4000).split(separator: "\n", omittingEmptySubsequences: false)
      self.init(
        .failure,
        lines.map { TerminalText.printable(String($0), keepingTabs: true) }
          .joined(separator: "\n"))
    case let failure as OutputFailure: self.init(failure)
    default:
      self =
        CommandFailure(underlying) ?? CommandFailure(importError: underlying)
        ?? CommandFailure(scriptError: underlying, input: nil)
        ?? CommandFailure(.internalError, "\(underlying)")
    }
  }

  private init(_ error: LuaError, _ input: InputError?) {
    var status = ExitStatus.failure
    if case .stopped(let reason) = error.code {
      status = LimitOptions.statuses[reason] ?? .failure
    }
    var isInput = false
    if let input, error.code == .runtime, error.message.hasSuffix(input.message) {
      status = input.isMissing ? .storage : .badInput
      isInput = true
    }
    // The only reason for Lua not to start is that --max-memory is too small.
    if error.code == .setup { status = .memoryLimit }
    self.init(status, CommandFailure.text(of: error, keepingLines: isInput))
    isScriptError = error.code == .runtime
  }

  /// Creates the failure for a file that a script could not write.
  package init(_ error: OutputFailure) {
    self.init(error.isLimit ? .failure : .storage, error.message)
  }

  /// Returns the message, the source line with a caret, and the traceback.
  ///
  /// - Parameter keepingLines: Whether line breaks in the message are retained; Flint's own messages
  ///   may list several errors.
  private static func text(of error: LuaError, keepingLines: Bool) -> String {
    let message = error.message.prefix(4000)
    let lines = keepingLines ? message.split(separator: "\n") : [message]
    var text = lines.map { TerminalText.printable(String($0), keepingTabs: true) }
      .joined(separator: "\n")
    if error.message.count > 4000 { text += " …" }
    if let excerpt = error.excerpt { text += "\n" + excerpt }
    for cause in error.causes { text += "\ncaused by: " + TerminalText.printable(cause) }
    let frames = error.tracebackLines
    if frames.count > 1 {
      text +=
        "\ntraceback:\n"
        + frames.map { "  " + TerminalText.printable($0) }.joined(separator: "\n")
    }
    return text
  }

  /// Returns the failure of a script with what it committed before, unless that is said already.
  package var sayingWhatStayed: CommandFailure {
    guard status != .success, CommittedWork.current.records > 0, let clause = CommittedWork.clause,
      !message.contains(clause)
    else { return self }
    var failure = self
    failure.message += "\n" + clause
    return failure
  }

  /// Creates the failure for a script that returned a refusal as its result.
  package init(_ refusal: Refusal) {
    self.init(.failure, TerminalText.printable(String(refusal.message.prefix(4000))))
    let members: [(String, JSONValue)] = [
      ("status", .integer(Int64(status.rawValue))), ("kind", .string("refusal")),
      ("code", .string(refusal.code)),
      ("message", .string(String(refusal.message.prefix(4000)))),
      ("value", refusal.value.json),
    ]
    json = JSONValue.object([("error", .object(members))]).text()
  }

  /// Returns the failure with its JSON form: `{"error": {…}}`.
  ///
  /// - Parameter error: The error of the script, if there was one.
  package func withJSON(of error: LuaError?) -> CommandFailure {
    // A script that ended itself has no position of an error.
    if error?.underlying is ScriptEnd { return withJSON(of: nil, kind: "script") }
    return withJSON(of: error, kind: Self.kind(of: error))
  }

  private func withJSON(of error: LuaError?, kind: String) -> CommandFailure {
    var members: [(String, JSONValue)] = [
      ("status", .integer(Int64(status.rawValue))), ("kind", .string(kind)),
      ("message", .string(String((error?.detail ?? message).prefix(4000)))),
    ]
    if let error {
      if let chunk = error.chunk { members.append(("file", .string(chunk))) }
      if let line = error.line { members.append(("line", .integer(Int64(line)))) }
      if let columns = error.columns {
        members.append(("column", .integer(Int64(columns.lowerBound))))
        members.append(("end_column", .integer(Int64(columns.upperBound))))
      }
      if let source = error.sourceLine { members.append(("source", .string(source))) }
      if let value = error.value { members.append(("value", value.json)) }
      if !error.causes.isEmpty {
        members.append(("causes", .array(error.causes.map { .string($0) })))
      }
      let frames = error.traceback.map {
        JSONValue.object([
          ("file", .string($0.chunk)), ("line", .integer(Int64($0.line))),
          ("function", .string($0.function)), ("coroutine", .boolean($0.isCoroutine)),
        ])
      }
      if !frames.isEmpty { members.append(("traceback", .array(frames))) }
    }
    let records = CommittedWork.current.records
    if records > 0 { members.append(("committed", .integer(records))) }
    var failure = self
    failure.json = JSONValue.object([("error", .object(members))]).text()
    return failure
  }

  private static func kind(of error: LuaError?) -> String {
    switch error?.code {
    case .syntax: "syntax"
    case .runtime: "runtime"
    case .stopped: "stopped"
    case .setup: "setup"
    case nil: "flint"
    }
  }

  /// Creates the failure for an error of a mapping; `nil` for other errors.
  package init?(mappingError error: any Error) {
    switch error {
    case let error as LuaFileError:
      self.init(error.isMissing ? .storage : .badInput, error.description)
    case is LuaError:
      self.init(scriptError: error, input: nil)
      // Behind the sentence comes the line of the file.
      let end = message.firstIndex(of: "\n") ?? message.endIndex
      message =
        "the mapping: \(message[..<end]); \(MappingFile.limits); nothing was recorded"
        + message[end...]
    default: return nil
    }
  }

  /// Creates the failure for a file that cannot be read, or is not valid.
  package init(_ error: InputFailure) {
    self.init(error.isUnreadable ? .storage : .badInput, "\(error)")
  }

  /// Creates the failure for an error of an import; `nil` for other errors.
  ///
  /// - Parameter committed: The number of committed rows; `nil` if none were committed.
  package init?(importError error: any Error, committed: Int? = nil) {
    let stays = committed.map {
      "\(counted($0, "row")) stayed committed: import again to continue"
    }
    let kept = "; \(stays ?? "nothing was recorded")"
    switch error {
    case let error as StoreError, SessionError.store(let error):
      guard let stays else { return nil }
      self.init(error, committed: stays)
    case let error as ImportStopped:
      self.init(.badInput, shown("\(error)") + kept)
    case let error as InputFailure:
      self.init(
        error.isUnreadable ? .storage : .badInput,
        "\(error)" + (error.isUnreadable && committed == nil ? "" : kept))
    case let error as FormatProblem:
      self.init(.badInput, "\(error)\(kept)")
    default: return nil
    }
  }
}
