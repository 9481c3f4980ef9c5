/// A position in the input, as an editor shows it.
public struct CSVPosition: Hashable, Comparable, Sendable {
  /// The line, from 1. LF, CRLF and CR each end a line, inside quotes as well.
  public var line: Int
  /// The column, from 1, in Unicode scalars. An ill-formed sequence counts as one; a byte order
  /// mark at the start of the input is not counted.
  public var column: Int

  /// Creates a position.
  @inlinable
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the left position precedes the right one.
  @inlinable
  public static func < (left: CSVPosition, right: CSVPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
