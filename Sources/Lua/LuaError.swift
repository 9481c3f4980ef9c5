/// Why a run failed, with where.
public struct LuaError: Error, Sendable {
  /// The kind of failure.
  public enum Code: Sendable, Equatable {
    /// The script does not compile.
    case syntax
    /// An error was raised and nobody caught it.
    case runtime
    /// The script was stopped; it cannot have prevented that.
    case stopped(StopReason)
    /// The state could not be made, or cannot be used.
    case setup
  }

  /// A line of the traceback.
  public struct Frame: Sendable, Equatable {
    /// The chunk as messages show it: `script.lua`.
    public var chunk: String
    /// The line that was running.
    public var line: Int
    /// What was running: `main chunk`, `function 'award'`.
    public var function: String
    /// Whether it ran inside a coroutine that the frames below had resumed.
    public var isCoroutine: Bool
  }

  /// The kind of failure.
  public var code: Code
  /// The whole message, with its position in front when it has one.
  public var message: String
  /// The chunk of the position, as messages show it.
  public var chunk: String?
  /// The line of the position.
  public var line: Int?
  /// The error value, when it was not a string.
  public var value: LuaValue?
  /// Frames of the script, innermost first.
  public var traceback: [Frame]
  /// Frames left out of the traceback.
  public var skippedFrames: Int
  /// The text of the line.
  public var sourceLine: String?
  /// What a host function failed with, for the stop reason `fatal`.
  public var underlying: (any Error)?

  /// An error of a kind, with a message.
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
