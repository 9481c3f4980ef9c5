package import FlintCalendar
package import FlintRules
import Storage

/// The session of a simulated player, over a profile in memory, which scripts use like any other.
///
/// Events are folded at once and not written, until a query needs more than the folded state.
package final class PlayerSession: Session {
  let played: PlayedEvents

  /// - Parameters:
  ///   - player: the player's number, below 2³².
  ///   - seed: the seed of the plan, the key of every draw.
  ///   - ownSeed: the profile's seed as scripts see it, which also determines ids of keys.
  ///   - rulebook: the rules to play by; cards can be rolled without tokens.
  ///   - now: the current instant, until the session's clock is set.
  ///   - memory: stores the recorded events, if a query needs them.
  package init(
    player: UInt64, seed: UInt64, ownSeed: UInt64, rulebook: Rulebook, zone: CivilZone,
    now: Instant,
    memory: PlayerMemory.Access
  ) {
    let profile = Profile(
      id: EventID(high: player, low: 0), seed: ownSeed, zone: zone.name,
      rulebook: rulebook.definition.id, rulebookHash: rulebook.hash, createdAt: now)
    var rulebook = rulebook
    rulebook.rollsAreFree = true
    var fold = SessionFold(rulebook: rulebook, seed: seed)
    fold.beginEmpty()
    played = PlayedEvents(player: player, seed: seed)
    super.init(
      access: memory.access, profile: profile, clock: EventClock(zone: zone, now: now), fold: fold)
  }

  /// Reports the events as they are recorded.
  ///
  /// Events recorded in the past are not reported: see `historyChanged`.
  package func onEvent(_ body: @escaping (ProfileEvent, Outcome, borrowing ProfileState) -> Void) {
    played.onEvent = body
  }

  /// Whether history was changed, so that outcomes of earlier events may differ from the reported
  /// ones.
  package var historyChanged: Bool { played.historyChanged(records: progress.records.count) }

  package func discard() {
    if access.isInTransaction { access.rollback() }
    played.onEvent = nil
  }

  // MARK: Overrides

  override package func add(_ new: NewSpark) throws(SessionError) -> Recorded {
    guard new.key == nil, addsAtEnd else { return try super.add(new) }
    return try work { try play(new) }
  }

  override package func record(
    _ action: ProfileEvent.Action, at time: EventTime? = nil, key: String? = nil,
    isTimeKnown: Bool = true
  ) throws(SessionError) -> Recorded {
    if key == nil, progress.removed.others.isEmpty,
      let recorded = try work({ try play(action, at: time) })
    {
      return recorded
    }
    return try super.record(action, at: time, key: key, isTimeKnown: isTimeKnown)
  }

  /// Does nothing: the events are never committed.
  override package func checkpoint() throws(SessionError) {
    if let failure = unit.failure { throw .store(failure) }
  }

  /// Begins the transaction, and writes the events so far into it.
  override func beginAdding() throws {
    try super.beginAdding()
    try writePlayed()
  }

  /// Events that are not written are folded all the same.
  override var isUpToDate: Bool { !fold.isStale }

  /// The clock advances with the events.
  override func nextTime() throws -> ResolvedTime {
    try progress.clock.next(after: fold.current.events.newest?.at)
  }
}

/// A profile in memory that simulated players use one after the other; each leaves it empty.
package final class PlayerMemory {
  private let store: Store

  /// Creates an empty memory, for use by one thread.
  ///
  /// - Throws: `StoreError`.
  package init(_ rulebook: Rulebook) throws {
    store = try Store.inMemory(
      profile: Profile(
        id: EventID(high: 0, low: 0), seed: 0, zone: "UTC", rulebook: rulebook.definition.id,
        rulebookHash: rulebook.hash, createdAt: Instant(milliseconds: 0)))
  }

  /// Access to the memory, valid while the closure of `withAccess` runs.
  package struct Access {
    let access: StoreAccess
  }

  package func withAccess<Result>(_ body: (Access) throws -> Result) throws -> Result {
    try store.access { try body(Access(access: $0)) }
  }
}
