extension Event.Action {
  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .spark: .spark
    case .roll: .roll
    case .task(let action): action.kind
    case .quest(let action): action.kind
    case .journey(let action): action.kind
    case .mood(let action): action.kind
    case .tracker(let action): action.kind
    }
  }

  /// The action as the canonical JSON object that profiles store and ids are hashed from. Sparks
  /// and rolls have their own forms for both; this form of theirs is for the log.
  public var content: String {
    var content = ContentWriter()
    switch self {
    case .spark(let category, let intensity):
      content.write("category", category.name)
      content.write("intensity", intensity.name)
    case .roll(let category): content.write("category", category.name)
    case .task(let action): action.write(to: &content)
    case .quest(let action): action.write(to: &content)
    case .journey(let action): action.write(to: &content)
    case .mood(let action): action.write(to: &content)
    case .tracker(let action): action.write(to: &content)
    }
    return content.finish()
  }

  /// Parses an action from its canonical content.
  ///
  /// - Throws: `ContentError` when the content is damaged or was written by a later version.
  public init(_ kind: EventKind, content bytes: [UInt8]) throws(ContentError) {
    var content = try ContentReader(bytes)
    switch kind {
    case .spark, .roll: self = try Event.Action.drawn(kind, &content)
    case .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .projectAdd, .projectRename,
      .projectRemove:
      self = .task(try TaskAction.read(kind, &content))
    case .questLoad, .questComplete, .questReset, .questGate, .questLevel:
      self = .quest(try QuestAction.read(kind, &content))
    case .journeyStart, .activity: self = .journey(try JourneyAction.read(kind, &content))
    case .mood, .moodFill: self = .mood(try MoodAction.read(kind, &content))
    case .trackerCreate, .trackerUpdate, .trackerEntry:
      self = .tracker(try TrackerAction.read(kind, &content))
    }
  }

  private static func drawn(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> Event.Action {
    var category: Category?
    var intensity: Intensity?
    while let name = try content.next() {
      switch name {
      case "category": category = Category(name: try content.string())
      case "intensity": intensity = Intensity(name: try content.string())
      default: _ = try content.json()
      }
    }
    guard let category else { throw ContentError("unknown category") }
    if kind == .roll { return .roll(category) }
    guard let intensity else { throw ContentError("unknown intensity") }
    return .spark(category, intensity)
  }
}

extension Event {
  /// Returns the id of an event of any kind except sparks and rolls, in the profile with the given
  /// seed.
  ///
  /// Canonical content: instant (i64, ms) and offset (i32, s), little-endian, and the UTF-8 of the
  /// action's content.
  public static func id(
    of action: Action, at: Instant, offset: UTCOffset, seed: UInt64, key: NaturalKey
  ) -> EventID {
    id(ofKind: action.kind, content: action.content, at: at, offset: offset, seed: seed, key: key)
  }

  /// Returns the id of an event from content that is already written.
  public static func id(
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
