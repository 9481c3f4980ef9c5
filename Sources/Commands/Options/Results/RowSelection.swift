package import ArgumentParser
import FlintRules
package import FlintSchema
package import Sessions

/// The options that select the rows and columns of a list or an exported table, and their order.
package struct RowSelection: ParsableArguments {
  @Option(
    name: [.customShort("w"), .customLong("where")], help: .condition,
    transform: { try parsed(RowCondition($0), expected: RowCondition.form) })
  package var conditions: [RowCondition] = []

  @Option(
    help: ArgumentHelp(
      "The columns to write, in this order; lists also take all.", valueName: "column,…"),
    transform: { $0.split(separator: ",").map { String($0).trimmedWhitespace } })
  package var columns: [String]?

  @Option(
    help: ArgumentHelp(
      "The column to sort by; :desc for descending order.", valueName: "column[:desc]"),
    transform: { try parsed(RowOrder($0), expected: "a column such as at, or title:desc") })
  package var order: RowOrder?

  @Option(name: [.customShort("n"), .long], help: .limit) package var limit: Int?

  package func validate() throws { try checkLimit(limit) }

  /// How many rows a long list shows in a format; `nil` for all.
  package func mostShown(in format: ResultFormat, _ session: Session) -> Int? {
    let most = limit ?? (format == .table ? session.profile.display.limit : 0)
    return most == 0 ? nil : most
  }

  /// Whether the rows are those of the answer, in its order, with all columns; only their number may be limited.
  package var isOrdinary: Bool { conditions.isEmpty && columns == nil && order == nil }

  /// The name of the first option that was given.
  package var given: String? {
    firstGiven([
      "--where": !conditions.isEmpty, "--columns": columns != nil, "--order": order != nil,
      "--limit": limit != nil,
    ])
  }

  package init() {}
}
