/// An error about a text that is not JSON or not the expected JSON, with its position.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int
  /// The byte within the line, from 1.
  package var column: Int
  /// The value found and the value expected.
  package var problem: String

  package init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The error as `line 3, column 7: …`.
  package var description: String { "line \(line), column \(column): \(problem)" }
}
