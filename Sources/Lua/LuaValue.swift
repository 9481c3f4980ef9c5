/// A value copied out of, or to be copied into, a script.
public indirect enum LuaValue: Sendable, Equatable {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  /// Any bytes; Lua's strings need not be UTF-8.
  case string([UInt8])
  /// A table whose keys are exactly 1…n, n ≥ 1, or an empty one that the host made as a list.
  case array([LuaValue])
  /// Any other table, empty ones of the script's included: numbers ascending, then strings bytewise, then
  /// booleans.
  case table([Entry])

  /// One key of a table, and its value.
  public struct Entry: Sendable, Equatable {
    /// The key; never nil.
    public var key: LuaValue
    /// The value; never nil.
    public var value: LuaValue

    /// Pairs a key with a value.
    public init(_ key: LuaValue, _ value: LuaValue) {
      self.key = key
      self.value = value
    }
  }

  /// The string `text` in UTF-8.
  public static func text(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

  /// The text of a string that is valid UTF-8.
  public var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The value under a string key of a table.
  public subscript(key: String) -> LuaValue? {
    guard case .table(let entries) = self else { return nil }
    return entries.first { $0.key.text == key }?.value
  }

  /// What Lua calls the type of this value.
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
