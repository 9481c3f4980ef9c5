import Rules
public import Storage

extension Store {
  /// Adds every record that only another copy has to this profile. The order and repetition of
  /// merges do not affect the resulting profile.
  ///
  /// - Parameters:
  ///   - other: the path of the other copy; it is not changed.
  ///   - options: the options of the session.
  ///   - body: called with the report before the commit; if it throws, everything is rolled back.
  /// - Throws: `SessionError.otherProfile` when the file is not a copy of this profile;
  ///   `StoreError`.
  public func merge(
    _ other: String, _ options: SessionOptions, _ body: (Session, MergeReport) throws -> Void
  ) throws {
    let copy = try Store.openForReading(path: other)
    let (ours, theirs) = (
      try access { try $0.profile.read() }, try copy.access { try $0.profile.read() }
    )
    guard ours.id == theirs.id, ours.seed == theirs.seed else {
      throw SessionError.otherProfile(other)
    }
    try access { access in
      try access.mergeJob.attach(momentOf: copy)
      defer {
        // Uncommitted changes are discarded, and no copy can be detached within a transaction.
        if access.isInTransaction { access.rollback() }
        try? access.mergeJob.detach()
      }
      let session = try Session(access: access, options: options)
      let report = try session.mergeAttached()
      try body(session, report)
      // What follows must be finished, and does not take long.
      TemporaryFiles.commit()
      try session.commit()
    }
  }
}

extension Session {
  fileprivate func mergeAttached() throws(SessionError) -> MergeReport {
    try begin()
    let batch = try provenance().batch
    let seed = profile.seed
    let report = try storing {
      try access.mergeJob.run(seed: seed, batch: batch)
    }
    let replaced = report.conflicts.compactMap { conflict -> ReplacedOriginal? in
      guard conflict.isOriginal, !conflict.isOursCounting, let ours = conflict.ours.content else {
        return nil
      }
      return ReplacedOriginal(event: conflict.event, superseded: ours.supersededID(seed: seed))
    }
    if !replaced.isEmpty {
      try storing { try access.batches.describe(batch, replaced.detail) }
    }
    try reloadSums()
    return report
  }
}
