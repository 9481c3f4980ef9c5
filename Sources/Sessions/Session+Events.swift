public import Rules
import Storage

/// Recording, changing and taking back events of every kind but sparks and rolls.
extension Session {
  /// Records an event.
  ///
  /// With a key, an event of that key is met again; without one, equal content is: as often as it
  /// is recorded within one session, so often it is in the profile afterwards.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - time: when; now if not given.
  ///   - key: the id that the source gives it.
  ///   - isTimeKnown: whether the source itself says when; a time that was made up does not make an
  ///     event of the same key another one.
  /// - Throws: `SessionError.refused` when the rules do not let it happen at its place.
  public func record(
    _ action: Event.Action, at time: EventTime? = nil, key: String? = nil,
    isTimeKnown: Bool = true
  ) throws(SessionError) -> Recorded {
    if let key { try check(key: key) }
    if play != nil, key == nil, removedEvents.isEmpty,
      let recorded = try recordPlayed(action, at: time)
    {
      return recorded
    }
    try beginAdding()
    if action.hasPrecondition && fold.isUnread { _ = try folded() }
    var last: Instant?
    do throws(SessionError) {
      return try recording(
        at: time,
        isRefusal: { if case .refused = $0 { action.hasPrecondition } else { false } },
        known: { since, until throws(SessionError) in
          key == nil ? try known(action, since: since, until: until) : nil
        }
      ) { placed throws(SessionError) in
        last = placed.at
        return try record(
          action, placed: placed, isTimed: time != nil && isTimeKnown, key: key)
      }
    } catch {
      throw try last.map { at throws(SessionError) in try explained(error, action, at: at) }
        ?? error
    }
  }

  private func record(
    _ action: Event.Action, placed: Placed,
    isTimed: Bool, key: String?
  ) throws(SessionError) -> Recorded {
    let (at, offset, note) = placed
    let content = action.content
    try content.checkJSONForNUL(field: "text")
    let identify = { [seed = profile.seed] (key: NaturalKey) in
      Event.id(
        ofKind: action.kind, content: content, at: at, offset: offset, seed: seed, key: key)
    }
    var event = Event(
      id: identify(key.map { .given($0) } ?? .content(occurrence: 0)), at: at, offset: offset,
      action: action)
    if let reason = action.problem(on: event.day) { throw .refused(reason) }
    let first = event.id
    var occurrence = occurrences[first] ?? 0
    if key == nil, !removedEvents.isEmpty {
      // One of as many that this session removed comes back, rather than one more of the same.
      for number in 0...occurrence {
        event.id = identify(.content(occurrence: number))
        guard removedEvents.contains(event.id) else { continue }
        let stored = try existing(event: event.id)
        guard stored.isRemoved else { continue }
        let recorded = try meetAgain(stored, event, key: nil, isTimed: isTimed, note)
        occurrences[first] = max(occurrence, number + 1)
        return recorded
      }
      event.id = first
    }
    if key == nil && occurrence > 0 { event.id = identify(.content(occurrence: occurrence)) }
    while true {
      if let recorded = try insert(event, content, key: key, note) {
        if key == nil && occurrence > 0 { occurrences[first] = occurrence + 1 }
        return recorded
      }
      let standing = try storing { () throws(StoreError) in
        try access.standing(event, content: content)
      }
      if key == nil, let standing, !standing.isRemoved, isOwn(standing.sequence),
        occurrences[first] == nil
      {
        // Taken by this very session: then this is one more of the same.
        occurrence += 1
        event.id = identify(.content(occurrence: occurrence))
        continue
      }
      let recorded: Recorded
      if let standing, !standing.isRemoved, standing.isSame,
        !isTimed || (standing.at == at && standing.offset == offset)
      {
        tally.unchanged += 1
        (event.at, event.offset) = (standing.at, standing.offset)
        recorded = Recorded(id: event.id, status: .unchanged, event: event, note: note)
      } else {
        recorded = try meetAgain(
          try existing(event: event.id), event, key: key, isTimed: isTimed, note)
      }
      if key == nil { occurrences[first] = occurrence + 1 }
      return recorded
    }
  }

