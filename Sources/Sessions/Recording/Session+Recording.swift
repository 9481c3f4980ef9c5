import FlintCalendar
package import FlintRules
import Storage

extension Session {
  /// - Parameter time: the new time; `nil` to keep the time.
  /// - Returns: the changed spark.
  /// - Throws: `SessionError.notFound` when there is no such spark; `field` when a value is
  ///   invalid.
  package func updateSpark(
    id: EventID, _ change: SparkChange, at time: EventTime? = nil
  ) throws(SessionError) -> StoredSpark {
    guard let stored = try reader.spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    return try work { try SparkRecorder(session: self).update(stored, change, at: time) }
  }

  /// Removes a spark, with all its consequences.
  ///
  /// - Throws: `SessionError.notFound` when there is no such spark.
  package func removeSpark(id: EventID) throws(SessionError) {
    guard let stored = try reader.spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    try work { try SparkRecorder(session: self).remove(stored) }
  }

  /// - Parameters:
  ///   - time: the new time; by default the current one.
  ///   - change: returns the new content for the current one.
  /// - Returns: the changed event.
  /// - Throws: `SessionError.notFound` when there is no event of that kind, `refused` when the new
  ///   content would have no effect, and the errors of `change`.
  package func edit(
    _ id: EventID, of kind: EventKind, at time: EventTime? = nil,
    _ change: (ProfileEvent.Action) throws(SessionError) -> ProfileEvent.Action
  ) throws(SessionError) -> StoredEvent {
    guard var stored = try reader.event(id: id), stored.event.action.kind == kind else {
      throw .notFound(kind: kind, id: id)
    }
    let old = stored.event
    stored.event.action = try change(old.action)
    try work {
      if let time { (stored.event.at, stored.event.offset, _) = try resolveTime(time) }
      try EventRecorder(session: self).edit(old, to: stored.event)
    }
    return stored
  }

  /// Removes an event of one of some kinds, with all its consequences.
  ///
  /// - Throws: `SessionError.notFound` when there is no such event.
  package func remove(_ id: EventID, of kinds: EventKind...) throws(SessionError) {
    guard let event = try reader.event(id: id)?.event, kinds.contains(event.action.kind) else {
      throw .notFound(kind: kinds[0], id: id)
    }
    try work {
      try correct(
        id, .remove, nil, from: event.at, lacksDefinitions: event.action.isDefinition)
      progress.removed.insert(id)
      progress.tally.removed += 1
    }
  }

  /// Spends a roll token on a card of a category.
  ///
  /// - Parameters:
  ///   - time: the time of the roll; by default now.
  ///   - key: the id that the source assigns to the roll.
  /// - Throws: `SessionError.noToken` when there is no token at that time.
  package func roll(
    _ category: SparkCategory, at time: EventTime? = nil, key: String? = nil
  ) throws(SessionError) -> Recorded {
    try work {
      if let key { try key.checkAsKey() }
      try rulebook.check(category)
      // A roll is looked for in the file, which needs every event there.
      try beginAdding()
      return try RollRecorder(session: self).roll(category, at: time, key: key)
    }
  }

  /// Throws if something with the same name exists already at a time, unless exactly the same
  /// creation is recorded. This is for people and scripts, who would not notice that they change
  /// something; creations from copies and files are always recorded.
  ///
  /// - Throws: `SessionError.refused`.
  package func checkNameIsFree(
    _ action: ProfileEvent.Action, at time: EventTime?, key: String?
  ) throws(SessionError) {
    try work { try EventRecorder(session: self).checkNameIsFree(action, at: time, key: key) }
  }

  /// Returns the trackers as of a time, with the habits that they were then; by default as of now.
  package func trackers(at time: EventTime?) throws(SessionError) -> TrackersState {
    guard let time else { return try definitions().trackers }
    return try work { try EventRecorder(session: self).trackers(at: time) }
  }

  /// Returns whether the same event is recorded, under the same key or, without a key, at the same
  /// time. A time of `nil` matches any time.
  package func isRecorded(
    _ action: ProfileEvent.Action, at time: EventTime?, key: String?
  ) throws(SessionError) -> Bool {
    try work { try EventRecorder(session: self).isRecorded(action, at: time, key: key) }
  }
}

// MARK: What all recording shares

