package import FlintRules

/// A rulebook file: a Lua file that returns a table.
///
/// It runs in a restricted state (`BareState`), so that it returns the same rulebook everywhere.
package enum RulebookFile {
  /// - Parameter exitStatus: the exit status of the process when the file cannot be stopped in another way;
  ///   `nil` to wait for the file instead.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func definition(
    at path: String, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    try definition(of: try LuaFile.read(path), path: path, exitStatus: exitStatus)
  }

  /// - Parameters:
  ///   - source: the text.
  ///   - path: the path in messages.
  ///   - exitStatus: as for `definition(at:exitStatus:)`.
  /// - Throws: `LuaFileError` with all errors at once.
  package static func definition(
    of source: [UInt8], path: String, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    if source.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      throw LuaFileError(
        path: path,
        problem:
          "a rulebook is a Lua file that returns a table, as flint rules show --format lua prints it; JSON is "
          + "read by flint rules import alone, as a list of cards")
    }
    let tree = try BareState.value(of: source, path: path, exitStatus: exitStatus).tree
    do throws(RulebookError) {
      let definition = try RulebookDefinition(
        reading: tree, bundled: RulebookDefinition.bundled)
      // Compiling finds the errors that concern the rulebook as a whole.
      _ = try Rulebook(definition)
      return definition
    } catch {
      throw LuaFileError(path: path, error.faults, in: source)
    }
  }
}
