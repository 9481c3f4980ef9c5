internal import Storage

extension Session {
  /// What makes the database give up what it is at work on: a function, and what it is given. It may
  /// be called in a signal handler, as long as the session lasts.
  public var interruption:
    (call: @convention(c) (UnsafeMutableRawPointer?) -> Void, argument: UnsafeMutableRawPointer?)
  {
    let interruption = access.interruption
    return (interruption.call, interruption.argument)
  }
}
