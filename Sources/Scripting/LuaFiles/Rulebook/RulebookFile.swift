public import Rules

/// A rulebook file: a Lua file that returns a table.
///
/// It runs in a restricted state (`BareState`), so that it returns the same rulebook everywhere.
public enum RulebookFile {
  /// Reads a rulebook file.
  ///
  /// - Parameters:
  /// - path: the path of the file.
  /// - exitStatus: the exit status of the process when the file cannot be stopped in another way;
  ///   `nil` to wait for the file instead.
  /// - Throws: `LuaFileError` with all errors at once.
  public static func definition(
    at path: String, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    try definition(of: try LuaFile.read(path), path: path, exitStatus: exitStatus)
  }

  /// Reads the text of a rulebook file.
  ///
  /// - Parameters:
  ///   - source: the text.
  /// - path: the path in messages.
  ///   - exitStatus: as for `definition(at:exitStatus:)`.
  /// - Throws: `LuaFileError` with all errors at once.
  public static func definition(
    of source: [UInt8], path: String, exitStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    let table = RulebookTable(try BareState.value(of: source, path: path, exitStatus: exitStatus))
    var faults = table.faults
    do {
      let definition = try RulebookDefinition(
        reading: table.tree, bundled: RulebookDefinition.bundled)
      // Compiling finds the errors that concern the rulebook as a whole.
      _ = try Rulebook(definition)
      if faults.isEmpty { return definition }
    } catch {
      // A value that cannot be represented is reported only once.
      let known = Set(faults.map(\.path))
      faults += error.faults.filter { !known.contains($0.path) }.map(table.asWritten)
    }
    let lines = SourceLines(source)
    let problems = faults.map { fault in
      LuaFileError.Problem(line: lines.line(of: fault.keys), text: fault.description)
    }
    // From top to bottom; errors without a line come last.
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.line ?? .max, left.offset) < (right.element.line ?? .max, right.offset)
    }
    throw LuaFileError(path: path, problems: sorted.map(\.element))
  }
}
