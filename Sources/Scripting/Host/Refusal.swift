package import Lua
import FlintRules

/// The refusal of a host function that a script returns as its last results: `nil` and a table with a
/// code and a message.
package struct Refusal: Sendable {
  /// The code, such as `not_found`.
  package let code: String
  /// The reason, in a sentence.
  package let message: String
  /// The whole table, which may contain further fields.
  package let value: LuaValue

  /// Creates the refusal that the last two results of a script are; `nil` if they are none.
  package init?(_ results: [LuaValue]) {
    guard let value = results.last, results.dropLast().last == .nil,
      let code = value["code"]?.text, let message = value["message"]?.text
    else { return nil }
    self.code = code
    self.message = message
    self.value = value
  }
}
