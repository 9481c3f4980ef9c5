/// The error of a failed run, with its position.
public struct LuaError: Error, Sendable {
  /// The kind of failure.
  public enum Code: Sendable, Equatable {
    /// The script does not compile.
    case syntax
    /// An error was raised and not caught.
    case runtime
    /// The script was stopped, which it could not prevent.
    case stopped(StopReason)
    /// The state could not be created, or cannot be used.
    case setup
  }

  /// A line of the traceback.
  public struct Frame: Sendable, Equatable {
    /// The chunk as messages show it: `script.lua`.
    public var chunk: String
    /// The line that was executing.
    public var line: Int
    /// The function that was executing: `main chunk`, `function 'award'`.
    public var function: String
    /// Whether it ran inside a coroutine that the frames below had resumed.
    public var isCoroutine: Bool
  }

  /// The kind of failure.
  public var code: Code
  /// The whole message, preceded by its position if it has one.
  public var message: String
  /// The chunk of the position, as messages show it.
  public var chunk: String?
  /// The line of the position.
  public var line: Int?
  /// The error value, if it was not a string.
  public var value: LuaValue?
  /// The frames of the script, innermost first.
  public var traceback: [Frame]
  /// The number of frames omitted from the traceback.
  public var skippedFrames: Int
  /// The text of the source line at the position.
  public var sourceLine: String?
  /// The error of a host function, for the stop reason `fatal`.
  public var underlying: (any Error)?

  /// Creates an error of a kind, with a message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    traceback = []
    skippedFrames = 0
  }

  /// The message without its position.
  public var detail: String {
    guard let chunk, let line else { return message }
    let prefix = "\(chunk):\(line): "
    return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
  }

  /// The traceback as lines: `script.lua:12: in function 'award'`.
  public var tracebackLines: [String] {
    var lines = traceback.map {
      "\($0.chunk):\($0.line): in \($0.function)\($0.isCoroutine ? " (coroutine)" : "")"
    }
    if skippedFrames > 0 { lines.append("… \(skippedFrames) more") }
    return lines
  }
}

extension LuaError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