  private func insert(
    _ event: Event, _ content: String, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded? {
    let provenance = try provenance()
    let isNew = try storing { () throws(StoreError) in
      try access.insert(event, content: content, key: key, provenance)
    }
    guard isNew else { return nil }
    count(event.id)
    noteInPart(event.at)
    if fold.isUnread { try readState(before: event) }
    var outcome =
      event.action.hasPrecondition ? fold.appendUnlessVoid(event) : fold.append(event)
    var reason = outcome?.void
    if outcome == nil && event.action.hasPrecondition {
      (reason, outcome) = try settle(event, isNew: true)
    }
    if let reason {
      // It never was.
      try storing { () throws(StoreError) in try access.withdrawEvent(id: event.id) }
      uncount(event.id)
      related.remove(event)
      throw .refused(reason)
    }
    related.add(event)
    tally.added += 1
    return Recorded(id: event.id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// What an event does at its place, while the fold is stale.
  private func settle(
    _ event: Event, isNew: Bool
  ) throws(SessionError) -> (void: VoidReason?, outcome: Outcome?) {
    try settle()
    let isBefore = try storing { () throws(StoreError) in
      try access.hasEvents(after: event.at, through: now)
    }
    let isLast = isNew && !isBefore && !related.areMany(at: event.at)
    related.noteRecording(at: event.at)
    // The query asks for what is there already: it must not begin anything.
    if !isLast,
      let others = try related.related(
        to: event,
        { query throws(SessionError) in
          try events(query)
        })
    {
      fold.invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
      return (refusal(of: event, among: others), nil)
    }
    if !isLast,
      let nodes = try related.nodes(
        for: event,
        { query throws(SessionError) in
          try events(query)
        }),
      case .quest(.complete(let node)) = event.action
    {
      fold.invalidate(from: event.at, lacksDefinitions: false)
      return (nodes.refusal(of: node, at: event.at), nil)
    }
    return try storing { () throws(StoreError) in
      try fold.settle(event, isLast: isLast, isNew: isNew, access, records: records, through: now)
    }
  }

  /// Why an event has no effect among others that alone decide about it, given in the order of the
  /// fold; `nil` when it has one.
  private func refusal(of event: Event, among others: [Event]) -> VoidReason? {
    var state = rulebook.initialState()
    _ = rulebook.apply(others.filter { $0.at < event.at }, to: &state, seed: rollSeed)
    return rulebook.refusal(
      of: event, among: others.filter { $0.at == event.at }, in: &state, seed: rollSeed
    ).reason
  }

  private func existing(event id: EventID) throws(SessionError) -> StoredEvent {
    guard let stored = try storing({ () throws(StoreError) in try access.event(id: id) }) else {
      throw .noSuchEvent(id)
    }
    return stored
  }

  private func meetAgain(
    _ stored: StoredEvent, _ event: Event, key: String?, isTimed: Bool, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    if stored.isRemoved {
      try correct(stored.event, to: event)
      tally.restored += 1
      return Recorded(id: event.id, status: .restored, event: event, note: note)
    }
    func says(_ other: Event) -> Bool {
      other.action.content.utf8.elementsEqual(event.action.content.utf8)
        && (!isTimed || (other.at == event.at && other.offset == event.offset))
    }
    if let key, !says(stored.event) {
      let original = try storing { () throws(StoreError) in
        try access.originalEvent(id: stored.event.id)
      }
      guard isMeetingOriginals, original.map(says) ?? false else {
        throw .conflict(key: key, existing: stored.event.id)
      }
    }
    tally.unchanged += 1
    return Recorded(
      id: stored.event.id, status: .unchanged, event: stored.event, note: note)
  }

  /// The event with an id, of any kind but sparks and rolls; `nil` when there is none or it was
  /// removed.
  public func event(id: EventID) throws(SessionError) -> StoredEvent? {
    try begin()
    let stored = try storing { () throws(StoreError) in try access.event(id: id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// Whether an event with an id stands, of any kind but sparks and rolls.
  public func hasEvent(id: EventID) throws(SessionError) -> Bool {
    try beginAdding()
    return try storing { () throws(StoreError) in try access.hasEvent(id: id) }
  }

  /// The places in the order of recording of the events that a query finds, in its order.
  public func eventSequences(_ query: EventQuery) throws(SessionError) -> [Int64] {
    try begin()
    return try storing { () throws(StoreError) in try access.eventSequences(query) }
  }

  /// The events at given places in the order of recording.
  public func events(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredEvent] {
    try begin()
    return try storing { () throws(StoreError) in try access.events(sequences: sequences) }
  }

  /// The events that a query finds, in its order.
  public func events(_ query: EventQuery) throws(SessionError) -> [StoredEvent] {
    try events(sequences: try eventSequences(query)[...])
  }

  /// Takes an event of one of some kinds back, with every consequence.
  ///
  /// - Throws: `SessionError.notFound` when there is none.
  public func remove(_ id: EventID, of kinds: EventKind...) throws(SessionError) {
    let stored = try event(id: id)
    guard let stored, kinds.contains(stored.event.action.kind) else {
      throw .notFound(kind: kinds[0], id: id)
    }
    try correct(stored.event, .remove, nil)
    removedEvents.insert(id)
    tally.removed += 1
  }

  /// Makes an event say something else.
  ///
  /// - Parameters:
  ///   - id: the event.
  ///   - time: another time; the one it has if not given.
  ///   - change: what it says instead, given what it says now.
  /// - Returns: the event as it is afterwards.
  /// - Throws: `SessionError.notFound` when there is none of that kind, `refused` when what it is
  ///   to say would have no effect, and what `change` throws.
  public func edit(
    _ id: EventID, of kind: EventKind, at time: EventTime? = nil,
    _ change: (Event.Action) throws(SessionError) -> Event.Action
  ) throws(SessionError) -> StoredEvent {
    guard var stored = try event(id: id), stored.event.action.kind == kind else {
      throw .notFound(kind: kind, id: id)
    }
    let old = stored.event
    stored.event.action = try change(old.action)
    if let time { (stored.event.at, stored.event.offset, _) = try place(time) }
    let new = stored.event
    try check(new.action.content, field: "text")
    // By bytes: texts that Unicode holds to be equivalent are not the same content.
    if Correction.Content.event(at: new.at, offset: new.offset, new.action)
      .isIdentical(to: .event(at: old.at, offset: old.offset, old.action))
    {
      return stored
    }
    try correct(old, to: new)
    tally.updated += 1
    return stored
  }

  /// Makes an event say something else, unless it would have no effect.
  private func correct(_ old: Event, to new: Event) throws(SessionError) {
    let content = Correction.Content.event(at: new.at, offset: new.offset, new.action)
    if let reason = new.action.problem(on: new.day) { throw .refused(reason) }
    if new.action.hasPrecondition {
      fold.invalidate(from: min(old.at, new.at), lacksDefinitions: new.action.isDefinition)
      if let reason = try settle(new, isNew: false).void {
        // States were kept on the way that lack the event.
        fold.invalidate(from: min(old.at, new.at), lacksDefinitions: new.action.isDefinition)
        throw .refused(reason)
      }
    }
    try correct(old, .edit, content)
  }

  private func correct(
    _ event: Event, _ cause: Correction.Cause, _ content: Correction.Content?
  ) throws(SessionError) {
    try correct(
      event.id, cause, content, from: event.at, lacksDefinitions: event.action.isDefinition)
  }

  /// Records a correction of an event that happened at an instant.
  ///
  /// - Parameter lacksDefinitions: whether it may be about what trackers and quest sets there are.
  func correct(
    _ id: EventID, _ cause: Correction.Cause, _ content: Correction.Content?, from instant: Instant,
    lacksDefinitions: Bool = true
  ) throws(SessionError) {
    let latest = try storing { () throws(StoreError) in try access.latestCorrection(of: id) }
    // Of two corrections of one event the later counts, so a later one must be later.
    let at = max(now, latest.map { Instant(milliseconds: $0.milliseconds + 1) } ?? now)
    let correction = Correction(event: id, cause: cause, content: content, recordedAt: at)
    let hash = correction.hash(seed: profile.seed)
    let provenance = try provenance()
    _ = try storing { () throws(StoreError) in
      try access.insert(correction, hash: hash, provenance)
    }
    count(hash)
    if case .spark? = content {} else { related = RelatedEvents() }
    let earliest = content.map { min(instant, $0.at) } ?? instant
    noteInPart(earliest)
    fold.invalidate(from: earliest, lacksDefinitions: lacksDefinitions)
  }
}
