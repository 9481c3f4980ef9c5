import CSV
import Calendar
import JSON
import Rules
import Schema
import Sessions

/// The content of the column `origin`: see `Origins`.
struct OriginReading {
  var occurrence: UInt32 = 0
  var isVoid = false
  /// The time and the content of the event when it was first recorded.
  var original: JSONValue?

  /// Reads the column; `nil` when it is empty or absent.
  init?(_ record: borrowing CSVRecord, _ column: Int?) throws(RowProblem) {
    guard let json = try record.json(column, "origin") else { return nil }
    guard case .object = json else { throw OriginReading.problem }
    switch json["occurrence"] {
    case nil: break
    case .integer(let number)?:
      guard let number = UInt32(exactly: number) else { throw OriginReading.problem }
      occurrence = number
    default: throw OriginReading.problem
    }
    isVoid = json["void"] == .boolean(true)
    original = json["original"]
  }

  private static let problem = RowProblem(
    column: "origin", reason: "expected a JSON object as written by Flint")

  /// Returns the time of the event when it was first recorded.
  private func time(_ original: JSONValue) throws(RowProblem) -> EventTime {
    guard case .string(let text)? = original["at"], let timestamp = Timestamp(text) else {
      throw OriginReading.problem
    }
    return .written(timestamp)
  }

  /// Returns an event with this origin.
  func restored(_ imported: ImportedEvent) throws(RowProblem) -> ImportedEvent {
    let kind = imported.kind
    let first = try original.map { (original) throws(RowProblem) in
      kind == .spark ? .spark(try spark(original)) : try event(kind, original)
    }
    return .restored(
      RestoredEvent(imported, original: first, occurrence: occurrence, isVoid: isVoid))
  }

  private func spark(_ original: JSONValue) throws(RowProblem) -> NewSpark {
    guard case .string(let title)? = original["title"],
      case .string(let categoryName)? = original["category"],
      let category = Category(name: categoryName)
    else { throw OriginReading.problem }
    var spark = NewSpark(title: title, category: category)
    spark.at = try time(original)
    if case .string(let name)? = original["intensity"], let intensity = Intensity(name: name) {
      spark.intensity = intensity
    }
    if case .string(let notes)? = original["notes"] { spark.notes = notes }
    if case .array(let tags)? = original["tags"] {
      spark.tags = tags.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
    }
    if case .integer(let minutes)? = original["estimated"] { spark.estimatedMinutes = minutes }
    if case .integer(let minutes)? = original["actual"] { spark.actualMinutes = minutes }
    return spark
  }

  private func event(
    _ kind: EventKind, _ original: JSONValue
  ) throws(RowProblem) -> ImportedEvent {
    guard let content = original["content"] else { throw OriginReading.problem }
    let action: Event.Action
    do throws(ContentError) {
      action = try Event.Action(kind, content: Array(content.text().utf8))
    } catch {
      throw RowProblem(column: "origin", reason: error.description)
    }
    if case .roll(let category) = action {
      return .roll(category, at: try time(original), key: nil)
    }
    return .action(
      ImportedAction(kind, at: try time(original)) { (references) throws(RowProblem) in
        action.referring(references)
      })
  }
}

extension Event.Action {
  /// Returns the action with its ids replaced by those that they refer to in this import. Ids that
  /// refer to nothing, such as those of removed events, are unchanged.
  func referring(_ references: References) -> Event.Action {
    func found(_ kind: EventKind, _ id: EventID) -> EventID {
      (try? references.event(kind, named: id.description, column: "")) ?? id
    }
    switch self {
    case .task(.taskComplete(let id)): return .task(.taskComplete(found(.taskAdd, id)))
    case .task(.taskReopen(let id)): return .task(.taskReopen(found(.taskAdd, id)))
    case .task(.taskUpdate(let id, let change)):
      return .task(.taskUpdate(found(.taskAdd, id), change))
    case .tracker(.update(let id, let change)):
      return .tracker(.update(found(.trackerCreate, id), change))
    case .habit(let action): return .habit(action.about(found(.trackerCreate, action.tracker)))
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
