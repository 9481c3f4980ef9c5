/// A source of values for a generic `for`.
public protocol HostIterator: AnyObject {
  /// Replies with the values of one step, or returns false at the end. After false, or after a
  /// failure, it is closed and not called again.
  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool
  /// The approximate size in bytes; read when it is opened and after each step.
  var footprint: Int { get }
  /// The progress, if the total is known; read now and then.
  var progress: HostProgress? { get }
  /// Called once: at the end, when the loop is left, when the iterator is unreachable, or when the
  /// state closes. Must not run Lua.
  func close()
}

extension HostIterator {
  /// A small constant size.
  public var footprint: Int { 256 }
  /// Unknown progress.
  public var progress: HostProgress? { nil }
  /// Does nothing.
  public func close() {}
}
