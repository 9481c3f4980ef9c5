/// A value copied out of, or to be copied into, a script.
public indirect enum LuaValue: Sendable, Hashable {
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
  public struct Entry: Sendable, Hashable {
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

extension LuaValue {
  private static let standInMark = LuaValue.string([0xFF] + Array("stand-in".utf8))

  /// What stands for something that is no plain value, where values are only looked at.
  static func standIn(_ text: String) -> LuaValue { .table([Entry(standInMark, .text(text))]) }

  /// What this stands for, such as `function`; `nil` when it is a value.
  public var standIn: String? {
    guard case .table(let entries) = self, entries.count == 1, let entry = entries.first,
      entry.key == LuaValue.standInMark
    else { return nil }
    return entry.value.text
  }
}

extension LuaValue {
  /// The key of a table that stands for a function. No text of UTF-8 has this byte, and no script
  /// means it.
  private static let functionMark = LuaValue.string([0xFF] + Array("function".utf8))

  /// What stands for a function that was kept: see ``HostCall/valueKeepingFunctions(_:)``.
  static func function(_ number: Int) -> LuaValue {
    .table([Entry(functionMark, .integer(Int64(number)))])
  }

  /// The place among the functions that were kept of the one that this stands for; `nil` when it
  /// stands for none.
  public var keptFunction: Int? {
    guard case .table(let entries) = self, entries.count == 1, let entry = entries.first,
      entry.key == LuaValue.functionMark, case .integer(let number) = entry.value
    else { return nil }
    return Int(exactly: number)
  }
}
