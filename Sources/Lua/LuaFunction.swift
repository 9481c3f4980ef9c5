internal import CLuaShims

/// A function of a script that the host keeps and may call, on the thread of its state.
public final class LuaFunction {
  private weak var state: LuaState?
  private let reference: Int32

  init(_ state: LuaState?, reference: Int32) {
    self.state = state
    self.reference = reference
  }

  deinit {
    if let state { unsafe lh_forget(state.context, reference) }
  }

  /// Calls it with copies of values. It cannot yield across this call. Inside a host function,
  /// slots of strings and tables stay valid.
  public func call(_ arguments: LuaValue...) throws(LuaError) -> [LuaValue] {
    try call(arguments)
  }

  /// Calls it with copies of values.
  public func call(_ arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    guard let state else { throw LuaError(.setup, "the Lua state has been closed") }
    let base = unsafe state.context.pointee.reply_length
    let reply = HostReply(state.bridge)
    for argument in arguments { reply.value(argument) }
    return try state.finish(unsafe lh_call(state.context, reference, base))
  }
}

extension HostCall {
  /// The function given there, kept until the last reference to it goes; nil if none was.
  public func function(_ slot: Int) throws(HostFailure) -> LuaFunction? {
    let place = self.slot(slot)
    guard place.tag == LH_FUNCTION else { return nil }
    let reference = unsafe lh_keep(context, place.index)
    guard reference >= 0 else { throw .stopped }
    return unsafe LuaFunction(bridge.state, reference: reference)
  }
}

extension HostFailure {
  /// An error of a script's function, raised again as it was; a stop goes on stopping.
  public static func script(_ error: LuaError) -> HostFailure {
    if case .stopped = error.code { return .stopped }
    return HostFailure(kind: .again(error.message))
  }
}
