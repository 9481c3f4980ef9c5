import ArgumentParser
import Foundation

/// The option that limits how long a command computes with a rulebook, a table or a log from elsewhere.
package struct TimeLimitOption: ParsableArguments {
  @Option(help: .maximumTime)
  var time = TimeLimit(duration: .seconds(300))

  /// Ends the process with a message when the time is up, unless it has ended before: for commands that keep nothing.
  /// It is called in the sandbox, which a thread that began before would not be in.
  package func start() {
    guard let duration = time.duration else { return }
    let (seconds, attoseconds) = duration.components
    let text = "flint: stopped: the time limit was reached; --time sets another\n"
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) * 1e-18)
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      _exit(ExitStatus.timeLimit.rawValue)
    }
  }

  package init() {}
}
