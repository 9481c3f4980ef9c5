/// What the process tells its caller when it ends.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case failure = 1
  case usage = 2
  case badInput = 65
  case internalError = 70
  case storage = 74
  case timeLimit = 124
  case instructionLimit = 125
  case memoryLimit = 126
  case interrupted = 130

  /// What it means, for `flint help` and the README.
  var meaning: String {
    switch self {
    case .success: "all went well (also when the reader of a pipe went away)"
    case .failure:
      "a script failed, something was refused, or a check found something"
    case .usage: "the command line is wrong"
    case .badInput: "an input file is wrong"
    case .internalError: "a fault of Flint's own"
    case .storage: "a file, the disk or the database refused"
    case .timeLimit: "a script ran past --time"
    case .instructionLimit: "a script ran past --max-instructions"
    case .memoryLimit: "a script or an import ran past --max-memory"
    case .interrupted: "interrupted (Ctrl-C); nothing was kept"
    }
  }

  /// The table as text.
  static var table: String {
    allCases.map { status in
      let number = String(status.rawValue)
      return "  " + String(repeating: " ", count: 3 - number.count) + number + "  "
        + status.meaning
    }.joined(separator: "\n")
  }
}

/// A failure that has its own exit status and message.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String
  /// The same for programs, on a line of its own, where that was asked for.
  var json: String?
  /// Whether a script, which compiled, raised it.
  var isScriptError = false
}
