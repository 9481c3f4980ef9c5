package import FlintCalendar
package import FlintJSON
package import FlintSchema

extension ProfileEvent.Action {
  package var kind: EventKind {
    switch self {
    case .spark: .spark
    case .roll: .roll
    case .task(let action): action.kind
    case .quest(let action): action.kind
    case .journey(let action): action.kind
    case .mood(let action): action.kind
    case .tracker(let action): action.kind
    case .habit(let action): action.kind
    case .currency(let action): action.kind
    case .pool(let action): action.kind
    }
  }

  /// The action as the canonical JSON object that profiles store and ids are hashed from. Sparks
  /// and rolls have their own forms for both; this form of theirs is for the log.
  package var content: String { contentJSON.text() }

  package var contentJSON: JSONValue {
    let members: Content =
      switch self {
      case .spark(let category, let intensity):
        [("category", .string(category.name)), ("intensity", .string(intensity.name))]
      case .roll(let category): [("category", .string(category.name))]
      case .task(let action): action.content
      case .quest(let action): action.content
      case .journey(let action): action.content
      case .mood(let action): action.content
      case .tracker(let action): action.content
      case .habit(let action): action.content
      case .currency(let action): action.content
      case .pool(let action): action.content
      }
    return .object(members)
  }

  /// Parses an action from its canonical content.
  ///
  /// - Throws: `ContentError` when the content is damaged or was written by a later version.
  package init(_ kind: EventKind, content bytes: [UInt8]) throws(ContentError) {
    do {
      try self.init(kind, ContentMembers(parsing: bytes))
    } catch {
      throw ContentError(description: "\(error)")
    }
  }

  /// Creates an action from the members of its content; unknown ones are ignored.
  ///
  /// - Throws: `FieldError` when a member is missing or invalid.
  package init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .spark:
      self = .spark(try content.required("category"), try content.required("intensity"))
    case .roll: self = .roll(try content.required("category"))
    case .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .taskStart, .taskStop, .projectAdd,
      .projectRename, .projectRemove:
      self = .task(try TaskAction(kind, content))
    case .questLoad, .questComplete, .questReset, .questGate, .questLevel:
      self = .quest(try QuestAction(kind, content))
    case .journeyStart, .activity: self = .journey(try JourneyAction(kind, content))
    case .mood, .moodFill: self = .mood(try MoodAction(kind, content))
    case .trackerCreate, .trackerUpdate, .trackerEntry:
      self = .tracker(try TrackerAction(kind, content))
    case .habit, .habitSkip, .habitPause, .habitResume:
      self = .habit(try HabitAction(kind, content))
    case .currencyGrant: self = .currency(try CurrencyAction(kind, content))
    case .poolRoll, .poolExchange, .poolChoose, .cardBuy:
      self = .pool(try PoolAction(kind, content))
    }
  }
}

extension ProfileEvent {
  /// Returns the id of an event of any kind except sparks and rolls, in the profile of a seed.
  ///
  /// Canonical content: instant (i64, ms) and offset (i32, s), little-endian, and the UTF-8 of the
  /// action's content.
  package static func id(
    of action: Action, at: Instant, offset: UTCOffset, seed: UInt64, key: NaturalKey
  ) -> EventID {
    id(ofKind: action.kind, content: action.content, at: at, offset: offset, seed: seed, key: key)
  }

  /// Returns the id of an event from content that is already written.
  package static func id(
    ofKind kind: EventKind, content: String, at: Instant, offset: UTCOffset, seed: UInt64,
    key: NaturalKey
  ) -> EventID {
    SipHash128.eventID(seed: seed, kind: kind, key: key) { hash in
      hash.append(littleEndian: at.milliseconds)
      hash.append(littleEndian: offset.seconds)
      hash.append(utf8: content)
    }
  }
}
