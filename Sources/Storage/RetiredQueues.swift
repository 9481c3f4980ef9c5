import GRDB
import Synchronization

/// Databases that are closed. What is left of them, a dispatch queue, stays until the process ends.
///
/// Giving the queue back is work that libdispatch does on threads of its own, and to see how those are it
/// looks into `/proc` now and then: it ends a process that may not look there, as one may not that has
/// shut itself in to run a script.
enum RetiredQueues {
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Closes a database, as far as it can be: what still has statements is closed with the process.
  static func retire(_ queue: DatabaseQueue) {
    try? queue.close()
    queues.withLock { $0.append(queue) }
  }
}
