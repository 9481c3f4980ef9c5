import FlintCalendar
import FlintRules
import Storage

struct EventRecorder {
  let session: Session

  private var access: StoreAccess { session.access }

  func record(
    _ action: ProfileEvent.Action, at time: EventTime?, key: String?, isTimeKnown: Bool
  ) throws -> Recorded {
    if action.hasPrecondition && session.fold.isUnread { _ = try session.folded() }
    var last: Instant?
    do {
      return try session.recording(
        at: time,
        isRefusal: {
          switch $0 {
          case .refused, .refusedInDetail: action.hasPrecondition
          default: false
          }
        },
        known: { since, before in
          key == nil && !session.duplicates.recordsEqualAgain
            ? try known(action, since: since, before: before) : nil
        }
      ) { resolved in
        last = resolved.at
        return try record(
          action, resolved, isTimed: time != nil && isTimeKnown, key: key)
      }
    } catch {
      throw try last.map { try explained(error, action, at: $0) } ?? error
    }
  }

  private func record(
    _ action: ProfileEvent.Action, _ time: ResolvedTime, isTimed: Bool, key: String?
  ) throws -> Recorded {
    let content = action.content
    let id = ProfileEvent.id(
      ofKind: action.kind, content: content, at: time.at, offset: time.offset,
      seed: session.profile.seed, key: key.map { .given($0) } ?? .first)
    let event = ProfileEvent(id: id, at: time.at, offset: time.offset, action: action)
    return try record(event, content, isTimed: isTimed, key: key, time.note)
  }

  func record(_ entry: PreparedEntry) throws -> Recorded {
    let event = ProfileEvent(id: entry.id, at: entry.at, offset: entry.offset, action: entry.action)
    return try record(event, entry.content, isTimed: entry.isTimeKnown, key: entry.key, nil)
  }

  /// - Parameters:
  ///   - event: the event with the id by its key, or as the first event with its content.
  ///   - content: the action's canonical content.
  private func record(
    _ event: ProfileEvent, _ content: String, isTimed: Bool, key: String?, _ note: CivilZone.Note?
  ) throws -> Recorded {
    var event = event
    let action = event.action
    try content.checkContentForNUL()
    try action.checkLength(of: content)
    let identify = { [seed = session.profile.seed, at = event.at, offset = event.offset] key in
      ProfileEvent.id(
        ofKind: action.kind, content: content, at: at, offset: offset, seed: seed, key: key)
    }
    // A rating that was recorded before the day start became later is recognised.
    if let reason = action.problem(on: event.day(session.dayStart)),
      try !access.events.has(id: event.id)
    {
      throw SessionError.refused(reason)
    }
    let first = event.id
    var occurrence = session.duplicates.occurrences[first] ?? 0
    if key == nil, !session.progress.removed.others.isEmpty {
      // If this session removed an event with equal content, it is restored, instead of adding
      // another one.
      for number in 0...occurrence {
        event.id = identify(.content(occurrence: number))
        guard session.progress.removed.others.contains(event.id) else { continue }
        let stored = try storedEvent(event.id)
        guard stored.isRemoved else { continue }
        let recorded = try resolveDuplicate(stored, event, key: nil, isTimed: isTimed, note)
        session.duplicates.occurrences[first] = max(occurrence, number + 1)
        return recorded
      }
      event.id = first
    }
    if key == nil && occurrence > 0 { event.id = identify(.content(occurrence: occurrence)) }
    while true {
      if let recorded = try insert(event, content, key: key, note) {
        if key == nil && occurrence > 0 { session.duplicates.occurrences[first] = occurrence + 1 }
        return recorded
      }
      let existing = try session.eventInserter.existing(event, content: content, key: key)
      let isOwn = existing.map { session.duplicates.isOwn($0.sequence) } ?? false
      if key == nil, let existing, isOneMore(existing, first, isOwn: isOwn) {
        occurrence += 1
        event.id = identify(.content(occurrence: occurrence))
        continue
      }
      let recorded: Recorded
      if let existing, !existing.isRemoved, existing.isSame,
        !isTimed || (existing.at == event.at && existing.offset == event.offset)
      {
        (event.at, event.offset) = (existing.at, existing.offset)
        recorded = session.unchanged(event, note)
      } else {
        recorded = try resolveDuplicate(
          try storedEvent(event.id), event, key: key, isTimed: isTimed, note)
      }
      if key == nil, occurrence > 0 || isOwn {
        session.duplicates.occurrences[first] = occurrence + 1
      }
      return recorded
    }
  }

