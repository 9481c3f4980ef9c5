import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

/// Rows about events that the profile may contain with other content, such as those of an export
/// with ids that was edited.
extension ImportRecorder {
  /// Records what a file has about the event of an id, or a new event if the profile never
  /// contained that one.
  func recordKnown(_ imported: ImportedEvent, as id: EventID) throws -> RowResult {
    guard let records = try session.history.records(of: id) else { return try record(imported) }
    let row = try parsedContent(of: imported)
    guard row.content.kind == records.original.kind else {
      throw RowProblem(
        column: "id", value: id.description,
        reason: "the event of this id is \(records.original.kind.name), not "
          + "\(row.content.kind.name); leave the id out to add another")
    }
    let content = row.content.keeping(row.absentFields, of: records.current ?? records.original)
    // Content whose id follows from itself or from its key is matched in the ordinary way.
    if records.corrections.isEmpty, content.isIdentical(to: row.content),
      isOrdinary(content, key: row.key, id)
    {
      return try record(imported)
    }
    if let name = row.reference { references.note(name, records.original.kind, id) }
    guard records.current != nil else {
      try session.history.bringBack(id, as: content)
      return .restored
    }
    return try correct(id, records, to: content, key: row.key ?? id.description)
  }

  /// Whether an id is the one that content gets without any correction.
  private func isOrdinary(_ content: Correction.Content, key: String?, _ id: EventID) -> Bool {
    let seed = session.profile.seed
    if let key { return content.id(seed: seed, key: .given(key)) == id }
    return (0..<NaturalKey.fewEqual).contains {
      content.id(seed: seed, key: .content(occurrence: $0)) == id
    }
  }

  /// Corrects an event to the content that a row of its key has, if corrections are enabled and the
  /// content differs.
  func correct(named id: EventID, by imported: ImportedEvent, key: String) throws -> RowResult {
    let isRepeated = named.contains(id)
    let outcome = try correct(id, by: imported, key: key, isRepeated: isRepeated)
    if !isUpdating { named.insert(id) }
    return outcome
  }

  /// Corrects an event to the content that a file has, if corrections are enabled and the content
  /// differs.
  ///
  /// - Parameter isRepeated: whether an earlier row of the file has the key of the event.
  func correct(
    _ id: EventID, by imported: ImportedEvent, key: String, isRepeated: Bool = false
  ) throws -> RowResult {
    guard let records = try session.history.records(of: id) else { return .unchanged }
    let row = try parsedContent(of: imported)
    let stored = records.current ?? records.original
    var content = row.content.keeping(row.absentFields, of: stored)
    if let prefix = row.optionalTags {
      content = content.withOptionalTags(prefix, as: stored, isAdding: isUpdating)
    }
    var shown: ShownContents?
    if case .event(let at, let offset, .task(.taskAdd(let task))) = content,
      case .event(_, _, .task(.taskAdd(let added))) = stored,
      let reading = movedTasks[id]?.reading(task, stored: added)
    {
      if reading.isLater {
        shown = (.event(at: at, offset: offset, .task(.taskAdd(reading.present))), content)
      }
      content = .event(at: at, offset: offset, .task(.taskAdd(reading.content)))
    }
    if !isUpdating, let former = try row.former?(), !stored.isSame(as: content) {
      let former = content.with(former)
      if stored.isSame(as: former) || records.original.isSame(as: former) {
        countFormerAction()
        return .unchanged
      }
    }
    return try correct(
      id, records, to: content, key: key, isRepeated: isRepeated, shown: shown)
  }

  /// The stored content of an event and that of a row, as a message compares them.
  private typealias ShownContents = (stored: Correction.Content, row: Correction.Content)

  /// Corrects an event to some content, if corrections are enabled and the content differs.
  private func correct(
    _ id: EventID, _ records: EventRecords, to content: Correction.Content, key: String,
    isRepeated: Bool = false, shown: ShownContents? = nil
  ) throws -> RowResult {
    let current = records.current ?? records.original
    if current.isSame(as: content) { return .unchanged }
    guard isUpdating else {
      // An older export has the original content.
      if records.original.isSame(as: content) { return .unchanged }
      let isOfFile = records.batch == session.sourceBatch
      let difference = try difference(shown ?? (current, content), isOfFile: isOfFile)
      if isOfFile { return .repeated(RowProblem(value: key, reason: difference)) }
      if isRepeated {
        return .repeated(
          RowProblem(value: key, reason: "an earlier row has this id; \(difference)"))
      }
      let reason = try otherTracker(current, content) ?? difference
      return .changed(RowProblem(value: key, reason: reason))
    }
    try noteCorrection(of: id, current, to: content)
    do {
      switch content {
      case .spark(let spark):
        let time = Timestamp(spark.at, offset: spark.offset)
        _ = try session.updateSpark(id: id, SparkChange(to: spark), at: .written(time))
      case .event(let at, let offset, let action):
        let time = Timestamp(at, offset: offset)
        _ = try session.edit(id, of: action.kind, at: .written(time)) { _ in action }
      }
    } catch {
      guard error.isRowError else { throw error }
      if case .field(let problem) = error { throw RowProblem(problem) }
      throw RowProblem(reason: error.description)
    }
    return .updated
  }

