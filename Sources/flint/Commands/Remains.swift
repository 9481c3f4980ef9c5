import Dispatch
import Glibc
import Storage

/// Does work that makes a file or a directory. When Ctrl-C or SIGTERM interrupts it, nothing half
/// made stays behind; once the work is settled they are ignored, since the end is near.
func withoutRemains<Result>(_ body: () throws -> Result) rethrows -> Result {
  let queue = DispatchQueue(label: "flint.remains")
  let registered = DispatchSemaphore(value: 0)
  let sources = [SIGINT, SIGTERM].map { number in
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler {
      Drafts.abandon {
        // Not by `note`: the thread that is at work may hold standard output.
        let line = "flint: interrupted; nothing was kept\n"
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
