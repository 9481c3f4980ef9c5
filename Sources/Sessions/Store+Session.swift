public import Storage

extension Store {
  /// Runs a closure with a session, which is committed when the closure returns and rolled back
  /// when it throws.
  ///
  /// - Throws: the errors of the closure, or `SessionError`.
  public func session<Result>(
    _ options: SessionOptions = SessionOptions(), _ body: (Session) throws -> Result
  ) throws -> Result {
    try access { access in
      let session = try Session(access: access, options: options)
      defer { session.end() }
      let result = try body(session)
      try session.commit()
      return result
    }
  }

  /// Runs a closure with a function that opens a session, for work that may not need one. The
  /// session begins at the first call; it is committed when the closure returns and rolled back
  /// when it throws.
  ///
  /// - Throws: the errors of the closure, or `SessionError`.
  public func sessionOnDemand<Result>(
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
      try session?.commit()
      return result
    }
  }
}
