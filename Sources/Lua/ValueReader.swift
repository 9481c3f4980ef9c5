internal import CLuaShims

/// Copies values from the stack of a callback, within limits.
@safe
struct ValueReader {
  /// Why a value cannot be copied.
  struct Refusal: Error {
    var expected: String
    var found: String
  }

  // Invariant: used only while the context's stack is ours: in a callback, or after a run.
  let context: UnsafeMutablePointer<lh_context>
  /// Tables on the way down, by identity, to notice cycles.
  private var path: [UnsafeRawPointer] = unsafe []
  private var nodes = 0
  /// Takes functions, by their places on the stack, and gives each a number; `nil` where functions
  /// are no values.
  var keep: ((Int32) -> Int?)?
  /// Whether what is no plain value has something to stand for it, and what is too much is left out:
  /// for values that are only looked at.
  var isShowing = false
  private let maximalDepth = 90
  private let maximalNodes = 2_000_000

  init(_ context: UnsafeMutablePointer<lh_context>) { unsafe self.context = context }

  mutating func read(_ index: Int32) throws(Refusal) -> LuaValue {
    nodes += 1
    if isShowing && nodes > Self.mostShown { return .standIn("…") }
    guard nodes <= maximalNodes else {
      throw Refusal(expected: "a table of at most \(maximalNodes) values", got: "more")
    }
    try hold(Self.nodeSize)
    switch Int(unsafe lh_value_kind(context, index)) {
    case LH_VALUE_NIL: return .nil
    case LH_VALUE_BOOLEAN: return .boolean(unsafe lh_value_boolean(context, index))
    case LH_VALUE_INTEGER: return .integer(unsafe lh_value_integer(context, index))
    case LH_VALUE_NUMBER: return .number(unsafe lh_value_number(context, index))
    case LH_VALUE_STRING:
      // Before it is copied: one long string may stand in a table a million times.
      var length = 0
      _ = unsafe lh_value_string(context, index, &length)
      try hold(2 * length)
      return .string(bytes(index))
    case LH_VALUE_TABLE: return try table(index)
    case LH_VALUE_FUNCTION where keep != nil:
      guard let number = keep?(index) else {
        throw Refusal(expected: "functions that fit in memory", got: "more")
      }
      return .function(number)
    case LH_VALUE_FUNCTION where isShowing: return .standIn("function")
    case LH_VALUE_THREAD where isShowing: return .standIn("coroutine")
    case LH_VALUE_USERDATA where isShowing: return .standIn("userdata")
    case LH_VALUE_FUNCTION: throw Refusal(expected: "plain values", got: "function")
    case LH_VALUE_THREAD: throw Refusal(expected: "plain values", got: "coroutine")
    default: throw Refusal(expected: "plain values", got: "userdata")
    }
  }

  /// So many values are worth looking at.
  private static let mostShown = 20_000

  /// A value, its entry in a table, and what is made of it while the call goes on.
  private static let nodeSize = 96

  /// Counts memory until the call is over. Without enough the script is stopped when the call comes
  /// back, whatever it says.
  private func hold(_ bytes: Int) throws(Refusal) {
    guard unsafe lh_hold_memory(context, bytes) else {
      throw Refusal(expected: "a value that fits in memory", got: "a larger one")
    }
  }

  func bytes(_ index: Int32) -> [UInt8] {
    var length = 0
    let start = unsafe lh_value_string(context, index, &length)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
  }

  private mutating func table(_ index: Int32) throws(Refusal) -> LuaValue {
    guard let identity = unsafe lh_value_identity(context, index) else { return .table([]) }
    if isShowing, unsafe path.contains(identity) || path.count >= 20 { return .standIn("{…}") }
    guard unsafe !path.contains(identity) else {
      throw Refusal(expected: "a table without cycles", got: "one that contains itself")
    }
    guard unsafe path.count < maximalDepth, unsafe lh_reserve_stack(context, 6) else {
      throw Refusal(
        expected: "a table nested at most \(maximalDepth) deep", got: "a deeper one")
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
      if isShowing && nodes > Self.mostShown { break }
      // Key at top+1, value at top+2.
      if let place = sequencePlace(top + 1), place <= length {
        // Read later, in order; the sequence may have holes.
      } else {
        let key = try read(top + 1)
        entries.append(LuaValue.Entry(key, try read(top + 2)))
      }
      unsafe lh_set_top(context, top + 1)
    }
    var hasHoles = false
    for place in 0..<Int64(clamping: length) {
      if isShowing && nodes > Self.mostShown {
        items.append(.standIn("…"))
        break
      }
      unsafe lh_table_item(context, index, place + 1)
      let item = try read(top + 1)
      if item == .nil { hasHoles = true }
      items.append(item)
      unsafe lh_set_top(context, top)
    }
    if entries.isEmpty && !items.isEmpty && !hasHoles { return .array(items) }
    if entries.isEmpty && items.isEmpty {
      return unsafe lh_value_is_list(context, index) ? .array([]) : .table([])
    }
    for (place, item) in items.enumerated() where item != .nil {
      entries.append(LuaValue.Entry(.integer(Int64(place) + 1), item))
    }
    entries.sort { $0.key.comesBefore($1.key) }
    return .table(entries)
  }

  private func sequencePlace(_ index: Int32) -> UInt64? {
    guard unsafe lh_value_kind(context, index) == LH_VALUE_INTEGER else { return nil }
    let key = unsafe lh_value_integer(context, index)
    return key >= 1 ? UInt64(key) : nil
  }
}

extension ValueReader.Refusal {
  init(expected: String, got: String) {
    self.expected = expected
    self.found = got
  }
}

extension LuaValue {
  /// The order of keys: numbers ascending, strings bytewise, false, true.
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
