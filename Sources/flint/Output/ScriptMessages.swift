import Glibc
import Lua
import Rules
import Scripting

/// Log lines and progress of a script, on standard error.
final class ScriptMessages {
  private let isQuiet: Bool
  private let level: LogLevel
  private let format: MessageFormat
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var lastShown: Int64 = -1
  private var isBarOpen = false

  /// - Parameters:
  ///   - isQuiet: whether nothing below an error is shown.
  ///   - level: what is shown at least.
  ///   - format: how.
  init(isQuiet: Bool, level: LogLevel = .info, format: MessageFormat = .text) {
    self.isQuiet = isQuiet
    self.level = isQuiet ? .error : level
    self.format = format
  }

  var sinks: ScriptContext.Messages {
    ScriptContext.Messages(
      log: { [self] level, message, fields in log(level, message, fields) },
      progress: { [self] done, total, message in progress(done, total, message) })
  }

  private func log(_ level: LogLevel, _ message: String, _ fields: JSONValue?) {
    if level < self.level { return }
    end()
    switch format {
    case .text:
      let more = fields.map { " " + LuaError.printable($0.text()) } ?? ""
      note("\(level.rawValue): \(LuaError.printable(message))\(more)")
    case .json:
      var members: [(String, JSONValue)] = [
        ("level", .string(level.rawValue)), ("message", .string(message)),
      ]
      if let fields { members.append(("fields", fields)) }
      note(JSONValue.object(members).text())
    }
  }

  /// A line that is written over on a terminal; elsewhere a line each tenth of the way.
  private func progress(_ done: Int64, _ total: Int64, _ message: String) {
    if isQuiet { return }
    let percent = total > 0 ? min(100, Int64(Double(done) / Double(total) * 100)) : 0
    let step = isTerminal && format == .text ? percent : percent / 10
    if step == lastShown && done != total { return }
    lastShown = step
    if format == .json {
      return note(
        JSONValue.object([
          ("progress", .integer(done)), ("total", .integer(total)), ("message", .string(message)),
        ]).text())
    }
    let words = message.isEmpty ? "progress" : LuaError.printable(message)
    let text = "\(words): \(grouped(done)) of \(grouped(total)) (\(percent) %)"
    if isTerminal {
      isBarOpen = true
      var line = "\r\u{1B}[K" + text
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    } else {
      note(text)
    }
  }

  /// Leaves the line of progress, if one stands.
  func end() {
    if isBarOpen { note("") }
    isBarOpen = false
    lastShown = -1
  }
}
