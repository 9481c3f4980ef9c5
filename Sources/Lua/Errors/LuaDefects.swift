internal import CLuaShims

/// Known defects of the Lua library that this program was built with, which no host can fix.
public enum LuaDefects {
  /// The release of Lua, such as `Lua 5.4.4`.
  public static var release: String { unsafe String(cString: lh_release()) }

  /// Whether it may use memory after freeing it at the memory limit, as 5.4.4 does (fixed upstream
  /// by 983bc433, released in 5.4.8). Decided by the release, since a test would cause the defect
  /// itself.
  public static var mayUseFreedMemory: Bool {
    guard release.hasPrefix("Lua 5.4."), let number = Int(release.dropFirst(8)) else { return true }
    return number < 8
  }

  /// Returns whether the compiler miscompiles `1 ~ (2 or 3)` in a function with more than 255
  /// constants: a defect of Lua 5.4.0 to 5.4.4 ("lua.org/bugs.html", 5.4.4, 3).
  ///
  /// - Throws: `LuaError` if the check cannot run.
  public static func miscompilesConstants() throws(LuaError) -> Bool {
    let constants = (1...300).map { "\($0).5" }.joined(separator: ",")
    return try withScriptThread { () throws(LuaError) -> Bool in
      let state = try LuaState(limits: LuaLimits())
      let source = "local t = {\(constants)} return 1 ~ (2 or 3)"
      return try state.run(source: Array(source.utf8), chunkName: "=(doctor)") != [.integer(3)]
    }
  }
}
