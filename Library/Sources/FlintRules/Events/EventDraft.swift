public import FlintCalendar
package import FlintJSON
public import FlintSchema

/// What an event records, before it has a time and an id.
///
/// The functions of this type make the drafts of the most common kinds; ``init(_:json:)`` makes those of every
/// kind, from the same JSON that ``ProfileEvent/encode(to:)`` writes.
public struct EventDraft: Hashable, Sendable {
  /// The kinds of drafts that differ in how their ids are made.
  private enum Subject: Hashable {
    case spark(Spark)
    case cardRoll(SparkCategory)
    case other(ProfileEvent.Action)
  }

  private let subject: Subject

  private init(_ subject: Subject) { self.subject = subject }
  private init(_ action: ProfileEvent.Action) { subject = .other(action) }

  /// Creates the draft of an event of any kind from its content.
  ///
  /// - Parameters:
  ///   - kind: the kind of the event.
  ///   - json: an object with the members of the kind, which docs/file-format.md lists; unknown ones are ignored.
  /// - Throws: ``FieldError`` when the text is no JSON, or a member is missing or invalid.
  public init(_ kind: EventKind, json: String) throws(FieldError) {
    let content: JSONValue
    do throws(JSONError) {
      content = try JSONValue(parsing: json)
    } catch {
      throw FieldError(field: "content", expected: "JSON", found: error.description)
    }
    try self.init(kind, content: content)
  }

  /// Creates the draft of an event of any kind from its content.
  ///
  /// - Throws: ``FieldError`` when a member is missing or invalid.
  package init(_ kind: EventKind, content: JSONValue) throws(FieldError) {
    let members = try ContentMembers(object: content)
    subject =
      switch kind {
      case .spark: .spark(try Spark.schema.record(members))
      case .roll: .cardRoll(try members.required("category"))
      default: .other(try ProfileEvent.Action(kind, members))
      }
  }

  /// Returns the draft of a spark: an action or an insight that a person records.
  ///
  /// - Throws: ``FieldError`` when the title or a tag is empty.
  public static func spark(
    _ title: String, category: SparkCategory, intensity: SparkIntensity = .medium,
    notes: String? = nil,
    tags: [String] = []
  ) throws(FieldError) -> EventDraft {
    EventDraft(
      .spark(
        try Spark(
          at: Instant(milliseconds: 0), offset: .zero, category: category, intensity: intensity,
          title: title, notes: notes, tags: tags)))
  }

  /// Returns the draft of a roll, which spends a roll token on a card of a category.
  public static func roll(_ category: SparkCategory) -> EventDraft {
    EventDraft(.cardRoll(category))
  }

  /// Returns the draft of a new task.
  ///
  /// - Throws: ``FieldError`` when the name is empty, or a day or a time is out of range.
  public static func task(
    _ name: String, details: String? = nil, priority: TaskPriority = .p2, due: CivilDay? = nil,
    reminder: Instant? = nil, tags: [String] = []
  ) throws(FieldError) -> EventDraft {
    EventDraft(
      try TaskContent(
        name: name, details: details, priority: priority, due: due, reminder: reminder, tags: tags
      ).action)
  }

  /// Returns the draft of the completion of a task, by the id of the event that added it.
  public static func completion(of task: EventID) -> EventDraft {
    EventDraft(.task(.taskComplete(task)))
  }

  /// Returns the draft of a day's mood.
  ///
  /// - Throws: ``FieldError`` when the mood is not one of the five ratings.
  public static func mood(
    _ mood: Mood, on day: CivilDay, note: String? = nil
  ) throws(FieldError) -> EventDraft {
    EventDraft(try MoodContent(day: day, mood: mood, note: note).action)
  }

  /// Returns the draft of the start of a journey, whose days count from a day.
  public static func journey(from day: CivilDay) -> EventDraft {
    EventDraft(.journey(.start(day: day)))
  }

