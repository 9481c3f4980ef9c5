import Lua

extension LuaError {
  /// The error with a hint where somebody took `until` for the name of a field: it is a word of Lua,
  /// and Lua itself says only that it did not expect it.
  func withHintOnUntil() -> LuaError {
    // A file that `require` reads fails as the call does.
    guard code == .syntax || code == .runtime, detail.hasSuffix("near 'until'"), let sourceLine,
      sourceLine.firstMatch(of: /\buntil\s*=(?!=)|\.\s*until\b/) != nil
    else { return self }
    var error = self
    error.message += " (\"until\" is a word of Lua; the end of a range is \"before\")"
    return error
  }
}
