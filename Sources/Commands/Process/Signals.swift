import Foundation
import Synchronization

/// Delivery of signals to listeners: the handler writes a byte to a pipe, and a thread reads it.
///
/// This is no dispatch source, for the reason given at `SerialWorker`.
package enum Signals {
  /// A closure that receives the number of a signal, on the thread that reads the pipe.
  package typealias Listener = @Sendable (Int32) -> Void

  private struct State {
    var listeners: [Int32: Listener] = [:]
    var hasThread = false
    /// The signals that are blocked until a listener is added.
    var blocked: [Int32] = []
  }

  private static let state = Mutex(State())
  /// The file descriptor of the pipe's end that the handler writes to; -1 before the pipe exists.
  private static let end = Atomic<Int32>(-1)

  /// Delivers signals to a listener while a closure runs, instead of their previous action. Signals
  /// that the parent process ignores, as `nohup` arranges, stay ignored.
  ///
  /// - Parameters:
  ///   - isIgnoredAfterwards: Whether the signals are ignored afterwards, if there was no listener
  ///     before; otherwise they end the process again.
  ///   - listener: Receives the signals; possibly once after the closure has ended.
  package static func delivering<Result>(
    _ numbers: [Int32], isIgnoredAfterwards: Bool, to listener: @escaping Listener,
    while body: () throws -> Result
  ) rethrows -> Result {
    let numbers = numbers.filter { !isIgnored($0) }
    guard listen() else { return try body() }
    let before = state.withLock { state in
      let before = numbers.map { state.listeners[$0] }
      for number in numbers { state.listeners[number] = listener }
      return before
    }
    for number in numbers {
      signal(number) { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Signals.end.load(ordering: .relaxed), &byte, 1)
        errno = saved
      }
    }
    release()
    defer {
      state.withLock { state in
        for (number, listener) in zip(numbers, before) { state.listeners[number] = listener }
      }
      for (number, listener) in zip(numbers, before)
      where listener == nil && !isIgnoredAfterwards {
        signal(number, SIG_DFL)
      }
    }
    return try body()
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN; the type of the handler cannot be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Blocks signals until a listener is added. For work that starts before the sandbox is entered, when
  /// there must be only one thread, and that only a listener cleans up.
  package static func block(_ numbers: [Int32]) {
    mask(numbers, SIG_BLOCK)
    state.withLock { $0.blocked += numbers }
  }

  /// Unblocks the signals that wait for a listener.
  private static func release() {
    let blocked = state.withLock { state in
      defer { state.blocked = [] }
      return state.blocked
    }
    if !blocked.isEmpty { mask(blocked, SIG_UNBLOCK) }
  }

  private static func mask(_ numbers: [Int32], _ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(how, &set, nil)
  }

  /// Blocks signals while a closure runs; the calling thread has to be the only one.
  package static func deferring<Result>(_ numbers: [Int32], _ body: () throws -> Result) rethrows
    -> Result
  {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    mask(numbers, SIG_BLOCK)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Starts the thread that reads from the pipe. Returns `false` if no pipe can be created.
  private static func listen() -> Bool {
    state.withLock { state in
      if state.hasThread { return true }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      end.store(ends[1], ordering: .sequentiallyConsistent)
      let reading = ends[0]
      let thread = Thread {
        var byte: UInt8 = 0
        while true {
          let count = read(reading, &byte, 1)
          if count == 1 {
            let number = Int32(byte)
            // Called without holding the lock: the listener may end the process.
            self.state.withLock { $0.listeners[number] }?(number)
          } else if count == 0 || errno != EINTR {
            return
          }
        }
      }
      thread.name = "signals"
      thread.stackSize = 1 << 20
      thread.start()
      state.hasThread = true
      return true
    }
  }
}
