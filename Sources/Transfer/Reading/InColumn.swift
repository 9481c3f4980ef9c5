import Rules

/// Does something that the rules may refuse about a field, telling a refusal of the column that the
/// field came from.
func inColumn<Result>(
  _ column: String?, _ body: () throws(FieldError) -> Result
) throws(RowProblem) -> Result {
  do throws(FieldError) {
    return try body()
  } catch {
    throw RowProblem(error, column: column)
  }
}
