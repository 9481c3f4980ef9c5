import Foundation

extension TimeLimit {
  /// The description of an option that limits how long a command computes.
  package static let help =
    "The maximum wall time: a number with unit ms, s, m or h; or none."

  /// Ends the process with a message when the time is up, unless it has ended before: for commands that compute with
  /// a rulebook, a table or a log from elsewhere, and keep nothing. It is called in the sandbox, which a thread that
  /// began before would not be in.
  ///
  /// - Parameter option: the option that sets the limit.
  package func start(_ option: String = "--time") {
    guard let duration else { return }
    let (seconds, attoseconds) = duration.components
    let text = "flint: stopped: the time limit was reached; \(option) sets another\n"
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) * 1e-18)
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      _exit(ExitStatus.timeLimit.rawValue)
    }
  }
}
