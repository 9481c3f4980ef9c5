import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// Completes tasks, quest nodes and the day of habits.
struct DoneCommand: RecordingCommand {
  static let name = "done"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Complete tasks, quest nodes and habits.",
    usage: "flint done NAME … [OPTION …]",
    discussion: """
      A task, node or habit is named by its id, at least four of the first digits
      of the id, its name or the beginning of it, and a task also by its number in
      the list that flint tasks or flint today showed last. last is the task that
      was recorded last, or the next node of the quests that were loaded or worked
      on since. Several are completed together or not at all; those that are done
      already are left out. With -, the lines of standard input are names. flint
      habit done records habits with an amount.

      A task that repeats stays open: its due day moves to the next one after today.

      Examples:
        flint done 3
        flint done milk plumber
        flint done last --at yesterday
      """)

  @OptionGroup var options: RecordOptions
  @Option(
    name: [.customLong("at"), .customLong("on")],
    help: "The day or time of completion (default: now).")
  var at: MomentArgument?
  @Argument(
    help: "The ids or names of tasks, quest nodes and habits.",
    completion: .profile(.openTasks, .availableNodes, .habits))
  var what: [String] = []

  func validate() throws {
    if what.isEmpty {
      throw ValidationError("expected the id or the name of a task, quest node or habit")
    }
  }

  var line: [String] { ["done"] + what + (at.map { ["--at", $0.expression.text] } ?? []) }
  var isAboutRecords: Bool { true }

  func run() throws {
    let names = try StandardInput.replacing(what)
    try recording { try record($0.tasksByNumber(names), in: $0) }
  }

  func record(in session: Session) throws -> [RecordedView] { try record(what, in: session) }

  private func record(_ names: [String], in session: Session) throws -> [RecordedView] {
    let time = try at.map { EventTime.written(try $0.resolve(session)) }
    return try DoneAlready.leavingOut(from: names) { name in
      try Completable.named(name, session).complete(session, at: time)
    }
  }
}

/// Something that `flint done` completes.
private struct Completable {
  /// What completes it.
  private enum Deed {
    case event(ProfileEvent.Action)
    /// The day of a habit is done.
    case habit(Tracker)
  }

  /// What it is, for messages, such as `task`.
  private let noun: String
  private let title: String
  private let deed: Deed
  /// The event of a task or a habit, which distinguishes it from others of its name.
  private let id: EventID?
  /// Whether it can be completed as far as is known; others are meant only where nothing else is.
  private var isOpen = true

  /// The noun and the name, for messages.
  private var name: String { noun == "node" ? "node \(title)" : "\(noun) \"\(title)\"" }

  /// What searches for the things of a name, each in one subject.
  private static let searches: [@Sendable (String, Session) throws -> [Completable]] = [
    tasks, nodes, habits,
  ]

  /// Returns what a text names: of several things those that are open, and of these the one whose name
  /// is not abbreviated.
  ///
  /// - Throws: `CommandFailure` if it names nothing, or several things.
  static func named(_ text: String, _ session: Session) throws -> Completable {
    if text == EventReference.last, let node = try nextNode(session) { return Completable(node) }
    var found = try searches.flatMap { try $0(text, session) }
    let key = text.trimmedWhitespace.lowercased()
    if HabitRecorder.isAnswer(text) { found = found.filter { $0.title.lowercased() == key } }
    for isBetter in [\.isOpen, { $0.title.lowercased() == key }] as [(Completable) -> Bool]
    where found.count > 1 && found.contains(where: isBetter) {
      found = found.filter(isBetter)
    }
    if let first = found.first, found.count == 1 { return first }
    if found.isEmpty {
      let state = try session.folded()
      let names =
        state.tasks.tasks.filter(\.isOpen).map(\.name)
        + state.quests.nodes(QuestQuery(.available), level: Int64(state.level)).map(\.node.title)
        + state.trackers.habits.map(\.content.name)
      throw CommandFailure(
        .failure,
        "there is no task, quest node or habit \(Suggestion.quoted(text))"
          + "\(NearestName.hint(for: text, among: names)); "
          + (WrittenDay.isWritten(in: text, as: .moment)
            ? "\(WrittenDay.typed("--on", text)) gives the day"
            : "flint tasks, flint quests --status available and flint habits list what is open"))
    }
    let names = try found.prefix(6).map { each in
      let id = try each.id.map { " (\(try session.reader.shortID(of: $0)))" } ?? ""
      return each.name + id
    }
    throw CommandFailure(
      .failure,
      "\(Suggestion.quoted(text)) names \((found.count > 6 ? names + ["others"] : names).listed("and")); "
        + "write more of the name, or the id")
  }

