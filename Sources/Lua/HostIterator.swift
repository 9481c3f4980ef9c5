/// A source of values for a generic `for`.
public protocol HostIterator: AnyObject {
  /// Replies with the values of one step, or returns false at the end. After false, or after a
  /// failure, it is closed and not asked again.
  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool
  /// Bytes that it holds, about; asked when it is opened and after each step.
  var footprint: Int { get }
  /// How far it is, if it knows how far it goes; asked now and then.
  var progress: HostProgress? { get }
  /// Called once: at the end, when the loop is left, when nobody can reach it any more, or when
  /// the state closes. Must not run Lua.
  func close()
}

extension HostIterator {
  /// Next to nothing.
  public var footprint: Int { 256 }
  /// Unknown.
  public var progress: HostProgress? { nil }
  /// Nothing to close.
  public func close() {}
}
