import Lua
import Rules
import Scripting
import Sessions
import Storage

extension CommandFailure {
  /// What an error of a script's run means for the process; `nil` for errors of other origin.
  ///
  /// - Parameter input: what was last found wrong with an input file: if that is what the script
  ///   ended with, the file is to blame.
  init?(scriptError error: any Error, input: InputError?) {
    guard let error = error as? LuaError else { return nil }
    switch error.underlying as? ScriptEnd {
    case .help?:
      self.init(status: .success, message: "")
      return
    case .misuse(let text)?:
      self.init(status: .usage, message: text)
      return
    case .failure(let text)?:
      let lines = text.prefix(4000).split(separator: "\n", omittingEmptySubsequences: false)
      self.init(
        status: .failure,
        message: lines.map { TerminalText.printable(String($0), keepingTabs: true) }
          .joined(separator: "\n"))
      return
    case nil: break
    }
    if let underlying = error.underlying {
      let failure =
        (underlying as? OutputFailure).map { CommandFailure($0) } ?? CommandFailure(underlying)
        ?? CommandFailure(importError: underlying)
        ?? CommandFailure(scriptError: underlying, input: nil)
      if let failure {
        self = failure
        return
      }
      self.init(status: .internalError, message: "\(underlying)")
      return
    }
    var status = ExitStatus.failure
    if case .stopped(let reason) = error.code {
      status = LimitOptions.statuses[reason] ?? .failure
    }
    var isInput = false
    if let input, error.code == .runtime, error.message.hasSuffix(input.message) {
      status = input.isMissing ? .storage : .badInput
      isInput = true
    }
    // Lua does not start only where --max-memory is too small for it.
    if error.code == .setup { status = .memoryLimit }
    self.init(status: status, message: CommandFailure.text(of: error, keepingLines: isInput))
    isScriptError = error.code == .runtime
  }

  /// What it means for the process that a file of a script's cannot be written.
  init(_ error: OutputFailure) {
    self.init(status: error.isLimit ? .failure : .storage, message: error.message)
  }

  /// The message, the source line with a caret, and the traceback.
  ///
  /// - Parameter keepingLines: whether the message's lines are kept as such; Flint's own may list
  ///   faults one below the other.
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
  /// What it means for the process that a script returned a refusal as its result.
  init(_ refusal: Refusal) {
    self.init(
      status: .failure, message: TerminalText.printable(String(refusal.message.prefix(4000))))
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
  /// The failure with what programs read of it: `{"error": {…}}`.
  ///
  /// - Parameter error: what it was, if it was a script's.
  func withJSON(of error: LuaError?) -> CommandFailure {
    // A script that ended itself has no place where it went wrong.
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
