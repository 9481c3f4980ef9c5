import Calendar
public import Rules
import Storage

/// Recording, changing and removing of events other than sparks and rolls.
extension Session {
  /// Records an event.
  ///
  /// With a key, an event with the same key is a duplicate; without one, an event with equal
  /// content is. The profile then contains as many equal events as the session recorded.
  ///
  /// - Parameters:
  ///   - action: the action of the event.
  ///   - time: the time of the event; by default now.
  ///   - key: the id that the source assigns to the event.
  ///   - isTimeKnown: whether the time comes from the source itself; a generated time does not make
  ///     a different event of one with the same key.
  /// - Throws: `SessionError.refused` when the rules do not permit the event at its time.
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
        known: { since, before throws(SessionError) in
          key == nil ? try known(action, since: since, before: before) : nil
        }
      ) { resolved throws(SessionError) in
        last = resolved.at
        return try record(
          action, resolvedTime: resolved, isTimed: time != nil && isTimeKnown, key: key)
      }
    } catch {
      throw try last.map { at throws(SessionError) in try explained(error, action, at: at) }
        ?? error
    }
  }

  private func record(
    _ action: Event.Action, resolvedTime: ResolvedTime,
    isTimed: Bool, key: String?
  ) throws(SessionError) -> Recorded {
    let (at, offset, note) = resolvedTime
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
      // If this session removed an event with equal content, it is restored, instead of adding
      // another one.
      for number in 0...occurrence {
        event.id = identify(.content(occurrence: number))
        guard removedEvents.contains(event.id) else { continue }
        let stored = try storedEvent(event.id)
        guard stored.isRemoved else { continue }
        let recorded = try resolveDuplicate(stored, event, key: nil, isTimed: isTimed, note)
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
      let existing = try storing {
        try access.events.existing(event, content: content)
      }
      if key == nil, let existing, !existing.isRemoved, isOwn(existing.sequence),
        occurrences[first] == nil
      {
        // Recorded by this session: then this is another event with equal content.
        occurrence += 1
        event.id = identify(.content(occurrence: occurrence))
        continue
      }
      let recorded: Recorded
      if let existing, !existing.isRemoved, existing.isSame,
        !isTimed || (existing.at == at && existing.offset == offset)
      {
        tally.unchanged += 1
        (event.at, event.offset) = (existing.at, existing.offset)
        recorded = Recorded(id: event.id, status: .unchanged, event: event, note: note)
      } else {
        recorded = try resolveDuplicate(
          try storedEvent(event.id), event, key: key, isTimed: isTimed, note)
      }
      if key == nil { occurrences[first] = occurrence + 1 }
      return recorded
    }
  }

  private func insert(
    _ event: Event, _ content: String, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded? {
    let provenance = try provenance()
    let isNew = try storing {
      try access.events.insert(event, content: content, key: key, provenance)
    }
    guard isNew else { return nil }
    count(event.id)
    noteChange(at: event.at)
    if fold.isUnread { try readState(before: event) }
    var outcome =
      event.action.hasPrecondition ? fold.appendUnlessVoid(event) : fold.append(event)
    var reason = outcome?.void
    if outcome == nil && event.action.hasPrecondition {
      (reason, outcome) = try evaluate(event, isNew: true)
    }
    if let reason {
      // As if the event had never been recorded.
      try storing { try access.events.delete(id: event.id) }
      removeFromSum(event.id)
      related.remove(event)
      throw .refused(reason)
    }
    related.add(event)
    tally.added += 1
    return Recorded(id: event.id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Returns the effect of an event at its position, while the fold is stale.
  private func evaluate(
    _ event: Event, isNew: Bool
  ) throws(SessionError) -> (void: VoidReason?, outcome: Outcome?) {
    try flush()
    let isBefore = try storing {
      try access.foldOrder.hasEvents(after: event.at, through: now)
    }
    let isLast = isNew && !isBefore && !related.areMany(at: event.at)
    related.noteRecording(at: event.at)
    // The closure queries existing events: it must not record anything.
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
    return try storing {
      try fold.evaluate(event, isLast: isLast, isNew: isNew, access, records: records, through: now)
    }
  }

  /// Returns the reason why an event has no effect among the others that alone determine it, in the
  /// order of the fold; `nil` if it has an effect.
  private func refusal(of event: Event, among others: [Event]) -> VoidReason? {
    var state = rulebook.initialState()
    _ = rulebook.apply(others.filter { $0.at < event.at }, to: &state, seed: rollSeed)
    return rulebook.refusal(
      of: event, among: others.filter { $0.at == event.at }, in: &state, seed: rollSeed
    ).reason
  }

  private func storedEvent(_ id: EventID) throws(SessionError) -> StoredEvent {
    guard let stored = try storing({ try access.events.event(id: id) }) else {
      throw .noSuchEvent(id)
    }
    return stored
  }

  private func resolveDuplicate(
    _ stored: StoredEvent, _ event: Event, key: String?, isTimed: Bool, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    if stored.isRemoved {
      try correct(stored.event, to: event)
      tally.restored += 1
      return Recorded(id: event.id, status: .restored, event: event, note: note)
    }
    func isEqual(to other: Event) -> Bool {
      other.action.content.utf8.elementsEqual(event.action.content.utf8)
        && (!isTimed || (other.at == event.at && other.offset == event.offset))
    }
    if let key, !isEqual(to: stored.event) {
      let original = try storing {
        try access.events.original(id: stored.event.id)
      }
      guard matchesOriginals, original.map(isEqual(to:)) ?? false else {
        throw .conflict(key: key, existing: stored.event.id)
      }
    }
    tally.unchanged += 1
    return Recorded(
      id: stored.event.id, status: .unchanged, event: stored.event, note: note)
  }

  /// Returns the event with an id, other than a spark or roll; `nil` if there is none or it was
  /// removed.
  public func event(id: EventID) throws(SessionError) -> StoredEvent? {
    try begin()
    let stored = try storing { try access.events.event(id: id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// Returns whether an event other than a spark or roll exists with an id and is not removed.
  public func hasEvent(id: EventID) throws(SessionError) -> Bool {
    try beginAdding()
    return try storing { try access.events.has(id: id) }
  }

  /// Returns the sequence numbers of the events that a query finds, in its order.
  public func eventSequences(_ query: EventQuery) throws(SessionError) -> [Int64] {
    try begin()
    return try storing { try access.events.sequences(query) }
  }

  /// Returns the events with some sequence numbers.
  public func events(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredEvent] {
    try begin()
    return try storing { try access.events.events(sequences: sequences) }
  }

  /// Returns the events that a query finds, in its order.
  public func events(_ query: EventQuery) throws(SessionError) -> [StoredEvent] {
    try events(sequences: try eventSequences(query)[...])
  }

  /// Removes an event of one of some kinds, with all its consequences.
  ///
  /// - Throws: `SessionError.notFound` when there is no such event.
  public func remove(_ id: EventID, of kinds: EventKind...) throws(SessionError) {
    let stored = try event(id: id)
    guard let stored, kinds.contains(stored.event.action.kind) else {
      throw .notFound(kind: kinds[0], id: id)
    }
    try correct(stored.event, .remove, nil)
    removedEvents.insert(id)
    tally.removed += 1
  }

  /// Changes the content of an event.
  ///
  /// - Parameters:
  ///   - id: the id of the event.
  ///   - time: the new time; by default the current one.
  ///   - change: returns the new content for the current one.
  /// - Returns: the changed event.
  /// - Throws: `SessionError.notFound` when there is no event of that kind, `refused` when the new
  ///   content would have no effect, and the errors of `change`.
  public func edit(
    _ id: EventID, of kind: EventKind, at time: EventTime? = nil,
    _ change: (Event.Action) throws(SessionError) -> Event.Action
  ) throws(SessionError) -> StoredEvent {
    guard var stored = try event(id: id), stored.event.action.kind == kind else {
      throw .notFound(kind: kind, id: id)
    }
    let old = stored.event
    stored.event.action = try change(old.action)
    if let time { (stored.event.at, stored.event.offset, _) = try resolveTime(time) }
    let new = stored.event
    try check(new.action.content, field: "text")
    // By bytes: texts that are equivalent in Unicode are different content.
    if Correction.Content.event(at: new.at, offset: new.offset, new.action)
      .isIdentical(to: .event(at: old.at, offset: old.offset, old.action))
    {
      return stored
    }
    try correct(old, to: new)
    tally.updated += 1
    return stored
  }

  /// Changes the content of an event, unless the new content would have no effect.
  private func correct(_ old: Event, to new: Event) throws(SessionError) {
    let content = Correction.Content.event(at: new.at, offset: new.offset, new.action)
    if let reason = new.action.problem(on: new.day) { throw .refused(reason) }
    if new.action.hasPrecondition {
      fold.invalidate(from: min(old.at, new.at), lacksDefinitions: new.action.isDefinition)
      if let reason = try evaluate(new, isNew: false).void {
        // `evaluate` stored checkpoints that lack the event.
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
  /// - Parameter lacksDefinitions: whether the correction may concern the definitions of trackers
  ///   and quest sets.
  func correct(
    _ id: EventID, _ cause: Correction.Cause, _ content: Correction.Content?, from instant: Instant,
    lacksDefinitions: Bool = true
  ) throws(SessionError) {
    let latest = try storing { try access.corrections.latest(of: id) }
    // The latest correction of an event counts, so this one has to be later than all others.
    let at = max(now, latest.map { Instant(milliseconds: $0.milliseconds + 1) } ?? now)
    let correction = Correction(event: id, cause: cause, content: content, recordedAt: at)
    let hash = correction.hash(seed: profile.seed)
    let provenance = try provenance()
    _ = try storing {
      try access.corrections.insert(correction, hash: hash, provenance)
    }
    count(hash)
    if case .spark? = content {} else { related = RelatedEvents() }
    let earliest = content.map { min(instant, $0.at) } ?? instant
    noteChange(at: earliest)
    fold.invalidate(from: earliest, lacksDefinitions: lacksDefinitions)
  }
}
