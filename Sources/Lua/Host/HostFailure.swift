/// The failure of a host function's body, or of a step of an iterator.
public struct HostFailure: Error {
  enum Kind {
    case message(String)
    case argument(slot: HostSlot, expected: String, found: String, hint: String)
    case fatal(any Error)
    case stopped
    case again(String)
  }

  let kind: Kind

  /// An error raised in the script as `chunk:line: message`; a script can catch it.
  public static func message(_ text: String) -> HostFailure { HostFailure(kind: .message(text)) }

  /// An argument that has the declared type but is invalid: `function: field "name": expected …,
  /// got …`.
  public static func argument(
    _ slot: HostSlot, expected: String, got found: String, hint: String = ""
  ) -> HostFailure {
    HostFailure(kind: .argument(slot: slot, expected: expected, found: found, hint: hint))
  }

  /// An error that ends the run at once and that no script can catch. The run throws it as
  /// ``LuaError/underlying``.
  public static func fatal(_ error: any Error) -> HostFailure { HostFailure(kind: .fatal(error)) }

  /// The failure after a stop reason has been set: the call unwinds.
  static var stopped: HostFailure { HostFailure(kind: .stopped) }
}
