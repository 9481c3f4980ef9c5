import Lua

extension LuaError {
  /// Returns the error with a hint if `until` was used as the name of a field: it is a keyword of
  /// Lua, and Lua's message says only that it is unexpected.
  func withHintOnUntil() -> LuaError {
    // A syntax error in a file that `require` reads is an error of the call.
    guard code == .syntax || code == .runtime, detail.hasSuffix("near 'until'"), let sourceLine,
      sourceLine.firstMatch(of: /\buntil\s*=(?!=)|\.\s*until\b/) != nil
    else { return self }
    var error = self
    error.message += " (\"until\" is a keyword of Lua; the end of a range is \"before\")"
    return error
  }
}
