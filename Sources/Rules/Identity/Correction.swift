/// A record about an event: what it says from now on, or that it is taken back. Nothing is ever
/// deleted; of several corrections of one event the greatest by (instant, hash) counts.
public struct Correction: Hashable, Sendable {
  /// What a correction is recorded for.
  public enum Cause: UInt8, Sendable, CaseIterable {
    /// Somebody changed what the event says, or brought it back.
    case edit = 1
    /// Somebody took the event back.
    case remove = 2
    /// Something recorded before was undone.
    case undo = 3
    /// Something undone was done again.
    case redo = 4

    /// The name in the log.
    public var name: String {
      switch self {
      case .edit: "edit"
      case .remove: "remove"
      case .undo: "undo"
      case .redo: "redo"
      }
    }
  }

  /// What an event says, words and all.
  public enum Content: Hashable, Sendable {
    /// A spark.
    case spark(Spark)
    /// An event of any other kind.
    case event(at: Instant, offset: UTCOffset, Event.Action)

    /// When the event happened.
    public var at: Instant {
      switch self {
      case .spark(let spark): spark.at
      case .event(let at, _, _): at
      }
    }

    /// Whether both say the same, to the byte: texts that only look alike are different.
    public func isIdentical(to other: Content) -> Bool {
      switch (self, other) {
      case (.spark(let left), .spark(let right)): left.isIdentical(to: right)
      case (.event(let at, let offset, let left), .event(let otherAt, let otherOffset, let right)):
        at == otherAt && offset == otherOffset && left.kind == right.kind
          && left.content.utf8.elementsEqual(right.content.utf8)
      default: false
      }
    }

    /// A hash of all of it.
    public func hash(seed: UInt64) -> EventID {
      switch self {
      case .spark(let spark): spark.id(seed: seed, key: .content(occurrence: 0))
      case .event(let at, let offset, .roll(let category)):
        CardRoll(at: at, offset: offset, category: category)
          .id(seed: seed, key: .content(occurrence: 0))
      case .event(let at, let offset, let action):
        Event.id(
          of: action, at: at, offset: offset, seed: seed, key: .content(occurrence: 0))
      }
    }
  }

  /// The event it is about.
  public var event: EventID
  /// What it is recorded for.
  public var cause: Cause
  /// What the event says from now on; `nil` when it is taken back.
  public var content: Content?
  /// When it was recorded.
  public var recordedAt: Instant

  /// Makes a correction.
  public init(event: EventID, cause: Cause, content: Content?, recordedAt: Instant) {
    self.event = event
    self.cause = cause
    self.content = content
    self.recordedAt = recordedAt
  }

  /// A hash of the whole record, in the profile with the given seed.
  public func hash(seed: UInt64) -> EventID {
    Correction.hash(
      event: event, cause: cause, content: content?.hash(seed: seed), recordedAt: recordedAt,
      seed: seed)
  }

  /// The same, of content that is hashed already.
  public static func hash(
    event: EventID, cause: Cause, content: EventID?, recordedAt: Instant, seed: UInt64
  ) -> EventID {
    // "flint.co" in ASCII: no correction's hash is ever an event's id.
    var hash = SipHash128(key0: seed, key1: 0x6f63_2e74_6e69_6c66)
    hash.append(littleEndian: event.high)
    hash.append(littleEndian: event.low)
    hash.append(littleEndian: recordedAt.milliseconds)
    hash.append(cause.rawValue)
    if let content {
      hash.append(littleEndian: content.high)
      hash.append(littleEndian: content.low)
    }
    return hash.eventID()
  }
}
