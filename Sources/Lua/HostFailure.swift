/// How the body of a host function, or a step of an iterator, fails.
public struct HostFailure: Error {
  enum Kind {
    case message(String)
    case argument(slot: Int, expected: String, found: String, hint: String)
    case fatal(any Error)
    case stopped
    case again(String)
  }

  let kind: Kind

  /// Raised in the script as `chunk:line: message`; a script can catch it.
  public static func message(_ text: String) -> HostFailure { HostFailure(kind: .message(text)) }

  /// An argument that the declared types let pass: `function: field "name": expected …, got …`.
  public static func argument(
    _ slot: Int, expected: String, got found: String, hint: String = ""
  ) -> HostFailure {
    HostFailure(kind: .argument(slot: slot, expected: expected, found: found, hint: hint))
  }

  /// Ends the run at once; no script can catch it. `error` comes out of the run as
  /// ``LuaError/underlying``.
  public static func fatal(_ error: any Error) -> HostFailure { HostFailure(kind: .fatal(error)) }

  /// A stop reason has been set; unwind.
  static var stopped: HostFailure { HostFailure(kind: .stopped) }
}