extension Session {
  /// Returns the spark for a request, with its time resolved.
  @inline(__always)
  func spark(_ new: NewSpark) throws -> (Spark, CivilZone.Note?) {
    let (at, offset, note) = try resolveTime(new.at)
    return (try new.storable(at: at, offset: offset, in: self), note)
  }

  /// Resolves the time of an event: the given time or, by default, the next one of the clock.
  func resolveTime(_ time: EventTime?) throws -> ResolvedTime {
    guard let time else { return try nextTime() }
    let resolved = try zone.resolve(time, until: progress.clock.latest)
    progress.tally.count(resolved.note)
    return resolved
  }

  /// Records an event at its time. If the rules refuse an event without a time there, it is
  /// recorded behind all events recorded so far: in two sessions with the same *now*, events of the
  /// later one may refer to those that the earlier one recorded a few milliseconds later. What a line
  /// says that was written earlier has its own time.
  ///
  /// - Parameters:
  ///   - time: the time of the event, if it was given.
  ///   - isRefusal: returns whether an error means that existing events prevent this one.
  ///   - known: returns the same event if an earlier session recorded it between two instants; then
  ///     it is a duplicate.
  ///   - body: records the event at a time.
  func recording(
    at time: EventTime?, isRefusal: (SessionError) -> Bool,
    known: (_ since: Instant, _ before: Instant) throws -> Recorded?,
    _ body: (ResolvedTime) throws -> Recorded
  ) throws -> Recorded {
    let given = progress.clock.latestGiven
    let resolved = try resolveTime(time)
    let refusal: SessionError
    do {
      return try body(resolved)
    } catch {
      // No event was recorded at that instant after all.
      progress.clock.latestGiven = given
      guard time == nil, lineKeys == nil, let error = error as? SessionError, isRefusal(error)
      else { throw error }
      refusal = error
    }
    guard let newest = try folded().events.newest, newest.at >= resolved.at else { throw refusal }
    let later = newest.at.next
    try later.checkAsEventTime()
    if let known = try known(resolved.at, later) { return known }
    let recorded = try body((later, zone.offset(at: later), nil))
    progress.clock.latestGiven = later
    return recorded
  }

  /// Applies a new event, which is in the file already, to the fold.
  ///
  /// - Parameter isChecked: whether an event without effect is not applied.
  /// - Returns: its outcome; `nil` when it lies in the past.
  @inline(__always)
  func append(_ event: ProfileEvent, isChecked: Bool = false) throws -> Outcome? {
    fold.noteChange(at: event.at)
    if fold.isUnread { try readState(before: event) }
    return isChecked ? fold.appendUnlessVoid(event) : fold.append(event)
  }

  /// Reads the state before an event that is in the file already.
  private func readState(before event: ProfileEvent) throws {
    var before = progress.records
    before.remove(event.id)
    try fold.refold(
      access, records: before, through: progress.clock.present,
      keepsCheckpoints: options.isWriting, excluding: event.id)
  }

  /// - Parameter lacksDefinitions: whether the correction may concern the definitions of trackers
  ///   and quest sets.
  func correct(
    _ id: EventID, _ cause: Correction.Cause, _ content: Correction.Content?, from instant: Instant,
    lacksDefinitions: Bool = true
  ) throws {
    // The latest correction of an event counts, so this one has to be later than all others.
    let present = progress.clock.present
    let at = max(present, try access.corrections.latest(of: id)?.next ?? present)
    let correction = Correction(event: id, cause: cause, content: content, recordedAt: at)
    let hash = correction.hash(seed: profile.seed)
    try access.corrections.insert(correction, hash: hash, provenance(), isLatest: true)
    count(hash)
    bulkState.corrected?.insert(id)
    if case .spark? = content {} else { related = RelatedEvents() }
    let earliest = content.map { min(instant, $0.at) } ?? instant
    fold.noteChange(at: earliest)
    fold.invalidate(from: earliest, lacksDefinitions: lacksDefinitions)
  }

  /// Returns the result of recording an event that exists already.
  func unchanged(_ event: ProfileEvent, _ note: CivilZone.Note? = nil) -> Recorded {
    progress.tally.unchanged += 1
    return Recorded(id: event.id, status: .unchanged, event: event, note: note)
  }
}
