import Lua
import Synchronization

/// The stopper of the script that runs now, if one does.
final class LockedStopper: Sendable {
  private struct State {
    var stopper: LuaStopper?
    var wasInterrupted = false
  }

  private let state = Mutex(State())

  func set(_ stopper: LuaStopper) {
    let isLate = state.withLock { state in
      state.stopper = stopper
      return state.wasInterrupted
    }
    if isLate { stopper.request(.interrupt) }
  }

  /// Asks the script to stop.
  ///
  /// - Returns: whether it had been asked before.
  func interrupt() -> Bool {
    state.withLock { state in
      defer { state.wasInterrupted = true }
      state.stopper?.request(.interrupt)
      return state.wasInterrupted
    }
  }
}
