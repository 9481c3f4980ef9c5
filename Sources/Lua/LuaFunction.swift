internal import CLuaShims

/// A function of a script that the host retains and may call, on the thread of its state.
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

  /// Calls the function with copies of values. It cannot yield across this call. Inside a host
  /// function, slots of strings and tables stay valid.
  public func call(_ arguments: LuaValue...) throws(LuaError) -> [LuaValue] {
    try call { reply in
      for argument in arguments { reply.value(argument) }
    }
  }

  /// Calls the function with the arguments that a closure writes, like a reply: without
  /// intermediate copies.
  public func call(
    writing arguments: (borrowing HostReply) -> Void
  ) throws(LuaError) -> [LuaValue] {
    try call(with: ()) { _, reply in arguments(reply) }
  }

  /// Calls the function with the arguments that a closure writes from a borrowed value.
  ///
  /// - Parameter fields: further fields of the row among the arguments (``HostReply/beginRow()``).
  public func call<Value: ~Copyable>(
    with value: borrowing Value, fields: (any HostFields)? = nil,
    writing arguments: (borrowing Value, borrowing HostReply) -> Void
  ) throws(LuaError) -> [LuaValue] {
    guard let state else { throw LuaError(.setup, "the Lua state has been closed") }
    let outer = state.bridge.fields
    state.bridge.fields = fields
    defer { state.bridge.fields = outer }
    let base = unsafe state.context.pointee.reply_length
    arguments(value, unsafe HostReply(state.context))
    return try state.finish(unsafe lh_call(state.context, reference, base))
  }

  /// Ends the time limit of a call that has returned, if it was made outside any run of the state.
  public func disarm() throws(LuaError) { try state?.disarm() }
}

/// The fields of a row that are no keys of its table.
public protocol HostFields {
  /// Returns the key of the table that a name means, or replies a value and returns nil.
  ///
  /// - Throws: `HostFailure` when there is no such field.
  func key(of name: String, _ reply: borrowing HostReply) throws(HostFailure) -> String?
}

extension HostCall {
  /// The function in a slot, retained until its last reference is released; nil if it is absent.
  public func function(_ slot: HostSlot) throws(HostFailure) -> LuaFunction? {
    let argument = self.slot(slot)
    guard argument.tag == LH_FUNCTION else { return nil }
    let reference = unsafe lh_keep(context, argument.index)
    guard reference >= 0 else { throw .stopped }
    return LuaFunction(bridge.state, reference: reference)
  }

  /// A deep copy of the value in a slot, and the functions in it: the copy contains their indices
  /// instead (``LuaValue/functionIndex``).
  public func valueWithFunctions(
    _ slot: HostSlot
  ) throws(HostFailure) -> (value: LuaValue, functions: [LuaFunction]) {
    let argument = self.slot(slot)
    guard argument.tag >= LH_TABLE else { return (try value(slot), []) }
    var functions: [LuaFunction] = []
    var reader = unsafe ValueReader(context)
    let (context, state) = unsafe (context, bridge.state)
    reader.keep = { index in
      let reference = unsafe lh_keep(context, index)
      if reference < 0 { return nil }
      functions.append(LuaFunction(state, reference: reference))
      return functions.count - 1
    }
    do throws(ValueReader.Failure) {
      return (try reader.read(argument.index), functions)
    } catch {
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }
}

extension HostFailure {
  /// An error that is raised with its text only, without a position.
  public static func again(_ text: String) -> HostFailure { HostFailure(kind: .again(text)) }

  /// Returns the failure that raises an error of a script's function again unchanged; a stop stays
  /// a stop.
  public static func script(_ error: LuaError) -> HostFailure {
    if case .stopped = error.code { return .stopped }
    return HostFailure(kind: .again(error.message))
  }
}
