internal import Storage

extension Session {
  /// A function that interrupts the database's current work, and its argument. It may be called in
  /// a signal handler, as long as the session exists.
  public var interruption:
    (call: @convention(c) (UnsafeMutableRawPointer?) -> Void, argument: UnsafeMutableRawPointer?)
  {
    let interruption = access.interruption
    return (interruption.call, interruption.argument)
  }
}
