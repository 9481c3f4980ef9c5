internal import CLuaShims

/// Copies values from the stack of a callback, within limits.
@safe
struct ValueReader {
  /// The reason why a value cannot be copied.
  struct Failure: Error {
    var expected: String
    var found: String
  }

  // Invariant: used only while this code owns the context's stack: in a callback, or after a run.
  let context: UnsafeMutablePointer<lh_context>
  /// The identities of the tables that contain the current one, to detect cycles.
  private var path: [Int64] = []
  private var nodes = 0
  /// Retains the function at a stack index and returns its index among the retained ones, `nil`
  /// without memory; `nil` if functions are rejected.
  var keep: ((Int32) -> Int?)?
  /// Whether values that cannot be copied become placeholders and long tables are truncated, for
  /// display.
  var isShowing = false
  private let maximumDepth = 90
  private let maximumNodes = 2_000_000

  init(_ context: UnsafeMutablePointer<lh_context>) { unsafe self.context = context }

  mutating func read(_ index: Int32) throws(Failure) -> LuaValue {
    nodes += 1
    if isShowing && nodes > Self.maximumShown { return .placeholder("…") }
    guard nodes <= maximumNodes else {
      throw Failure(expected: "a table of at most \(maximumNodes) values", found: "more")
    }
    try charge(Self.nodeSize)
    let value = unsafe lh_value(context, index)
    switch Int(value.tag) {
    case LH_ABSENT: return .nil
    case LH_BOOLEAN: return .boolean(value.bits != 0)
    case LH_INTEGER: return .integer(value.bits)
    case LH_NUMBER: return .number(value.number)
    case LH_STRING:
      // Charged before it is copied: one long string may occur in a table a million times.
      try charge(2 * value.length)
      return .string(bytes(index))
    case LH_TABLE: return try table(index)
    case LH_FUNCTION where keep != nil:
      guard let number = keep?(index) else {
        throw Failure(expected: "functions that fit in memory", found: "more")
      }
      return .function(number)
    case LH_FUNCTION: return try unreadable("function")
    case LH_THREAD: return try unreadable("coroutine")
    default: return try unreadable("userdata")
    }
  }

  private func unreadable(_ kind: String) throws(Failure) -> LuaValue {
    guard isShowing else { throw Failure(expected: "plain values", found: kind) }
    return .placeholder(kind)
  }

  /// The maximum number of values to display.
  private static let maximumShown = 20_000

  /// The estimated size of a value with its table entry and its copies during the call, in bytes.
  private static let nodeSize = 96

  /// Charges memory until the call ends. Without enough memory the script is stopped when the call
  /// returns.
  private func charge(_ bytes: Int) throws(Failure) {
    guard unsafe lh_charge_temporary_memory(context, bytes) else {
      throw Failure(expected: "a value that fits in memory", found: "a larger one")
    }
  }

  func bytes(_ index: Int32) -> [UInt8] { unsafe [UInt8](lh_value(context, index).bytes) }

  private mutating func table(_ index: Int32) throws(Failure) -> LuaValue {
    let identity = unsafe lh_value(context, index).bits
    if isShowing, path.contains(identity) || path.count >= 20 { return .placeholder("{…}") }
    guard !path.contains(identity) else {
      throw Failure(expected: "a table without cycles", found: "one that contains itself")
    }
    guard path.count < maximumDepth, unsafe lh_reserve_stack(context, 6) else {
      throw Failure(
        expected: "a table nested at most \(maximumDepth) deep", found: "a deeper one")
    }
    path.append(identity)
    let top = unsafe lh_top(context)
    defer {
      unsafe lh_set_top(context, top)
      path.removeLast()
    }
    let length = unsafe lh_table_length(context, index)
    var items: [LuaValue] = []
    var entries: [LuaValue.Entry] = []
    unsafe lh_push_nil(context)
    while unsafe lh_table_next(context, index) {
      if isShowing && nodes > Self.maximumShown { break }
      // The key is at top+1, the value at top+2.
      if let position = sequenceIndex(top + 1), position <= length {
        // Read later, in order; the sequence may have holes.
      } else {
        let key = try read(top + 1)
        entries.append(LuaValue.Entry(key, try read(top + 2)))
      }
      unsafe lh_set_top(context, top + 1)
    }
    var hasHoles = false
    for position in 0..<Int64(clamping: length) {
      if isShowing && nodes > Self.maximumShown {
        items.append(.placeholder("…"))
        break
      }
      unsafe lh_table_item(context, index, position + 1)
      let item = try read(top + 1)
      if item == .nil { hasHoles = true }
      items.append(item)
      unsafe lh_set_top(context, top)
    }
    if entries.isEmpty && !items.isEmpty && !hasHoles { return .array(items) }
    if entries.isEmpty && items.isEmpty {
      return unsafe lh_value_is_list(context, index) ? .array([]) : .table([])
    }
    for (position, item) in items.enumerated() where item != .nil {
      entries.append(LuaValue.Entry(.integer(Int64(position) + 1), item))
    }
    entries.sort { $0.key.comesBefore($1.key) }
    return .table(entries)
  }

  private func sequenceIndex(_ index: Int32) -> UInt64? {
    let key = unsafe lh_value(context, index)
    return key.tag == LH_INTEGER && key.bits >= 1 ? UInt64(key.bits) : nil
  }
}

extension lh_slot {
  var number: Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  /// The bytes of the string in the slot, valid while it is on the stack; empty if it is none.
  var bytes: UnsafeRawBufferPointer {
    guard tag == LH_STRING else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: Int(bits)), count: length)
  }
}

extension LuaValue {
  /// Whether the value comes before another one as a key: numbers ascending, strings bytewise,
  /// false, true.
  func comesBefore(_ other: LuaValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.number(let a), .number(let b)): a < b
    case (.integer(let a), .number(let b)): Double(a) < b
    case (.number(let a), .integer(let b)): a < Double(b)
    case (.string(let a), .string(let b)): a.lexicographicallyPrecedes(b)
    case (.boolean(let a), .boolean(let b)): !a && b
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .integer, .number: 0
    case .string: 1
    case .boolean: 2
    default: 3
    }
  }
}
