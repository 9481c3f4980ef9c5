import Schema

/// A table of rates as it is published, whose columns are recognised by their names.
package struct PublishedTable: Sendable {
  /// What a column of rates has.
  package enum Kind: String, Sendable, CaseIterable {
    /// The rates that the rulebook states.
    case nominal
    /// The rates in the long run, with all rules: consolidated ones.
    case effective
  }

  /// A column of rates.
  struct Column {
    var name: String
    var index: Int
    var kind: Kind
    var isPercent: Bool
  }

  struct Row {
    var line: Int
    /// What may name the item, such as its id and its name.
    var names: [String]
    /// The pool, as written; empty where the table has none.
    var pool: String
    var rates: [(kind: Kind, rate: PublishedRate)]
  }

  let columns: [Column]
  let rows: [Row]

  /// The names under which tables have rates.
  private static let names: [Kind: [String]] = [
    .nominal: [
      "nominal", "rate", "base", "base_rate", "base_probability", "nominal_rate", "chance",
      "probability", "drop_rate", "drop_chance", "prob", "odds", "percent", "pct", "概率", "基础概率",
      "確率", "提供割合", "確率_提供割合", "확률",
    ],
    .effective: [
      "effective", "effective_rate", "consolidated", "consolidated_rate",
      "consolidated_probability", "comprehensive", "comprehensive_rate", "long_run", "overall",
      "overall_rate", "综合概率",
    ],
  ]

  private static let itemNames =
    ["id", "card", "card_id", "item_id", "name", "item", "prize", "reward", "character"]
    + ["card_name", "item_name", "名称", "道具", "アイテム", "아이템"]
  private static let rarityNames = ["rarity", "tier", "grade", "rank", "stars"]
  private static let poolNames = ["pool", "banner"]
  /// The names of a row that has the sum of the others.
  private static let totals: Set = ["total", "totals", "sum", "summe", "suma", "somma", "合計", "合计"]

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
        "expected a column with the items (id, name, item or rarity), got \(header.listed)")
    }
    columns = try Self.columns(header, plain, named: column)
    let (pool, form) = (indices(Self.poolNames).first, plain.firstIndex(of: "kind"))
    var (rows, faults): ([Row], [TableFault]) = ([], [])
    for record in records {
      func cell(_ index: Int) -> String {
        record.values.indices.contains(index) ? record.values[index].trimmedWhitespace : ""
      }
      let names = items.map(cell).filter { !$0.isEmpty }
      // The slots of packs, which a disclosure lists after the cards, are not compared.
      guard let first = names.first, form.map(cell) != "slot",
        !Self.totals.contains(first.lowercased())
      else { continue }
      var row = Row(line: record.line, names: names, pool: pool.map(cell) ?? "", rates: [])
      for column in columns {
        let text = cell(column.index)
        if ["", "-", "–", "—"].contains(text) { continue }
        guard let rate = PublishedRate(text, isPercent: column.isPercent) else {
          faults.append(
            DraftPlace.line(record.line).fault(
              column.name, "expected a rate such as 0.600%, 0.006 or 1/167, got \"\(text)\""))
          continue
        }
        row.rates.append((column.kind, rate))
      }
      rows.append(row)
    }
    guard faults.isEmpty else { throw DraftError(faults) }
    guard rows.contains(where: { !$0.rates.isEmpty }) else {
      throw DraftError(nil, "expected at least one row with a rate")
    }
    self.rows = rows
  }

  /// Returns the columns of rates: the one that is named, or the first of each kind.
  private static func columns(
    _ header: [String], _ plain: [String], named wanted: String?
  ) throws(DraftError) -> [Column] {
    func column(_ index: Int, _ kind: Kind) -> Column {
      let name = header[index].lowercased()
      return Column(
        name: header[index], index: index, kind: kind,
        isPercent: ["%", "percent", "pct", "%"].contains(where: name.contains))
    }
    if let wanted {
      let parts = wanted.split(separator: "=", maxSplits: 1).map(String.init)
      guard let index = parts.first.flatMap({ plain.firstIndex(of: Self.plain($0)) }) else {
        throw DraftError("line 1", "there is no column \"\(wanted)\"; it has \(header.listed)")
      }
      let known = Kind.allCases.first { names[$0]?.contains(plain[index]) ?? false }
      guard parts.count == 2 else { return [column(index, known ?? .nominal)] }
      guard let kind = Kind(rawValue: parts[1]) else {
        throw DraftError(
          "column \"\(parts[0])\"",
          "expected \(Kind.allCases.map(\.rawValue).alternatives), got \"\(parts[1])\"")
      }
      return [column(index, kind)]
    }
    let columns = Kind.allCases.compactMap { kind in
      names[kind]?.lazy.compactMap { plain.firstIndex(of: $0) }.first.map { column($0, kind) }
    }
    guard !columns.isEmpty else {
      throw DraftError(
        "line 1",
        "expected a column with rates (rate, nominal or effective), got \(header.listed); "
          + "--column names another one")
    }
    return columns
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
  fileprivate var listed: String { prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") }
}
