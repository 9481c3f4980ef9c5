public import Lua
import Rules

/// What a host function returns where something was refused, when a script returns it in turn: `nil` and a
/// table with a code and a message.
public struct Refusal: Sendable {
  /// What sort it is of, such as `not_found`.
  public let code: String
  /// Why it was refused, in a sentence.
  public let message: String
  /// The whole table: with the code and the message, what else it says.
  public let value: LuaValue

  /// The refusal among the results of a script; `nil` when they are none.
  public init?(_ results: [LuaValue]) {
    guard results.count >= 2, results[0] == .nil, let code = results[1]["code"]?.text,
      let message = results[1]["message"]?.text
    else { return nil }
    self.code = code
    self.message = message
    value = results[1]
  }
}
