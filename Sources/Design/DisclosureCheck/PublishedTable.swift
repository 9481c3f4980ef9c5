import Schema

/// A table of rates as it is published, whose columns are recognised by their names.
package struct PublishedTable: Sendable {
  /// What a column of rates has.
  package enum Kind: String, Sendable, CaseIterable {
    /// The rates that the rulebook states; with packs the expected numbers in a pack.
    case nominal
    /// The rates in the long run, with all rules: consolidated ones.
    case effective
    /// The chances that a pack has at least one, by the rates as stated.
    case inPack = "in_pack"
  }

  struct Row {
    var line: Int
    /// What may name the item, such as its id and its name.
    var names: [String]
    /// The pool, as written; empty where the table has none.
    var pool: String
    /// The rates, by column; `nil` where a cell has none.
    var rates: [PublishedRate?]
    /// Whether it has the sum of others, unless an item has its name.
    var isTotal: Bool
  }

  let columns: [PublishedColumn]
  let rows: [Row]

  private static let itemNames =
    ["id", "card", "card_id", "item_id", "name", "item", "prize", "reward", "character"]
    + ["card_name", "item_name", "名称", "道具", "アイテム", "아이템"]
  private static let rarityNames = ["rarity", "tier", "grade", "rank", "stars"]
  private static let poolNames = ["pool", "banner"]
  /// The names of a row that has the sum of others.
  private static let totals: Set = [
    "total", "totals", "subtotal", "sum", "grand_total", "sum_total", "overall", "all", "gesamt",
    "summe", "suma", "somma", "totale", "合計", "合计", "总计", "합계",
  ]

  /// Reads the records of a CSV file.
  ///
  /// - Parameters:
  ///   - column: the column that has the rates, if it is named: `Rate`, or `Rate=effective` where its name does not say
  ///     which rates it has.
  /// - Throws: `DraftError` with every fault, whose owners are the line and the column.
  package init(
    header: [String], records: [DraftTable.Record], column: String? = nil
  ) throws(DraftError) {
    let plain = header.map { Self.plain($0) }
    func indices(_ names: [String]) -> [Int] { names.compactMap { plain.firstIndex(of: $0) } }
    var items = indices(Self.itemNames)
    if items.isEmpty { items = indices(Self.rarityNames) }
    guard !items.isEmpty else {
      throw DraftError(
        "line 1",
        "expected a column with the items (id, name, item or rarity), got \(header.listedNames)")
    }
    let columns = try PublishedColumn.columns(of: header, named: column)
    let (pool, form) = (indices(Self.poolNames).first, plain.firstIndex(of: "kind"))
    var (rows, faults): ([Row], [TableFault]) = ([], [])
    for record in records {
      func cell(_ index: Int) -> String {
        record.values.indices.contains(index) ? record.values[index].trimmedWhitespace : ""
      }
      let names = items.map(cell).filter { !$0.isEmpty }
      // The slots of packs, which a disclosure lists after the cards, are not compared.
      guard let first = names.first, form.map(cell) != "slot" else { continue }
      let rates = columns.map { column -> PublishedRate? in
        let text = cell(column.index)
        if ["", "-", "–", "—"].contains(text) { return nil }
        let rate = PublishedRate(text, isPercent: column.isPercent)
        if rate == nil {
          faults.append(
            DraftPlace.line(record.line).fault(
              column.name, "expected a rate such as 0.600%, 0.006 or 1/167, got \"\(text)\""))
        }
        return rate
      }
      rows.append(
        Row(
          line: record.line, names: names, pool: pool.map(cell) ?? "", rates: rates,
          isTotal: Self.totals.contains(Self.plain(first))))
    }
    guard faults.isEmpty else { throw DraftError(faults) }
    guard rows.contains(where: { $0.rates.contains { $0 != nil } }) else {
      throw DraftError(nil, "expected at least one row with a rate")
    }
    (self.columns, self.rows) = (columns, rows)
  }

  /// Returns a name in lower case, with `_` for all that is neither a letter nor a digit, and without percent.
  static func plain(_ name: String) -> String {
    let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let isQualified = parts.count > 1 && ["percent", "pct"].contains(parts.last)
    return (isQualified ? parts.dropLast() : parts[...]).joined(separator: "_")
  }
}

extension [String] {
  /// The names of columns, in quotes.
  var listedNames: String { prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") }
}
