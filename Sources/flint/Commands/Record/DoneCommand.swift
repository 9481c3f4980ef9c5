import ArgumentParser
import Calendar
import Lua
import Rules
import Schema
import Sessions
import Views

/// Completes tasks and quest nodes.
struct DoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "done", abstract: "Complete tasks and quest nodes.",
    discussion: """
      A task or node is named by its id, at least four of the first digits of the id,
      its name or the beginning of it, or last, for the task that was recorded last.
      Several are completed together or not at all. With -, the lines of standard
      input are names.

      Examples:
        flint done 3f2a
        flint done milk plumber
        flint done last --at yesterday
      """)

  @OptionGroup var options: RecordOptions
  @Option(help: "The time of completion (default: now).") var at: MomentArgument?
  @Argument(help: "The ids or names of tasks and quest nodes.") var what: [String] = []

  func validate() throws {
    if what.isEmpty { throw ValidationError("expected the id or the name of a task or quest node") }
  }

  func run() throws {
    let names = try StandardInput.replacing(what)
    let words = ["done"] + what + (at.map { ["--at", $0.expression.text] } ?? [])
    try options.recording(words, isAboutRecords: true) { session in
      let time = try at.map { EventTime.written(try $0.resolve(session)) }
      return try names.map { name in
        let found = try Completable.named(name, session)
        do {
          return try session.recorded(found.action, at: time)
        } catch SessionError.refused(let reason) {
          throw CommandFailure(.failure, "\(found.name): \(try found.advice(reason, session))")
        }
      }
    }
  }
}

/// Something that `flint done` completes.
private struct Completable {
  /// The name, for messages.
  let name: String
  /// The event that completes it.
  let action: Event.Action

  /// What searches for the things of a name, each in one subject.
  private static let searches: [@Sendable (String, Session) throws -> [Completable]] = [
    tasks, nodes,
  ]

  /// Returns what a text names.
  ///
  /// - Throws: `CommandFailure` if it names nothing, or things of two subjects.
  static func named(_ text: String, _ session: Session) throws -> Completable {
    let found = try searches.flatMap { try $0(text, session) }
    if let first = found.first, found.count == 1 { return first }
    if found.isEmpty {
      let state = try session.folded()
      let names =
        state.tasks.tasks.filter(\.isOpen).map(\.name)
        + state.quests.nodes(QuestQuery(.available), level: Int64(state.level)).map(\.node.title)
      throw CommandFailure(
        .failure,
        "there is no task or quest node \(Suggestion.quoted(text))"
          + "\(NearestName.hint(for: text, among: names)); flint tasks --status open and flint "
          + "quests --status available list what is open")
    }
    throw CommandFailure(
      .failure,
      "\(Suggestion.quoted(text)) names \(found.map { "\($0.name)" }.listed("and")); write more of "
        + "the name, or the id")
  }

  private static func tasks(_ text: String, _ session: Session) throws -> [Completable] {
    do throws(SessionError) {
      let id = try session.reader.id(text, in: ReferenceScope(.taskAdd, abbreviatesNames: true))
      let name = try session.folded().tasks.task(id)?.name
      return [
        Completable(
          name: name.map { "task \"\($0)\"" } ?? "task \(id)", action: .task(.taskComplete(id)))
      ]
    } catch {
      guard case .reference(let reference) = error, !reference.isAmbiguous,
        text != EventReference.last
      else { throw error }
      return []
    }
  }

  private static func nodes(_ text: String, _ session: Session) throws -> [Completable] {
    if text == EventReference.last { return [] }
    let state = try session.folded()
    do {
      let node = try state.quests.resolveNode(text)
      return [Completable(node)]
    } catch {
      guard error.candidates.isEmpty else { throw CommandFailure(.failure, error.description) }
    }
    let key = text.trimmedWhitespace.lowercased()
    if key.isEmpty { return [] }
    return state.quests.nodes(QuestQuery(.available), level: Int64(state.level)).filter {
      $0.node.title.lowercased().hasPrefix(key) || $0.node.id.lowercased().hasPrefix(key)
    }.map { Completable($0.reference) }
  }

  private init(name: String, action: Event.Action) {
    self.name = name
    self.action = action
  }

  private init(_ node: QuestReference) {
    self.init(name: "node \(node)", action: .quest(.complete(node)))
  }

  /// Returns why it cannot be completed, and what to do instead.
  func advice(_ reason: VoidReason, _ session: Session) throws -> String {
    switch (reason, action) {
    case (.taskCompleted, _):
      return "\(reason.text); flint tasks --status open lists the open ones"
    case (.nodeLocked, .quest(.complete(let node))):
      let state = try session.state()
      let lock = state.quests.node(node, level: Int64(state.level))?.lock
      return "it is locked: \(lock?.description ?? "it was locked then"); flint quests --status "
        + "available lists what is open"
    case (.nodeCompleted, _):
      return "\(reason.text); flint quests --status available lists what is open"
    default: return reason.text
    }
  }
}
