import Rules
public import Storage

extension Store {
  /// Adds to this profile every record that only another copy of it has. Neither order nor
  /// repetition of merges makes a difference to what a profile comes to.
  ///
  /// - Parameters:
  ///   - other: the other copy's file; it is not changed.
  ///   - options: how the session is to be run.
  ///   - body: called with the report while nothing is kept yet; what it throws takes all back.
  /// - Throws: `SessionError.otherProfile` when it is no copy of this profile; `StoreError`.
  public func merge(
    _ other: String, _ options: SessionOptions, _ body: (Session, MergeReport) throws -> Void
  ) throws {
    let copy = try Store.openForReading(path: other)
    let (ours, theirs) = (try access { try $0.profile() }, try copy.access { try $0.profile() })
    guard ours.id == theirs.id, ours.seed == theirs.seed else {
      throw SessionError.otherProfile(other)
    }
    try access { access in
      try access.attach(momentOf: copy)
      defer {
        // What was not committed is to go, and no copy can be let go within a transaction.
        if access.isInTransaction { access.rollback() }
        try? access.detach()
      }
      let session = try Session(access: access, options: options)
      let report = try session.mergeAttached()
      try body(session, report)
      // What follows is not to be left half-way, and does not take long.
      Drafts.settle()
      try session.commit()
    }
  }
}

extension Session {
  fileprivate func mergeAttached() throws(SessionError) -> MergeReport {
    try begin()
    let batch = try provenance().batch
    let seed = profile.seed
    let report = try storing { () throws(StoreError) in
      try access.mergeAttached(seed: seed, batch: batch)
    }
    let replaced = report.conflicts.compactMap { conflict -> ReplacedOriginal? in
      guard conflict.isOriginal, !conflict.isOursCounting, let ours = conflict.ours.content else {
        return nil
      }
      return ReplacedOriginal(event: conflict.event, superseded: ours.supersededID(seed: seed))
    }
    if !replaced.isEmpty {
      try storing { () throws(StoreError) in try access.describeBatch(batch, replaced.detail) }
    }
    try adopt()
    return report
  }
}
