internal import CLuaShims

/// Why a script was stopped. A stop is sticky: no `pcall` can swallow it.
public enum StopReason: Int32, Sendable, CaseIterable {
  /// The wall time ran out.
  case time = 1
  /// The instruction budget is spent.
  case instructions
  /// The memory limit was reached.
  case memory
  /// More was printed than allowed.
  case output
  /// Somebody asked for it (Ctrl-C).
  case interrupt
  /// Nobody reads the output any more.
  case outputClosed
  /// A host function failed in a way that the script must not survive.
  case fatal

  /// A phrase for messages.
  public var phrase: String {
    switch self {
    case .time: "the time limit was reached"
    case .instructions: "the instruction budget is spent"
    case .memory: "the memory limit was reached"
    case .output: "the output limit was reached"
    case .interrupt: "interrupted"
    case .outputClosed: "the output was closed"
    case .fatal: "a host function failed"
    }
  }
}
