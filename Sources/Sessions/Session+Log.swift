public import Rules
public import Storage

extension Session {
  /// The records that a query finds, the latest first.
  public func log(_ query: LogQuery) throws(SessionError) -> [LogRecord] {
    try begin()
    return try storing { () throws(StoreError) in try access.log(query) }
  }

  /// What events say now, or said before they were taken back, as it is stored.
  public func contents(of ids: Set<EventID>) throws(SessionError) -> [EventID: StoredContent] {
    try begin()
    return try storing { () throws(StoreError) in try access.contents(of: ids) }
  }
}
