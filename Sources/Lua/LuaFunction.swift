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
    let reply = unsafe HostReply(state.context)
    for argument in arguments { reply.value(argument) }
    return try state.finish(unsafe lh_call(state.context, reference, base))
  }

  /// Calls it with what a closure writes, as into a reply: without copies on the way.
  public func call(
    writing arguments: (borrowing HostReply) -> Void
  ) throws(LuaError) -> [LuaValue] {
    guard let state else { throw LuaError(.setup, "the Lua state has been closed") }
    let base = unsafe state.context.pointee.reply_length
    arguments(unsafe HostReply(state.context))
    return try state.finish(unsafe lh_call(state.context, reference, base))
  }

  /// The same of something that is only lent, which the closure is lent in turn.
  public func call<Lent: ~Copyable>(
    lending lent: borrowing Lent,
    writing arguments: (borrowing Lent, borrowing HostReply) -> Void
  ) throws(LuaError) -> [LuaValue] {
    guard let state else { throw LuaError(.setup, "the Lua state has been closed") }
    let base = unsafe state.context.pointee.reply_length
    arguments(lent, unsafe HostReply(state.context))
    return try state.finish(unsafe lh_call(state.context, reference, base))
  }

  /// Ends the watch over the time of a call that has come back, where it was called from outside any
  /// run of the state.
  public func disarm() throws(LuaError) { try state?.disarm() }
}

extension HostCall {
  /// The function given there, kept until the last reference to it goes; nil if none was.
  public func function(_ slot: Int) throws(HostFailure) -> LuaFunction? {
    let place = self.slot(slot)
    guard place.tag == LH_FUNCTION else { return nil }
    let reference = unsafe lh_keep(context, place.index)
    guard reference >= 0 else { throw .stopped }
    return LuaFunction(bridge.state, reference: reference)
  }

  /// A deep copy of the value given there, and the functions in it: where one stands, the copy has
  /// its place among them (``LuaValue/keptFunction``).
  public func valueKeepingFunctions(
    _ slot: Int
  ) throws(HostFailure) -> (value: LuaValue, functions: [LuaFunction]) {
    let place = self.slot(slot)
    guard place.tag == LH_TABLE || place.tag == LH_FUNCTION || place.tag == LH_OTHER else {
      return (try value(slot), [])
    }
    var functions: [LuaFunction] = []
    var reader = unsafe ValueReader(context)
    let (context, state) = unsafe (context, bridge.state)
    reader.keep = { index in
      let reference = unsafe lh_keep(context, index)
      if reference < 0 { return nil }
      functions.append(LuaFunction(state, reference: reference))
      return functions.count - 1
    }
    do throws(ValueReader.Refusal) {
      return (try reader.read(place.index), functions)
    } catch {
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }
}

extension HostFailure {
  /// An error raised with its text alone, without a position in front.
  public static func again(_ text: String) -> HostFailure { HostFailure(kind: .again(text)) }

  /// An error of a script's function, raised again as it was; a stop goes on stopping.
  public static func script(_ error: LuaError) -> HostFailure {
    if case .stopped = error.code { return .stopped }
    return HostFailure(kind: .again(error.message))
  }
}
