import Foundation
import Lua
import Synchronization

/// Notes Ctrl-C, and stops every script of some threads then; a second one ends the process at once.
final class InterruptFlag: Sendable {
  private struct State {
    var isSet: Bool { since != nil }
    /// When there was one.
    var since: ContinuousClock.Instant?
    /// Whether nothing is at work that would have to be stopped first.
    var isIdle = false
    /// Whether what is at work is to come to its end.
    var isSettling = false
    var stoppers: [LuaStopper] = []
  }

  private let state = Mutex(State())

  /// Listens for Ctrl-C while a closure runs; afterwards it is ignored.
  static func whileRunning<Result>(_ body: (InterruptFlag) throws -> Result) rethrows -> Result {
    let flag = InterruptFlag()
    return try Signals.telling(
      [SIGINT], isIgnoredAfterwards: true, to: { _ in flag.interrupt() }, while: { try body(flag) })
  }

  /// Whether there was one.
  var isSet: Bool { since != nil }

  /// When there was one.
  var since: ContinuousClock.Instant? { state.withLock { $0.since } }

  /// Waits for something, during which Ctrl-C ends the process at once.
  func whileIdle<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isIdle = true }
    defer { state.withLock { $0.isIdle = false } }
    return try body()
  }

  /// From here on, until ``clear()``, Ctrl-C is ignored.
  func settle() { state.withLock { $0 = State(isSettling: true) } }

  /// Forgets an interrupt and what it stopped, before something else begins.
  func clear() { state.withLock { $0 = State() } }

  /// Stops a script when there is one, or at once when there was.
  func watch(_ stopper: LuaStopper) {
    let isSet = state.withLock { state in
      // Those of states that have gone are stopped in vain; the latest are enough.
      if state.stoppers.count >= 4096 { state.stoppers.removeFirst(2048) }
      state.stoppers.append(stopper)
      return state.isSet
    }
    if isSet { stopper.request() }
  }

  private func interrupt() {
    let stoppers = state.withLock { state -> [LuaStopper]? in
      if state.isSettling { return [] }
      if state.isSet || state.isIdle { return nil }
      state.since = ContinuousClock.now
      return state.stoppers
    }
    guard let stoppers else { _exit(ExitStatus.interrupted.rawValue) }
    for stopper in stoppers { stopper.request() }
  }
}
