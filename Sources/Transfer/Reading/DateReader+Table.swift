extension DateReader {
  /// Makes a reader for a column of a table, in the order that the user said or the column leaves.
  ///
  /// - Throws: `FormatProblem` when it leaves several orders, or none.
  init(
    for column: String, of table: TextTable, path: String, _ context: borrowing ReadingContext
  ) throws(FormatProblem) {
    var finder = DateOrderFinder()
    // What was rejected knows the order of the file that it was in.
    for row in table.rows where row.problem == nil && row.context?.dateOrder == nil {
      finder.add(table.text(row, column))
    }
    do throws(DateOrderFinder.Unsettled) {
      self.init(order: try finder.settle(context.dateOrder))
    } catch {
      throw FormatProblem(path: path, message: error.message)
    }
  }
}

extension TextTable.Row {
  /// What reads the row's dates: in the order that the user says, or else the one of the file that it
  /// was rejected from, or else that of the file it is in.
  func dates(_ reader: DateReader, _ context: borrowing ReadingContext) -> DateReader {
    guard context.dateOrder == nil, let order = self.context?.dateOrder else { return reader }
    return DateReader(order: order)
  }
}
