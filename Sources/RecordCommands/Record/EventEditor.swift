import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// The new values of fields as a person writes them, `FIELD=VALUE`.
struct FieldChanges {
  /// The changes in their order; a hyphen in a name stands for an underscore.
  private(set) var all: [(name: String, text: String)] = []

  /// Returns whether a word is a change: `FIELD=VALUE`, `FIELD:VALUE` or `+TAG`.
  static func isChange(_ word: String) -> Bool {
    word.contains("=") || word.contains(/^\p{L}[\p{L}_\-]*:/) || word.contains(/^\+\p{L}/)
  }

  /// - Throws: `ValidationError` if it has no name.
  mutating func add(_ change: String) throws {
    if change.contains(/^\+\p{L}/) { return all.append(("+tags", String(change.dropFirst()))) }
    guard Self.isChange(change), let sign = change.firstIndex(where: { $0 == "=" || $0 == ":" }),
      sign != change.startIndex
    else {
      throw ValidationError(
        "expected FIELD=VALUE, such as intensity=high, got \(Suggestion.quoted(change))")
    }
    let name = String(change[..<sign])
    if let advice = TaskCommand.syntax.guesses[name.lowercased() + ":"], change[sign] == ":" {
      throw ValidationError("\(Suggestion.quoted(change)): \(advice)")
    }
    all.append((name, String(change[change.index(after: sign)...])))
  }

  /// Removes and returns the changes of the fields for which a function finds a value.
  mutating func extract<Value>(_ found: (String) throws -> Value?) rethrows -> [(Value, String)] {
    var extracted: [(Value, String)] = []
    var others: [(name: String, text: String)] = []
    for change in all {
      if let value = try found(change.name) {
        extracted.append((value, change.text))
      } else {
        others.append(change)
      }
    }
    all = others
    return extracted
  }

  /// - Parameters:
  ///   - noun: What the fields belong to, for the errors, such as `a task`.
  ///   - others: The names of further fields, for the errors.
  /// - Throws: `ValidationError` with all names if there is no change, or a field does not exist.
  func written(
    _ fields: [FieldDeclaration], of noun: String, others: [String] = []
  ) throws -> WrittenFields {
    let names = fields.map(\.name)
    // As for the commands that record: a mood is of a day, which is not when it was rated.
    let aliases = [
      "tag": "tags", "note": "notes", "minutes": "actual",
      "on": names.contains("day") ? "day" : "at",
    ].merging(TaskCommand.otherNames) { name, _ in name }.filter {
      !names.contains($0.key) && names.contains($0.value)
    }
    let list = "the fields of \(noun) are \((names + others).listed("and"))"
    if all.isEmpty { throw ValidationError("expected FIELD=VALUE; \(list)") }
    var syntax = FieldSyntax(fields: fields, aliases: aliases)
    syntax.clears = true
    return try syntax.parse(
      all.map { name, text in
        let wanted = name.replacing("-", with: "_").lowercased()
        let found = syntax.fields(beginning: wanted, among: syntax.names)
        if let field = found.first, found.count == 1 { return "--\(field.optionName)=\(text)" }
        let matching = found.map(\.optionName)
        throw ValidationError(
          "there is no field \(Suggestion.quoted(name))"
            + (matching.isEmpty
              ? Suggestion.hint(for: name, among: names + others)
              : " (did you mean \(matching.alternatives)?)") + "; \(list)")
      })
  }
}

struct EventEditor {
  let id: EventID
  var changes: FieldChanges
  let session: Session

  private static let time = FieldSyntax.ofEvents.filter { $0.name == "at" }

