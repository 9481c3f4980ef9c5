package import ArgumentParser
package import Lua

package struct LimitOptions: ParsableArguments {
  @Option(help: .maximumTime)
  package var time = TimeLimit(duration: .seconds(300))

  @Option(help: "The maximum number of Lua instructions of all coroutines (default: no limit).")
  package var maxInstructions: UInt64?

  @Option(help: .maximumMemory)
  package var maxMemory = ByteCount(bytes: 512 << 20)

  @Option(help: ArgumentHelp("The maximum size of the printed output.", valueName: "size"))
  var maxOutput = ByteCount(bytes: 64 << 20)

  @Option(
    help: ArgumentHelp(
      "The maximum size of written files, and of the growth of the profile.", valueName: "size"))
  package var maxWritten = ByteCount(bytes: 1 << 30)

  package func validate() throws {
    if maxInstructions == 0 { throw ValidationError("--max-instructions: expected at least 1") }
  }

  /// The time after which a script that exceeded a limit and could not be stopped is ended together
  /// with the process.
  package static let grace = Duration.milliseconds(500)

  package var limits: LuaLimits { limits(exitMessages: .text) }

  /// Returns the limits, with the messages to print if the process has to exit at once.
  package func limits(exitMessages format: MessageFormat) -> LuaLimits {
    LuaLimits(
      wallTime: time.duration, instructions: maxInstructions, memory: maxMemory.bytes,
      output: maxOutput.bytes, grace: LimitOptions.grace,
      exitMessages: LimitOptions.exitMessages(format) {
        "stopped: \($0.phrase); nothing was kept since the last checkpoint"
      })
  }

  /// Returns, for each reason to stop, the message and the exit status if the process has to exit at
  /// once.
  package static func exitMessages(
    _ format: MessageFormat = .text, _ message: (StopReason) -> String
  ) -> [StopReason: LuaLimits.ExitMessage] {
    var words: [StopReason: LuaLimits.ExitMessage] = [:]
    for (reason, status) in statuses {
      let failure = CommandFailure(status, message(reason))
      let text =
        format == .json ? failure.withJSON(of: nil).json : "flint: \(failure.message)"
      words[reason] = LuaLimits.ExitMessage("\(text ?? "")\n", status: status.rawValue)
    }
    return words
  }

  /// The exit status for each reason to stop a script.
  package static let statuses: [StopReason: ExitStatus] = [
    .time: .timeLimit, .instructions: .instructionLimit, .memory: .memoryLimit,
    .output: .failure, .interrupt: .interrupted,
  ]

  package init() {}
}

/// A maximum duration as given on the command line; `none` means no limit.
package struct TimeLimit: ExpressibleByArgument {
  package var duration: Duration?

  package init(duration: Duration?) { self.duration = duration }
}

extension TimeLimit {
  package init?(argument: String) {
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

  package var defaultValueDescription: String { "5m" }
}

/// A size in bytes as given on the command line.
package struct ByteCount: ExpressibleByArgument {
  package var bytes: Int

  package init(bytes: Int) { self.bytes = bytes }
}

extension ByteCount {
  package init?(argument: String) {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)]
    guard let (unit, size) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Int(argument.dropLast(unit.count)), number > 0, number <= (1 << 50) / size
    else { return nil }
    bytes = number * size
  }

  package var defaultValueDescription: String { LuaLimits.text(ofBytes: bytes) }
}
