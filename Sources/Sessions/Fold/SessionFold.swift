import FlintCalendar
import FlintRules
import Storage

/// The fold of a session: the current state, and checkpoints along the way from which it can be
/// folded again when history changes.
struct SessionFold {
  let rulebook: Rulebook
  let kinds: SparkKinds
  /// The key of the draws: the profile's seed, except for a simulated player.
  let seed: UInt64
  private(set) var current: ProfileState
  /// States between two instants of the fold, the earliest first.
  private var checkpoints: [ProfileState] = []
  /// The state up to and including the instant of the event that was evaluated last, while later
  /// events are pending: events that are recorded late mostly arrive in the order of time.
  private var lastEvaluated: ProfileState?
  /// Whether the state has never been read from the profile.
  private(set) var isUnread = true
  /// Whether events are missing from the state.
  private(set) var isStale = true
  /// Whether the missing events may include definitions of trackers and quest sets.
  private(set) var lacksDefinitions = true
  /// Whether the state covers every event of the profile, including those later than now.
  private(set) var isComplete = false
  /// The state that is cached in the profile, as long as history up to its newest event is unchanged.
  private var cached: CachedState?
  /// The earliest instant at which the open savepoint has changed history.
  var earliestChange: Instant?

  /// The approximate distance of checkpoints in a fold, in events: folding this number takes far
  /// less than a hundredth of a second, so that a smaller distance would have no noticeable effect.
  private static let checkpointSpacing: Int64 = 4096
  private static let mostCheckpoints = 32

  /// Returns how many events may follow the cached state, in a profile with a number of records: so few
  /// that folding them takes much less than reading the state.
  private static func mostBehindCache(_ records: Int64) -> Int64 { max(512, records / 256) }

  init(rulebook: Rulebook, seed: UInt64) {
    self.rulebook = rulebook
    kinds = SparkKinds(rulebook)
    self.seed = seed
    current = rulebook.initialState()
  }

  /// The current state with every day opened through a given one, until the current state changes.
  private var opened: OpenedState?

  /// Returns the current state as of a day, with every day opened up to it. The current state
  /// itself is not changed, because a later event may belong to an earlier day.
  mutating func state(on day: CivilDay) -> ProfileState {
    if let opened, opened.through == day { return opened.state }
    guard let state = rulebook.opened(current, through: day) else { return current }
    opened = OpenedState(through: day, state)
    return state
  }

  /// Begins with the state of a profile without events, which is up to date.
  mutating func beginEmpty() {
    didFold(current)
    isComplete = true
  }

  /// Discards everything, because the profile's records have changed.
  mutating func forget() {
    let earliest = earliestChange
    self = SessionFold(rulebook: rulebook, seed: seed)
    earliestChange = earliest
  }

  /// Applies an event at the end of the fold.
  ///
  /// - Returns: its outcome; `nil` when it lies in the past, so that the next fold determines its
  ///   outcome.
  @inline(__always)
  mutating func append(_ event: ProfileEvent) -> Outcome? {
    if isBehind(event) {
      invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
      return nil
    }
    opened = nil
    return rulebook.apply(event, to: &current, seed: seed)
  }

  /// Applies an event at the end of the fold, with the random words of its roll.
  @inline(__always)
  mutating func append(_ event: ProfileEvent, _ words: RollWords) -> Outcome? {
    if isBehind(event) { return append(event) }
    opened = nil
    return rulebook.apply(event, to: &current, seed: seed, words: words)
  }

  /// Applies a spark of a simulated player at the end of the fold of a state that is up to date, where nobody
  /// reads its outcome.
  @inline(__always)
  mutating func play(
    _ category: SparkCategory, _ intensity: SparkIntensity, at position: FoldPosition,
    offset: UTCOffset,
    _ words: RollWords
  ) {
    opened = nil
    rulebook.play(
      category, intensity, at: position, offset: offset, in: &current, seed: seed, words: words)
  }

  /// Applies an event at the end of the fold, unless it would have no effect there; in that case
  /// the state is not changed.
  ///
  /// - Returns: its outcome; `nil` when it lies in the past, so that the next fold determines its
  ///   outcome.
  mutating func appendUnlessVoid(_ event: ProfileEvent) -> Outcome? {
    if isBehind(event) { return append(event) }
    let (mark, opened) = (current.events.voidMark, opened)
    // If the event opens its day, more than its own traces would have to be undone. A valid entry
    // of a tracker always has an effect: copying the state for each day of a file would be slow.
    let hasEffect =
      if case .tracker(.entry(let entry)) = event.action {
        current.trackers.problem(with: entry, on: event.day(rulebook.dayStart)) == nil
      } else {
        false
      }
    let before = hasEffect || current.isOpen(event.day(rulebook.dayStart)) ? nil : current
    let outcome = append(event)
    guard outcome?.isVoid ?? false else { return outcome }
    if let before { current = before } else { current.removeLatestVoid(to: mark) }
    self.opened = opened
    return outcome
  }

