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
    if let underlying = error.underlying {
      let failure =
        CommandFailure(underlying) ?? CommandFailure(importError: underlying)
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
  }

  /// The message, the source line with a caret, and the traceback.
  ///
  /// - Parameter keepingLines: whether the message's lines are kept as such; Flint's own may list
  ///   faults one below the other.
  private static func text(of error: LuaError, keepingLines: Bool) -> String {
    let message = error.message.prefix(4000)
    let lines = keepingLines ? message.split(separator: "\n") : [message]
    var text = lines.map { LuaError.printable(String($0), keepingTabs: true) }
      .joined(separator: "\n")
    if error.message.count > 4000 { text += " …" }
    if let excerpt = error.excerpt { text += "\n" + excerpt }
    let frames = error.tracebackLines
    if frames.count > 1 {
      text +=
        "\ntraceback:\n"
        + frames.map { "  " + LuaError.printable($0) }.joined(separator: "\n")
    }
    return text
  }
}

extension LuaValue {
  /// The value as `flint eval` prints it: strings as they are, tables as JSON.
  var shown: String {
    if case .string(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
    return json.text()
  }

  private var json: JSONValue {
    switch self {
    case .nil: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .array(let items): .array(items.map(\.json))
    case .table(let entries): .object(entries.map { ($0.key.shown, $0.value.json) })
    }
  }
}