  /// Returns whether a keyless event is another one than the existing event of equal content: that was
  /// recorded by this session or by hand, or an earlier event matched it.
  ///
  /// - Parameter first: the id of the first event of that content.
  private func isOneMore(_ existing: ExistingEvent, _ first: EventID, isOwn: Bool) -> Bool {
    if session.duplicates.recordsEqualAgain { return !existing.isRemoved }
    if isOwn { return !existing.isRemoved && session.duplicates.occurrences[first] == nil }
    return !session.duplicates.occurrences.markMatched(existing.sequence)
  }

  private func insert(
    _ event: ProfileEvent, _ content: String, key: String?, _ note: CivilZone.Note?
  ) throws -> Recorded? {
    // What a roll of the past spends may be missing later; a drawn card must not be taken back.
    let voids = try event.action.spends ? session.folded().events.voids.count : nil
    guard try session.eventInserter.insert(event, content: content, key: key) else { return nil }
    session.count(event.id)
    var outcome = try session.append(event, isChecked: event.action.hasPrecondition)
    var reason = outcome?.void
    if outcome == nil && event.action.hasPrecondition {
      (reason, outcome) = try evaluate(event, isNew: true)
    }
    if let reason {
      // As if the event had never been recorded.
      try session.eventInserter.delete(event.id)
      session.progress.records.remove(event.id)
      session.related.remove(event)
      throw try refusal(of: event, reason)
    }
    if let voids, outcome == nil, try session.folded().events.voids.count > voids {
      try session.eventInserter.delete(event.id)
      session.progress.records.remove(event.id)
      session.fold.invalidate(from: event.at)
      throw SessionError.spentLater(at: session.zone.text(event.at))
    }
    session.related.add(event)
    session.progress.tally.added += 1
    var recorded = Recorded(
      id: event.id, status: .added, event: event, outcome: outcome, note: note)
    if outcome != nil, let newest = session.fold.current.events.newest {
      recorded.isFollowed = event.foldPosition < newest
    }
    return recorded
  }

  /// Returns the effect of an event at its position, while the fold is stale.
  private func evaluate(
    _ event: ProfileEvent, isNew: Bool
  ) throws -> (void: VoidReason?, outcome: Outcome?) {
    try session.bulk.flush()
    let isBefore = try access.foldOrder.hasEvents(
      after: event.at, through: session.progress.clock.present)
    let isLast = isNew && !isBefore && !session.related.areMany(at: event.at)
    session.related.noteRecording(at: event.at)
    // The closures query existing events: they must not record anything.
    if !isLast, let others = try session.related.related(to: event, session.reader.events) {
      session.fold.invalidate(from: event.at, lacksDefinitions: event.action.isDefinition)
      return (refusal(of: event, among: others), nil)
    }
    if !isLast, let nodes = try session.related.nodes(for: event, session.reader.events),
      case .quest(.complete(let node)) = event.action
    {
      session.fold.invalidate(from: event.at, lacksDefinitions: false)
      return (nodes.refusal(of: node, at: event.at), nil)
    }
    return try session.fold.evaluate(
      event, isLast: isLast, isNew: isNew, access, records: session.progress.records,
      through: session.progress.clock.present)
  }

