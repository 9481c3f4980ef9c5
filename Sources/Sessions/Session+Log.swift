public import Rules
public import Storage

extension Session {
  /// Returns the records that a query finds, the latest first.
  public func log(_ query: LogQuery) throws(SessionError) -> [LogRecord] {
    try begin()
    return try storing { try access.records.log(query) }
  }

  /// Returns the stored contents of events, for removed events the last ones.
  public func contents(of ids: Set<EventID>) throws(SessionError) -> [EventID: StoredContent] {
    try begin()
    return try storing { try access.records.contents(of: ids) }
  }
}
