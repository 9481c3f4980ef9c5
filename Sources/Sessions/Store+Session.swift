public import Storage

extension Store {
  /// Lends a session: what the closure did is committed when it returns, and taken back when it
  /// throws.
  ///
  /// - Throws: what the closure throws, or `SessionError`.
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

  /// Lends a way to open a session, for work that may turn out not to need one: it is begun at the
  /// first call, and committed when the closure returns, or taken back when it throws.
  ///
  /// - Throws: what the closure throws, or `SessionError`.
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
