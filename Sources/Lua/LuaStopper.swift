internal import CLuaShims

/// Stops a running script from another thread or from a signal handler.
@safe
public final class LuaStopper: @unchecked Sendable {
  // Invariant: the C side counts references and uses only atomics and timer_settime.
  private let stopper: OpaquePointer

  init(_ context: UnsafeMutablePointer<lh_context>) {
    unsafe stopper = lh_stopper_retain(context)
  }

  deinit { unsafe lh_stopper_release(stopper) }

  /// Requests a stop, by default for the reason `interrupt`. A script that does not run yet is
  /// stopped as soon as it starts. Async-signal-safe.
  public func request(_ reason: StopReason = .interrupt) {
    unsafe lh_stopper_request(stopper, reason.rawValue)
  }

  /// Withdraws the request, so that the state can run again.
  public func clear() { unsafe lh_stopper_clear(stopper) }
}
