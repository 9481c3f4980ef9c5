import ArgumentParser
import Rules
import Sessions

/// Takes back what was recorded.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", _superCommandName: "flint",
    abstract: "Take back the latest batch, or one batch or event; nothing is deleted.",
    discussion: """
      A batch is what one script, one import or one command recorded; flint log
      --batches lists them. Undoing is recorded too: flint redo does it again.

      Examples:
        flint undo
        flint undo 12
        flint undo 0123456789abcdef0123456789abcdef
        flint undo --dry-run
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(help: "A batch's number or an event's id; the latest batch if not given.")
  var what: String?

  /// What is to be taken back.
  private enum Target {
    case latest
    case batch(Int64)
    case event(EventID)
  }

  /// What the argument says; `nil` when it says nothing that is known.
  private var target: Target? {
    guard let what else { return .latest }
    // The id first: it may happen to have no letters.
    return EventID(what).map { .event($0) } ?? Int64(what).map { .batch($0) }
  }

  func validate() throws {
    if target == nil, let what {
      throw ValidationError(
        "expected a batch's number or an event's id of 32 hexadecimal digits, got \"\(what)\"")
    }
  }

  func run() throws {
    try change.changing(kind: "undo", source: what ?? "latest") { session in
      let report: UndoReport? =
        switch target {
        case .batch(let number)?: try session.undo(batch: number, isLast: true)
        case .event(let id)?: try session.undo(event: id)
        case .latest?, nil: try session.undoLatest(isLast: true)
        }
      return try report?.text("undid", session) ?? "nothing to undo"
    }
  }
}

/// Does again what was undone.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", _superCommandName: "flint",
    abstract: "Do again what the latest undo took back.",
    discussion: """
      Examples:
        flint redo
        flint redo --dry-run
      """)

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.changing(kind: "redo", source: "latest") { session in
      try session.redoLatest()?.text("did again", session) ?? "nothing to redo"
    }
  }
}

extension UndoReport {
  /// What was done, in a line, and the events that were left.
  func text(_ verb: String, _ session: Session) throws -> String {
    var parts: [String] = []
    if removed > 0 { parts.append("\(counted(removed, "event")) taken back") }
    if restored > 0 { parts.append("\(counted(restored, "event")) back") }
    if changed > 0 { parts.append("\(counted(changed, "event")) as before") }
    if unchanged > 0 { parts.append("\(counted(unchanged, "event")) unchanged") }
    let what = batch.map { isDone ? "\(verb) batch \($0): " : "batch \($0): " } ?? ""
    var text = what + (parts.isEmpty ? "nothing to change" : parts.joined(separator: ", "))
    var words = try EventText(session)
    try words.learn(Array(left.prefix(10)))
    for id in left.prefix(10) {
      let name = words.text(of: id).map { "\(shown($0, most: 80)) (\(id))" } ?? id.description
      text += "\nleft as it is, since something else was recorded about it: \(name)"
    }
    if left.count > 10 { text += "\n… and \(left.count - 10) more" }
    return text
  }
}
