import Foundation
import FlintSchema
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
  /// The number of errors, of which not all are listed where many are equal.
  private var count = 0

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
    // Of many equal errors, as of a name that is not in a list, the first ones say enough.
    let kinds = faults.map { fault in
      fault.problem
        + fault.path.keys.map { if case .name(let name) = $0 { ".\(name)" } else { "[]" } }.joined()
    }
    let counts = kinds.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    var shown: [String: Int] = [:]
    let problems = zip(faults, kinds).compactMap { fault, kind -> Problem? in
      let (count, position) = (counts[kind, default: 0], shown[kind, default: 0] + 1)
      shown[kind] = position
      if count > Self.mostEqual, position > Self.shownEqual { return nil }
      let rest =
        count > Self.mostEqual && position == Self.shownEqual
        ? "; the same in \(count - position) more places" : ""
      return Problem(line: lines.line(of: fault.path.keys), text: fault.description + rest)
    }
    // From top to bottom; errors without a line come last.
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.line ?? .max, left.offset) < (right.element.line ?? .max, right.offset)
    }
    self.init(path: path, problems: sorted.map(\.element))
    count = faults.count
  }

  /// The number of equal errors up to which all are shown, and how many are shown of more.
  private static let (mostEqual, shownEqual) = (5, 3)

  /// The text `my.lua:12: …` for each error, below a line with their number if there are several.
  package var description: String {
    let lines = problems.map { problem in
      "\(path):\(problem.line.map { "\($0):" } ?? "") \(problem.text)"
    }
    if lines.count == 1, let line = lines.first { return line }
    return "\(path): \(max(count, lines.count)) errors\n"
      + lines.map { "  \($0)" }.joined(separator: "\n")
  }
}
