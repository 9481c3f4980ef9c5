public import Rules
import Storage

extension Session {
  /// The records that a query finds, the latest first.
  public func log(_ query: LogQuery) throws(SessionError) -> [LogRecord] {
    try begin()
    return try storing { () throws(StoreError) in try access.log(query) }
  }
}
