// Public, so that the code that every call executes is inlined into the functions of hosts.
public import CLuaShims

/// One call of a host function: its arguments in slots, and the reply.
@safe
public struct HostCall: ~Copyable {
  // Invariant: exists only during the callback; slots and stack belong to it until it returns.
  @usableFromInline let context: UnsafeMutablePointer<lh_context>

  // Invariant: the function exists as long as the bridge, and so longer than the call.
  private unowned(unsafe) let function: DeclaredFunction

  init(_ context: UnsafeMutablePointer<lh_context>, _ function: DeclaredFunction) {
    unsafe self.context = context
    unsafe self.function = function
  }

  var bridge: HostBridge { unsafe HostBridge.of(context) }

  /// The reply, which receives the results.
  @inlinable
  public var reply: HostReply { unsafe HostReply(context) }

  func slot(_ slot: HostSlot) -> lh_slot {
    guard let index = unsafe function.index(of: slot) else {
      #if DEBUG
        preconditionFailure("\(unsafe function.fullName) has no argument \(slot)")
      #else
        return lh_slot(tag: Int32(LH_ABSENT), index: 0, bits: 0, length: 0)
      #endif
    }
    return unsafe context.pointee.callback.pointee.slots.unsafelyUnwrapped[index]
  }

  /// Whether a slot has a value.
  public func isPresent(_ slot: HostSlot) -> Bool { self.slot(slot).tag != LH_ABSENT }

  /// The kind of value in a slot, for slots that accept more than one.
  public func kind(_ slot: HostSlot) -> Kind { Kind(rawValue: self.slot(slot).tag) ?? .other }

  /// The kinds of values that a slot can hold.
  public enum Kind: Int32, Sendable {
    case absent, boolean, integer, number, string, choice, table, function, other
  }

  /// The integer in a slot; 0 if it is absent.
  public func integer(_ slot: HostSlot) -> Int64 {
    let slot = self.slot(slot)
    return slot.tag == LH_INTEGER ? slot.bits : Self.exactInteger(slot)
  }

  private static func exactInteger(_ slot: lh_slot) -> Int64 {
    guard slot.tag == LH_NUMBER else { return 0 }
    return Int64(exactly: Double(bitPattern: UInt64(bitPattern: slot.bits))) ?? 0
  }

  /// The number in a slot; 0 if it is absent.
  public func number(_ slot: HostSlot) -> Double {
    let slot = self.slot(slot)
    return slot.tag == LH_INTEGER ? Double(slot.bits) : slot.tag == LH_NUMBER ? slot.number : 0
  }

  /// The boolean in a slot; false if it is absent.
  public func boolean(_ slot: HostSlot) -> Bool {
    let slot = self.slot(slot)
    return slot.tag == LH_BOOLEAN && slot.bits != 0
  }

  /// The index of the name in a slot among the declared names; nil if it is absent.
  public func choice(_ slot: HostSlot) -> Int? {
    let slot = self.slot(slot)
    return slot.tag == LH_CHOICE ? Int(slot.bits) : nil
  }

  /// The bytes of the string in a slot, valid during the call; empty if it is absent.
  public func bytes(_ slot: HostSlot) -> UnsafeRawBufferPointer {
    unsafe self.slot(slot).bytes
  }

  /// The string in a slot; empty if it is absent. Invalid UTF-8 is an argument error.
  public func string(_ slot: HostSlot) throws(HostFailure) -> String {
    let bytes = unsafe bytes(slot)
    let units = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    // Short strings are not charged.
    if bytes.count > 256 { try chargeTemporaryMemory(bytes.count) }
    if unsafe Self.isASCII(units) {
      // Several times cheaper than validation, which is generic.
      return unsafe String(unsafeUninitializedCapacity: units.count) { target in
        unsafe target.initialize(fromContentsOf: units)
      }
    }
    if let text = unsafe String(validating: units, as: UTF8.self) { return text }
    let position = unsafe Self.firstInvalid(bytes) + 1
    throw .argument(slot, expected: "text in UTF-8", got: "an invalid byte at \(position)")
  }

  /// The string in a slot, or nil.
  public func optionalString(_ slot: HostSlot) throws(HostFailure) -> String? {
    isPresent(slot) ? try string(slot) : nil
  }

