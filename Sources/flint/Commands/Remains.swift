import Dispatch
import Glibc
import Storage

/// Does work that makes a file or a directory. When Ctrl-C or SIGTERM interrupts it, nothing half
/// made stays behind; once the work is settled they are ignored, since the end is near.
///
/// - Parameter kept: what is told to be left of it when it is interrupted.
func withoutRemains<Result>(
  kept: String = "nothing was kept", _ body: () throws -> Result
) rethrows -> Result {
  Drafts.begin()
  let queue = DispatchQueue(label: "flint.remains")
  let registered = DispatchSemaphore(value: 0)
  let sources = [SIGINT, SIGTERM].map { number in
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler {
      Drafts.abandon {
        // Not by `note`: the thread that is at work may hold standard output.
        let line = "flint: interrupted; \(kept)\n"
        _ = line.utf8.withContiguousStorageIfAvailable {
          write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        _exit(ExitStatus.interrupted.rawValue)
      }
    }
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    // Until then a signal ends the process, as it may while nothing is begun.
    registered.wait()
    return (number, source)
  }
  defer {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
  return try body()
}