  /// Returns the reason why an event has no effect among the others that alone determine it, in the
  /// order of the fold; `nil` if it has an effect.
  private func refusal(of event: ProfileEvent, among others: [ProfileEvent]) -> VoidReason? {
    let (rulebook, seed) = (session.rulebook, session.fold.seed)
    var state = rulebook.initialState()
    _ = rulebook.apply(others.filter { $0.at < event.at }, to: &state, seed: seed)
    return rulebook.refusal(
      of: event, among: others.filter { $0.at == event.at }, in: &state, seed: seed
    ).reason
  }

  private func storedEvent(_ id: EventID) throws -> StoredEvent {
    guard let stored = try access.events.find(id) else {
      throw SessionError.noSuchEvent(id)
    }
    return stored
  }

  private func resolveDuplicate(
    _ stored: StoredEvent, _ event: ProfileEvent, key: String?, isTimed: Bool,
    _ note: CivilZone.Note?
  ) throws -> Recorded {
    if stored.isRemoved {
      try correct(stored.event, to: event)
      session.progress.tally.restored += 1
      return Recorded(id: event.id, status: .restored, event: event, note: note)
    }
    func isEqual(to other: Correction.Content) -> Bool {
      guard case .event(let at, let offset, let action) = other else { return false }
      return action.content.utf8.elementsEqual(event.action.content.utf8)
        && (!isTimed || (at == event.at && offset == event.offset))
    }
    if let key, !isEqual(to: stored.event.content) {
      let original = try access.records.all(of: stored.event.id)?.original
      guard session.matchesOriginals, original.map(isEqual(to:)) ?? false else {
        throw SessionError.conflict(key: key, existing: stored.event.id)
      }
    }
    return session.unchanged(stored.event, note)
  }

  /// Returns the error for an event that the rules refuse; what depends on the state is explained where no later
  /// event exists.
  private func refusal(of event: ProfileEvent, _ reason: VoidReason) throws -> SessionError {
    let state = try session.folded()
    let isNewest = state.events.newest.map { $0.at <= event.at } ?? true
    let refusal = PoolRefusal(
      rulebook: session.rulebook, day: event.day(session.dayStart), state: isNewest ? state : nil)
    return refusal.sentence(event.action, reason).map { .refusedInDetail(reason, $0) }
      ?? .refused(reason)
  }

  // MARK: Changing

  /// Changes an event, unless that changes nothing.
  func edit(_ old: ProfileEvent, to new: ProfileEvent) throws {
    try new.action.content.checkContentForNUL()
    // By bytes: texts that are equivalent in Unicode are different content.
    if new.content.isIdentical(to: old.content) { return }
    try new.action.checkLength(of: new.action.content)
    try correct(old, to: new)
    session.progress.tally.updated += 1
  }

  /// Changes the content of an event, unless the new content would have no effect.
  private func correct(_ old: ProfileEvent, to new: ProfileEvent) throws {
    // As in the fold: what was recorded before the day start became later can be corrected.
    if let reason = new.action.problem(on: new.day(.midnight)) {
      throw SessionError.refused(reason)
    }
    let earliest = min(old.at, new.at)
    if new.action.hasPrecondition {
      session.fold.invalidate(from: earliest, lacksDefinitions: new.action.isDefinition)
      if let reason = try evaluate(new, isNew: false).void {
        // `evaluate` stored checkpoints that lack the event.
        session.fold.invalidate(from: earliest, lacksDefinitions: new.action.isDefinition)
        throw SessionError.refused(reason)
      }
    }
    try session.correct(
      old.id, .edit, new.content, from: old.at, lacksDefinitions: old.action.isDefinition)
  }
}

extension ProfileEvent.Action {
  /// Throws if the content is too long to be recorded: quest sets have limits of their own.
  fileprivate func checkLength(of content: String) throws(SessionError) {
    if kind != .questLoad { try content.checkLength(field: "text") }
  }
}

extension ProfileEvent {
  var content: Correction.Content { .event(at: at, offset: offset, action) }
}
