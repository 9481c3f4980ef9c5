public import Lua
import Rules

/// The refusal of a host function that a script returns as its own result: `nil` and a table with a
/// code and a message.
public struct Refusal: Sendable {
  /// The code, such as `not_found`.
  public let code: String
  /// The reason, in a sentence.
  public let message: String
  /// The whole table, which may contain further fields.
  public let value: LuaValue

  /// Creates the refusal in the results of a script; `nil` if there is none.
  public init?(_ results: [LuaValue]) {
    guard results.count >= 2, results[0] == .nil, let code = results[1]["code"]?.text,
      let message = results[1]["message"]?.text
    else { return nil }
    self.code = code
    self.message = message
    value = results[1]
  }
}
