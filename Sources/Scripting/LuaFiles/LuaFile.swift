import Foundation
import Schema
import Transfer

/// A Lua file that returns a table: a rulebook, a mapping.
enum LuaFile {
  /// The maximum size in bytes.
  private static let maximumSize = 16 << 20

  /// - Parameter isNamed: whether the user names the file, which then may be a pipe; one found in a folder may not,
  ///   since it might never end.
  static func read(_ path: String, isNamed: Bool = true) throws(LuaFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isNamed ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else {
      throw LuaFileError(path: path, isMissing: true, problem: String(cString: strerror(errno)))
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard isNamed || (fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG) else {
      throw LuaFileError(path: path, problem: "is no regular file; move it out of the folder")
    }
    let bytes: Data
    do {
      bytes = try file.read(upToCount: maximumSize + 1) ?? Data()
    } catch {
      throw LuaFileError(
        path: path, isMissing: true, problem: "cannot be read" + systemReason(of: error))
    }
    guard bytes.count <= maximumSize else {
      throw LuaFileError(path: path, problem: "larger than 16 MiB")
    }
    return Array(bytes)
  }
}

/// The error of a file that returns a table: a rulebook, a mapping.
package struct LuaFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package struct Problem: Hashable, Sendable {
    /// The line of the error, if it is known.
    package var line: Int?
    /// The description: `points.idea: expected …`.
    package var text: String
  }

  package var path: String
  package var isMissing = false
  /// All errors, from top to bottom; those without a line come last.
  package var problems: [Problem]

  init(path: String, isMissing: Bool = false, problems: [Problem]) {
    self.path = path
    self.isMissing = isMissing
    self.problems = problems
  }

  init(path: String, isMissing: Bool = false, line: Int? = nil, problem: String) {
    self.init(
      path: path, isMissing: isMissing, problems: [Problem(line: line, text: problem)])
  }

  init(path: String, _ faults: [TableFault], in source: [UInt8]) {
    let lines = SourceLines(source)
    let problems = faults.map {
      Problem(line: lines.line(of: $0.path.keys), text: $0.description)
    }
    // From top to bottom; errors without a line come last.
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.line ?? .max, left.offset) < (right.element.line ?? .max, right.offset)
    }
    self.init(path: path, problems: sorted.map(\.element))
  }

  /// The text `my.lua:12: …` for each error, below a line with their number if there are several.
  package var description: String {
    let lines = problems.map { problem in
      "\(path):\(problem.line.map { "\($0):" } ?? "") \(problem.text)"
    }
    if lines.count == 1, let line = lines.first { return line }
    return "\(path): \(lines.count) errors\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }
}
