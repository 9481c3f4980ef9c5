import GRDB
import Synchronization

/// The queues of closed databases. Each queue exists until the process ends.
///
/// libdispatch destroys a queue on its own threads, and inspects these through `/proc` now and
/// then: it aborts a process that may not read `/proc`, as is the case in the sandbox for scripts.
enum RetiredQueues {
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Closes a database. A database that still has open statements is closed when the process ends.
  static func retire(_ queue: DatabaseQueue) {
    try? queue.close()
    queues.withLock { $0.append(queue) }
  }
}
