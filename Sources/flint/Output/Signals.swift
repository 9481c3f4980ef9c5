import Foundation
import Synchronization

/// Signals, from the kernel to whoever listens: the handler writes a byte, and a thread reads it.
///
/// No source of dispatch's: see `SerialWorker`.
enum Signals {
  /// Is told a signal's number, on a thread of its own.
  typealias Listener = @Sendable (Int32) -> Void

  private struct State {
    /// Who listens, by signal.
    var listeners: [Int32: Listener] = [:]
    var hasThread = false
    /// Those that wait until somebody listens.
    var held: [Int32] = []
  }

  private static let state = Mutex(State())
  /// The end of a pipe that the handler writes to.
  private static let end = Atomic<Int32>(-1)

  /// Has signals told while a closure runs, instead of what they did before. Those that the parent had
  /// ignored, as `nohup` does, stay so.
  ///
  /// - Parameters:
  ///   - numbers: the signals.
  ///   - isIgnoredAfterwards: whether they do nothing from then on, if nobody listened before; otherwise
  ///     they end the process again.
  ///   - listener: is told of them; once more, perhaps, of one that came as the closure ended.
  ///   - body: the closure.
  static func telling<Result>(
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
    // SIG_IGN, whose type cannot be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Has signals wait until somebody listens for signals. For work that only a listener cleans up after, begun
  /// before the sandbox is entered, when there must be no thread but the one that calls.
  static func hold(_ numbers: [Int32]) {
    mask(numbers, SIG_BLOCK)
    state.withLock { $0.held += numbers }
  }

  /// Lets those come to this thread that wait.
  private static func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    if !held.isEmpty { mask(held, SIG_UNBLOCK) }
  }

  private static func mask(_ numbers: [Int32], _ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(how, &set, nil)
  }

  /// Has signals wait while a closure runs; the thread that calls is the only one.
  static func deferring<Result>(_ numbers: [Int32], _ body: () throws -> Result) rethrows -> Result
  {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    mask(numbers, SIG_BLOCK)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Has a thread read what the handler writes.
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
            // Not while the list is held: who listens may end it, or the process.
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
