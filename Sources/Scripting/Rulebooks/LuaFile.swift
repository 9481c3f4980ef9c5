import Foundation
import Transfer

/// A Lua file that returns a table: a rulebook, a mapping.
enum LuaFile {
  /// It may be so large, in bytes.
  private static let largest = 16 << 20

  /// Reads the text of a file.
  static func read(_ path: String) throws(LuaFileError) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw LuaFileError(path: path, isMissing: true, problem: String(cString: strerror(errno)))
    }
    let bytes: Data
    do {
      bytes = try file.read(upToCount: largest + 1) ?? Data()
    } catch {
      throw LuaFileError(
        path: path, isMissing: true, problem: "cannot be read" + systemReason(of: error))
    }
    guard bytes.count <= largest else {
      throw LuaFileError(path: path, problem: "larger than 16 MiB")
    }
    return Array(bytes)
  }
}

/// Why a file that returns a table was refused: a rulebook, a mapping.
public struct LuaFileError: Error, Hashable, Sendable, CustomStringConvertible {
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
