import Chance
import Charts
import Players
import FlintSchema
import Views

extension DataTable {
  /// Creates a table of shares of players, and of their differences, in percent with the whole interval: it is not
  /// symmetric, so that one half width would exceed what is possible.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns, with their headings.
  ///   - shares: the shares whose columns are `prefix` with `mean` and `interval`.
  ///   - difference: the difference, whose columns begin with `difference_`.
  ///   - exact: the exact share, whose column is `exact_mean`.
  init<Row: ResultRow>(
    sharesOf rows: [Row], headed columns: [(name: String, heading: String)],
    shares: [(prefix: String, mean: (Row) -> MeanEstimate?)],
    difference: (Row) -> MeanEstimate?, exact: (Row) -> Double? = { _ in nil }
  ) {
    self.init(rows, headed: columns, .english) { row, column in
      if column.name == "difference_mean" { return difference(row)?.pointsText }
      if column.name == "difference_interval" { return difference(row)?.pointsInterval }
      if column.name == "exact_mean" { return exact(row).map { chanceText($0) } ?? "" }
      for (prefix, mean) in shares {
        if column.name == prefix + "mean" { return mean(row).map { chanceText($0.value) } }
        if column.name == prefix + "interval" { return mean(row)?.shareInterval }
      }
      return nil
    }
  }
}

extension MeanEstimate {
  /// The interval of a share of the players.
  var shareInterval: String {
    let low = chanceText(interval.low)
    return (low.hasSuffix(" %") ? String(low.dropLast(2)) : low) + "–" + chanceText(interval.high)
  }

  /// A difference of shares in percentage points.
  fileprivate var pointsText: String { Self.points(value) }

  fileprivate var pointsInterval: String {
    "\(Self.points(interval.low)) to \(Self.points(interval.high))"
  }

  private static func points(_ difference: Double) -> String {
    Language.english.rounded(difference * 100, 4, isSigned: true)
  }
}
