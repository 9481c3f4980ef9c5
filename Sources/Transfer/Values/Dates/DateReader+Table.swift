extension DateReader {
  /// Creates a reader for a column of a table, in the order that the user chose or the column
  /// determines.
  ///
  /// - Throws: `FormatProblem` when several orders fit, or none.
  init(
    for column: String, of table: CSVTable, path: String, _ context: borrowing ReadingContext
  ) throws(FormatProblem) {
    var finder = DateOrderFinder()
    for row in table.rows where row.problem == nil {
      finder.add(table.text(row, column))
    }
    do throws(DateOrderFinder.UnresolvedOrder) {
      self.init(order: try finder.resolve(context.dateOrder))
    } catch {
      throw FormatProblem(path: path, message: error.message)
    }
  }
}