  /// The strings of the list in a slot; empty if it is absent.
  public func strings(_ slot: HostSlot) throws(HostFailure) -> [String] {
    let argument = self.slot(slot)
    guard argument.tag == LH_TABLE else { return [] }
    var strings: [String] = []
    let top = unsafe lh_top(context)
    let count = Int64(clamping: unsafe lh_table_length(context, argument.index))
    for item in 0..<count {
      unsafe lh_table_item(context, argument.index, item + 1)
      defer { unsafe lh_set_top(context, top) }
      let bytes = unsafe lh_value(context, -1).bytes
      try chargeTemporaryMemory(bytes.count + 32)
      guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
        let invalid = unsafe Self.firstInvalid(bytes) + 1
        throw .argument(
          slot, expected: "text in UTF-8",
          got: "an invalid byte at \(invalid) of item \(item + 1)")
      }
      strings.append(text)
    }
    return strings
  }

  /// A deep copy of the value in a slot. Functions, cycles, and tables nested too deeply or too
  /// large are argument errors.
  public func value(_ slot: HostSlot) throws(HostFailure) -> LuaValue {
    let argument = self.slot(slot)
    switch Int(argument.tag) {
    // A plain value of a table's field is no longer on the stack.
    case LH_ABSENT: return .nil
    case LH_BOOLEAN: return .boolean(argument.bits != 0)
    case LH_INTEGER: return .integer(argument.bits)
    case LH_NUMBER: return .number(argument.number)
    case LH_STRING:
      let bytes = unsafe argument.bytes
      try chargeTemporaryMemory(2 * bytes.count)
      return unsafe .string([UInt8](bytes))
    default: break
    }
    var reader = unsafe ValueReader(context)
    do throws(ValueReader.Failure) {
      return try reader.read(argument.index)
    } catch {
      throw .argument(slot, expected: error.expected, got: error.found)
    }
  }

  /// The position of the call in the script, such as `script.lua` and 12.
  public var caller: (chunk: String, line: Int)? { bridge.caller() }

  /// Returns `nil, error` from the function; `error` is a table with `code`, `message` and the
  /// `fields` written, whose text is its message. A function that returns an iterator raises the
  /// message instead, since a `for` loop would call the `nil`.
  public func refuse(
    _ code: StaticString, _ message: String, fields: (borrowing HostReply) -> Void = { _ in }
  ) {
    if unsafe function.returnsIterator {
      unsafe function.refusal = message
      return
    }
    let reply = reply
    reply.nil()
    reply.refusal()
    reply.field("code", constant: code)
    reply.field("message", message)
    fields(reply)
    reply.end()
  }

  /// Charges bytes that the host writes for the script (for example logs) to the output limit.
  public func chargeOutput(_ bytes: Int) throws(HostFailure) {
    guard unsafe lh_charge_output(context, bytes) else { throw .stopped }
  }

  /// Charges bytes that the host allocates for the script to the memory limit, until the call ends.
  public func chargeTemporaryMemory(_ bytes: Int) throws(HostFailure) {
    if unsafe Self.isUncharged { return }
    guard unsafe lh_charge_temporary_memory(context, max(0, bytes)) else { throw .stopped }
  }

  /// Whether memory of the host is not charged. Only the program of `Tests/Unchecked` sets it, before any script runs,
  /// to show that the process ends where a charge is missing.
  package nonisolated(unsafe) static var isUncharged = false

  /// Charges bytes that the host allocates until the state is closed, together with the longer
  /// strings of this call. Without enough memory the script is stopped when the call returns.
  public func chargePermanentMemory(_ bytes: Int) {
    unsafe lh_keep_temporary_memory(context)
    _ = unsafe lh_charge_memory(context, bytes)
  }

  /// Whether the script has to stop, because of a limit or of Ctrl-C. Long operations check it
  /// regularly.
  public var isStopped: Bool { unsafe lh_stop_reason(context) != LH_RUNNING }

  /// Ends the call if the script has to stop.
  public func checkStop() throws(HostFailure) {
    if isStopped { throw .stopped }
  }

  /// Writes the buffered output, so that output of the host comes after it.
  public func flushOutput() throws(HostFailure) {
    guard unsafe lh_flush(context) else { throw .stopped }
  }

  private static func isASCII(_ units: UnsafeBufferPointer<UInt8>) -> Bool {
    var all: UInt8 = 0
    unsafe units.forEach { all |= $0 }
    return all < 0x80
  }

  private static func firstInvalid(_ bytes: UnsafeRawBufferPointer) -> Int {
    var decoder = UTF8()
    var input = unsafe bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = unsafe decoder.decode(&input) {
      valid += UTF8.width(scalar)
    }
    return valid
  }
}
