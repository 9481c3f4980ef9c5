/// A place in the order of the fold: by instant, then by the rank of the kind, then by id.
///
/// Within one instant what creates something comes before what changes it, and that before what
/// completes or removes it, so that a list that is dated by days alone is folded as it was meant.
public struct FoldPlace: Hashable, Comparable, Sendable {
  /// The instant.
  public var at: Instant
  /// The rank of the event's kind among those of one instant; see `EventKind.rank`.
  public var rank: UInt8
  /// The id.
  public var id: EventID

  /// Makes a place.
  @inlinable
  public init(at: Instant, rank: UInt8, id: EventID) {
    self.at = at
    self.rank = rank
    self.id = id
  }

  /// Whether the left place is folded first.
  @inlinable
  public static func < (left: FoldPlace, right: FoldPlace) -> Bool {
    if left.at != right.at { return left.at < right.at }
    return left.rank == right.rank ? left.id < right.id : left.rank < right.rank
  }
}

extension EventKind {
  /// The rank of sparks, and of everything else that neither creates, changes, completes nor removes
  /// what other events are about.
  @usableFromInline static let ordinaryRank: UInt8 = 2

  /// Where events of the kind stand among those of one instant, the lowest first. It is part of the
  /// file format: it never changes.
  public var rank: UInt8 {
    switch self {
    case .taskAdd, .projectAdd, .questLoad, .journeyStart, .trackerCreate: 0
    case .taskUpdate, .projectRename, .questGate, .questLevel, .moodFill, .trackerUpdate: 1
    case .spark, .roll, .questComplete, .activity, .mood, .trackerEntry: EventKind.ordinaryRank
    case .taskComplete: 3
    case .taskReopen, .questReset, .projectRemove: 4
    }
  }
}
