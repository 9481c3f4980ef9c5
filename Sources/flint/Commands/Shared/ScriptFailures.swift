import JSON
import Lua
import Rules
import Scripting
import Sessions
import Storage

extension CommandFailure {
  /// Creates the failure for an error of a script; `nil` for other errors.
  ///
  /// - Parameter input: The latest error in an input file. If the script failed with it, the input file
  ///   is invalid rather than the script.
  init?(scriptError error: any Error, input: InputError?) {
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
  init(_ error: OutputFailure) {
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
}

extension CommandFailure {
  /// Creates the failure for a script that returned a refusal as its result.
  init(_ refusal: Refusal) {
    self.init(.failure, TerminalText.printable(String(refusal.message.prefix(4000))))
    json = JSONValue.object([
      (
        "error",
        .object([
          ("status", .integer(Int64(status.rawValue))), ("kind", .string("refusal")),
          ("code", .string(refusal.code)),
          ("message", .string(String(refusal.message.prefix(4000)))),
          ("value", refusal.value.json),
        ])
      )
    ]).text()
  }
}

extension CommandFailure {
  /// Returns the failure with its JSON form: `{"error": {…}}`.
  ///
  /// - Parameter error: The error of the script, if there was one.
  func withJSON(of error: LuaError?) -> CommandFailure {
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
      if !error.traceback.isEmpty {
        members.append(
          (
            "traceback",
            .array(
              error.traceback.map {
                .object([
                  ("file", .string($0.chunk)), ("line", .integer(Int64($0.line))),
                  ("function", .string($0.function)), ("coroutine", .boolean($0.isCoroutine)),
                ])
              })
          ))
      }
    }
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
}
