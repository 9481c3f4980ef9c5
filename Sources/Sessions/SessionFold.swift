public import Rules
import Storage

/// The fold of a session: the state, when it is up to date, and states along the way from which
/// it can be folded again when history is mended.
struct SessionFold {
  private let rulebook: Rulebook
  private let seed: UInt64
  private(set) var current: ProfileState
  /// States between two instants along the fold, earliest first.
  private var checkpoints: [ProfileState] = []
  /// The state up to and including the instant of the event that was settled last, while later ones
  /// wait: events that are recorded late mostly come in the order of time.
  private var settled: ProfileState?
  /// Whether the state has never been read from the profile.
  private(set) var isUnread = true
  /// Whether events are missing from the state.
  private(set) var isStale = true
  /// Whether what is missing may be about what trackers and quest sets there are, rather than about
  /// what was done with them.
  private(set) var lacksDefinitions = true
  /// Whether the state covers every event of the profile, also those later than now.
  private(set) var isComplete = false
  /// The records for which a state is cached in the profile.
  var cachedFor: RecordSum?

  /// A checkpoint is kept about this often in a fold, in events: folding so many takes well under
  /// a hundredth of a second, so closer ones would save nothing that anybody notices.
  private static let checkpointSpacing: Int64 = 4096
  private static let mostCheckpoints = 32

  init(rulebook: Rulebook, seed: UInt64) {
    self.rulebook = rulebook
    self.seed = seed
    current = rulebook.initialState()
  }

  /// The current state with every day opened through another, while it stays the current one.
  private var opened: (through: CivilDay, state: ProfileState)?

  /// The current state as it is on a day: with every day opened up to it. The current state itself
  /// is not touched, since an event to come may yet belong to an earlier day.
  mutating func state(on day: CivilDay) -> ProfileState {
    if let opened, opened.through == day { return opened.state }
    guard let state = rulebook.opened(current, through: day) else { return current }
    opened = (day, state)
    return state
  }

  /// Begins with the state of a profile without events, which is known to be up to date.
  mutating func beginEmpty() {
    isUnread = false
    isStale = false
    lacksDefinitions = false
    isComplete = true
  }

  /// Drops everything: the profile has other records than was thought.
  mutating func forget() {
    current = rulebook.initialState()
    opened = nil
    checkpoints = []
    settled = nil
    isUnread = true
    isStale = true
    lacksDefinitions = true
    isComplete = false
    cachedFor = nil
  }

  /// Applies an event at the end of the fold.
  ///
  /// - Returns: its outcome; `nil` when it lies in the past and has to wait for the next fold.
  @inline(__always)
  mutating func append(_ event: Event) -> Outcome? {
    if isBehind(event) {
      invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
      return nil
    }
    opened = nil
    return rulebook.apply(event, to: &current, seed: seed)
  }

  /// The same with the words of the event's roll at hand.
  @inline(__always)
  mutating func append(_ event: Event, _ words: RollWords) -> Outcome? {
    if isBehind(event) { return append(event) }
    opened = nil
    return rulebook.apply(event, to: &current, seed: seed, words: words)
  }

  /// Applies an event at the end of the fold, unless it would have no effect there: then the state
  /// stays as it is.
  ///
  /// - Returns: its outcome; `nil` when it lies in the past and has to wait for the next fold.
  mutating func appendUnlessVoid(_ event: Event) -> Outcome? {
    if isBehind(event) { return append(event) }
    let (mark, opened) = (current.voidMark, opened)
    // Where the event opens its day, more than its own traces would have to be taken back.
    let before = current.isOpen(event.day) ? nil : current
    let outcome = append(event)
    guard outcome?.isVoid ?? false else { return outcome }
    if let before { current = before } else { current.withdrawVoid(to: mark) }
    self.opened = opened
    return outcome
  }

  /// Whether an event cannot be applied at the end of the fold.
  @inline(__always)
  func isBehind(_ event: Event) -> Bool { isStale || !current.isBehindAll(event) }

  /// Notes that history has changed at an instant, and drops the checkpoints that cover it.
  ///
  /// - Parameter lacksDefinitions: whether that may be about what trackers and quest sets there are.
  mutating func invalidate(from instant: Instant, lacksDefinitions: Bool = true) {
    isStale = true
    if lacksDefinitions { self.lacksDefinitions = true }
    opened = nil
    while let newest = checkpoints.last?.newest, newest.at >= instant { checkpoints.removeLast() }
    if let newest = settled?.newest, newest.at >= instant { settled = nil }
  }

