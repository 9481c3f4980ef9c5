import FlintRules
package import Storage

extension Store {
  /// Runs a closure with a session, which is committed when the closure returns and rolled back
  /// when it throws.
  ///
  /// - Throws: the errors of the closure, or `SessionError`.
  package func session<Result>(
    _ options: SessionOptions = SessionOptions(), _ body: (Session) throws -> Result
  ) throws -> Result {
    try sessionOnDemand(options) { open in try body(try open()) }
  }

  /// Runs a closure with a function that opens a session, for work that may not need one. The
  /// session begins at the first call; it is committed when the closure returns and rolled back
  /// when it throws.
  ///
  /// - Throws: the errors of the closure, or `SessionError`.
  package func sessionOnDemand<Result>(
    _ options: SessionOptions = SessionOptions(),
    _ body: (_ open: () throws -> Session) throws -> Result
  ) throws -> Result {
    try access { access in
      var session: Session?
      defer { session?.end() }
      let result = try body {
        if let session { return session }
        let opened = try Session(access: access, options: options)
        session = opened
        return opened
      }
      try session?.checkpoint()
      return result
    }
  }

  /// Adds every record that only another copy has to this profile. The order and repetition of
  /// merges do not affect the resulting profile.
  ///
  /// - Parameters:
  ///   - copy: the other copy; it is not changed.
  ///   - body: called with the report before the commit; if it throws, everything is rolled back.
  /// - Throws: `SessionError.otherProfile` when it is not a copy of this profile; `StoreError`.
  package func merge(
    _ copy: Store, _ options: SessionOptions, _ body: (Session, MergeReport) throws -> Void
  ) throws {
    try checkIsCopy(copy)
    try access { access in
      try access.mergeJob.attach(momentOf: copy)
      defer {
        // Uncommitted changes are discarded, and no copy can be detached within a transaction.
        if access.isInTransaction { access.rollback() }
        try? access.mergeJob.detach()
      }
      let session = try Session(access: access, options: options)
      let report = try session.work { try session.history.mergeAttached() }
      try body(session, report)
      // What follows must be finished, and does not take long.
      TemporaryFiles.commit()
      try session.checkpoint()
    }
  }

  /// Throws `SessionError.otherProfile` if another file is not a copy of this profile.
  package func checkIsCopy(_ other: Store) throws {
    let (ours, theirs) = (
      try access { try $0.profile.read() }, try other.access { try $0.profile.read() }
    )
    guard ours.id == theirs.id, ours.seed == theirs.seed else {
      throw SessionError.otherProfile(other.path)
    }
  }
}
