/// A value copied from a script, or to be copied into one.
public indirect enum LuaValue: Sendable, Hashable {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  /// Any bytes; Lua's strings need not be UTF-8.
  case string([UInt8])
  /// A table whose keys are exactly 1…n, n ≥ 1, or an empty one that the host created as a list.
  case array([LuaValue])
  /// Any other table, including empty ones of the script. The order of keys: numbers ascending,
  /// strings bytewise, booleans.
  case table([Entry])

  /// One key of a table, and its value.
  public struct Entry: Sendable, Hashable {
    /// The key; never nil.
    public var key: LuaValue
    /// The value; never nil.
    public var value: LuaValue

    /// Creates an entry.
    public init(_ key: LuaValue, _ value: LuaValue) {
      self.key = key
      self.value = value
    }
  }

  /// Returns the string `text` in UTF-8.
  public static func text(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

  /// The text of a string that is valid UTF-8.
  public var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The items of a list, of which an empty table is one without items; `nil` for other values.
  public var items: [LuaValue]? {
    switch self {
    case .array(let items): items
    case .table(let entries) where entries.isEmpty: []
    default: nil
    }
  }

  /// The value under a string key of a table.
  public subscript(key: String) -> LuaValue? {
    guard case .table(let entries) = self else { return nil }
    return entries.first { $0.key.text == key }?.value
  }

  /// The name of the value's type in Lua.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .array, .table: "table"
    }
  }
}

extension LuaValue {
  private static let placeholderMark = LuaValue.string([0xFF] + Array("stand-in".utf8))

  /// Returns a placeholder for a value that cannot be copied, for display.
  static func placeholder(_ text: String) -> LuaValue {
    .table([Entry(placeholderMark, .text(text))])
  }

  /// The text of a placeholder, such as `function`; `nil` if this is a value.
  public var placeholder: String? {
    guard case .table(let entries) = self, entries.count == 1, let entry = entries.first,
      entry.key == LuaValue.placeholderMark
    else { return nil }
    return entry.value.text
  }
}

extension LuaValue {
  /// The key of a table that represents a function. No UTF-8 text contains this byte, and no script
  /// uses it by chance.
  private static let functionMark = LuaValue.string([0xFF] + Array("function".utf8))

  /// Returns the representation of a retained function: see ``HostCall/valueWithFunctions(_:)``.
  static func function(_ number: Int) -> LuaValue {
    .table([Entry(functionMark, .integer(Int64(number)))])
  }

  /// The index, among the retained functions, of the function that this represents; `nil` if it
  /// represents none.
  public var functionIndex: Int? {
    guard case .table(let entries) = self, entries.count == 1, let entry = entries.first,
      entry.key == LuaValue.functionMark, case .integer(let number) = entry.value
    else { return nil }
    return Int(exactly: number)
  }
}
