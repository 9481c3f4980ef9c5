import ArgumentParser
import Lua

/// What a script may use up.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Wall time: a number with ms, s, m or h; or none.", valueName: "duration"))
  var time = TimeLimit(duration: .seconds(300))

  @Option(help: "Instructions, counted over all coroutines; off unless given.")
  var maxInstructions: UInt64?

  @Option(
    help: ArgumentHelp(
      "Memory that Lua may hold: a number with KiB, MiB or GiB.",
      valueName: "size"))
  var maxMemory = ByteCount(bytes: 512 << 20)

  @Option(help: ArgumentHelp("Bytes that may be printed.", valueName: "size"))
  var maxOutput = ByteCount(bytes: 64 << 20)

  @Option(
    help: ArgumentHelp(
      "Bytes that may be written to files, and by which the profile may grow.", valueName: "size"))
  var maxWritten = ByteCount(bytes: 1 << 30)

  func validate() throws {
    if maxInstructions == 0 { throw ValidationError("--max-instructions: expected at least 1") }
  }

  /// How long after a limit a script that cannot be stopped otherwise ends with its process.
  static let grace = Duration.milliseconds(500)

  var limits: LuaLimits { limits(lastWords: .text) }

  /// The limits, with what is said in which form when the process has to be left.
  func limits(lastWords format: MessageFormat) -> LuaLimits {
    LuaLimits(
      wallTime: time.duration, instructions: maxInstructions, memory: maxMemory.bytes,
      output: maxOutput.bytes, grace: LimitOptions.grace,
      lastWords: LimitOptions.lastWords(format) {
        "stopped: \($0.phrase); nothing was kept since the last checkpoint"
      })
  }

  /// What is said, and with which status the process ends, when it has to be left.
  static func lastWords(
    _ format: MessageFormat = .text, _ message: (StopReason) -> String
  ) -> [StopReason: LuaLimits.LastWords] {
    var words: [StopReason: LuaLimits.LastWords] = [:]
    for (reason, status) in statuses {
      let failure = CommandFailure(status: status, message: message(reason))
      let text =
        format == .json ? failure.told(asJSONOf: nil).json : "flint: \(failure.message)"
      words[reason] = LuaLimits.LastWords("\(text ?? "")\n", status: status.rawValue)
    }
    return words
  }

  /// What a stop means for the process.
  static let statuses: [StopReason: ExitStatus] = [
    .time: .timeLimit, .instructions: .instructionLimit, .memory: .memoryLimit,
    .output: .failure, .interrupt: .interrupted,
  ]
}

/// A duration as written on the command line.
struct TimeLimit: ExpressibleByArgument {
  var duration: Duration?

  init(duration: Duration?) { self.duration = duration }

  init?(argument: String) {
    if argument == "none" {
      duration = nil
      return
    }
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    guard let (unit, seconds) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number > 0, number * seconds < 1e9
    else { return nil }
    duration = .milliseconds(Int64((number * seconds * 1000).rounded(.up)))
  }

  var defaultValueDescription: String { "5m" }
}

/// A size as written on the command line.
struct ByteCount: ExpressibleByArgument {
  var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)]
    guard let (unit, size) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Int(argument.dropLast(unit.count)), number > 0, number <= (1 << 50) / size
    else { return nil }
    bytes = number * size
  }

  var defaultValueDescription: String { LuaLimits.text(ofBytes: bytes) }
}
