import FlintSchema

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
    /// The rates of a new player in the rolls that a limit leaves.
    case withinLimit = "effective_within_limit"
    /// The shares of the cards in their rarity.
    case share
  }

  struct Row {
    var line: Int
    /// What may name the item, such as its id and its name.
    var names: [String]
    /// The pool, as written; empty where the table has none.
    var pool: String
    /// The rarity of the item, as written; empty where the table has none.
    var rarity: String
    /// The rates, by column; `nil` where a cell has none.
    var rates: [PublishedRate?]
    /// Whether it has the sum of others, unless an item has its name.
    var isTotal: Bool
  }

  let columns: [PublishedColumn]
  /// The names of the columns that are neither compared nor name anything.
  let others: [String]
  let rows: [Row]

  private static let itemNames =
    ["id", "card", "card_id", "item_id", "name", "item", "prize", "reward", "character"]
    + ["card_name", "item_name", "objeto", "artículo", "carta", "nombre", "premio", "recompensa"]
    + ["personaje", "oggetto", "articolo", "nome", "ricompensa", "personaggio", "gegenstand"]
    + ["karte", "gewinn", "belohnung", "figur", "名称", "名字", "物品", "物品名称", "道具", "道具名称"]
    + ["卡牌", "角色", "奖品", "奖励", "アイテム", "アイテム名", "カード", "カード名", "キャラクター", "名前", "景品", "賞品"]
    + ["아이템", "아이템명", "아이템_이름", "이름", "카드", "카드명", "캐릭터", "상품", "품목"]
  private static let rarityNames =
    ["rarity", "tier", "grade", "rank", "stars", "rareza", "rarità", "seltenheit", "稀有度", "品质"]
    + ["星级", "レアリティ", "レア度", "희귀도", "등급"]
  private static let poolNames = ["pool", "banner", "卡池", "バナー", "배너"]
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
    let rarities = indices(Self.rarityNames)
    if items.isEmpty { items = rarities }
    guard !header.allSatisfy(\.isEmpty) else {
      throw DraftError("line 1", "the file is empty; expected a line with the names of columns")
    }
    guard !items.isEmpty else {
      throw DraftError(
        "line 1",
        "expected a column with the items (id, name, item or rarity), got \(header.listedNames)")
    }
    let columns = try PublishedColumn.columns(of: header, named: column)
    let (pool, form) = (indices(Self.poolNames).first, plain.firstIndex(of: "kind"))
    let used = items + rarities + [pool, form].compactMap(\.self) + columns.map(\.index)
    others = header.indices.filter { !used.contains($0) }.map { header[$0] }
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
              column.name,
              "expected a rate such as 0.600%, 0.006 or 1/167, got \"\(text)\""
                + (text.contains("(") ? "; the ratio beside it has to be the same rate" : "")))
        }
        return rate
      }
      rows.append(
        Row(
          line: record.line, names: names, pool: pool.map(cell) ?? "",
          rarity: items == rarities ? "" : rarities.first.map(cell) ?? "", rates: rates,
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

  /// Whether two names are the same, but for case and what is neither a letter nor a digit.
  static func isSame(_ name: String, _ other: String) -> Bool {
    name == other || plain(name) == plain(other)
  }
}

extension [String] {
  /// The names of columns, in quotes.
  var listedNames: String { prefix(20).map { "\"\($0)\"" }.joined(separator: ", ") }
}
