import Glibc
import Storage

/// Runs a closure that creates a file or a directory, and removes incomplete files if Ctrl-C, SIGTERM
/// or SIGHUP (the terminal was closed) interrupts it. As soon as the closure commits, these
/// signals are ignored.
///
/// - Parameters:
///   - advice: What the message on an interrupt says after what was committed.
///   - isLast: Whether the command ends afterwards, so that the signals stay ignored.
package func withCleanupOnInterrupt<Result>(
  advice: String = "", isLast: Bool = true, _ body: () throws -> Result
) rethrows -> Result {
  TemporaryFiles.beginWork()
  return try Signals.delivering([SIGINT, SIGTERM, SIGHUP], isIgnoredAfterwards: isLast) { _ in
    TemporaryFiles.abandon {
      CommittedWork.end { work in
        // Not by `note`: the interrupted thread may hold the lock of standard output.
        let line = "flint: interrupted; \(work.kept(advice))\n"
        _ = line.utf8.withContiguousStorageIfAvailable {
          write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        _exit(ExitStatus.interrupted.rawValue)
      }
    }
  } while: {
    try body()
  }
}
