import Dispatch
import Foundation
import Synchronization

/// Does pieces of work on a thread of its own, one after the other.
///
/// No dispatch queue: libdispatch looks into `/proc` now and then to see how its threads are, and ends a
/// process that may not, as one may not that has shut itself in to run a script.
final class SerialWorker: Sendable {
  private final class Shared: Sendable {
    struct State {
      var work: [@Sendable () -> Void] = []
      var hasThread = false
    }

    let state = Mutex(State())
    /// Pieces of work that are waiting.
    let waiting = DispatchSemaphore(value: 0)

    /// What the thread does until it is over.
    func run() {
      while true {
        waiting.wait()
        let work = state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
        // Signalled without work: there will be no more.
        guard let work else { return }
        work()
      }
    }
  }

  private let shared = Shared()
  private let name: String

  init(name: String) { self.name = name }

  deinit {
    // Behind all the work there is.
    shared.waiting.signal()
  }

  /// Hands a piece of work over.
  func async(_ work: @escaping @Sendable () -> Void) {
    let isFirst = shared.state.withLock { state in
      state.work.append(work)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if isFirst {
      let thread = Thread { [shared] in shared.run() }
      thread.name = name
      thread.stackSize = 1 << 20
      thread.start()
    }
    shared.waiting.signal()
  }

  /// Waits until everything that was handed over is done.
  func drain() {
    guard shared.state.withLock({ $0.hasThread }) else { return }
    let done = DispatchSemaphore(value: 0)
    async { done.signal() }
    done.wait()
  }
}
