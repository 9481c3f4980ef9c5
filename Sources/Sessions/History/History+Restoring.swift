import FlintCalendar
package import FlintRules
import Storage

extension History {
  /// Restores a removed event, possibly with different content.
  ///
  /// - Throws: `SessionError.field` when a time or text is invalid.
  package func bringBack(_ id: EventID, as content: Correction.Content) throws(SessionError) {
    try session.work {
      try check(content)
      try session.begin()
      try session.correct(id, .edit, content, from: content.at)
      session.progress.tally.restored += 1
    }
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
  fileprivate func event(id: EventID) -> ProfileEvent {
    switch self {
    case .spark(let spark): spark.event(id: id)
    case .event(let at, let offset, let action):
      ProfileEvent(id: id, at: at, offset: offset, action: action)
    }
  }
}
