import Glibc
import Storage

/// Does work that makes a file or a directory. When Ctrl-C, SIGTERM or SIGHUP (a terminal that is
/// closed) interrupts it, nothing half made stays behind; once the work is settled they are ignored, since the end is near.
///
/// - Parameters:
///   - kept: what is told to be left of it when it is interrupted.
///   - isLast: whether the command ends with it, and they are ignored from then on as well.
///   - body: the work.
func withoutRemains<Result>(
  kept: String = "nothing was kept", isLast: Bool = true, _ body: () throws -> Result
) rethrows -> Result {
  Drafts.begin()
  return try Signals.telling([SIGINT, SIGTERM, SIGHUP], isIgnoredAfterwards: isLast) { _ in
    Drafts.abandon {
      // Not by `note`: the thread that is at work may hold standard output.
      let line = "flint: interrupted; \(kept)\n"
      _ = line.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      _exit(ExitStatus.interrupted.rawValue)
    }
  } while: {
    try body()
  }
}
