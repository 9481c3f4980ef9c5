package import FlintCalendar

/// A record that edits or removes an event. Nothing is ever deleted; of several corrections of one
/// event the greatest by (instant, hash) applies.
package struct Correction: Hashable, Sendable {
  package enum Cause: UInt8, Sendable, CaseIterable {
    case edit = 1
    case remove = 2
    case undo = 3
    case redo = 4

    /// The name in the log.
    package var name: String {
      switch self {
      case .edit: "edit"
      case .remove: "remove"
      case .undo: "undo"
      case .redo: "redo"
      }
    }
  }

  /// The complete content of an event, including its texts.
  package enum Content: Hashable, Sendable {
    case spark(Spark)
    case event(at: Instant, offset: UTCOffset, ProfileEvent.Action)

    package func id(seed: UInt64, key: NaturalKey) -> EventID {
      switch self {
      case .spark(let spark): spark.id(seed: seed, key: key)
      case .event(let at, let offset, .roll(let category)):
        CardRoll(at: at, offset: offset, category: category).id(seed: seed, key: key)
      case .event(let at, let offset, let action):
        ProfileEvent.id(of: action, at: at, offset: offset, seed: seed, key: key)
      }
    }

    package var at: Instant {
      switch self {
      case .spark(let spark): spark.at
      case .event(let at, _, _): at
      }
    }

    /// Returns whether both contents are equal byte by byte: canonically equivalent texts differ.
    package func isIdentical(to other: Content) -> Bool {
      switch (self, other) {
      case (.spark(let left), .spark(let right)): left.isIdentical(to: right)
      case (.event(let at, let offset, let left), .event(let otherAt, let otherOffset, let right)):
        at == otherAt && offset == otherOffset && left.kind == right.kind
          && left.content.utf8.elementsEqual(right.content.utf8)
      default: false
      }
    }

    package func hash(seed: UInt64) -> EventID { id(seed: seed, key: .content(occurrence: 0)) }
  }

  package var event: EventID
  package var cause: Cause
  /// The new content of the event; `nil` when the event is removed.
  package var content: Content?
  package var recordedAt: Instant

  package init(event: EventID, cause: Cause, content: Content?, recordedAt: Instant) {
    self.event = event
    self.cause = cause
    self.content = content
    self.recordedAt = recordedAt
  }

  /// Returns a hash of the whole record, in the profile with the given seed.
  package func hash(seed: UInt64) -> EventID {
    Correction.hash(
      event: event, cause: cause, content: content?.hash(seed: seed), recordedAt: recordedAt,
      seed: seed)
  }

  /// Returns a hash of a record whose content is already hashed.
  package static func hash(
    event: EventID, cause: Cause, content: EventID?, recordedAt: Instant, seed: UInt64
  ) -> EventID {
    // "flint.co" in ASCII: no correction's hash is ever equal to an event's id.
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
