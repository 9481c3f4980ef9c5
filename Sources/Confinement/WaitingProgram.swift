internal import CConfinement

/// A program that starts when it first gets input. Its process exists before: a process that has confined itself
/// could not start one.
public struct WaitingProgram: Sendable {
  /// The descriptor to which its input is written.
  public let input: Int32
  private let child: Int32

  /// Prepares a command of the shell; `nil` if there can be no further process.
  ///
  /// No other thread may exist.
  public init?(command: String) {
    var input: Int32 = -1
    child = command.withCString { cc_start_waiting($0, &input) }
    guard child > 0 else { return nil }
    self.input = input
  }

  /// Ends the input, and waits for the end of the program. Without any input it never started.
  public func end() { cc_end_waiting(child, input) }
}
