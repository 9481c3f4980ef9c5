import FlintJSON
import FlintRules
import FlintSchema

extension LootTables {
  /// The columns of a CSV file of loot tables; `weight`, `min`, `max` and `condition` may be absent.
  package static let columns = ["table", "item", "weight", "min", "max", "condition"]

  /// A record of a CSV file.
  package struct Record: Sendable {
    package var line: Int
    /// The values, by column in the order of `columns`; empty for a column that is absent.
    package var values: [String]

    package init(line: Int, values: [String]) {
      self.line = line
      self.values = values
    }
  }

  /// Reads tables from the records of a CSV file.
  ///
  /// Each table has one roll, which draws one of its rows by weight, but for rows whose weight is `always`.
  /// An item that begins with `@`, or that is the name of a table of the file, stands for openings of that
  /// table, of which `min` and `max` are the number; an empty item for nothing.
  ///
  /// - Parameters:
  ///   - records: the records.
  ///   - hasDecimalCommas: whether weights may have a decimal comma.
  /// - Throws: `LootError` with every fault, whose paths have the line and the column.
  package init(records: [Record], hasDecimalCommas: Bool = false) throws(LootError) {
    self.init()
    var faults: [TableFault] = []
    guard records.count <= Self.mostEntries else {
      throw LootError([
        TableFault(path: TablePath(), problem: "expected at most \(Self.mostEntries) rows")
      ])
    }
    let names = Set(records.compactMap { $0.values.first?.trimmedWhitespace })
    var positions: [String: Int] = [:]
    var units: [String: WeightUnits] = [:]
    for record in records {
      let row = LootRow(record, tables: names, hasDecimalCommas, &faults)
      guard let row else { continue }
      if let text = row.weight {
        units[row.table, default: WeightUnits()].add(text, row.entry.weight)
      }
      if let problem = units[row.table]?.problem {
        faults.append(
          TableFault(
            path: TablePath(), owner: "line \(record.line), weight", problem: problem))
        units[row.table] = nil
      }
      let index = positions[row.table] ?? tables.count
      if index == tables.count {
        positions[row.table] = index
        tables.append(LootTable(name: row.table, pools: [LootPool()]))
      }
      if row.isAlways {
        tables[index].pools[0].always.append(row.entry)
      } else {
        tables[index].pools[0].entries.append(row.entry)
      }
    }
    for table in tables where table.pools[0].isWithoutWeight {
      faults.append(
        TableFault(
          path: TablePath(), owner: "table \"\(table.name)\"", problem: LootPool.withoutWeight))
    }
    guard faults.isEmpty else { throw LootError(faults) }
    guard let first = tables.first else {
      throw LootError([TableFault(path: TablePath(), problem: "expected at least one row")])
    }
    // A table that no other one opens is the one that is opened.
    let opened = Set(tables.flatMap(\.openedTables))
    let roots = names.count == 1 ? [first.name] : tables.map(\.name).filter { !opened.contains($0) }
    if roots.count == 1 { main = roots[0] }
    // Each table is opened by another one: at least one circle, which the question about it names.
    if roots.isEmpty { main = tableInCircle(from: first.name) }
  }

  /// Returns a table that is in a circle, where each table is opened by another one.
  private func tableInCircle(from name: String) -> String {
    var opener: [String: String] = [:]
    for table in tables { for name in table.openedTables { opener[name] = table.name } }
    var (current, seen) = (name, Set<String>())
    while seen.insert(current).inserted, let next = opener[current] { current = next }
    return current
  }
}

/// A row of a CSV file of loot tables.
private struct LootRow {
  package var table: String
  var entry: LootEntry
  var isAlways = false
  /// The weight as it is written; `nil` where there is none.
  var weight: String?

  /// Reads a row; `nil` if it has faults.
  init?(
    _ record: LootTables.Record, tables: Set<String>, _ hasDecimalCommas: Bool,
    _ faults: inout [TableFault]
  ) {
    let before = faults.count
    func value(_ index: Int) -> String {
      index < record.values.count ? record.values[index].trimmedWhitespace : ""
    }
    func fault(_ column: String, _ problem: String) {
      faults.append(
        TableFault(path: TablePath(), owner: "line \(record.line), \(column)", problem: problem))
    }
    let name = value(1)
    table = value(0)
    if table.isEmpty { fault("table", "missing; expected the name of a table") }
    if table.utf8.count > 300 || name.utf8.count > 300 {
      fault("item", "expected names of at most 300 bytes")
    }
    func number(_ index: Int, _ column: String) -> Int64? {
      let text = value(index)
      if text.isEmpty { return nil }
      if let number = Int64(text), (0...LootAmount.most).contains(number) { return number }
      fault(column, "expected a whole number from 0 to \(LootAmount.most), got \"\(text)\"")
      return nil
    }
    let least = number(3, "min")
    let most = number(4, "max")
    let low = least ?? min(1, most ?? 1)
    let high = most ?? low
    let amount =
      low == high
      ? LootAmount.constant(DecimalNumber(unchecked: low * 1_000_000))
      : .uniform(
        DecimalNumber(unchecked: low * 1_000_000), DecimalNumber(unchecked: high * 1_000_000))
    if let problem = amount.problem { fault("max", problem) }
    if name.isEmpty {
      entry = LootEntry(.nothing)
    } else if name.hasPrefix("@") {
      entry = LootEntry(.table(String(name.dropFirst()), times: amount))
    } else if tables.contains(name) {
      entry = LootEntry(.table(name, times: amount))
    } else {
      entry = LootEntry(.named(name))
      if low != 1 || high != 1 { entry.changes = [CountChange(.set(amount))] }
    }
    let weight = value(2)
    self.weight = weight.isEmpty || weight == "always" ? nil : weight
    if weight == "always" {
      isAlways = true
    } else if !weight.isEmpty {
      let number = CellNumber(weight, hasDecimalCommas)
      if let fraction = number.value {
        entry.weight = fraction
      } else {
        fault(
          "weight",
          "expected a weight, such as 3, 0.5 or 2%, or always, got \"\(weight)\"\(number.readings)")
      }
    }
    entry.conditions = value(5).split(separator: "&").map {
      LootCondition.flag(parsing: String($0).trimmedWhitespace)
    }
    if faults.count > before { return nil }
  }
}
