import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

struct RemoveCommand: Subcommand {
  static let name = "remove"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Remove what was recorded, with all consequences.",
    usage: "flint remove NAME … [OPTION …]",
    discussion: """
      Nothing is deleted: flint undo restores what was removed. Several events are
      removed together or not at all. With -, the lines of standard input are ids.
      A number is that of a task in the list that was shown last,
      last before the name of a tracker is its last entry, and mood before a day its
      rating; a spark is named by its whole title. A tracker, habit, project, quest
      set or completed task is removed by its whole name, and with --all if it has
      events.

      Examples:
        flint remove 3f2a
        flint remove last
        flint remove last weight
        flint remove Weight --all
      """)

  @OptionGroup var options: RecordOptions
  @Argument(
    help: "The ids or names, or last.", completion: .profile(.openTasks, .trackers, .events))
  var what: [String] = []
  @Flag(help: "Remove a tracker, habit, project, quest set or task with all of its events.")
  var all = false

  /// The kinds of events that can be removed: a card that was drawn can only be undone.
  private static let kinds = EventKind.allCases.filter { $0 != .roll }

  func validate() throws {
    if what.isEmpty { throw ValidationError("expected the id or the name of what to remove") }
  }

  func run() throws {
    let names = try StandardInput.replacing(what)
    try options.recording(["remove"] + what, isAboutRecords: true) { session in
      // All are found before any is removed, so that `last` means what the user saw.
      let found = try events(session.tasksByNumber(names), session)
      let (names, ids) = (found.map(\.name), found.map(\.id))
      var seen: Set<EventID> = []
      for (name, id) in zip(names, ids) where !seen.insert(id).inserted {
        throw CommandFailure(
          .failure,
          "\(Suggestion.quoted(name)) names what another word names; name each event once")
      }
      return try ids.map { try removed($0, session) }
    }
  }

  /// Returns the events that words name. `last` before the name of a tracker is its last entry.
  private func events(
    _ words: [String], _ session: Session
  ) throws -> [(name: String, id: EventID)] {
    var found: [(name: String, id: EventID)] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == EventReference.last, let name = rest.first, name != EventReference.last,
        let tracker = try? session.reader.tracker(name, abbreviatesNames: true)
      {
        rest.removeFirst()
        found.append(("last \(name)", try session.lastEntry(of: tracker)))
        continue
      }
      if word == "mood", let text = rest.first, let day = DayArgument(argument: text) {
        rest.removeFirst()
        found.append(("mood \(text)", try session.mood(of: day.resolve(session))))
        continue
      }
      let id = try session.event(word, of: Self.kinds)
      try session.checkRemoval(of: id, named: word, isConfirmed: all, by: Self.name)
      found.append((word, id))
    }
    return found
  }

  private func removed(_ id: EventID, _ session: Session) throws -> RecordedView {
    if let stored = try session.reader.spark(id: id) {
      try session.removeSpark(id: id)
      return try RecordedView(.removed, id, .spark, stored.spark.title, session)
    }
    guard let stored = try session.reader.event(id: id) else {
      let isThere = try session.history.records(of: id) != nil
      throw isThere
        ? CommandFailure(.failure, "\(id) is removed already, or a roll, which flint undo reverts")
        : SessionError.noSuchEvent(id)
    }
    let action = stored.event.action
    var words = try EventText(session)
    try words.learn([id], [action])
    let text = words.text(of: action, .name)
    // What was created again has several events.
    let ids: [EventID] =
      switch action {
      case .tracker(.create): try session.folded().trackers.tracker(id)?.ids ?? [id]
      case .task(.projectAdd(let project)): try session.creations(of: project.name)
      case .quest(.load(let set)): try session.reader.loadings(of: set.id).map(\.event.id)
      default: [id]
      }
    for id in ids { try session.remove(id, of: action.kind) }
    return try RecordedView(.removed, id, action.kind, text, session)
  }
}

extension Session {
  fileprivate func creations(of project: ProjectName) throws -> [EventID] {
    try reader.events(EventQuery(kinds: [.projectAdd])).map(\.event).filter {
      guard case .task(.projectAdd(let other)) = $0.action else { return false }
      return other.name.text.lowercased() == project.text.lowercased()
    }.map(\.id)
  }

  /// Returns the event that an argument of a command that changes it names.
  func event(_ text: String, of kinds: [EventKind]) throws -> EventID {
    var scope = ReferenceScope(abbreviatesNames: true)
    scope.kinds = kinds
    do throws(SessionError) {
      return try reader.id(text, in: scope)
    } catch {
      guard case .reference(let reference) = error, !reference.isAmbiguous else { throw error }
      if kinds.contains(.spark), let id = try spark(titled: text) { return id }
      // Moods and entries have no names.
      throw CommandFailure(.failure, "\(error.description); flint log lists what was recorded")
    }
  }

  /// Returns the spark with a title; `nil` if there is none.
  ///
  /// - Throws: `CommandFailure` if several have it.
  private func spark(titled title: String) throws -> EventID? {
    var query = SparkQuery()
    query.text = title
    let found = try reader.sparks(sequences: reader.sparkSequences(query)[...])
      .filter { $0.spark.title.lowercased() == title.lowercased() }
    if found.count > 1 {
      let ids = try found.prefix(3).map { try reader.shortID(of: $0.id) }
      throw CommandFailure(
        .failure,
        "\(Suggestion.quoted(title)) is the title of \(found.count) sparks; specify one by its id: "
          + ids.alternatives + (found.count > 3 ? ", …" : ""))
    }
    return found.first?.id
  }

  fileprivate func mood(of day: CivilDay) throws -> EventID {
    guard let rating = try folded().moods.rating(of: day) else {
      throw CommandFailure(.failure, "\(day) is not rated; flint moods lists the days that are")
    }
    return rating.id
  }
}