  func complete(_ session: Session, at time: EventTime?) throws -> [RecordedView] {
    switch deed {
    case .habit(let tracker):
      return [try HabitRecorder(session: session, time: time).record(.done(nil), tracker)]
    case .event(let action):
      do {
        let created: EventID? =
          if case .task(.taskComplete(let task)) = action { task } else { nil }
        if let created, time == nil { try checkIsNotDoneToday(created, session) }
        // At an earlier time it would take the place of the completion.
        if let reason = try completed(action, session) { throw SessionError.refused(reason) }
        guard let created else { return [try session.recorded(action, at: time)] }
        let (recorded, stopped) = try session.complete(
          created, at: try session.time(time, about: created))
        var text = try EventText(session).text(of: action, .addition)
        if let task = try session.folded().tasks.task(created), task.isOpen, let due = task.due {
          text += ", next due \(due)"
        }
        return try (stopped?.views(session) ?? []) + [RecordedView(recorded, text, session)]
      } catch SessionError.refused(let reason)
        where reason == .taskCompleted || reason == .nodeCompleted
      {
        let advice = try advice(reason, action, session).dropFirst(reason.text.count)
        throw DoneAlready("\(name): \(reason.text)", advice: String(advice))
      } catch SessionError.refused(let reason) {
        throw CommandFailure(.failure, "\(name): \(try advice(reason, action, session))")
      }
    }
  }

  /// Throws if a task that comes again was completed today and is not due: by a slip its next time would be
  /// left out.
  private func checkIsNotDoneToday(_ id: EventID, _ session: Session) throws {
    guard let task = try session.folded().tasks.task(id), task.isOpen,
      task.completions.last?.day == session.today, let due = task.due, session.today < due
    else { return }
    throw DoneAlready(
      "\(name) was completed today",
      advice: "; it is due on \(due) again, and --at TIME completes it for then")
  }

  private static func tasks(_ text: String, _ session: Session) throws -> [Completable] {
    let tasks = try session.folded().tasks
    return try session.reader.ids(text, in: ReferenceScope(.taskAdd, abbreviatesNames: true))
      .map { id in
        let task = tasks.task(id)
        var found = Completable(
          "task", task?.name ?? id.description, .event(.task(.taskComplete(id))), id: id)
        found.isOpen = task?.isOpen ?? false
        return found
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

  /// Returns the first available node of the quest set that was loaded or worked on last; `nil` if a
  /// task was recorded later, or nothing was.
  private static func nextNode(_ session: Session) throws -> QuestReference? {
    let scope = ReferenceScope(.taskAdd, .questLoad, .questComplete)
    let id: EventID
    do throws(SessionError) {
      id = try session.reader.id(EventReference.last, in: scope)
    } catch {
      guard case .reference = error else { throw error }
      return nil
    }
    guard case .quest(let action)? = try session.reader.event(id: id)?.event.action else {
      return nil
    }
    let set: String
    switch action {
    case .load(let loaded): set = loaded.id
    case .complete(let node): set = node.set
    case .reset, .openGate, .setLevel: return nil
    }
    let state = try session.folded()
    let available = state.quests.nodes(QuestQuery(.available), level: Int64(state.level))
    guard let node = available.first(where: { $0.reference.set == set }) else {
      throw CommandFailure(
        .failure,
        "last names the next node of the quest \(Suggestion.quoted(set)), which has none that is "
          + "available; flint quests lists its nodes")
    }
    return node.reference
  }

  private static func habits(_ text: String, _ session: Session) throws -> [Completable] {
    if text == EventReference.last { return [] }
    let trackers = try session.folded().trackers
    return try session.reader.ids(text, in: .habits).compactMap { id in
      guard let tracker = trackers.tracker(id), tracker.habit != nil else { return nil }
      var found = Completable("habit", tracker.content.name, .habit(tracker), id: id)
      found.isOpen = tracker.isHabit
      return found
    }
  }

  private init(_ noun: String, _ title: String, _ deed: Deed, id: EventID? = nil) {
    (self.noun, self.title, self.deed, self.id) = (noun, title, deed, id)
  }

  private init(_ node: QuestReference) {
    self.init("node", "\(node)", .event(.quest(.complete(node))))
  }

  /// Returns the reason why something is not completed again, if it is completed at any time.
  private func completed(_ action: ProfileEvent.Action, _ session: Session) throws -> VoidReason? {
    let state = try session.folded()
    switch action {
    case .task(.taskComplete(let task)):
      return state.tasks.task(task)?.isOpen ?? true ? nil : .taskCompleted
    case .quest(.complete(let node)):
      let view = state.quests.node(node, level: Int64(state.level))
      return view?.status == .completed ? .nodeCompleted : nil
    default: return nil
    }
  }

  /// Returns why an event cannot be recorded, and what to do instead.
  private func advice(
    _ reason: VoidReason, _ action: ProfileEvent.Action, _ session: Session
  ) throws -> String {
    switch (reason, action) {
    case (.taskCompleted, _):
      return "\(reason.text); flint tasks lists the open ones"
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
