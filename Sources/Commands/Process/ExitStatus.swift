package enum ExitStatus: Int32, CaseIterable {
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

  /// The meaning as shown in `flint help` and docs/command-line.md.
  package var meaning: String {
    switch self {
    case .success: "success (also if the reader of a pipe closed it early)"
    case .failure:
      "a script failed, an operation was refused, or a check found a problem"
    case .usage: "the command line is invalid"
    case .badInput: "an input file is invalid"
    case .internalError: "an internal error in Flint"
    case .storage: "an error in reading or writing a file or the database"
    case .timeLimit: "a script or a computation exceeded --time"
    case .instructionLimit: "a script exceeded --max-instructions"
    case .memoryLimit: "a script or an import exceeded --max-memory"
    case .interrupted: "interrupted (Ctrl-C); uncommitted changes are discarded"
    }
  }

  package static var table: String {
    allCases.map { status in
      let number = String(status.rawValue)
      return "  " + String(repeating: " ", count: 3 - number.count) + number + "  "
        + status.meaning
    }.joined(separator: "\n")
  }
}

/// A failure that has its own exit status and message.
package struct CommandFailure: Error {
  package var status: ExitStatus
  package var message: String
  /// The failure as one line of JSON, if that was requested.
  package var json: String?
  /// Whether the failure is a run-time error of a script.
  package var isScriptError = false
  /// Whether a person wanted only what is so already.
  package var isDoneAlready = false

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
