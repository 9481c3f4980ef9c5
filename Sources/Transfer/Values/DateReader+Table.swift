extension DateReader {
  /// Creates a reader for a column of a table, in the order that the user chose or the column
  /// determines.
  ///
  /// - Throws: `FormatProblem` when several orders fit, or none.
  init(
    for column: String, of table: CSVTable, path: String, _ context: borrowing ReadingContext
  ) throws(FormatProblem) {
    var finder = DateOrderFinder()
    // A rejected row carries the order of its original file.
    for row in table.rows where row.problem == nil && row.context?.dateOrder == nil {
      finder.add(table.text(row, column))
    }
    do throws(DateOrderFinder.UnresolvedOrder) {
      self.init(order: try finder.resolve(context.dateOrder))
    } catch {
      throw FormatProblem(path: path, message: error.message)
    }
  }
}

extension CSVTable.Row {
  /// Returns the reader for the row's dates: in the order that the user chose, or else that of the
  /// file that the row was rejected from, or else that of its own file.
  func dates(_ reader: DateReader, _ context: borrowing ReadingContext) -> DateReader {
    guard context.dateOrder == nil, let order = self.context?.dateOrder else { return reader }
    return DateReader(order: order)
  }
}
