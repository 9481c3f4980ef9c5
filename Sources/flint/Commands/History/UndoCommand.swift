import ArgumentParser
import Rules
import Sessions
import Views

/// Undoes a batch or an event.
struct UndoCommand: Subcommand {
  static let name = "undo"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Undo the latest batch, a given batch or an event.",
    discussion: """
      A batch is everything that one script, import or command recorded, including
      flint rules set and flint config; flint log --batches lists batches. Nothing
      is deleted: an undo is recorded too, and flint redo reverts it. The exit
      status is 1 if there is nothing to undo.

      Examples:
        flint undo
        flint undo 12
        flint undo 3f2a
        flint undo --dry-run
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(
    help: "The number of a batch, or an event's id or name (default: last, the latest batch).",
    completion: .profile(.events, .batches))
  var what: String?

  /// Undoes what the argument names. A number is a batch if there is such a batch; otherwise it may be
  /// the beginning of an id.
  private func undo(_ session: Session) throws -> UndoReport? {
    guard let what, what != EventReference.last else {
      return try session.history.undoLatest(isLast: true)
    }
    if let number = Int64(what) {
      let isShort = what.utf8.count < EventIDPrefix.minimumDigits
      if try isShort || session.history.batches().contains(where: { $0.number == number }) {
        return try session.history.undo(batch: number, isLast: true)
      }
    }
    return try session.history.undo(event: session.recordedEvent(what))
  }

  func run() throws {
    try change.changing(kind: "undo", source: what ?? "latest") { session in
      let report = try undo(session)
      return try UndoReport.message(report, "undo", "undid", session)
    }
  }
}

/// Redoes the latest undo.
struct RedoCommand: Subcommand {
  static let name = "redo"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Redo what the latest undo reverted.",
    discussion: """
      The exit status is 1 if there is nothing to redo.

      Examples:
        flint redo
        flint redo --dry-run
      """)

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.changing(kind: "redo", source: "latest") { session in
      try UndoReport.message(session.history.redoLatest(isLast: true), "redo", "redid", session)
    }
  }
}

extension UndoReport {
  /// The maximum number of events that are listed.
  private static let mostNamed = 5

  /// Returns the text about what was undone or redone.
  ///
  /// - Parameter report: The report; `nil` if there was nothing to do.
  /// - Throws: `CommandFailure` when nothing was undone or redone.
  static func message(
    _ report: UndoReport?, _ verb: String, _ done: String, _ session: Session
  ) throws -> String {
    guard let report else {
      throw CommandFailure(.failure, "nothing to \(verb)")
    }
    let text = try report.text(done, session)
    guard report.isDone else { throw CommandFailure(.failure, text) }
    return text
  }

  /// Returns the text of the report: counts in one line, then the changed events and those that were
  /// left unchanged.
  func text(_ verb: String, _ session: Session) throws -> String {
    var parts: [String] = []
    if let rulebook { parts.append(rulebook.text) }
    if let setting { parts.append(setting.text) }
    if removed > 0 { parts.append("\(counted(removed, "event")) removed") }
    if restored > 0 { parts.append("\(counted(restored, "event")) restored") }
    if changed > 0 { parts.append("\(counted(changed, "event")) changed back") }
    if unchanged > 0 { parts.append("\(counted(unchanged, "event")) unchanged") }
    let name = batchName.map { " (\(shown($0, most: 80)))" } ?? ""
    let what = batch.map { isDone ? "\(verb) batch \($0)\(name): " : "batch \($0)\(name): " }
    var text =
      (what ?? "") + (parts.isEmpty ? "nothing to change" : parts.joined(separator: ", "))
    var words = try EventText(session)
    let named = events.prefix(Self.mostNamed)
    try words.learn(named.map(\.id) + left.prefix(10))
    for event in named {
      let words = words.text(of: event.id).map { shown($0, most: 80) }
      text += "\n  \(event.effect.text): \(words ?? event.id.description)"
    }
    if touched > named.count && !named.isEmpty { text += "\n  … and \(touched - named.count) more" }
    for id in left.prefix(10) {
      let name = words.text(of: id).map { "\(shown($0, most: 80)) (\(id))" } ?? id.description
      text += "\nleft unchanged, since something else was recorded about it: \(name)"
    }
    if left.count > 10 { text += "\n… and \(left.count - 10) more" }
    if let rulebookInstead {
      text += "\nleft unchanged, since it was set later: rulebook \(rulebookInstead)"
    }
    if let settingInstead {
      text += "\nleft unchanged, since it was set later: \(settingInstead)"
    }
    return text
  }
}

extension UndoReport.Effect {
  fileprivate var text: String {
    switch self {
    case .removed: "removed"
    case .restored: "restored"
    case .changed: "changed back"
    }
  }
}
