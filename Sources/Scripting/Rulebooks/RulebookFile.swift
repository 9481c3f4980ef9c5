import Foundation
public import Rules

/// A rulebook as a user writes it: a Lua file that returns a table.
///
/// It runs in a bare state (`BareState`), so that it gives the same rulebook everywhere.
public enum RulebookFile {
  /// A rulebook file may be so large, in bytes.
  private static let largest = 16 << 20

  /// Reads a rulebook file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - lastStatus: with what the process ends when the file can be stopped in no other way; `nil`
  ///     to wait for it instead.
  /// - Throws: `RulebookFileError` with every fault at once.
  public static func definition(
    at path: String, lastStatus: Int32? = nil
  ) throws(RulebookFileError) -> RulebookDefinition {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw RulebookFileError(
        path: path, isMissing: true, problem: String(cString: strerror(errno)))
    }
    let bytes: Data
    do {
      bytes = try file.read(upToCount: largest + 1) ?? Data()
    } catch {
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw RulebookFileError(
        path: path, isMissing: true,
        problem: reason.map { String(cString: strerror(Int32($0.code))) } ?? "cannot be read")
    }
    guard bytes.count <= largest else {
      throw RulebookFileError(path: path, problem: "larger than 16 MiB")
    }
    return try definition(of: Array(bytes), path: path, lastStatus: lastStatus)
  }

  /// Reads the text of a rulebook file.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - path: what messages call the file.
  ///   - lastStatus: as for `definition(at:lastStatus:)`.
  /// - Throws: `RulebookFileError` with every fault at once.
  public static func definition(
    of source: [UInt8], path: String, lastStatus: Int32? = nil
  ) throws(RulebookFileError) -> RulebookDefinition {
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
      RulebookFileError.Problem(line: lines.line(of: fault.keys), text: fault.description)
    }
    // From top to bottom; what has no line stands last.
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.line ?? .max, left.offset) < (right.element.line ?? .max, right.offset)
    }
    throw RulebookFileError(path: path, problems: sorted.map(\.element))
  }
}

/// Why a rulebook file was refused.
public struct RulebookFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// The line it is on, where that is known.
    public var line: Int?
    /// What is wrong: `points.idea: expected …`.
    public var text: String
  }

  /// The file.
  public var path: String
  /// Whether it could not be read at all.
  public var isMissing = false
  /// Everything that is wrong, from top to bottom; what has no line stands last.
  public var problems: [Problem]

  init(path: String, isMissing: Bool = false, problems: [Problem]) {
    self.path = path
    self.isMissing = isMissing
    self.problems = problems
  }

  init(path: String, isMissing: Bool = false, line: Int? = nil, problem: String) {
    self.init(
      path: path, isMissing: isMissing, problems: [Problem(line: line, text: problem)])
  }

  /// `my.lua:12: …` for each problem, under a line that counts them where there are several.
  public var description: String {
    let lines = problems.map { problem in
      "\(path):\(problem.line.map { "\($0):" } ?? "") \(problem.text)"
    }
    if lines.count == 1, let line = lines.first { return line }
    return "\(path): \(lines.count) faults\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }
}
