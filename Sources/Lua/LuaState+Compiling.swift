internal import CLuaShims

extension LuaState {
  /// Compiles a text without running it.
  ///
  /// - Returns: the syntax error; nil if there is none.
  /// - Throws: the error that stopped the compiler.
  public func compile(source: [UInt8], chunkName: String) throws(LuaError) -> LuaError? {
    bridge.sources[LuaError.shownName(of: chunkName)] = source
    let result = unsafe source.withUnsafeBytes { bytes in
      unsafe chunkName.withCString { chunk in
        let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe lh_compile(context, text ?? chunk, bytes.count, chunk)
      }
    }
    do throws(LuaError) {
      _ = try finish(result)
      try disarm()
      return nil
    } catch {
      if error.code == .syntax { return error }
      throw error
    }
  }
}