  /// Returns whether an event cannot be applied at the end of the fold.
  @inline(__always)
  func isBehind(_ event: ProfileEvent) -> Bool { isStale || !current.events.canAppend(event) }

  /// Records an instant at which the open savepoint changes history.
  @inline(__always)
  mutating func noteChange(at instant: Instant) {
    if earliestChange.map({ instant < $0 }) ?? true { earliestChange = instant }
  }

  /// Records that history has changed at an instant, and drops the checkpoints that cover it.
  ///
  /// - Parameter lacksDefinitions: whether the change may concern definitions of trackers and quest
  ///   sets.
  mutating func invalidate(from instant: Instant, lacksDefinitions: Bool = true) {
    isStale = true
    if lacksDefinitions { self.lacksDefinitions = true }
    opened = nil
    while let newest = checkpoints.last?.events.newest, newest.at >= instant {
      checkpoints.removeLast()
    }
    if let newest = lastEvaluated?.events.newest, newest.at >= instant { lastEvaluated = nil }
    if let cached, cached.through >= instant { self.cached = nil }
  }

  /// Evaluates an event at its position while the state is stale, and returns the reason why it has
  /// no effect, if it has none. Events later than its instant are ignored. If there are none
  /// (`isLast`), the state is up to date afterwards and the outcome is returned; an event without
  /// effect is not included in it.
  ///
  /// For an event that is to be corrected (`isNew` false) only the reason is returned, because the
  /// correction is not recorded yet.
  ///
  /// Checkpoints are stored at growing distances before the position, so that the next event near
  /// it costs little: events that are recorded late mostly are close to each other, forwards or
  /// backwards.
  mutating func evaluate(
    _ event: ProfileEvent, isLast: Bool, isNew: Bool, _ access: StoreAccess, records: RecordSum,
    through: Instant
  ) throws -> (void: VoidReason?, outcome: Outcome?) {
    if checkpoints.isEmpty && cached.map({ $0.through >= event.at }) ?? true
      && records.count > 2 * SessionFold.checkpointSpacing
    {
      // Far from the beginning: checkpoints are worthwhile first.
      try refold(
        access, records: records, through: through, keepsCheckpoints: true, excluding: event.id,
        isCacheOfUse: false)
    }
    invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
    let isContinuing = lastEvaluated != nil
    // Moved, not copied, because it will be changed.
    var state = lastEvaluated.take() ?? checkpoints.last ?? cached?.state ?? rulebook.initialState()
    var events = try access.foldOrder.events(after: state.events.newest?.at, through: event.at)
    events.removeAll { $0.id == event.id }
    let others = Array(events[(events.firstIndex { $0.at == event.at } ?? events.endIndex)...])
    events.removeLast(others.count)
    let nearest = max(8, state.copyCost / 16)
    var distances =
      isContinuing
      ? []
      : [nearest * 512, nearest * 64, nearest * 8, nearest, 0].filter {
        $0 < SessionFold.checkpointSpacing || $0 == 0
      }
    var retries = EventRetries()
    // Not known from the state: a deferred event leaves no trace in it.
    var latest = state.events.newest?.at
    for (number, event) in events.enumerated() {
      if event.at != latest {
        latest = event.at
        retries.finish(&state, by: rulebook, seed: seed)
        addCheckpoint(state, at: Int64(events.count - number), &distances)
      }
      retries.apply(event, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    if !isContinuing {
      addCheckpoint(state, at: 0, &distances)
      thinOut(before: state.events.count)
    } else if state.events.count - (checkpoints.last?.events.count ?? 0) >= nearest {
      checkpoints.append(state)
      thinOut(before: state.events.count)
    }
    let before = isLast ? state : nil
    let (reason, outcome) = rulebook.refusal(of: event, among: others, in: &state, seed: seed)
    guard isLast else {
      if isNew && reason == nil { lastEvaluated = state }
      return (reason, nil)
    }
    if reason != nil, var before {
      _ = rulebook.apply(others, to: &before, seed: seed)
      state = before
    }
    didFold(state)
    return (reason, outcome)
  }

  private mutating func addCheckpoint(
    _ state: ProfileState, at distance: Int64, _ distances: inout [Int64]
  ) {
    guard let next = distances.first, distance <= next, let newest = state.events.newest else {
      return
    }
    distances.removeAll { $0 >= distance }
    if checkpoints.last?.events.newest.map({ $0 < newest }) ?? true { checkpoints.append(state) }
  }

  /// Drops checkpoints whose distance from each other is less than half their distance from the
  /// end.
  private mutating func thinOut(before end: Int64) {
    var kept: [ProfileState] = []
    var last = end
    for checkpoint in checkpoints.reversed() {
      let distance = end - checkpoint.events.count
      guard last - checkpoint.events.count >= min(SessionFold.checkpointSpacing, distance / 2)
      else {
        continue
      }
      kept.append(checkpoint)
      last = checkpoint.events.count
    }
    checkpoints = kept.reversed()
  }

  /// Folds the profile's events up to an instant, except one that is about to be appended, if
  /// given.
  ///
  /// - Parameter keepsCheckpoints: whether history may still change, so that checkpoints are
  ///   worthwhile.
  mutating func refold(
    _ access: StoreAccess, records: RecordSum, through: Instant, keepsCheckpoints: Bool,
    excluding excluded: EventID? = nil, isCacheOfUse: Bool = true
  ) throws {
    isComplete = try access.foldOrder.firstInstant(after: through) == nil
    if isCacheOfUse && isUnread {
      cached = try access.stateCache.state(
        records: records, rulebook: rulebook, through: through, excluding: excluded
      ).flatMap(CachedState.init)
    }
    var state = checkpoints.last ?? cached?.state ?? rulebook.initialState()
    // Whoever only reads does not need it any more, and no event has to copy it.
    if !keepsCheckpoints { cached = nil }
    let spacing = max(
      SessionFold.checkpointSpacing, records.count / Int64(SessionFold.mostCheckpoints))
    var nextCheckpoint = keepsCheckpoints ? state.events.count + spacing : .max
    var checkpoints = self.checkpoints
    // Local variables, because members of `self` would be copied for each event.
    let (rulebook, seed) = (self.rulebook, self.seed)
    var retries = EventRetries()
    // Not known from the state: a deferred event leaves no trace in it.
    var latest = state.events.newest?.at
    try access.foldOrder.forEachEvent(after: latest, through: through) { event in
      if event.id == excluded { return }
      let isBetweenInstants = event.at != latest
      latest = event.at
      if state.events.count >= nextCheckpoint && isBetweenInstants {
        retries.finish(&state, by: rulebook, seed: seed)
        checkpoints.append(state)
        // The next event copies the state; that cost has to be small compared with the fold itself.
        nextCheckpoint += max(spacing, state.copyCost * 16)
      }
      retries.apply(event, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    self.checkpoints = checkpoints
    lastEvaluated = nil
    didFold(state)
  }

  private mutating func didFold(_ state: ProfileState) {
    current = state
    isUnread = false
    isStale = false
    lacksDefinitions = false
  }

  /// Stores a state in the profile if many events have happened since the cached one: where it can be had
  /// without folding all events, that of some events ago, which records of the last days leave as it is.
  ///
  /// - Parameter most: the number of events that may follow the cached state, if it is given.
  mutating func cacheIfWorthwhile(
    _ access: StoreAccess, records: RecordSum, most: Int64?
  ) throws {
    // After a savepoint was rolled back, the state may no longer be that of the profile.
    guard isComplete, !isStale else { return }
    let most = most ?? Self.mostBehindCache(records.count)
    guard current.events.count - (cached?.state.events.count ?? 0) > most else { return }
    let end = try Self.end(access, most)
    if let cached, let end, end <= cached.through { return }
    let state = try end.flatMap { try earlierState(access, through: $0) } ?? current
    try access.stateCache.store(state, records: records, rulebook: rulebook)
    cached = CachedState(state)
  }

  /// Returns the instant up to which a state is worth caching: that of some events ago and, unless very many
  /// have happened since, of two days ago.
  private static func end(_ access: StoreAccess, _ most: Int64) throws -> Instant? {
    guard let last = try access.foldOrder.instant(ofLatest: 1),
      let some = try access.foldOrder.instant(ofLatest: most / 2)
    else { return nil }
    let earlier = Instant(milliseconds: last.milliseconds - 2 * 86_400_000)
    if some <= earlier { return some }
    return max(earlier, try access.foldOrder.instant(ofLatest: 4 * most) ?? earlier)
  }

  /// Returns the state of all events through an instant; `nil` where that needs a fold of all of them.
  private func earlierState(_ access: StoreAccess, through end: Instant) throws -> ProfileState? {
    let starts = (cached.map { [$0.state] } ?? []) + checkpoints
    let start = starts.last { $0.events.newest.map { $0.at < end } ?? false }
    guard var state = start else { return nil }
    _ = rulebook.apply(
      try access.foldOrder.events(after: state.events.newest?.at, through: end), to: &state,
      seed: seed)
    return state
  }
}

/// The state that is cached in a profile. An object, as an optional value of this size would be copied with
/// the fold.
private final class CachedState {
  let state: ProfileState
  /// The instant of its newest event.
  let through: Instant

  init?(_ state: ProfileState) {
    guard let newest = state.events.newest else { return nil }
    self.state = state
    through = newest.at
  }
}

/// A state with every day opened through a given one. An object, since each event discards it, and an optional
/// value of this size takes long to discard even when it is absent.
private final class OpenedState {
  let through: CivilDay
  let state: ProfileState

  init(through: CivilDay, _ state: ProfileState) {
    self.through = through
    self.state = state
  }
}
