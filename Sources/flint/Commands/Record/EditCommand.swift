import ArgumentParser
import Calendar
import Lua
import Rules
import Schema
import Sessions
import Views

/// Changes what was recorded.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "edit", abstract: "Change a spark, task, mood, activity, entry or tracker.",
    discussion: """
      Fields are those of the command that records; an empty value clears a field.
      A change of a task or a tracker applies from now on, and a change of anything
      else applies to what was recorded, with all consequences. at=TIME moves a
      spark, a mood, an activity or an entry.

      Examples:
        flint edit 3f2a intensity=high tags=run,outside
        flint edit milk due=tomorrow priority=P0
        flint edit last note=
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The id or name, or last.") var what: String
  @Argument(help: "The new values, as FIELD=VALUE.") var changes: [String] = []

  /// The kinds of events that can be changed.
  private static let kinds: [EventKind] = [
    .spark, .taskAdd, .mood, .activity, .trackerCreate, .trackerEntry,
  ]

  func validate() throws {
    if changes.isEmpty { throw ValidationError("expected FIELD=VALUE, such as intensity=high") }
    for change in changes where !change.contains("=") || change.hasPrefix("=") {
      throw ValidationError("expected FIELD=VALUE, got \(Suggestion.quoted(change))")
    }
  }

  func run() throws {
    try options.recording(["edit", what] + changes, isAboutRecords: true) { session in
      let id = try session.event(what, of: Self.kinds)
      return [try edited(id, session)]
    }
  }

  /// Returns the values for the fields of a record.
  private func written(
    _ fields: [FieldDeclaration], _ aliases: [String: String] = [:], movable: Bool = false
  ) throws -> WrittenFields {
    let syntax = FieldSyntax(
      fields: fields + (movable ? FieldSyntax.ofEvents.filter { $0.name == "at" } : []),
      aliases: aliases.merging(["tag": "tags", "note": "notes"]) { first, _ in first })
    let names = syntax.fields.map(\.name)
    for change in changes {
      let name = String(change.prefix { $0 != "=" })
      if names.contains(syntax.aliases[name] ?? name) { continue }
      throw ValidationError(
        "there is no field \(Suggestion.quoted(name))\(Suggestion.hint(for: name, among: names)); "
          + "the fields are \(names.listed("and"))")
    }
    return try syntax.parse(changes.map { "--\($0)" })
  }

  private func edited(_ id: EventID, _ session: Session) throws -> RecordedView {
    if try session.reader.spark(id: id) != nil {
      let written = try written(Spark.schema.declarations, ["minutes": "actual"], movable: true)
      let spark = try session.updateSpark(
        id: id, written.change(Spark.self, in: session), at: written.time(in: session)
      ).spark
      return try RecordedView(
        .changed, id, .spark, "\(spark.title) (\(spark.category.name), \(spark.intensity.name))",
        session)
    }
    guard let stored = try session.reader.event(id: id) else { throw SessionError.noSuchEvent(id) }
    switch stored.event.action {
    case .task(.taskAdd):
      let change = try written(TaskContent.schema.declarations)
        .change(TaskContent.self, in: session)
      return try session.recorded(.task(.taskUpdate(id, change)))
    case .tracker(.create):
      let fields = TrackerContent.schema.declarations.filter { $0.name != "fields" }
      let change = try written(fields).change(TrackerContent.self, in: session)
      return try session.recorded(.tracker(.update(id, TrackerChange(change))))
    case .mood(.record): return try corrected(MoodContent.self, id, ["note": "note"], session)
    case .journey(.activity): return try corrected(Activity.self, id, [:], session)
    case .tracker(.entry(let entry)): return try corrected(entry, id, session)
    default:
      throw CommandFailure(
        .failure,
        "an event of kind \(stored.event.action.kind.name) cannot be changed; flint remove removes it"
      )
    }
  }

  /// Changes the content of an event.
  private func corrected<Content: EventContent>(
    _ type: Content.Type, _ id: EventID, _ aliases: [String: String], _ session: Session
  ) throws -> RecordedView {
    let written = try written(Content.schema.declarations, aliases, movable: true)
    let change = try written.change(Content.self, in: session)
    return try corrected(id, Content.kind, at: written.time(in: session), session) {
      action throws(FieldError) in
      guard let content = Content(action) else { return action }
      return try change.applied(to: content).action
    }
  }

  /// Changes an entry: the value of its kind, its texts and its tags.
  private func corrected(
    _ entry: EntryContent, _ id: EventID, _ session: Session
  ) throws -> RecordedView {
    let fields = EntryContent.schema.declarations.filter {
      $0.name != "tracker" && $0.name != "kind" && $0.name != "values"
    }
    let written = try written(fields, movable: true)
    var given: [String: FieldValue] = [:]
    for field in EntryContent.schema.declarations {
      given[field.name] =
        try written.names.contains(field.name)
        ? written.value(field, in: session) : EntryContent.schema[field.name]?.value(of: entry)
    }
    return try corrected(id, .trackerEntry, at: written.time(in: session), session) {
      _ throws(FieldError) in
      try EntryContent.schema.record(
        { (field, _) throws(FieldError) in given[field.name] }, failure: { $0 }
      ).action
    }
  }

  private func corrected(
    _ id: EventID, _ kind: EventKind, at time: EventTime?, _ session: Session,
    _ change: (Event.Action) throws(FieldError) -> Event.Action
  ) throws -> RecordedView {
    let stored = try session.edit(id, of: kind, at: time) { action throws(SessionError) in
      do throws(FieldError) {
        return try change(action)
      } catch {
        throw .field(error)
      }
    }
    let text = try EventText(session).text(of: stored.event.action, .content)
    return try RecordedView(.changed, id, kind, text, session)
  }
}

/// Removes what was recorded.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "remove", abstract: "Remove what was recorded, with all consequences.",
    discussion: """
      Nothing is deleted: flint undo restores what was removed. Several events are
      removed together or not at all. With -, the lines of standard input are ids.

      Examples:
        flint remove 3f2a
        flint remove last
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The ids or names, or last.") var what: [String] = []

  /// The kinds of events that can be removed: a card that was drawn can only be undone.
  private static let kinds = EventKind.allCases.filter { $0 != .roll }

  func validate() throws {
    if what.isEmpty { throw ValidationError("expected the id or the name of what to remove") }
  }

  func run() throws {
    let names = try StandardInput.replacing(what)
    try options.recording(["remove"] + what, isAboutRecords: true) { session in
      // All are found before any is removed, so that `last` means what the user saw.
      let ids = try names.map { try session.event($0, of: Self.kinds) }
      return try ids.map { try removed($0, session) }
    }
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
    if case .tracker(.create) = action, let tracker = try session.folded().trackers.tracker(id) {
      // A tracker that was created again has several events.
      for id in tracker.ids { try session.remove(id, of: .trackerCreate) }
    } else {
      try session.remove(id, of: action.kind)
    }
    return try RecordedView(.removed, id, action.kind, text, session)
  }
}

extension Session {
  /// Returns the event that an argument of a command that changes it names.
  fileprivate func event(_ text: String, of kinds: [EventKind]) throws(SessionError) -> EventID {
    var scope = ReferenceScope(abbreviatesNames: true)
    scope.kinds = kinds
    return try reader.id(text, in: scope)
  }
}
