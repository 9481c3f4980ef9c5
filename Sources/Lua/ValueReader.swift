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
  private var path: [UnsafeRawPointer] = unsafe []
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
      throw Failure(expected: "a table of at most \(maximumNodes) values", got: "more")
    }
    try charge(Self.nodeSize)
    switch Int(unsafe lh_value_kind(context, index)) {
    case LH_VALUE_NIL: return .nil
    case LH_VALUE_BOOLEAN: return .boolean(unsafe lh_value_boolean(context, index))
    case LH_VALUE_INTEGER: return .integer(unsafe lh_value_integer(context, index))
    case LH_VALUE_NUMBER: return .number(unsafe lh_value_number(context, index))
    case LH_VALUE_STRING:
      // Charged before it is copied: one long string may occur in a table a million times.
      var length = 0
      _ = unsafe lh_value_string(context, index, &length)
      try charge(2 * length)
      return .string(bytes(index))
    case LH_VALUE_TABLE: return try table(index)
    case LH_VALUE_FUNCTION where keep != nil:
      guard let number = keep?(index) else {
        throw Failure(expected: "functions that fit in memory", got: "more")
      }
      return .function(number)
    case LH_VALUE_FUNCTION where isShowing: return .placeholder("function")
    case LH_VALUE_THREAD where isShowing: return .placeholder("coroutine")
    case LH_VALUE_USERDATA where isShowing: return .placeholder("userdata")
    case LH_VALUE_FUNCTION: throw Failure(expected: "plain values", got: "function")
    case LH_VALUE_THREAD: throw Failure(expected: "plain values", got: "coroutine")
    default: throw Failure(expected: "plain values", got: "userdata")
    }
  }

  /// The maximum number of values to display.
  private static let maximumShown = 20_000

  /// The estimated size of a value with its table entry and its copies during the call, in bytes.
  private static let nodeSize = 96

  /// Charges memory until the call ends. Without enough memory the script is stopped when the call
  /// returns.
  private func charge(_ bytes: Int) throws(Failure) {
    guard unsafe lh_charge_temporary_memory(context, bytes) else {
      throw Failure(expected: "a value that fits in memory", got: "a larger one")
    }
  }

  func bytes(_ index: Int32) -> [UInt8] {
    var length = 0
    let start = unsafe lh_value_string(context, index, &length)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
  }

  private mutating func table(_ index: Int32) throws(Failure) -> LuaValue {
    guard let identity = unsafe lh_value_identity(context, index) else { return .table([]) }
    if isShowing, unsafe path.contains(identity) || path.count >= 20 { return .placeholder("{…}") }
    guard unsafe !path.contains(identity) else {
      throw Failure(expected: "a table without cycles", got: "one that contains itself")
    }
    guard unsafe path.count < maximumDepth, unsafe lh_reserve_stack(context, 6) else {
      throw Failure(
        expected: "a table nested at most \(maximumDepth) deep", got: "a deeper one")
    }
    unsafe path.append(identity)
    let top = unsafe lh_top(context)
    defer {
      unsafe lh_set_top(context, top)
      unsafe path.removeLast()
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
    guard unsafe lh_value_kind(context, index) == LH_VALUE_INTEGER else { return nil }
    let key = unsafe lh_value_integer(context, index)
    return key >= 1 ? UInt64(key) : nil
  }
}

extension ValueReader.Failure {
  init(expected: String, got: String) {
    self.expected = expected
    self.found = got
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
