import Dispatch
import Foundation
import Lua
import Synchronization

/// Notes Ctrl-C, and stops every script of some threads then; a second one ends the process at once.
final class InterruptFlag: Sendable {
  private struct State {
    var isSet = false
    var stoppers: [LuaStopper] = []
  }

  private let state = Mutex(State())

  /// Listens for Ctrl-C while a closure runs.
  static func whileRunning<Result>(_ body: (InterruptFlag) throws -> Result) rethrows -> Result {
    signal(SIGINT, SIG_IGN)
    let flag = InterruptFlag()
    let source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "flint.interrupt"))
    source.setEventHandler { flag.interrupt() }
    source.resume()
    defer { source.cancel() }
    return try body(flag)
  }

  /// Whether there was one.
  var isSet: Bool { state.withLock { $0.isSet } }

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
      if state.isSet { return nil }
      state.isSet = true
      return state.stoppers
    }
    guard let stoppers else { _exit(ExitStatus.interrupted.rawValue) }
    for stopper in stoppers { stopper.request() }
  }
}
