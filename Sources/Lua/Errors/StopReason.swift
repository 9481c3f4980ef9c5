internal import CLuaShims

/// The reason why a script was stopped. A stop is final: no `pcall` can catch it.
public enum StopReason: Int32, Sendable, CaseIterable {
  /// The wall time ran out.
  case time = 1
  /// The instruction budget is spent.
  case instructions
  /// The memory limit was reached.
  case memory
  /// More was printed than allowed.
  case output
  /// A stop was requested (Ctrl-C).
  case interrupt
  /// The output is not read any more.
  case outputClosed
  /// A host function failed in a way that ends the script.
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
