import CSV
import Rules
import Sessions

/// What the column `origin` says: see `Origins`.
struct OriginReading {
  var occurrence: UInt32 = 0
  var isVoid = false
  /// When it happened and what it said when it was recorded.
  var original: JSONValue?

  /// `nil` when the column is empty or not there.
  init?(_ record: borrowing CSVRecord, _ place: Int?) throws(RowProblem) {
    guard let json = try record.json(place, "origin") else { return nil }
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
    column: "origin", reason: "expected what Flint itself wrote, a JSON object")

  /// When the event happened as it was recorded first.
  private func time() throws(RowProblem) -> EventTime {
    guard case .string(let text)? = original?["at"], let timestamp = Timestamp(text) else {
      throw OriginReading.problem
    }
    return .written(timestamp)
  }

  private func restored(spark draft: Draft) throws(RowProblem) -> Draft {
    var first: SparkDraft?
    if let original {
      guard case .string(let title)? = original["title"],
        case .string(let categoryName)? = original["category"],
        let category = Category(name: categoryName)
      else { throw OriginReading.problem }
      var spark = SparkDraft(title: title, category: category)
      spark.at = try time()
      if case .string(let name)? = original["intensity"], let intensity = Intensity(name: name) {
        spark.intensity = intensity
      }
      if case .string(let notes)? = original["notes"] { spark.notes = notes }
      if case .array(let tags)? = original["tags"] {
        spark.tags = tags.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
      }
      if case .integer(let minutes)? = original["estimated"] { spark.estimatedMinutes = minutes }
      if case .integer(let minutes)? = original["actual"] { spark.actualMinutes = minutes }
      first = spark
    }
    return .restored(
      RestoredDraft(
        draft, original: first.map { .spark($0) }, occurrence: occurrence, isVoid: isVoid))
  }

  /// The draft of an event that has such an origin.
  func restored(_ draft: Draft, _ kind: EventKind) throws(RowProblem) -> Draft {
    if kind == .spark { return try restored(spark: draft) }
    var first: Draft?
    if let original {
      guard let content = original["content"] else { throw OriginReading.problem }
      let action: Event.Action
      do throws(ContentError) {
        action = try Event.Action(kind, content: Array(content.text().utf8))
      } catch {
        throw RowProblem(column: "origin", reason: error.description)
      }
      if case .roll(let category) = action {
        first = .roll(category, at: try time(), key: nil)
      } else {
        first = .action(
          ActionDraft(at: try time()) { (references) throws(RowProblem) in
            action.referring(references)
          })
      }
    }
    return .restored(
      RestoredDraft(draft, original: first, occurrence: occurrence, isVoid: isVoid))
  }
}

extension Event.Action {
  /// The same about what the ids in it stand for in this import; those that stand for nothing stay,
  /// as those of what was removed do.
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
    case .tracker(.entry(let entry)):
      let tracker = found(.trackerCreate, entry.tracker)
      if tracker == entry.tracker { return self }
      // What was valid of one tracker's id is so of another's.
      let moved = try? EntryContent(
        tracker: tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
        notes: entry.notes, tags: entry.tags, values: entry.values)
      return moved.map { .tracker(.entry($0)) } ?? self
    default: return self
    }
  }
}
