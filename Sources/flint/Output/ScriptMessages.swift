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
  private var isBarOpen = false
  /// What progress was last told of, and since when.
  private var shown: Shown?

  private struct Shown {
    /// The iterator; `nil` where the script itself says how far it is.
    var iterator: Int?
    var began: ContinuousClock.Instant
    var told: ContinuousClock.Instant?
    var step: Int64 = -1
  }

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
      progress: { [self] done, total, message in progress(done, total, message) },
      iteration: { [self] number, progress in iteration(number, progress) })
  }

  private func log(_ level: LogLevel, _ message: String, _ fields: JSONValue?) {
    if level < self.level { return }
    leaveBar()
    switch format {
    case .text:
      let more = fields.map { " " + TerminalText.printable($0.text()) } ?? ""
      note("\(level.rawValue): \(TerminalText.printable(message))\(more)")
    case .json:
      var members: [(String, JSONValue)] = [
        ("level", .string(level.rawValue)), ("message", .string(message)),
      ]
      if let fields { members.append(("fields", fields)) }
      note(JSONValue.object(members).text())
    }
  }

  // MARK: Progress

  /// What the script says: a bar on a terminal; elsewhere a line each tenth of the way, so that two
  /// runs say the same.
  private func progress(_ done: Int64, _ total: Int64, _ message: String) {
    if isQuiet { return }
    // Scripts say it at each step of loops, and most of these are not told.
    let own = self.shown.flatMap { $0.iterator == nil ? $0 : nil }
    let step = ProgressText.percent(done, of: total) / 10
    let isBar = isTerminal && format == .text
    if !isBar, done != total, step == own?.step { return }
    let now = ContinuousClock.now
    var shown = own ?? Shown(iterator: nil, began: now)
    if isBar, done != total, let told = shown.told, now - told < .milliseconds(100) { return }
    shown.step = step
    shown.told = now
    // What begins anew after its end has a time of its own.
    self.shown = done == total ? nil : shown
    tell(
      ProgressText(
        message: TerminalText.printable(message), done: done, total: total,
        seconds: (now - shown.began) / .seconds(1)))
  }

  /// So long an iterator goes on before it is told of; elsewhere than on a terminal a line comes each
  /// time that so long has passed.
  private static let patience = (bar: Duration.seconds(2), line: Duration.seconds(10))

  /// What is known of an iterator on its way; `nil` at its end. The outermost of those that are open is
  /// told of, unless the script itself says how far it is.
  private func iteration(_ number: Int, _ progress: HostProgress?) {
    if isQuiet { return }
    guard let progress else {
      if shown?.iterator == number { end(isCleared: true) }
      return
    }
    let now = ContinuousClock.now
    guard var shown else {
      self.shown = Shown(iterator: number, began: now)
      return
    }
    guard let iterator = shown.iterator, iterator >= number else { return }
    if iterator > number {
      self.shown = Shown(iterator: number, began: now)
      return
    }
    let isBar = isTerminal && format == .text
    if now - shown.began < (isBar ? Self.patience.bar : Self.patience.line) { return }
    if let told = shown.told, now - told < (isBar ? .milliseconds(100) : Self.patience.line) {
      return
    }
    shown.told = now
    self.shown = shown
    tell(
      ProgressText(
        message: TerminalText.printable(progress.name ?? ""), done: progress.done,
        total: progress.total, isInBytes: progress.isInBytes,
        seconds: (now - shown.began) / .seconds(1)))
  }

  private func tell(_ text: ProgressText) {
    if format == .json {
      var members: [(String, JSONValue)] = [
        ("progress", .integer(text.done)), ("total", .integer(text.total)),
        ("message", .string(text.message)),
      ]
      if let rate = text.rate { members.append(("per_second", .number(rate))) }
      if let left = text.secondsLeft { members.append(("seconds_left", .integer(left))) }
      return note(JSONValue.object(members).text())
    }
    guard isTerminal else { return note(text.line) }
    isBarOpen = true
    TerminalLine.show(text.bar(columns: TerminalLine.columns(of: STDERR_FILENO)))
  }

  private func leaveBar() {
    if isBarOpen { note("") }
    isBarOpen = false
  }

  /// Leaves the line of progress, if one stands.
  ///
  /// - Parameter isCleared: whether it is wiped, for nobody asked for it.
  func end(isCleared: Bool = false) {
    if isBarOpen && isCleared {
      TerminalLine.show()
      isBarOpen = false
    }
    leaveBar()
    shown = nil
  }
}
