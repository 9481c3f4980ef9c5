import FlintCalendar
import Commands
import Glibc
import FlintJSON
import Lua
import FlintRules
import Scripting

/// A writer for the log lines and the progress of a script on standard error.
final class ScriptMessages {
  private let isQuiet: Bool
  private let level: LogLevel
  private let format: MessageFormat
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var isBarOpen = false
  /// The progress that was shown last, and since when.
  private var shown: Shown?

  private struct Shown {
    /// The number of the iterator; `nil` if the script reports its progress itself.
    var iterator: Int?
    var began: ContinuousClock.Instant
    var updated: ContinuousClock.Instant?
    var step: Int64 = -1
  }

  init(_ options: MessageOptions) {
    isQuiet = options.quiet
    level = isQuiet ? .error : options.logLevel
    format = options.logFormat
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

  /// Shows the progress that the script reports: a bar on a terminal, otherwise a line for each tenth,
  /// so that two runs print the same.
  private func progress(_ done: Int64, _ total: Int64, _ message: String) {
    if isQuiet { return }
    // Scripts report progress at each step of loops; most reports are not shown.
    let own = self.shown.flatMap { $0.iterator == nil ? $0 : nil }
    let step = ProgressText.percent(done, of: total) / 10
    let isBar = isTerminal && format == .text
    if !isBar, done != total, step == own?.step { return }
    let now = ContinuousClock.now
    var shown = own ?? Shown(iterator: nil, began: now)
    if isBar, done != total, let updated = shown.updated, now - updated < .milliseconds(100) {
      return
    }
    shown.step = step
    shown.updated = now
    // Progress that starts again after its end has a new start time.
    self.shown = done == total ? nil : shown
    show(
      ProgressText(
        message: TerminalText.printable(message), done: done, total: total,
        seconds: (now - shown.began) / .seconds(1)))
  }

  /// The time before the progress of an iterator is shown, and, except on a terminal, the interval
  /// between lines.
  private static let patience = (bar: Duration.seconds(2), line: Duration.seconds(10))

  /// Shows the progress of an iterator; `nil` at its end. Only the outermost open iterator is shown,
  /// and only if the script does not report its progress itself.
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
    if let updated = shown.updated,
      now - updated < (isBar ? .milliseconds(100) : Self.patience.line)
    {
      return
    }
    shown.updated = now
    self.shown = shown
    show(
      ProgressText(
        message: TerminalText.printable(progress.name ?? ""), done: progress.done,
        total: progress.total, isInBytes: progress.isInBytes,
        seconds: (now - shown.began) / .seconds(1)))
  }

  private func show(_ text: ProgressText) {
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

  /// Ends the line of progress, if there is one.
  ///
  /// - Parameter isCleared: Whether the line is cleared, since the script did not request it.
  func end(isCleared: Bool = false) {
    if isBarOpen && isCleared {
      TerminalLine.show()
      isBarOpen = false
    }
    leaveBar()
    shown = nil
  }
}
