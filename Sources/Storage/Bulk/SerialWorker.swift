import Dispatch
import Foundation
import Synchronization

/// A thread that runs closures one after the other.
///
/// This is not a dispatch queue: libdispatch inspects its threads through `/proc` now and then, and
/// aborts a process that may not read `/proc`, as is the case in the sandbox for scripts.
final class SerialWorker: Sendable {
  private final class Shared: Sendable {
    struct State {
      var work: [@Sendable () -> Void] = []
      var hasThread = false
    }

    let state = Mutex(State())
    /// Counts the closures that are waiting.
    let waiting = DispatchSemaphore(value: 0)

    /// Runs closures until the worker is released.
    func run() {
      while true {
        waiting.wait()
        let work = state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
        // A signal without a closure means that there will be no more.
        guard let work else { return }
        work()
      }
    }
  }

  private let shared = Shared()
  private let name: String

  init(name: String) { self.name = name }

  deinit {
    // Behind all pending closures.
    shared.waiting.signal()
  }

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

  /// Waits until all closures added so far are done.
  func drain() {
    guard shared.state.withLock({ $0.hasThread }) else { return }
    let done = DispatchSemaphore(value: 0)
    async { done.signal() }
    done.wait()
  }
}
