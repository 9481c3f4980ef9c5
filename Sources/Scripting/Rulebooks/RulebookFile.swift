public import Rules

/// A rulebook as a user writes it: a Lua file that returns a table.
///
/// It runs in a bare state (`BareState`), so that it gives the same rulebook everywhere.
public enum RulebookFile {
  /// Reads a rulebook file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - lastStatus: with what the process ends when the file can be stopped in no other way; `nil`
  ///     to wait for it instead.
  /// - Throws: `LuaFileError` with every fault at once.
  public static func definition(
    at path: String, lastStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    try definition(of: try LuaFile.read(path), path: path, lastStatus: lastStatus)
  }

  /// Reads the text of a rulebook file.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - path: what messages call the file.
  ///   - lastStatus: as for `definition(at:lastStatus:)`.
  /// - Throws: `LuaFileError` with every fault at once.
  public static func definition(
    of source: [UInt8], path: String, lastStatus: Int32? = nil
  ) throws(LuaFileError) -> RulebookDefinition {
    let table = RulebookTable(try BareState.value(of: source, path: path, lastStatus: lastStatus))
    var faults = table.faults
    do {
      let definition = try RulebookDefinition(
        reading: table.tree, bundled: RulebookDefinition.bundled)
      // Compiling finds what can only be seen in the whole.
      _ = try Rulebook(definition)
      if faults.isEmpty { return definition }
    } catch {
      // What is no value at all is told as just that.
      let known = Set(faults.map(\.path))
      faults += error.faults.filter { !known.contains($0.path) }.map(table.asWritten)
    }
    let lines = SourceLines(source)
    let problems = faults.map { fault in
      LuaFileError.Problem(line: lines.line(of: fault.keys), text: fault.description)
    }
    // From top to bottom; what has no line stands last.
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.line ?? .max, left.offset) < (right.element.line ?? .max, right.offset)
    }
    throw LuaFileError(path: path, problems: sorted.map(\.element))
  }
}
