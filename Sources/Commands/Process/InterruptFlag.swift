import FlintCalendar
import Foundation
package import Lua
import Synchronization

/// A flag that is set by Ctrl-C, which also stops all watched scripts; a second Ctrl-C ends the process
/// at once.
package final class InterruptFlag: Sendable {
  private struct State {
    var isSet: Bool { since != nil }
    /// The time of the first Ctrl-C; `nil` if there was none.
    var since: ContinuousClock.Instant?
    /// Whether the process may exit at once, since nothing has to be stopped first.
    var isIdle = false
    /// Whether Ctrl-C is ignored because a commit is in progress.
    var isIgnored = false
    var stoppers: [LuaStopper] = []
  }

  private let state = Mutex(State())

  /// Handles Ctrl-C while a closure runs; afterwards it is ignored.
  package static func whileRunning<Result>(_ body: (InterruptFlag) throws -> Result) rethrows
    -> Result
  {
    let flag = InterruptFlag()
    return try Signals.delivering(
      [SIGINT], isIgnoredAfterwards: true, to: { _ in flag.interrupt() }, while: { try body(flag) })
  }

  /// Whether Ctrl-C was pressed.
  package var isSet: Bool { since != nil }

  /// The time of the first Ctrl-C; `nil` if there was none.
  package var since: ContinuousClock.Instant? { state.withLock { $0.since } }

  /// Runs a closure during which Ctrl-C ends the process at once.
  package func whileIdle<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isIdle = true }
    defer { state.withLock { $0.isIdle = false } }
    return try body()
  }

  /// Ignores Ctrl-C from here on, until ``clear()``.
  package func ignore() { state.withLock { $0 = State(isIgnored: true) } }

  /// Resets the flag and forgets the watched scripts.
  package func clear() { state.withLock { $0 = State() } }

  /// Registers a script to stop on Ctrl-C; stops it at once if the flag is set.
  package func watch(_ stopper: LuaStopper) {
    let isSet = state.withLock { state in
      // Stoppers of finished scripts have no effect; the latest are enough.
      if state.stoppers.count >= 4096 { state.stoppers.removeFirst(2048) }
      state.stoppers.append(stopper)
      return state.isSet
    }
    if isSet { stopper.request() }
  }

  private func interrupt() {
    let stoppers = state.withLock { state -> [LuaStopper]? in
      if state.isIgnored { return [] }
      if state.isSet || state.isIdle { return nil }
      state.since = ContinuousClock.now
      return state.stoppers
    }
    guard let stoppers else { _exit(ExitStatus.interrupted.rawValue) }
    for stopper in stoppers { stopper.request() }
  }
}
