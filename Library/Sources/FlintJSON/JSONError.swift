/// An error about a text that is not JSON or not the expected JSON, with its position.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The byte within the line, from 1.
  public var column: Int
  /// The value found and the value expected.
  public var problem: String

  package init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The error as `line 3, column 7: …`.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
