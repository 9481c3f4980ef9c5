/// The resources that a script may use.
public struct LuaLimits: Sendable {
  /// The maximum wall time of one run; nil for none. It costs nothing until it is over.
  public var wallTime: Duration?
  /// The maximum number of instructions of all coroutines together, counted in slices of 1000; nil
  /// for no count, which is faster. The count is the same in every run of the same script.
  public var instructions: UInt64?
  /// The maximum number of bytes that Lua may allocate.
  public var memory: Int
  /// The number, from 1, of the allocation that fails after the state is set up. For tests.
  public var failingAllocation: UInt64?
  /// The maximum number of bytes that may be printed.
  public var output: Int
  /// The number of bytes of output that are buffered before they are written; 0 writes each `print`
  /// at once.
  public var outputBuffer: Int
  /// The time after a stop at which the process is ended if the script has not returned (it may be
  /// inside a long C loop); nil for never.
  public var grace: Duration?
  /// The message and the exit status of the process when it is ended after the grace period. A
  /// reason without a message does not end the process: only a caller that can wait for a host call
  /// that never returns may omit those of time and interruption.
  public var exitMessages: [StopReason: ExitMessage]

  /// A message and an exit status.
  public struct ExitMessage: Sendable {
    /// The text that is written to standard error unchanged.
    public var message: String
    /// The exit status of the process.
    public var status: Int32

    /// Creates an exit message.
    public init(_ message: String, status: Int32) {
      self.message = message
      self.status = status
    }
  }

  /// Returns a number of bytes in the notation of limits: `512MiB`.
  public static func text(ofBytes bytes: Int) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    let unit = units.first { bytes > 0 && bytes & ((1 << $0.0) - 1) == 0 }
    return unit.map { "\(bytes >> $0.0)\($0.1)" } ?? "\(bytes)"
  }

  /// Creates limits: by default five minutes, 512 MiB, 64 MiB of output, and no instruction count.
  public init(
    wallTime: Duration? = .seconds(300), instructions: UInt64? = nil, memory: Int = 512 << 20,
    output: Int = 64 << 20, outputBuffer: Int = 64 << 10, grace: Duration? = nil,
    exitMessages: [StopReason: ExitMessage] = [:]
  ) {
    self.wallTime = wallTime
    self.instructions = instructions
    self.memory = memory
    self.output = output
    self.outputBuffer = outputBuffer
    self.grace = grace
    self.exitMessages = exitMessages
  }
}
