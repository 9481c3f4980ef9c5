extension DateReader {
  /// Makes a reader for a column of a table, in the order that the user said or the column leaves.
  ///
  /// - Throws: `FormatProblem` when it leaves several orders, or none.
  init(
    for column: String, of table: TextTable, path: String, _ context: borrowing ReadingContext
  ) throws(FormatProblem) {
    var finder = DateOrderFinder()
    for row in table.rows where row.problem == nil { finder.add(table.text(row, column)) }
    do throws(DateOrderFinder.Unsettled) {
      self.init(order: try finder.settle(context.dateOrder))
    } catch {
      throw FormatProblem(path: path, message: error.message)
    }
  }
}