  /// Returns the message about two contents of one event, with the names of tasks and trackers.
  private func difference(_ shown: ShownContents, isOfFile: Bool) throws -> String {
    let definitions = try session.definitions()
    let difference = ContentDifference(shown.stored, shown.row, isOfFile: isOfFile) { id in
      definitions.tasks.task(id)?.name ?? definitions.trackers.tracker(id)?.content.name
    }
    return difference.text
  }

  /// Returns the message that an entry is in another tracker than in the row; `nil` if it is not.
  private func otherTracker(
    _ stored: Correction.Content, _ row: Correction.Content
  ) throws -> String? {
    guard case .event(_, _, .tracker(.entry(let stored))) = stored,
      case .event(_, _, .tracker(.entry(let row))) = row, stored.tracker != row.tracker
    else { return nil }
    let trackers = try session.definitions().trackers
    guard let before = trackers.tracker(stored.tracker), let now = trackers.tracker(row.tracker),
      before.id != now.id
    else { return nil }
    return "the profile has it in the tracker \"\(before.content.name)\", and here it goes to "
      + "\"\(now.content.name)\"; give the same tracker for it as before (--trackers)"
  }

  /// Returns the content of an imported event with its time, and the names of the properties that
  /// the file does not have.
  func parsedContent(of imported: ImportedEvent) throws -> ParsedContent {
    switch imported {
    case .spark(var spark):
      spark.at = spark.at.map(zoned)
      return ParsedContent(
        content: try ImportedEvent.spark(spark).content(session, references), key: spark.key,
        absentFields: spark.absentFields)
    case .action(var action):
      action.at = zoned(action.at)
      return ParsedContent(
        content: try ImportedEvent.action(action).content(session, references), key: action.key,
        reference: action.reference,
        absentFields: action.isTimeKnown ? action.absentFields : action.absentFields.union(["at"]),
        optionalTags: action.optionalTags, former: action.former)
    case .entry(let entry): return try parsedContent(of: .action(try self.action(of: entry)))
    case .habit(let habit): return try parsedContent(of: .action(try self.action(of: habit)))
    case .roll(let category, let at, let key):
      return ParsedContent(
        content: try ImportedEvent.roll(category, at: zoned(at), key: nil).content(
          session, references),
        key: key)
    case .known(_, let imported): return try parsedContent(of: imported)
    }
  }

  /// The content of a row about an event.
  struct ParsedContent {
    var content: Correction.Content
    var key: String?
    var reference: String?
    /// The names of the properties for which the file has no column.
    var absentFields: Set<String> = []
    /// The beginning of tags that the file need not have.
    var optionalTags: String?
    /// Returns the action that earlier versions recorded.
    var former: (() throws(RowProblem) -> ProfileEvent.Action)?
  }

  /// Returns an action with the line ends with which the profile contains it. Without a key, the
  /// content alone identifies the event, so a program that changes the line ends of a file would
  /// duplicate it.
  func withStoredLineEnds(_ action: ProfileEvent.Action, _ imported: ImportedAction) throws
    -> ProfileEvent.Action
  {
    guard imported.key == nil, let other = action.withAlternativeLineEndings else { return action }
    let (at, offset) =
      switch imported.at {
      case .written(let timestamp):
        (
          readingZone.resolveEvent(timestamp).instant, readingZone.resolveEvent(timestamp).offset
        )
      case .instant(let instant): (instant, session.zone.offset(at: instant))
      }
    func isStored(_ action: ProfileEvent.Action) throws -> Bool {
      let content = Correction.Content.event(at: at, offset: offset, action)
      return try session.reader.hasEvent(id: content.id(seed: session.profile.seed, key: .first))
    }
    return try isStored(other) && !isStored(action) ? other : action
  }

  /// Whether the task that an update changes was added without tasks before it.
  func isFree(_ update: ProfileEvent.Action) throws -> Bool {
    guard case .task(.taskUpdate(let task, _)) = update,
      case .event(_, _, .task(.taskAdd(let content)))? = try session.history.records(of: task)?
        .current
    else { return false }
    return content.after.isEmpty
  }

  /// Returns the existing completion of the task that an action completes once more, and its instant.
  func completion(of action: ProfileEvent.Action) throws -> (id: EventID, at: Instant)? {
    guard case .task(.taskComplete(let task)) = action,
      let at = try session.folded().tasks.task(task)?.completion?.at,
      let id = try completions(of: task, at: at).first
    else { return nil }
    return (id, at)
  }

