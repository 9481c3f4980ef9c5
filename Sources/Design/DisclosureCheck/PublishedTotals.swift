import FlintSchema

/// The rows above a row that has their sum.
struct PublishedTotals {
  private struct Entry {
    var column: Int
    var block: Int
    var pool: String
    /// Whether it is of a card; `nil` where the item is not known.
    var isCard: Bool?
    var published: Double
    /// The exact rate, in the unit of the column; `nil` where it is not known.
    var exact: Double?
  }

  private var entries: [Entry] = []
  private var block = 0

  mutating func add(
    _ rate: PublishedRate, exact: Double?, in column: Int, of row: PublishedTable.Row,
    isCard: Bool?
  ) {
    entries.append(
      Entry(
        column: column, block: block, pool: row.pool, isCard: isCard, published: rate.value,
        exact: exact))
  }

  /// Begins the rows after a total.
  mutating func endBlock() { block += 1 }

  /// Returns what is wrong with a total: nothing where it is the sum of the rows as published, or of their exact rates. The
  /// rows are all, those after the last total, or the cards or the rarities among them.
  func fault(
    _ total: PublishedRate, in column: Int, of row: PublishedTable.Row, tolerance: Double?
  ) -> DisclosureCheck.Fault? {
    let all = entries.filter {
      $0.column == column && (row.pool.isEmpty || $0.pool == row.pool)
    }
    let groups = [all.filter { $0.block == block }, all].filter { !$0.isEmpty }.flatMap { rows in
      [rows, rows.filter { $0.isCard == true }, rows.filter { $0.isCard == false }]
    }
    let isRight = groups.contains { rows in
      [sum(rows), rows.reduce(0) { $0 + ($1.exact ?? $1.published) }].contains { sum in
        total.matches(sum, tolerance: tolerance)
      }
    }
    guard !isRight, let sum = groups.first.map(sum) else { return nil }
    return DisclosureCheck.Fault(
      problem: .sum, line: row.line, pool: row.pool, item: row.names.first ?? "",
      published: total.text, exact: sum, difference: total.value - sum,
      text: "\(percent(total.value)) is published, but the rows sum to \(percent(sum))")
  }

  private func sum(_ rows: [Entry]) -> Double { rows.reduce(0) { $0 + $1.published } }
}
