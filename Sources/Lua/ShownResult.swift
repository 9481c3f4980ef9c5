/// A result of a script that is only looked at.
public enum ShownResult: Sendable, Hashable {
  /// A copy of the value; in it what is no plain value has something to stand for it
  /// (``LuaValue/standIn``).
  case value(LuaValue)
  /// The text that tells of what is no plain value, or has a text of its own (`__tostring`).
  case text([UInt8])
}