  /// Changes the event and describes it: an event of a task or a tracker by events that change it
  /// from now on, others by corrections.
  ///
  /// - Throws: `ValidationError` about a field.
  func edited() throws -> [RecordedView] {
    if try session.reader.spark(id: id) != nil { return [try editedSpark()] }
    guard let stored = try session.reader.event(id: id) else { throw SessionError.noSuchEvent(id) }
    switch stored.event.action {
    case .task(.taskAdd):
      if let time = try creationTime(before: stored.event.at) {
        return [try moved(.taskAdd, id, to: time)]
      }
      var changes = changes
      let added = changes.extract { $0 == "+tags" ? $0 : nil }.map(\.1)
      if !added.isEmpty {
        let tags = try session.folded().tasks.task(id)?.tags ?? []
        try changes.add("tags=" + (tags + added).joined(separator: ","))
      }
      let change = try changes.written(TaskContent.schema.declarations, of: "a task")
        .change(TaskContent.self, in: session)
      return [try session.recorded(.task(.taskUpdate(id, change)))]
    case .tracker(.create): return try editedTracker()
    case .tracker(.entry(let entry)): return [try corrected(entry)]
    case .task(.projectAdd(let project)):
      return [try corrected(project, of: "a project", without: ["name"]) { $0.action }]
    case .mood(.record(let mood)): return [try corrected(mood, of: "a mood") { $0.action }]
    case .journey(.activity(let activity)):
      return [try corrected(activity, of: "an activity") { $0.action }]
    case .habit(.skip(let skip)):
      return [
        try corrected(skip, of: "a skipped day", without: ["tracker"]) { .habit(.skip($0)) }
      ]
    case .habit(.pause(let pause)):
      return [try corrected(pause, of: "a pause", without: ["tracker"]) { .habit(.pause($0)) }]
    case .habit(.resume(let pause)):
      return [
        try corrected(pause, of: "the end of a pause", without: ["tracker"]) {
          .habit(.resume($0))
        }
      ]
    case let action:
      let written = try changes.written(Self.time, of: "an event of kind \(action.kind.name)")
      return [try corrected(action.kind, written) { action throws(FieldError) in action }]
    }
  }

  private func editedSpark() throws -> RecordedView {
    let written = try changes.written(Spark.schema.declarations + Self.time, of: "a spark")
    let spark = try session.updateSpark(
      id: id, written.change(Spark.self, in: session), at: written.time(in: session)
    ).spark
    return try RecordedView(
      .changed, id, .spark, "\(spark.title) (\(spark.category.name), \(spark.intensity.name))",
      session)
  }

  // MARK: Trackers

  /// Changes the fields of a tracker, and the schedule and the goal if it is a habit.
  private func editedTracker() throws -> [RecordedView] {
    guard let tracker = try session.folded().trackers.tracker(id) else {
      throw SessionError.noSuchEvent(id)
    }
    let firstPlan = try session.reader.events(EventQuery(kinds: [.habit])).map(\.event)
      .filter { $0.action.tracker == tracker.id }.min { $0.foldPosition < $1.foldPosition }
    if let time = try creationTime(before: firstPlan?.at ?? tracker.createdAt) {
      return try moved(tracker, firstPlan, to: time)
    }
    var tables = changes
    let own = tables.extract { $0 == "fields" ? $0 : nil }.map(\.1)
    let fields = TrackerContent.schema.declarations.filter { $0.name != "fields" }
    let ofHabits = HabitPlanOptions.declarations + [HabitPlanOptions.noGoal]
    let written =
      tables.all.isEmpty && !own.isEmpty
      ? WrittenFields(syntax: FieldSyntax(fields: fields))
      : try tables.written(
        fields + (tracker.isHabit ? ofHabits : []),
        of: tracker.isHabit ? "a habit" : "a tracker", others: ["fields"])
    var views: [RecordedView] = []
    let change = try trackerChange(written, own)
    if !change.isEmpty {
      views.append(try session.recorded(.tracker(.update(tracker.id, change))))
    }
    let plan = try HabitPlanOptions(written)
    if !plan.isEmpty, let old = tracker.habit?.plan {
      let content = HabitContent(tracker: tracker.id, plan: try plan.plan(after: old, in: session))
      views.append(try HabitRecorder(session: session).record(.plan(content), tracker))
    }
    return views
  }

