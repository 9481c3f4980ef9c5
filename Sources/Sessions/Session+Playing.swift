public import Calendar
public import Rules
import Storage

/// The session of a simulated player: the same type that scripts use, over a profile in memory.
///
/// Recorded events are folded at once and not written, until a query needs more than the folded
/// state; then they are first written into a profile in memory, so that every query works. Events
/// without a key are numbered in the order of recording: (player, ordinal) is used as the id, and
/// keys their draws.
struct Play {
  /// An event that is not written yet.
  enum Pending {
    case spark(Spark, EventID)
    case event(Event, content: String)
  }

  let player: UInt64
  var ordinal: UInt64 = 0
  var words: RollWordBuffer
  var pending: [Pending] = []
  /// Whether an event was recorded in the past, corrected or removed.
  var historyChanged = false
  /// Receives every event that is recorded at the end of the fold.
  var onEvent: ((Event, Outcome, borrowing ProfileState) -> Void)?

  /// Adds a spark without a key.
  ///
  /// - Returns: its id, and the random words of its roll.
  mutating func take(_ spark: Spark) -> (EventID, RollWords) {
    let id = EventID(high: player << 32 | ordinal, low: 0)
    ordinal += 1
    pending.append(.spark(spark, id))
    return (id, words.words(of: id.high))
  }
}

extension Session {
  /// Creates the session of a simulated player.
  ///
  /// - Parameters:
  ///   - player: the player's number, below 2³².
  ///   - seed: the seed of the plan, the key of every draw.
  ///   - ownSeed: the profile's seed as scripts see it, which also determines ids of keys.
  ///   - rulebook: the rules to play by; cards can be rolled without tokens.
  ///   - zone: the time zone of the profile.
  ///   - now: the current instant, until the first `play(at:until:)`.
  ///   - memory: stores the recorded events, if a query needs them.
  public convenience init(
    player: UInt64, seed: UInt64, ownSeed: UInt64, rulebook: Rulebook, zone: Zone, now: Instant,
    memory: PlayerMemory.Access
  ) {
    let profile = Profile(
      id: EventID(high: player, low: 0), seed: ownSeed, zone: zone.name,
      rulebook: rulebook.definition.id, rulebookHash: rulebook.hash, createdAt: now)
    var rulebook = rulebook
    rulebook.rollsAreFree = true
    self.init(
      access: memory.access, profile: profile, rulebook: rulebook, zone: zone, now: now,
      rollSeed: seed)
    play = Play(player: player, words: RollWordBuffer(seed: seed))
    fold.beginEmpty()
  }

  /// Sets a simulated player's clock.
  ///
  /// - Parameters:
  ///   - instant: the current instant.
  ///   - end: the latest instant that an event may have.
  public func play(at instant: Instant, until end: Instant) {
    now = instant
    latest = max(instant, end)
  }

  /// Reports a simulated player's events as they are recorded.
  ///
  /// Events recorded in the past are not reported: see `historyChanged`.
  public func onEvent(_ body: @escaping (Event, Outcome, borrowing ProfileState) -> Void) {
    play?.onEvent = body
  }

  /// Whether a simulated player's history was changed, so that outcomes of earlier events may
  /// differ from the reported ones.
  public var historyChanged: Bool { play?.historyChanged ?? false }

  /// The state of a simulated player so far; `nil` where an event lies in the past, so that history
  /// has to be folded again.
  public var played: ProfileState? { play == nil || fold.isStale ? nil : fold.current }

  /// Discards a simulated player's records.
  public func endPlay() {
    if access.isInTransaction { access.rollback() }
    play = nil
  }

  /// Records a spark of a simulated player.
  func addPlayed(_ new: NewSpark) throws(SessionError) -> Recorded {
    let (spark, note) = try spark(new)
    guard let (id, words) = play?.take(spark) else { return try add(new) }
    let event = spark.event(id: id)
    tally.added += 1
    let outcome = fold.append(event, words)
    show(event, outcome)
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  @inline(__always)
  private func show(_ event: Event, _ outcome: Outcome?) {
    if let outcome {
      play?.onEvent?(event, outcome, fold.current)
    } else {
      play?.historyChanged = true
    }
  }

  /// Records an event of a simulated player at the end of the fold.
  ///
  /// - Returns: `nil` where the event lies in the past, so that the stored events are needed.
  func recordPlayed(
    _ action: Event.Action, at time: EventTime?
  ) throws(SessionError) -> Recorded? {
    let given = latestGivenInstant
    let (at, offset, note) = try resolveTime(time)
    guard !fold.isStale, fold.current.newest.map({ $0.at <= at }) ?? true, let play else {
      latestGivenInstant = given
      return nil
    }
    let content = action.content
    try check(content, field: "text")
    let event = Event(
      id: EventID(high: play.player << 32 | play.ordinal, low: 0), at: at, offset: offset,
      action: action)
    if let reason = action.problem(on: event.day) { throw .refused(reason) }
    let outcome = action.hasPrecondition ? fold.appendUnlessVoid(event) : fold.append(event)
    if let reason = outcome?.void {
      latestGivenInstant = given
      throw try explained(.refused(reason), action, at: at)
    }
    self.play?.ordinal += 1
    self.play?.pending.append(.event(event, content: content))
    related.add(event)
    tally.added += 1
    show(event, outcome)
    return Recorded(id: event.id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Writes the events of a simulated player, so that they can be queried.
  func writePlayed() throws(SessionError) {
    guard let pending = play?.pending, !pending.isEmpty else { return }
    play?.pending = []
    // These events were reported when they were recorded.
    let historyChanged = historyChanged
    defer { play?.historyChanged = historyChanged }
    for entry in pending {
      let provenance = try provenance()
      switch entry {
      case .spark(let spark, let id):
        _ = try storing {
          try access.sparks.insert(spark, id: id, key: nil, provenance)
        }
        count(id)
      case .event(let event, let content):
        _ = try storing {
          try access.events.insert(event, content: content, key: nil, provenance)
        }
        count(event.id)
      }
    }
  }
}