  /// What an event does at its place, while the state is stale: why it has no effect, if it has
  /// none. What comes after its instant is not looked at. Where nothing does (`isLast`), the state is
  /// up to date afterwards, and the outcome is known; an event without effect is left out of it.
  ///
  /// Of an event that is to be another one (`isNew` false) only the reason is returned: it has not
  /// been corrected yet.
  ///
  /// States are kept at growing distances before the place, so that the next event near it costs
  /// little: events that are recorded late mostly come near each other, forwards or backwards.
  mutating func settle(
    _ event: Event, isLast: Bool, isNew: Bool, _ access: StoreAccess, records: RecordSum,
    through: Instant
  ) throws(StoreError) -> (void: VoidReason?, outcome: Outcome?) {
    if checkpoints.isEmpty && records.count > 2 * SessionFold.checkpointSpacing {
      // Far from the beginning: that is worth checkpoints first.
      try refold(
        access, records: records, through: through, isMending: true, excluding: event.id,
        isCacheOfUse: false)
    }
    invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
    let isGoingOn = settled != nil
    // Moved, not copied: it is to be changed.
    var state = settled.take() ?? checkpoints.last ?? rulebook.initialState()
    var events = try access.events(after: state.newest?.at, through: event.at)
    events.removeAll { $0.id == event.id }
    let others = Array(events[(events.firstIndex { $0.at == event.at } ?? events.endIndex)...])
    events.removeLast(others.count)
    let nearest = max(8, state.weight / 16)
    var distances =
      isGoingOn
      ? []
      : [nearest * 512, nearest * 64, nearest * 8, nearest, 0].filter {
        $0 < SessionFold.checkpointSpacing || $0 == 0
      }
    var retries = EventRetries()
    // The state does not say: an event that has to wait leaves no trace in it.
    var latest = state.newest?.at
    for (number, event) in events.enumerated() {
      if event.at != latest {
        latest = event.at
        retries.finish(&state, by: rulebook, seed: seed)
        keep(state, at: Int64(events.count - number), &distances)
      }
      retries.apply(event, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    if !isGoingOn {
      keep(state, at: 0, &distances)
      thinOut(before: state.eventCount)
    } else if state.eventCount - (checkpoints.last?.eventCount ?? 0) >= nearest {
      checkpoints.append(state)
      thinOut(before: state.eventCount)
    }
    let before = isLast ? state : nil
    let (reason, outcome) = rulebook.refusal(of: event, among: others, in: &state, seed: seed)
    guard isLast else {
      if isNew && reason == nil { settled = state }
      return (reason, nil)
    }
    if reason != nil, var before {
      _ = rulebook.apply(others, to: &before, seed: seed)
      state = before
    }
    current = state
    opened = nil
    isStale = false
    lacksDefinitions = false
    return (reason, outcome)
  }

  private mutating func keep(
    _ state: ProfileState, at distance: Int64, _ distances: inout [Int64]
  ) {
    guard let next = distances.first, distance <= next, let newest = state.newest else { return }
    distances.removeAll { $0 >= distance }
    if checkpoints.last?.newest.map({ $0 < newest }) ?? true { checkpoints.append(state) }
  }

  /// Drops checkpoints that stand closer together than half their distance from the end.
  private mutating func thinOut(before end: Int64) {
    var kept: [ProfileState] = []
    var last = end
    for checkpoint in checkpoints.reversed() {
      let distance = end - checkpoint.eventCount
      guard last - checkpoint.eventCount >= min(SessionFold.checkpointSpacing, distance / 2) else {
        continue
      }
      kept.append(checkpoint)
      last = checkpoint.eventCount
    }
    checkpoints = kept.reversed()
  }

  /// Brings the state up to date with the profile's events up to an instant, all but one that is
  /// about to be appended if there is such.
  ///
  /// - Parameter isMending: whether history may change yet, so that checkpoints are worth keeping.
  mutating func refold(
    _ access: StoreAccess, records: RecordSum, through: Instant, isMending: Bool,
    excluding excluded: EventID? = nil, isCacheOfUse: Bool = true
  ) throws(StoreError) {
    isComplete = try access.firstInstant(after: through) == nil
    if isCacheOfUse && isUnread && isComplete,
      let cached = try access.cachedState(records: records, rulebook: rulebook)
    {
      current = cached
      cachedFor = records
      isUnread = false
      isStale = false
      lacksDefinitions = false
      return
    }
    var state = checkpoints.last ?? rulebook.initialState()
    let spacing = max(
      SessionFold.checkpointSpacing, records.count / Int64(SessionFold.mostCheckpoints))
    var nextCheckpoint = isMending ? state.eventCount + spacing : .max
    var checkpoints = self.checkpoints
    // As locals: what belongs to `self` would be copied for each event.
    let (rulebook, seed) = (self.rulebook, self.seed)
    var retries = EventRetries()
    // The state does not say: an event that has to wait leaves no trace in it.
    var latest = state.newest?.at
    try access.forEachEvent(after: latest, through: through) { event in
      if event.id == excluded { return }
      let isBetweenInstants = event.at != latest
      latest = event.at
      if state.eventCount >= nextCheckpoint && isBetweenInstants {
        retries.finish(&state, by: rulebook, seed: seed)
        checkpoints.append(state)
        // The next event copies what the state holds: that is to be little beside the fold itself.
        nextCheckpoint += max(spacing, state.weight * 16)
      }
      retries.apply(event, to: &state, by: rulebook, seed: seed)
    }
    retries.finish(&state, by: rulebook, seed: seed)
    self.checkpoints = checkpoints
    settled = nil
    current = state
    isUnread = false
    isStale = false
    lacksDefinitions = false
  }
}

extension Session {
  /// The state as of now, folded anew if history was mended.
  public func state() throws(SessionError) -> ProfileState {
    _ = try folded()
    return fold.state(on: today)
  }

  /// The state as it will be on a day, if nothing happens until then: with every day opened up to it.
  /// On a past day, the state as of now.
  public func state(on day: CivilDay) throws(SessionError) -> ProfileState {
    _ = try folded()
    return fold.state(on: max(day, today))
  }

  /// What the events up to now come to, before the days since the last of them are opened: all there
  /// is to know but for achievements, and much cheaper where it is asked for between two events.
  public func folded() throws(SessionError) -> ProfileState {
    if play != nil && !fold.isStale { return fold.current }
    try beginAdding()
    if fold.isStale {
      try settle()
      try refreshState()
    }
    return fold.current
  }

  /// A state that has every tracker and quest set as of now, though maybe not all that was done
  /// with them: many events may be recorded late, each of which asks what it is about.
  public func definitions() throws(SessionError) -> ProfileState {
    if play != nil && !fold.isStale { return fold.current }
    try beginAdding()
    return fold.isUnread || fold.lacksDefinitions ? try folded() : fold.current
  }

  /// Folds anew what is stale.
  func refreshState() throws(SessionError) {
    guard fold.isStale else { return }
    try storing { () throws(StoreError) in
      try fold.refold(
        access, records: records, through: now, isMending: options.isWriting)
    }
  }

  /// The profile at a glance, as of now.
  public func summary() throws(SessionError) -> ProfileSummary {
    rulebook.summary(of: try state(), today: today)
  }

  /// The state as of now, folded from nothing, past every cache.
  public func refoldedState() throws(SessionError) -> ProfileState {
    let state = try stateOfAllEvents()
    return rulebook.opened(state, through: today) ?? state
  }

  /// What all events come to, past every cache, before the days since the last are opened.
  ///
  /// - Parameters:
  ///   - other: a rulebook to fold them with instead of the session's.
  ///   - end: an instant up to which to fold instead of now.
  func stateOfAllEvents(
    under other: Rulebook? = nil, through end: Instant? = nil
  ) throws(SessionError) -> ProfileState {
    try begin()
    let (rulebook, seed) = (other ?? self.rulebook, rollSeed)
    var state = rulebook.initialState()
    var retries = EventRetries()
    try storing { () throws(StoreError) in
      try access.forEachEvent(after: nil, through: end ?? now) { event in
        retries.apply(event, to: &state, by: rulebook, seed: seed)
      }
    }
    retries.finish(&state, by: rulebook, seed: seed)
    return state
  }
}
