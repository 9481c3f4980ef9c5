import ArgumentParser
import Commands
import FlintRules
import Sessions
import Views

struct UndoCommand: Subcommand {
  static let name = "undo"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Undo the latest batch, a given batch or an event.",
    discussion: """
      A batch is everything that one script, import or command recorded, including
      flint rules set and flint config; flint log --batches lists batches. Nothing
      is deleted: an undo is recorded too, and flint redo reverts it. The exit
      status is 1 if there is nothing to undo. A tracker, habit, project, quest set
      or completed task is undone by its whole name, and with --all if it has events.

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
  @Flag(help: "Undo a tracker, habit, project, quest set or task with all of its events.")
  var all = false

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
    let id = try session.recordedEvent(what)
    try session.checkRemoval(of: id, named: what, isConfirmed: all, by: Self.name)
    return try session.history.undo(event: id)
  }

  func run() throws {
    try change.changing(kind: "undo", source: what ?? "latest") { session in
      let report = try undo(session)
      return try UndoReport.message(report, "undo", "undid", session)
    }
  }
}

/// Redoes the latest undo, or a batch.
struct RedoCommand: Subcommand {
  static let name = "redo"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Redo what the latest undo reverted, or a given batch.",
    discussion: """
      What is recorded after an undo ends what flint redo restores; an older batch
      is redone by its number. The exit status is 1 if there is nothing to redo.

      Examples:
        flint redo
        flint redo 12
        flint redo --dry-run
      """)

  @OptionGroup var change: ChangeOptions
  @Argument(
    help: "The number of a batch that is undone (default: the latest undo).",
    completion: .profile(.batches))
  var batch: Int64?

  func run() throws {
    try change.changing(kind: "redo", source: batch.map(String.init) ?? "latest") { session in
      let history = session.history
      let report =
        try batch.map { try history.redo(batch: $0, isLast: true) }
        ?? history.redoLatest(isLast: true)
      if report == nil, batch == nil, let older = try history.undoneBefore {
        throw CommandFailure(
          .failure,
          "nothing to redo: something was recorded since the latest undo; flint redo \(older) redoes "
            + "batch \(older)")
      }
      return try UndoReport.message(report, "redo", "redid", session)
    }
  }
}
