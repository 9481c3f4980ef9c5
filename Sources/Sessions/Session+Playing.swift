public import Rules
import Storage

/// The session of a simulated player: the very one that scripts work with, over a profile in memory.
///
/// What is recorded is folded at once and written nowhere, until something asks for more than what
/// was derived: then it is written into a profile in memory first, so that everything can be asked
/// that any profile can be asked. Events that come without a key are numbered in the order of
/// recording: (player, ordinal) stands in the id's place, and keys their draws.
struct Play {
  /// What is yet to be written.
  enum Pending {
    case spark(Spark, EventID)
    case event(Event, content: String)
  }

  let player: UInt64
  var ordinal: UInt64 = 0
  var words: RollWordsAhead
  var pending: [Pending] = []
  /// Whether something was recorded in the past, corrected or taken back.
  var isMended = false
  /// Is shown every event that is recorded at the end of the fold.
  var onEvent: ((Event, Outcome, borrowing ProfileState) -> Void)?

  /// Takes in a spark without a key.
  ///
  /// - Returns: its id, and the words of its roll.
  mutating func take(_ spark: Spark) -> (EventID, RollWords) {
    let id = EventID(high: player << 32 | ordinal, low: 0)
    ordinal += 1
    pending.append(.spark(spark, id))
    return (id, words.words(of: id.high))
  }
}

extension Session {
  /// Makes the session of a simulated player.
  ///
  /// - Parameters:
  ///   - player: the player's number, below 2³².
  ///   - seed: the plan's, the key of every draw.
  ///   - ownSeed: what the player is told as the profile's seed, and what ids of keys are made with.
  ///   - rulebook: the rules to play by; cards can be rolled without tokens.
  ///   - zone: the zone of the profile.
  ///   - now: the instant that counts as now, until the first `play(at:until:)`.
  ///   - memory: holds what was played, where it is asked for.
  public convenience init(
    player: UInt64, seed: UInt64, ownSeed: UInt64, rulebook: Rulebook, zone: Zone, now: Instant,
    memory: PlayerMemory.Lent
  ) {
    let profile = Profile(
      id: EventID(high: player, low: 0), seed: ownSeed, zone: zone.name,
      rulebook: rulebook.definition.id, rulebookHash: rulebook.hash, createdAt: now)
    var rulebook = rulebook
    rulebook.rollsAreFree = true
    self.init(
      access: memory.access, profile: profile, rulebook: rulebook, zone: zone, now: now,
      rollSeed: seed)
    play = Play(player: player, words: RollWordsAhead(seed: seed))
    fold.beginEmpty()
  }

  /// Moves a simulated player's clock.
  ///
  /// - Parameters:
  ///   - instant: the instant that counts as now.
  ///   - end: the latest instant at which something can be said to happen.
  public func play(at instant: Instant, until end: Instant) {
    now = instant
    latest = max(instant, end)
  }

  /// Shows a simulated player's events to somebody, as they are recorded.
  ///
  /// What is recorded in the past is not shown: see `isMended`.
  public func onEvent(_ body: @escaping (Event, Outcome, borrowing ProfileState) -> Void) {
    play?.onEvent = body
  }

  /// Whether a simulated player's history was mended: then what earlier events brought may have
  /// come out differently since they were shown.
  public var isMended: Bool { play?.isMended ?? false }

  /// What a simulated player's events come to so far; `nil` where an event lies in the past, so that
  /// it has to be folded anew.
  public var played: ProfileState? { play == nil || fold.isStale ? nil : fold.current }

  /// Forgets a simulated player: nothing is kept.
  public func endPlay() {
    if access.isInTransaction { access.rollback() }
    play = nil
  }

  /// Records a spark of a simulated player.
  func addPlayed(_ draft: SparkDraft) throws(SessionError) -> Recorded {
    let (spark, note) = try spark(draft)
    guard let (id, words) = play?.take(spark) else { return try add(draft) }
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
      play?.isMended = true
    }
  }

  /// Records an event of a simulated player at the end of the fold.
  ///
  /// - Returns: `nil` where it lies in the past: then it has to be looked at what is there.
  func recordPlayed(
    _ action: Event.Action, at time: EventTime?
  ) throws(SessionError) -> Recorded? {
    let given = latestGivenInstant
    let (at, offset, note) = try place(time)
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

  /// Writes what a simulated player recorded, so that it can be asked for.
  func writePlayed() throws(SessionError) {
    guard let pending = play?.pending, !pending.isEmpty else { return }
    play?.pending = []
    // These were shown when they were recorded.
    let isMended = isMended
    defer { play?.isMended = isMended }
    for entry in pending {
      let provenance = try provenance()
      switch entry {
      case .spark(let spark, let id):
        _ = try storing { () throws(StoreError) in
          try access.insert(spark, id: id, key: nil, provenance)
        }
        count(id)
      case .event(let event, let content):
        _ = try storing { () throws(StoreError) in
          try access.insert(event, content: content, key: nil, provenance)
        }
        count(event.id)
      }
    }
  }
}
