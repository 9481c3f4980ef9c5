import Calendar
package import Rules
import Storage

/// Records from elsewhere.
extension History {
  /// Restores an event of another profile with the same seed: with its original content, which
  /// determines its id, and then with its current content. The rules are not applied: an event
  /// without effect is void, as after a merge.
  ///
  /// - Parameters:
  ///   - content: the current content.
  ///   - original: the content with which it was recorded, if that differs.
  ///   - key: the id that its source assigns to it.
  ///   - occurrence: the index of the event among equal keyless ones, from 0.
  ///   - isUpdating: whether an existing event with different content is corrected.
  /// - Throws: `SessionError.field` when a time or text is invalid, `conflict` when the event
  ///   exists with different content.
  package func restore(
    _ content: Correction.Content, original: Correction.Content? = nil, key: String? = nil,
    occurrence: UInt32 = 0, isUpdating: Bool = false
  ) throws(SessionError) -> Recorded {
    try session.work {
      if let key { try key.checkAsKey() }
      try session.begin()
      let first = original ?? content
      try check(first)
      if original != nil { try check(content) }
      let id = first.id(
        seed: session.profile.seed, key: key.map { .given($0) } ?? .content(occurrence: occurrence))
      let event = content.event(id: id)
      if let records = try session.access.records.all(of: id) {
        guard let current = records.current else {
          try restore(id, content)
          return Recorded(id: id, status: .restored, event: event)
        }
        if current.isIdentical(to: content) { return session.unchanged(event) }
        guard isUpdating else {
          throw SessionError.conflict(key: key ?? id.description, existing: id)
        }
        try session.correct(id, .edit, content, from: current.at)
        session.progress.tally.updated += 1
        return Recorded(id: id, status: .unchanged, event: event)
      }
      try insert(first, id: id, key: key)
      if !content.isIdentical(to: first) {
        try session.correct(id, .edit, content, from: first.at)
      }
      session.progress.tally.added += 1
      return Recorded(id: id, status: .added, event: event)
    }
  }

  /// Restores a removed event, possibly with different content.
  ///
  /// - Throws: `SessionError.field` when a time or text is invalid.
  package func bringBack(_ id: EventID, as content: Correction.Content) throws(SessionError) {
    try session.work {
      try check(content)
      try session.begin()
      try restore(id, content)
    }
  }

  private func restore(_ id: EventID, _ content: Correction.Content) throws {
    try session.correct(id, .edit, content, from: content.at)
    session.progress.tally.restored += 1
  }

  private func insert(_ content: Correction.Content, id: EventID, key: String?) throws {
    let (access, provenance) = (session.access, try session.provenance())
    let event = content.event(id: id)
    switch content {
    case .spark(let spark):
      _ = try session.bulk.insert(spark, id: id, key: key, provenance)
    case .event(let at, let offset, .roll(let category)):
      let roll = CardRoll(at: at, offset: offset, category: category)
      _ = try access.rolls.insert(roll, id: id, key: key, provenance)
      session.progress.rolled.insert(id)
    case .event(_, _, let action):
      _ = try access.events.insert(event, content: action.content, key: key, provenance)
    }
    session.count(id)
    session.related.add(event)
    _ = try session.append(event)
  }

  /// Throws if content could not have been recorded.
  private func check(_ content: Correction.Content) throws {
    let event = content.event(id: EventID(high: 0, low: 0))
    _ = try session.resolveTime(.written(Timestamp(event.at, offset: event.offset)))
    switch content {
    case .spark(let spark): try spark.checkTexts()
    case .event(_, _, let action): try action.content.checkContentForNUL()
    }
  }

  /// Adds every record that only an attached copy of the profile has.
  func mergeAttached() throws -> MergeReport {
    try session.begin()
    let (access, seed) = (session.access, session.profile.seed)
    let batch = try session.provenance().batch
    let report = try access.mergeJob.run(seed: seed, batch: batch)
    let replaced = report.conflicts.compactMap { conflict -> ReplacedOriginal? in
      guard conflict.isOriginal, !conflict.isOursCounting, let ours = conflict.ours.content else {
        return nil
      }
      return ReplacedOriginal(event: conflict.event, superseded: ours.supersededID(seed: seed))
    }
    if !replaced.isEmpty { try access.batches.describe(batch, replaced.detail) }
    try session.reloadSums()
    return report
  }
}

extension Correction.Content {
  /// Returns the event for the fold.
  fileprivate func event(id: EventID) -> Event {
    switch self {
    case .spark(let spark): spark.event(id: id)
    case .event(let at, let offset, let action):
      Event(id: id, at: at, offset: offset, action: action)
    }
  }
}
