public import Rules
public import Sessions

/// Something that a record of a file says happened, before the rules have seen it.
public enum Draft: Sendable {
  /// A spark.
  case spark(SparkDraft)
  /// A roll token spent on a card of a category.
  case roll(Category, at: EventTime, key: String?)
  /// An entry of a tracker, which is made if there is none of its name.
  case entry(EntryDraft)
  /// Anything else.
  case action(ActionDraft)
  /// An event that has to be the very one that it was in the profile that Flint wrote it from.
  indirect case restored(RestoredDraft)
  /// What the file says of the event of an id, which the profile may have or not: it is an export
  /// that may have been edited.
  indirect case known(EventID, Draft)
}

extension Draft {
  /// The id that its source gives it.
  var key: String? {
    switch self {
    case .spark(let spark): spark.key
    case .roll(_, _, let key): key
    case .entry(let entry): entry.key
    case .action(let action): action.key
    case .restored(let restored): restored.draft.key
    case .known(_, let draft): draft.key
    }
  }

  /// The entry that it is of a tracker which may have to be made, if it is one.
  var entry: EntryDraft? {
    switch self {
    case .entry(let entry): entry
    case .known(_, let draft): draft.entry
    default: nil
    }
  }

  /// The same, as one of a file that says nothing of some parts.
  func silent(on parts: Set<String>) -> Draft {
    if parts.isEmpty { return self }
    switch self {
    case .spark(var spark):
      spark.unsaid = parts
      return .spark(spark)
    case .entry(var entry):
      entry.unsaid = parts
      return .entry(entry)
    case .action(var action):
      action.unsaid = parts
      return .action(action)
    case .restored(var restored):
      restored.draft = restored.draft.silent(on: parts)
      return .restored(restored)
    case .known(let id, let draft): return .known(id, draft.silent(on: parts))
    case .roll: return self
    }
  }
}

/// An event together with what its id is made of, where what it says now does not tell: it was
/// corrected, or is one of several equal ones of which another is gone; or it has no effect, so that
/// the rules would refuse it. To be recorded by `RestoredDraft.record(in:_:)`.
public struct RestoredDraft: Sendable {
  /// What it says now: a spark, a roll or an action.
  public var draft: Draft
  /// What it said when it was recorded, if something else.
  public var original: Draft?
  /// Which of several equal keyless ones it is, from 0.
  public var occurrence: UInt32
  /// Whether it has no effect where it stands.
  public var isVoid: Bool

  /// Makes a draft.
  public init(_ draft: Draft, original: Draft? = nil, occurrence: UInt32, isVoid: Bool) {
    self.draft = draft
    self.original = original
    self.occurrence = occurrence
    self.isVoid = isVoid
  }
}

/// An event of any kind but sparks, rolls and entries of an app's own trackers.
public struct ActionDraft: Sendable {
  /// When it happened.
  public var at: EventTime
  /// Whether the file says when. If not, `at` is only where it is put the first time, and one of
  /// the same key and content that stands elsewhere is the same.
  public var isTimeKnown = true
  /// The id that its source gives it.
  public var key: String?
  /// A name, unique among its kind in one import, by which later drafts refer to what this one
  /// records: the id that the file itself uses.
  public var reference: String?
  /// The names of parts of it that the file says nothing of: an event that is corrected keeps them.
  public var unsaid: Set<String> = []
  /// Says what happened, once the drafts before it have been recorded.
  public var action: @Sendable (References) throws(RowProblem) -> Event.Action

  /// Makes a draft of an action that refers to no other draft.
  public init(
    at: EventTime, key: String? = nil, reference: String? = nil, _ action: Event.Action
  ) {
    self.init(at: at, key: key, reference: reference) { (_) throws(RowProblem) in action }
  }

  /// Makes a draft of an action that may refer to what earlier drafts have recorded.
  public init(
    at: EventTime, key: String? = nil, reference: String? = nil,
    referring action: @escaping @Sendable (References) throws(RowProblem) -> Event.Action
  ) {
    self.at = at
    self.key = key
    self.reference = reference
    self.action = action
  }
}

/// An entry of a tracker that may have to be made.
public struct EntryDraft: Sendable {
  /// The tracker.
  public var tracker: TrackerDraft
  /// What the entry records.
  public var kind: EntryKind
  /// When.
  public var at: EventTime
  /// Whether the file says when. If not, `at` is only where it is put the first time, and one of
  /// the same key and content that stands elsewhere is the same.
  public var isTimeKnown = true
  /// How long it took, of what is no session.
  public var minutes: Int64?
  /// Whether the file states a time of day, or only a day; then an entry at the very beginning of the
  /// day is put a millisecond later.
  public var statesTime = true
  /// One line that names it, if any.
  public var title: String?
  /// Free text, if any.
  public var notes: String?
  /// Labels.
  public var tags: [String] = []
  /// Values for the tracker's own fields.
  public var values: [EntryContent.Value] = []
  /// The id that its source gives it.
  public var key: String?
  /// The names of parts of it that the file says nothing of: an entry that is corrected keeps them.
  public var unsaid: Set<String> = []

  /// Makes a draft of what every entry needs.
  public init(tracker: TrackerDraft, kind: EntryKind, at: EventTime, key: String? = nil) {
    self.tracker = tracker
    self.kind = kind
    self.at = at
    self.key = key
  }
}

/// A tracker as a file names it. One of the same key, or else of the same name, case aside, is
/// taken if the profile has it; otherwise it is made, at the beginning of the civil day of its
/// earliest entry, in whatever order entries come.
public struct TrackerDraft: Hashable, Sendable {
  /// What it is, if it has to be made.
  public var content: TrackerContent
  /// The id that its source gives it.
  public var key: String?
  /// What its numbers are in, if the file says so.
  public var unit: String?

  /// Makes a draft.
  public init(_ content: TrackerContent, key: String? = nil) {
    self.content = content
    self.key = key
  }
}