  func completions(of task: EventID, at: Instant) throws -> [EventID] {
    var query = EventQuery(kinds: [.taskComplete])
    query.members = [("task", [task.description])]
    query.since = at
    query.before = Instant(milliseconds: at.milliseconds + 1)
    return try session.reader.events(query).map(\.event.id)
  }
}

extension Correction.Content {
  var kind: EventKind {
    switch self {
    case .spark: .spark
    case .event(_, _, let action): action.kind
    }
  }

  /// Returns an event with another action at the same time.
  fileprivate func with(_ action: ProfileEvent.Action) -> Correction.Content {
    if case .event(let at, let offset, _) = self {
      .event(at: at, offset: offset, action)
    } else {
      self
    }
  }

  /// Whether both contents are equal, ignoring differences in line ends.
  fileprivate func isSame(as other: Correction.Content) -> Bool {
    isIdentical(to: other) || withLineFeeds.isIdentical(to: other.withLineFeeds)
  }

  /// The content with line feeds as line ends in its texts.
  private var withLineFeeds: Correction.Content {
    switch self {
    case .spark(let spark):
      guard let notes = spark.notes, notes.utf8.contains(0x0D) else { return self }
      return .spark(spark.withNotes(notes.withLineFeeds))
    case .event(let at, let offset, let action):
      guard let value = try? JSONValue(parsing: action.content) else { return self }
      let content = value.mapTexts(\.withLineFeeds).text()
      let same = try? ProfileEvent.Action(action.kind, content: Array(content.utf8))
      return same.map { .event(at: at, offset: offset, $0) } ?? self
    }
  }

  /// Returns an entry with the tags that begin with a prefix in the profile, if the row has none;
  /// if the profile has none, those of the row only when they are to be added.
  fileprivate func withOptionalTags(
    _ prefix: String, as stored: Correction.Content, isAdding: Bool
  ) -> Correction.Content {
    guard case .event(let at, let offset, .tracker(.entry(let row))) = self,
      case .event(_, _, .tracker(.entry(let stored))) = stored
    else { return self }
    func optional(_ tags: [String]) -> [String] { tags.filter { $0.hasPrefix(prefix) } }
    let (own, known) = (optional(row.tags), optional(stored.tags))
    let tags: [String]
    if own.isEmpty {
      tags = row.tags + known
    } else if known.isEmpty && !isAdding {
      tags = row.tags.filter { !own.contains($0) }
    } else {
      return self
    }
    let entry = try? EntryContent(
      tracker: row.tracker, kind: row.kind, minutes: row.minutes, title: row.title,
      notes: row.notes, tags: tags, values: row.values)
    return entry.map { .event(at: at, offset: offset, .tracker(.entry($0))) } ?? self
  }

  func keeping(_ names: Set<String>, of other: Correction.Content) -> Correction.Content {
    if names.isEmpty { return self }
    switch (self, other) {
    case (.spark(let spark), .spark(let other)): return .spark(spark.keeping(names, of: other))
    case (.event(let at, let offset, let action), .event(let otherAt, let otherOffset, let other)):
      let (at, offset) = names.contains("at") ? (otherAt, otherOffset) : (at, offset)
      return .event(at: at, offset: offset, action.keeping(names, of: other))
    default: return self
    }
  }
}

extension JSONValue {
  /// Returns the value with a function applied to all texts.
  fileprivate func mapTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let list): .array(list.map { $0.mapTexts(change) })
    case .object(let members): .object(members.map { ($0.name, $0.value.mapTexts(change)) })
    default: self
    }
  }
}

extension ProfileEvent.Action {
  /// The action with the other line ends in its texts; `nil` if all texts are single lines.
  fileprivate var withAlternativeLineEndings: ProfileEvent.Action? {
    let content = content
    guard content.utf8.contains(UInt8(ascii: "\\")), let value = try? JSONValue(parsing: content)
    else { return nil }
    var isOther = false
    let other = value.mapTexts { text in
      guard let other = text.withAlternativeLineEndings else { return text }
      isOther = true
      return other
    }
    return isOther ? try? ProfileEvent.Action(kind, content: Array(other.text().utf8)) : nil
  }

  fileprivate func keeping(_ names: Set<String>, of other: ProfileEvent.Action)
    -> ProfileEvent.Action
  {
    guard !names.subtracting(["at"]).isEmpty, kind == other.kind,
      case .object(let row)? = try? JSONValue(parsing: content),
      case .object(let stored)? = try? JSONValue(parsing: other.content)
    else { return self }
    let merged = JSONValue.object(
      row.filter { !names.contains($0.name) } + stored.filter { names.contains($0.name) })
    return (try? ProfileEvent.Action(kind, content: Array(merged.text().utf8))) ?? self
  }
}
