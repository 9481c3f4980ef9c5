internal import CLuaShims

/// The Lua library that this program was built with.
public enum LuaLibrary {
  /// The release of Lua, such as `Lua 5.4.8`.
  public static var release: String { unsafe String(cString: lh_release()) }
}
