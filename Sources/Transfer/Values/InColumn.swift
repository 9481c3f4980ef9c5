import FlintRules
import FlintSchema

/// Runs a closure, and rethrows an error about a field as a problem of the column that the field
/// was read from.
///
/// - Throws: `RowProblem` for the column.
func inColumn<Result>(
  _ column: String?, _ body: () throws(FieldError) -> Result
) throws(RowProblem) -> Result {
  do throws(FieldError) {
    return try body()
  } catch {
    throw RowProblem(error, column: column)
  }
}

extension RowProblem {
  /// Runs a closure, and rethrows an error about a field as a row problem.
  static func checking<Result>(
    _ body: () throws(FieldError) -> Result
  ) throws(RowProblem) -> Result {
    try inColumn(nil, body)
  }
}
