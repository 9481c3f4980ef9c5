/// A result of a script for display.
public enum ShownResult: Sendable, Hashable {
  /// A copy of the value, with placeholders for values that cannot be copied
  /// (``LuaValue/placeholder``).
  case value(LuaValue)
  /// The text of a value that cannot be copied, or has a text of its own (`__tostring`).
  case text([UInt8])
}