  /// Returns the change of a tracker. Texts about its own fields are lists of `NAME:TYPE` and `-NAME`.
  private func trackerChange(_ written: WrittenFields, _ own: [String]) throws -> TrackerChange {
    var change = RecordChange<TrackerContent>()
    var (removed, added): ([String], [TrackerField]) = ([], [])
    do {
      for field in TrackerContent.schema.declarations {
        guard let value = try written.value(field, in: session) else { continue }
        change = try change.setting(field.name, value)
      }
      for word in own.flatMap({ $0.split(separator: ",") }) {
        let text = String(word).trimmedWhitespace
        if text.hasPrefix("-") {
          removed.append(String(text.dropFirst()))
          continue
        }
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0).trimmedWhitespace }
        let type = parts.count > 1 ? parts[1] : TrackerFieldType.text.name
        guard let type = TrackerFieldType(name: type) else {
          throw ValidationError(
            "fields: expected NAME:TYPE with the type \(TrackerFieldType.names.alternatives), got "
              + Suggestion.quoted(text))
        }
        added.append(try TrackerField(name: parts.first ?? "", type: type))
      }
      return try TrackerChange(change, removedFields: removed, addedFields: added)
    } catch let error as FieldError {
      throw ValidationError(error)
    }
  }

  /// Moves the first plan of a habit, and its tracker if that is not earlier; the tracker alone if it is
  /// no habit.
  private func moved(
    _ tracker: Tracker, _ plan: ProfileEvent?, to time: EventTime
  ) throws -> [RecordedView] {
    let start = session.eventInstant(of: time)
    var views: [RecordedView] = []
    if plan == nil || start < tracker.createdAt {
      views.append(try moved(.trackerCreate, tracker.id, to: time))
    }
    // At one instant, a tracker is created before it becomes a habit.
    if let plan { views.append(try moved(.habit, plan.id, to: time)) }
    return views
  }

  // MARK: The time of what changes from now on

  /// Returns the time to which the creation of a task, a tracker or a habit is moved; `nil` if no time is
  /// given. It can only become earlier: what happened before a later one would have no effect.
  private func creationTime(before latest: Instant) throws -> EventTime? {
    guard changes.all.contains(where: { $0.name == "at" || $0.name == "on" }) else { return nil }
    guard changes.all.count == 1 else {
      throw ValidationError("at: moves the whole event, so it cannot be combined with other fields")
    }
    let time = try changes.written(Self.time, of: "an event").time(in: session)
    if let time, session.eventInstant(of: time) >= latest {
      throw CommandFailure(
        .failure, "at: expected a time before \(session.zone.text(latest)), when it was created")
    }
    return time
  }

  private func moved(
    _ kind: EventKind, _ id: EventID, to time: EventTime
  ) throws -> RecordedView {
    let event = try session.edit(id, of: kind, at: time) { $0 }.event
    let text = try EventText(session).text(of: event.action, .content)
    return try RecordedView(
      .changed, id, kind, "\(text), from \(event.day(session.dayStart)) on", session)
  }

  // MARK: Corrections

  /// Corrects an entry: the value of its kind, its texts and tags, and the values of the tracker's own
  /// fields.
  private func corrected(_ entry: EntryContent) throws -> RecordedView {
    // Of the values only that of its kind, and minutes.
    let fixed = EntryKind.Name.allCases.map(\.valueField).filter {
      $0 != entry.kind.kind.valueField && $0 != EntryKind.Name.session.valueField
    }
    let fields = EntryContent.schema.declarations.filter {
      !(["tracker", "kind", "values"] + fixed).contains($0.name)
    }
    let tracker = try session.folded().trackers.tracker(entry.tracker)
    var changes = changes
    let own = changes.extract { name in
      fields.contains { $0.name == name } ? nil : tracker?.content.field(named: name)
    }
    let written =
      changes.all.isEmpty && !own.isEmpty
      ? WrittenFields(syntax: FieldSyntax(fields: fields))
      : try changes.written(
        fields + Self.time, of: "an entry", others: tracker?.content.fields.map(\.name) ?? [])
    var values = entry.values
    do throws(FieldError) {
      for (field, text) in own {
        values.removeAll { $0.name.lowercased() == field.name.lowercased() }
        if text.isEmpty { continue }
        let value = try TrackerValue(reading: text, as: field.type, field: field.name)
        values.append(EntryContent.Value(name: field.name, value: value))
      }
    } catch {
      throw ValidationError(error)
    }
    var given: [String: FieldValue] = [:]
    for field in EntryContent.schema.declarations {
      given[field.name] =
        try written.value(field, in: session) ?? EntryContent.schema[field.name]?.value(of: entry)
    }
    given["values"] =
      values.isEmpty ? nil : .json(.object(values.map { ($0.name, $0.value.json) }))
    return try corrected(.trackerEntry, written) { [given] _ throws(FieldError) in
      try EntryContent.schema.record(
        { (field, _) throws(FieldError) in given[field.name] }, failure: { $0 }
      ).action
    }
  }

  /// - Parameters:
  ///   - noun: What it is, for the errors.
  ///   - fixed: The fields that cannot change.
  private func corrected<Content: SchemaRecord>(
    _ content: Content, of noun: String, without fixed: [String] = [],
    _ action: (Content) -> ProfileEvent.Action
  ) throws -> RecordedView {
    let fields = Content.schema.declarations.filter { !fixed.contains($0.name) }
    let written = try changes.written(fields + Self.time, of: noun)
    let change = try written.change(Content.self, in: session)
    return try corrected(action(content).kind, written) { _ throws(FieldError) in
      action(try change.applied(to: content))
    }
  }

  private func corrected(
    _ kind: EventKind, _ written: WrittenFields,
    _ change: (ProfileEvent.Action) throws(FieldError) -> ProfileEvent.Action
  ) throws -> RecordedView {
    let time = try written.time(in: session)
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
