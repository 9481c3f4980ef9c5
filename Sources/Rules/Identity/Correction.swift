/// A record about an event: what it says now, or that it is taken back. Nothing is ever deleted;
/// of several corrections of one event the greatest by (instant, hash) counts.
public struct Correction: Hashable, Sendable {
  /// What a correction does.
  public enum Change: Hashable, Sendable {
    /// The spark now reads like this; if it was removed, it is back.
    case edit(Spark)
    /// The event is taken back, with every consequence.
    case remove

    /// The number that stands for the change in a profile's file.
    public var code: UInt8 {
      switch self {
      case .edit: 1
      case .remove: 2
      }
    }
  }

  /// The event it is about.
  public var event: EventID
  /// What it does.
  public var change: Change
  /// When it was recorded.
  public var recordedAt: Instant

  /// Makes a correction.
  public init(event: EventID, change: Change, recordedAt: Instant) {
    self.event = event
    self.change = change
    self.recordedAt = recordedAt
  }

  /// A hash of the whole record, in the profile with the given seed.
  public func hash(seed: UInt64) -> EventID {
    // "flint.co" in ASCII: no correction's hash is ever an event's id.
    var hash = SipHash128(key0: seed, key1: 0x6f63_2e74_6e69_6c66)
    hash.append(littleEndian: event.high)
    hash.append(littleEndian: event.low)
    hash.append(littleEndian: recordedAt.milliseconds)
    hash.append(change.code)
    if case .edit(let spark) = change {
      let content = spark.id(seed: seed, key: .content(occurrence: 0))
      hash.append(littleEndian: content.high)
      hash.append(littleEndian: content.low)
    }
    return hash.eventID()
  }
}
