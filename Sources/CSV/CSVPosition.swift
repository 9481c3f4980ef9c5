/// A place in the input, as an editor shows it.
public struct CSVPosition: Hashable, Comparable, Sendable {
  /// The line, from 1. LF, CRLF and CR each end a line, inside quotes as well.
  public var line: Int
  /// The column, from 1: Unicode scalars on this line (an ill-formed sequence counts as one, a
  /// byte order mark at the start of the input as none).
  public var column: Int

  /// Makes a position.
  @inlinable
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the left position comes first.
  @inlinable
  public static func < (left: CSVPosition, right: CSVPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
