package import FlintCalendar

/// A position in the order of the fold: by instant, then by the rank of the kind, then by id.
///
/// Within one instant, events that create something precede those that change it, and those precede
/// events that complete or remove it, so that a list dated by days alone is folded as intended.
package struct FoldPosition: Hashable, Comparable, Sendable {
  /// The instant.
  package var at: Instant
  /// The rank of the event's kind among those of one instant; see `EventKind.rank`.
  @usableFromInline package var rank: UInt8
  /// The id.
  package var id: EventID

  @inlinable
  package init(at: Instant, rank: UInt8, id: EventID) {
    self.at = at
    self.rank = rank
    self.id = id
  }

  /// Returns whether the left position is folded first.
  @inlinable
  package static func < (left: FoldPosition, right: FoldPosition) -> Bool {
    if left.at != right.at { return left.at < right.at }
    return left.rank == right.rank ? left.id < right.id : left.rank < right.rank
  }
}

extension EventKind {
  /// The rank of sparks and of all other events that neither create, change, complete nor remove
  /// the subject of other events.
  @usableFromInline static let ordinaryRank: UInt8 = 2

  /// The rank of events of the kind among those of one instant, lowest first. It is part of the
  /// file format and never changes.
  @usableFromInline package var rank: UInt8 {
    switch self {
    case .taskAdd, .projectAdd, .questLoad, .journeyStart, .trackerCreate: 0
    case .taskUpdate, .taskStop, .projectRename, .questGate, .questLevel, .moodFill, .trackerUpdate,
      .habit,
      .habitPause, .habitResume, .currencyGrant, .poolChoose:
      1
    case .spark, .roll, .poolRoll, .poolExchange, .cardBuy, .questComplete, .activity, .mood,
      .trackerEntry, .habitSkip, .taskStart:
      EventKind.ordinaryRank
    case .taskComplete: 3
    case .taskReopen, .questReset, .projectRemove: 4
    }
  }
}
