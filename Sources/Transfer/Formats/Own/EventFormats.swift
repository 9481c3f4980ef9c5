import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Activities as `flint export activities` writes them, which refer to no other events.
  static let activities = OwnFormat(
    .activities, rank: 0, required: ["at", "kind", "text"],
    guide: FormatGuide(
      summary: "Activities and journeys, as flint export activities writes them.",
      becomes: [
        ("at", "when"), ("kind", "the kind; journey for the start of one"),
        ("text", "the text"), ("start", "the day from which a journey counts"),
      ], fields: Activity.schema.declarations, lost: ["day"])
  ) { columns, _ in ActivityTranslator(columns: columns) }
}

private struct ActivityTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let action: JourneyAction
    if record.word(columns["kind"]) == ActivityExport.journey {
      guard let start = try columns.day(record, columns["start"], "start") else {
        throw .missing("start", "the day from which the journey counts")
      }
      action = .start(day: start)
    } else {
      action = .activity(try columns.read(Activity.self, record))
    }
    let event = ImportedAction(
      at: try columns.time(record, columns["at"], "at"), key: record.text(columns["key"]),
      .journey(action))
    return .event(columns.event(record, .action(event)))
  }
}

extension OwnFormat {
  /// Moods as `flint export moods` writes them, which refer to no other events.
  static let moods = OwnFormat(
    .moods, rank: 0, required: ["date", "mood"],
    guide: FormatGuide(
      summary: "Ratings of days, as flint export moods writes them.",
      becomes: [
        ("date", "the day that is rated"), ("mood", "the mood, by name or number"),
        ("entry_type", "the origin of the rating; if empty, import"),
        ("recorded_at", "when the rating was given; 12:00 of the day if empty"),
        ("note", "the note"),
      ], fields: MoodContent.schema.declarations,
      lost: ["value", "weekday", "can_edit", "can_delete", "counts"],
      oddities: [
        "A table with a date and a mood, but without value or entry_type, is not read as Flint's own: "
          + "the scale of its numbers is not known. A mapping states it.",
        "A day whose mood is missing is not a rating and is skipped.",
        "With --update, a row without id and key corrects the one rating of its day that was given "
          + "at the same time.",
      ])
  ) { columns, _ in
    // Other tables with a date and a mood have a scale that Flint cannot know.
    columns["value"] ?? columns["entry_type"] == nil ? nil : MoodTranslator(columns: columns)
  }
}

private struct MoodTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    if record.word(columns["mood"])?.lowercased() == Mood.missing.name {
      return .skipped("a day without a rating")
    }
    let content = try columns.read(
      MoodContent.self, record, defaults: ["entry_type": .name(MoodEntryType.imported.name)])
    let time: EventTime =
      record.word(columns["recorded_at"]) == nil
      ? .written(Timestamp(day: content.day))
      : try columns.time(record, columns["recorded_at"], "recorded_at")
    var rating = ImportedAction(at: time, key: record.text(columns["key"]), content.action)
    rating.isTimeKnown = record.word(columns["recorded_at"]) != nil
    return .event(columns.event(record, .action(rating)))
  }
}

extension OwnFormat {
  /// Events of any kind except sparks and rolls, as `flint export events` writes them, which may
  /// refer to any event of a lower rank.
  static let events = OwnFormat(
    .events, rank: 40, required: ["at", "kind", "content"],
    guide: FormatGuide(
      summary: "Events of every kind except sparks and rolls, as Flint stores them.",
      becomes: [
        ("at", "when"), ("kind", "the kind, such as task.complete"),
        ("content", "the content, as JSON"),
        ("id", "the id that later rows refer to; the profile's event, if it has it"),
      ], lost: ["day", "void"])
  ) { columns, _ in EventTranslator(columns: columns) }
}

private struct EventTranslator: RecordTranslator {
  let columns: OwnColumns
  private static let names = EventKind.allCases.filter { $0 != .spark && $0 != .roll }.map(\.name)

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let kind = try record.choice(columns["kind"], "kind", of: Self.names) { name in
      EventKind(name: name).flatMap { $0 == .spark || $0 == .roll ? nil : $0 }
    }
    guard let kind else { throw .missing("kind", "a kind such as task.complete") }
    guard let text = record.word(columns["content"]) else {
      throw .missing("content", "a JSON object")
    }
    let action: ProfileEvent.Action
    do throws(ContentError) {
      action = try ProfileEvent.Action(kind, content: Array(text.utf8))
    } catch {
      throw RowProblem(
        column: "content", value: String(text.prefix(60)), reason: error.description)
    }
    let event = ImportedAction(
      kind, at: try columns.time(record, columns["at"], "at"), key: record.text(columns["key"]),
      reference: record.word(columns["id"])
    ) { (references) throws(RowProblem) in action.referring(references) }
    return .event(columns.event(record, .action(event)))
  }
}

extension ProfileEvent.Action {
  /// Returns the action with its ids replaced by those that they refer to in this import. Ids that
  /// refer to nothing, such as those of removed events, are unchanged.
  func referring(_ references: References) -> ProfileEvent.Action {
    func found(_ kind: EventKind, _ id: EventID) -> EventID {
      (try? references.event(kind, named: id.description, column: "")) ?? id
    }
    switch self {
    case .task(.taskComplete(let id)): return .task(.taskComplete(found(.taskAdd, id)))
    case .task(.taskReopen(let id)): return .task(.taskReopen(found(.taskAdd, id)))
    case .task(.taskAdd(let content)):
      let before = TasksBefore(content.after.map(\.description), column: "content")
      return (try? before.added(to: content, references))?.action ?? self
    case .task(.taskUpdate(let id, let change)):
      let before = TasksBefore(
        TaskAction.taskUpdate(id, change).tasksBefore.map(\.description), column: "content")
      let moved = (try? before.added(to: change, references)) ?? change
      return .task(.taskUpdate(found(.taskAdd, id), moved))
    case .task(.taskStart(let id)): return .task(.taskStart(found(.taskAdd, id)))
    case .task(.taskStop(let id)): return .task(.taskStop(found(.taskAdd, id)))
    case .tracker(.update(let id, let change)):
      return .tracker(.update(found(.trackerCreate, id), change))
    case .habit(let action): return .habit(action.mapping { found(.trackerCreate, $0) })
    case .tracker(.entry(let entry)):
      let tracker = found(.trackerCreate, entry.tracker)
      if tracker == entry.tracker { return self }
      // Content that was valid with one tracker id is valid with another.
      let moved = try? EntryContent(
        tracker: tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
        notes: entry.notes, tags: entry.tags, values: entry.values)
      return moved.map { .tracker(.entry($0)) } ?? self
    default: return self
    }
  }
}

extension OwnFormat {
  /// Rolls as `flint export rolls` writes them. They spend tokens, which all other events may earn.
  static let rolls = OwnFormat(
    .rolls, rank: 60, required: ["at", "category"],
    guide: FormatGuide(
      summary: "Roll tokens spent on cards, as flint export rolls writes them.",
      becomes: [("at", "when"), ("category", "the category of the card")], lost: ["day"])
  ) { columns, _ in RollTranslator(columns: columns) }
}

private struct RollTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let categories = columns.categories
    let category = try record.choice(columns["category"], "category", of: categories.names) {
      categories.named($0)
    }
    guard let category else {
      throw .missing("category", categories.names.alternatives)
    }
    let imported = ImportedEvent.roll(
      category, at: try columns.time(record, columns["at"], "at"), key: record.text(columns["key"]))
    return .event(columns.event(record, imported))
  }
}
