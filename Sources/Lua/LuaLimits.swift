/// What a script may use.
public struct LuaLimits: Sendable {
  /// Wall time of one run; nil for none. It costs nothing until it is over.
  public var wallTime: Duration?
  /// Instructions of all coroutines together, counted in slices of 1000; nil for no count, which
  /// is faster. The count is the same in every run of the same script.
  public var instructions: UInt64?
  /// Bytes that Lua may hold.
  public var memory: Int
  /// How often it is looked where the script is (``LuaState/foldedStacks``); nil for never, which
  /// costs nothing.
  public var sampling: Duration?
  /// For tests: Lua's records show something else than is known, so that its interface is asked alone.
  public var readsByInterface = false
  /// For tests: of all allocations once the state is furnished, counted from 1, the one that fails.
  public var failingAllocation: UInt64?
  /// Bytes that may be printed.
  public var output: Int
  /// Bytes of output gathered before they are written; 0 writes each `print` at once.
  public var outputBuffer: Int
  /// How long after the time limit, or after a stop was asked for, the process is left when the
  /// script still has not come back (it may be inside a long C loop); nil for never.
  public var grace: Duration?
  /// What is written to standard error, and with which status the process ends, when it is left
  /// after the grace. A reason without last words does not leave the process: only whoever can wait
  /// for a host call that never ends may go without those of the time and of interruptions.
  public var lastWords: [StopReason: LastWords]

  /// A message and an exit status.
  public struct LastWords: Sendable {
    /// Written to standard error as it is.
    public var message: String
    /// The status the process ends with.
    public var status: Int32

    /// Pairs a message with a status.
    public init(_ message: String, status: Int32) {
      self.message = message
      self.status = status
    }
  }

  /// A number of bytes as limits are written: `512MiB`.
  public static func text(ofBytes bytes: Int) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    let unit = units.first { bytes > 0 && bytes & ((1 << $0.0) - 1) == 0 }
    return unit.map { "\(bytes >> $0.0)\($0.1)" } ?? "\(bytes)"
  }

  /// Five minutes, 512 MiB, 64 MiB of output, no instruction count, unless others are given.
  public init(
    wallTime: Duration? = .seconds(300), instructions: UInt64? = nil, memory: Int = 512 << 20,
    output: Int = 64 << 20, outputBuffer: Int = 64 << 10, grace: Duration? = nil,
    lastWords: [StopReason: LastWords]
  ) {
    self.wallTime = wallTime
    self.instructions = instructions
    self.memory = memory
    self.output = output
    self.outputBuffer = outputBuffer
    self.grace = grace
    self.lastWords = lastWords
  }
}
