internal import CLuaShims

/// What is wrong with the Lua that this program was built with, and no host can mend.
public enum LuaFaults {
  /// Lua's release, such as `Lua 5.4.4`.
  public static var release: String { unsafe String(cString: lh_release()) }

  /// Whether it may use memory after freeing it at the memory limit, as 5.4.4 does (fixed upstream by
  /// 983bc433, which 5.4.8 has): told by the release, since trying it would do what it warns of.
  public static var mayUseFreedMemory: Bool {
    guard release.hasPrefix("Lua 5.4."), let number = Int(release.dropFirst(8)) else { return true }
    return number < 8
  }

  /// Whether the compiler gets `1 ~ (2 or 3)` wrong in a function with more than 255 constants: a
  /// fault of Lua 5.4.0 to 5.4.4 ("lua.org/bugs.html", 5.4.4, 3).
  ///
  /// - Throws: `LuaError` when that cannot be tried.
  public static func miscompilesConstants() throws(LuaError) -> Bool {
    let constants = (1...300).map { "\($0).5" }.joined(separator: ",")
    return try withScriptThread { () throws(LuaError) -> Bool in
      let state = try LuaState(limits: LuaLimits(lastWords: [:]))
      let source = "local t = {\(constants)} return 1 ~ (2 or 3)"
      return try state.run(source: Array(source.utf8), chunkName: "=(doctor)") != [.integer(3)]
    }
  }
}
