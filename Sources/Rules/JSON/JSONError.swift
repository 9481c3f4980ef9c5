/// A text that is not JSON, or not what was expected, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The byte within the line, from 1.
  public var column: Int
  /// What was found and what was expected.
  public var problem: String

  /// Makes a fault at a place.
  public init(line: Int, column: Int, problem: String) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// `line 3, column 7: …`.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