  /// Returns the draft of an activity.
  ///
  /// - Throws: ``FieldError`` when the text of a journal entry is empty.
  public static func activity(
    _ kind: ActivityKind, text: String? = nil
  ) throws(FieldError) -> EventDraft {
    EventDraft(try Activity(kind, text: text).action)
  }

  /// Returns the draft of a new tracker.
  ///
  /// - Throws: ``FieldError`` when the name is empty or has more than 100 characters.
  public static func tracker(named name: String) throws(FieldError) -> EventDraft {
    EventDraft(try TrackerContent(name: name).action)
  }

  /// Returns the draft of an entry of a tracker: a session of some minutes.
  ///
  /// - Parameters:
  ///   - minutes: the length of the session.
  ///   - tracker: the id of the event that created the tracker.
  ///   - notes: the notes as free text, if any.
  /// - Throws: ``FieldError`` when the minutes are negative or too many.
  public static func entry(
    minutes: Int64, in tracker: EventID, notes: String? = nil
  ) throws(FieldError) -> EventDraft {
    try entry(.session(minutes: minutes), in: tracker, notes: notes)
  }

  /// Returns the draft of an entry of a tracker: a number that was measured or counted.
  ///
  /// - Throws: ``FieldError`` when the number is not finite, too large, or has more than six decimal places.
  public static func entry(
    number: Double, in tracker: EventID, notes: String? = nil
  ) throws(FieldError) -> EventDraft {
    try entry(
      .measurement(try DecimalNumber(number, field: "number")), in: tracker, notes: notes)
  }

  /// Returns the draft of an entry of a tracker: whether something was done.
  ///
  /// - Throws: ``FieldError`` when the notes are too long.
  public static func entry(
    isDone: Bool, in tracker: EventID, notes: String? = nil
  ) throws(FieldError) -> EventDraft {
    try entry(.checklist(isDone), in: tracker, notes: notes)
  }

  private static func entry(
    _ value: EntryKind, in tracker: EventID, notes: String?
  ) throws(FieldError) -> EventDraft {
    EventDraft(try EntryContent(tracker: tracker, kind: value, notes: notes).action)
  }

  /// Returns the event of the draft.
  ///
  /// - Parameters:
  ///   - at: the instant of the event.
  ///   - zone: the zone of the local clock, which determines the civil day.
  ///   - seed: the profile's seed, chosen once.
  ///   - key: what identifies the event in its source, such as the id of a row. The id of the event is a hash of it,
  ///     so that the same row is the same event on each device; without a key it is a hash of the content.
  /// - Throws: ``FieldError`` when the instant is out of range.
  public func event(
    at: Instant, in zone: CivilZone, seed: UInt64, key: String? = nil
  ) throws(FieldError) -> ProfileEvent {
    try event(
      at: at, offset: zone.offset(at: at), seed: seed,
      key: key.map { .given($0) } ?? .content(occurrence: 0))
  }

  /// Returns the event of the draft.
  ///
  /// - Parameters:
  ///   - at: the instant of the event.
  ///   - offset: the offset of the local clock from UTC at that instant; both determine the civil day.
  ///   - seed: the profile's seed.
  ///   - key: the natural key, from which the id is made.
  /// - Throws: ``FieldError`` when the instant or the offset is out of range.
  package func event(
    at: Instant, offset: UTCOffset, seed: UInt64, key: NaturalKey = .content(occurrence: 0)
  ) throws(FieldError) -> ProfileEvent {
    switch subject {
    case .spark(let spark):
      let spark = try spark.moved(to: at, offset: offset)
      return spark.event(id: spark.id(seed: seed, key: key))
    case .cardRoll(let category):
      try ProfileEvent.checkTime(at, offset)
      let roll = CardRoll(at: at, offset: offset, category: category)
      return roll.event(id: roll.id(seed: seed, key: key))
    case .other(let action):
      try ProfileEvent.checkTime(at, offset)
      let id = ProfileEvent.id(of: action, at: at, offset: offset, seed: seed, key: key)
      return ProfileEvent(id: id, at: at, offset: offset, action: action)
    }
  }
}
