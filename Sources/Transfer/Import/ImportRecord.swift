public import Rules
public import Sessions

/// An event that an imported file describes, before the rules have checked it.
public enum ImportRecord: Sendable {
  /// A spark.
  case spark(NewSpark)
  /// A roll token spent on a card of a category.
  case roll(Category, at: EventTime, key: String?)
  /// An entry of a tracker; the tracker is created if none of its name exists.
  case entry(EntryRecord)
  /// An event of any other kind.
  case action(ActionRecord)
  /// An event that has to keep the identity it has in the profile that Flint exported it from.
  indirect case restored(RestoredRecord)
  /// The content of the event with a given id, from an export that may have been edited. The
  /// profile need not contain the event.
  indirect case known(EventID, ImportRecord)
}

extension ImportRecord {
  /// The identifier assigned by the source, if any.
  var key: String? {
    switch self {
    case .spark(let spark): spark.key
    case .roll(_, _, let key): key
    case .entry(let entry): entry.key
    case .action(let action): action.key
    case .restored(let restored): restored.content.key
    case .known(_, let record): record.key
    }
  }

  /// The kind of the event.
  var kind: EventKind {
    switch self {
    case .spark: .spark
    case .roll: .roll
    case .entry: .trackerEntry
    case .action(let action): action.kind
    case .restored(let restored): restored.content.kind
    case .known(_, let record): record.kind
    }
  }

  /// The tracker entry in the record, if it is one whose tracker may have to be created.
  var entry: EntryRecord? {
    switch self {
    case .entry(let entry): entry
    case .known(_, let record): record.entry
    default: nil
    }
  }

  /// The tracker of the entry in the record, if it may have to be created.
  var tracker: TrackerRecord? {
    switch self {
    case .entry(let entry): entry.tracker
    case .known(_, let record): record.tracker
    default: nil
    }
  }

  /// Returns the record with another tracker, if it is an entry whose tracker may have to be created.
  func withTracker(_ tracker: TrackerRecord) -> ImportRecord {
    switch self {
    case .entry(var entry):
      entry.tracker = tracker
      return .entry(entry)
    case .known(let id, let record): return .known(id, record.withTracker(tracker))
    default: return self
    }
  }

  /// Returns the record with the given fields marked as absent from the file.
  func withAbsentFields(_ fields: Set<String>) -> ImportRecord {
    if fields.isEmpty { return self }
    switch self {
    case .spark(var spark):
      spark.absentFields = fields
      return .spark(spark)
    case .entry(var entry):
      entry.absentFields = fields
      return .entry(entry)
    case .action(var action):
      action.absentFields = fields
      return .action(action)
    case .restored(var restored):
      restored.content = restored.content.withAbsentFields(fields)
      return .restored(restored)
    case .known(let id, let record): return .known(id, record.withAbsentFields(fields))
    case .roll: return self
    }
  }
}

/// An event together with the values that its id is derived from, where its current content does
/// not determine them: it was corrected, or it is one of several equal events of which another was
/// removed, or it has no effect, so that the rules would refuse it. Recorded by
/// `RestoredRecord.record(in:_:)`.
public struct RestoredRecord: Sendable {
  /// The current content: a spark, a roll or an action.
  public var content: ImportRecord
  /// The content when the event was first recorded, if it differs.
  public var original: ImportRecord?
  /// The index of the event among equal events without a key, from 0.
  public var occurrence: UInt32
  /// Whether the event has no effect at its position in history.
  public var isVoid: Bool

  /// Creates a restored record.
  public init(
    _ content: ImportRecord, original: ImportRecord? = nil, occurrence: UInt32, isVoid: Bool
  ) {
    self.content = content
    self.original = original
    self.occurrence = occurrence
    self.isVoid = isVoid
  }
}

/// An event of any kind except sparks, rolls and entries of an app's own trackers.
public struct ActionRecord: Sendable {
  /// The kind of the event.
  public var kind: EventKind
  /// The time of the event.
  public var at: EventTime
  /// Whether the file states the time. If not, `at` is only the initial time, and an existing event
  /// with the same key and content but another time counts as the same event.
  public var isTimeKnown = true
  /// The identifier assigned by the source, if any.
  public var key: String?
  /// The id that the file itself uses, unique among its kind in one import, by which later records
  /// refer to this event.
  public var reference: String?
  /// The names of the fields absent from the file: a corrected event keeps their values.
  public var absentFields: Set<String> = []
  /// Returns the event's action. Called after the preceding records have been recorded.
  public var action: @Sendable (References) throws(RowProblem) -> Event.Action

  /// Creates a record of an action that refers to no other record.
  public init(
    at: EventTime, key: String? = nil, reference: String? = nil, _ action: Event.Action
  ) {
    self.init(action.kind, at: at, key: key, reference: reference) { (_) throws(RowProblem) in
      action
    }
  }

  /// Creates a record of an action that may refer to events of earlier records.
  public init(
    _ kind: EventKind, at: EventTime, key: String? = nil, reference: String? = nil,
    referring action: @escaping @Sendable (References) throws(RowProblem) -> Event.Action
  ) {
    self.kind = kind
    self.at = at
    self.key = key
    self.reference = reference
    self.action = action
  }
}

/// An entry of a tracker that may have to be created.
public struct EntryRecord: Sendable {
  /// The tracker.
  public var tracker: TrackerRecord
  /// The kind of the entry, with its value.
  public var kind: EntryKind
  /// The time of the entry.
  public var at: EventTime
  /// Whether the file states the time. If not, `at` is only the initial time, and an existing entry
  /// with the same key and content but another time counts as the same entry.
  public var isTimeKnown = true
  /// The duration in minutes, for entries that are not sessions.
  public var minutes: Int64?
  /// Whether the file states a time of day, not only a day. If not, an entry at the very beginning
  /// of its day is moved one millisecond later.
  public var statesTime = true
  /// A title of one line, if any.
  public var title: String?
  /// Free text, if any.
  public var notes: String?
  /// The tags of the entry.
  public var tags: [String] = []
  /// Values of the tracker's custom fields.
  public var values: [EntryContent.Value] = []
  /// The identifier assigned by the source, if any.
  public var key: String?
  /// The names of the fields absent from the file: a corrected entry keeps their values.
  public var absentFields: Set<String> = []

  /// Creates a record with the fields that every entry needs.
  public init(tracker: TrackerRecord, kind: EntryKind, at: EventTime, key: String? = nil) {
    self.tracker = tracker
    self.kind = kind
    self.at = at
    self.key = key
  }
}

/// A tracker as a file names it. The profile's tracker with the same key, or else with the same
/// name (ignoring case), is used if there is one. Otherwise a tracker is created at the beginning
/// of the civil day of its earliest entry, regardless of the order of the entries.
///
/// It is a class because thousands of entries refer to few trackers.
public final class TrackerRecord: Hashable, Sendable {
  /// The content of the tracker, if it has to be created.
  public let content: TrackerContent
  /// The identifier assigned by the source, if any.
  public let key: String?
  /// The unit of its numbers, if the file states one.
  public let unit: String?

  /// Creates a tracker record.
  public init(_ content: TrackerContent, key: String? = nil, unit: String? = nil) {
    self.content = content
    self.key = key
    self.unit = unit
  }

  /// Returns whether two records have the same content, key and unit.
  public static func == (left: TrackerRecord, right: TrackerRecord) -> Bool {
    left === right
      || (left.content == right.content && left.key == right.key && left.unit == right.unit)
  }

  /// Hashes the name, which nearly always distinguishes trackers.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.name) }
}
