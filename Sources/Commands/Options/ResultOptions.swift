package import ArgumentParser
package import Schema

/// The options of a list: its format, rows, columns and order.
package struct ResultOptions: ParsableArguments {
  @Option(help: ResultFormat.help) package var format = ResultFormat.table

  @Option(
    name: .customLong("where"),
    help: .condition,
    transform: { try parsed(RowCondition($0), expected: RowCondition.form) })
  package var conditions: [RowCondition] = []

  @Option(
    help: ArgumentHelp(
      "The columns to write, in this order, or all (default: those that tables usually show; all in other "
        + "formats).", valueName: "column,…"),
    transform: { $0.split(separator: ",").map { String($0).trimmedWhitespace } })
  package var columns: [String]?

  @Option(
    help: ArgumentHelp(
      "The column to sort by; :desc for descending order.", valueName: "column[:desc]"),
    transform: { try parsed(RowOrder($0), expected: "a column such as name, or name:desc") })
  package var order: RowOrder?

  @Option(
    name: [.long, .customShort("n")], help: "The maximum number of rows; 0 for all.")
  package var limit: Int?

  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  /// Accepted but not shown in the help: the command changes nothing anyway.
  @Flag(help: .hidden) package var dryRun = false

  package func validate() throws { try checkLimit(limit) }

  /// The maximum number of rows of long lists in a table without `--limit`.
  private static let inTable = 50

  /// How many rows a long list needs; `nil` for all.
  package var mostRead: Int? {
    conditions.isEmpty && order == nil ? mostShown : nil
  }

  /// How many rows a long list shows; `nil` for all.
  package var mostShown: Int? {
    let most = limit ?? (format == .table ? Self.inTable : 0)
    return most == 0 ? nil : most
  }

  /// The name of the first option that was given which selects rows or columns.
  package var given: String? {
    firstGiven([
      "--where": !conditions.isEmpty, "--columns": columns != nil, "--order": order != nil,
      "--limit": limit != nil,
    ])
  }

  /// Prints a note about rows that a table omits although `--limit` was not given.
  package func note(_ text: @autoclosure () -> String) {
    if format == .table && limit == nil && !quiet {
      Commands.note("\(text()); --limit 0 shows all")
    }
  }

  package init() {}
}
