import BigInt
import Chance
import FlintRules
import FlintSchema

extension DraftTable {
  /// Reads a loot table of which each opening draws one entry by weight; tables that it opens once are
  /// merged into it.
  ///
  /// - Parameter name: the name of the table; `nil` for the main one.
  /// - Throws: `DraftError` when the table does more than a rulebook's pool can.
  package init(_ tables: LootTables, named name: String? = nil) throws(DraftError) {
    var question = LootQuestion(tables)
    question.name = name
    let root: String
    do throws(LootError) {
      root = try question.tableName()
    } catch {
      throw DraftError(nil, error.problem)
    }
    var flattening = LootFlattening(tables)
    try flattening.add(root, chance: .one, level: 0)
    rows = flattening.rows
    if flattening.hasCounts {
      remarks.append("ignored counts: a roll gives one card, without a count")
    }
    if flattening.hasLuck { remarks.append("ignored luck: chances are those without it") }
    if rows.contains(where: { $0.name == LootFlattening.nothing }) {
      remarks.append("what gives nothing became a card \"\(LootFlattening.nothing)\"")
    }
    remarks += question.notices.map(\.text)
  }
}

/// The entries of a loot table and of those that it opens, as rows with chances.
private struct LootFlattening {
  static let nothing = "Nothing"
  let tables: [String: LootTable]
  var rows: [DraftRow] = []
  var hasCounts = false
  var hasLuck = false

  init(_ tables: LootTables) {
    self.tables = Dictionary(
      tables.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds the entries of a table that is opened with a chance.
  mutating func add(_ name: String, chance: Ratio, level: Int) throws(DraftError) {
    guard let table = tables[name] else {
      throw DraftError(
        nil,
        "there is no table \"\(name)\"" + NearestName.hint(for: name, among: tables.keys.sorted()))
    }
    guard level < LootTables.mostLevels else {
      throw DraftError(
        "table \"\(name)\"",
        "expected at most \(LootTables.mostLevels) levels of tables; one may open itself")
    }
    guard table.pools.count == 1, let pool = table.pools.first else {
      throw refusal(name, "it has \(table.pools.count) pools")
    }
    if !pool.always.isEmpty { throw refusal(name, "it has what is always given") }
    if pool.rolls != .one { throw refusal(name, "it is not rolled exactly once") }
    if !pool.conditions.isEmpty { throw refusal(name, "it has conditions") }
    hasLuck = hasLuck || pool.bonusRolls != .zero
    hasCounts = hasCounts || !table.changes.isEmpty || !pool.changes.isEmpty
    let sum = pool.entries.reduce(Ratio.zero) { $0 + Ratio($1.weight) }
    guard sum != .zero else { throw refusal(name, "it has no entry with a weight") }
    for entry in pool.entries where entry.weight != .zero {
      if !entry.conditions.isEmpty || entry.chance != .one {
        throw refusal(name, "it has entries with conditions")
      }
      hasLuck = hasLuck || entry.quality != DecimalNumber(unchecked: 0)
      hasCounts = hasCounts || !entry.changes.isEmpty
      let share = chance * Ratio(entry.weight) / sum
      switch entry.kind {
      case .named(let thing): try add(row: thing, share)
      case .nothing: try add(row: Self.nothing, share)
      case .table(let other, let times):
        if times != .one { throw refusal(name, "it opens \"\(other)\" not exactly once") }
        try add(other, chance: share, level: level + 1)
      case .all, .first, .sequence: throw refusal(name, "it has groups of entries")
      }
    }
  }

  private mutating func add(row name: String, _ chance: Ratio) throws(DraftError) {
    guard rows.count < DraftTable.mostRows else {
      throw DraftError(
        nil, "expected at most \(DraftTable.mostRows) entries in all tables together")
    }
    var row = DraftRow(place: .entry(rows.count + 1), name: name)
    guard let weight = Fraction(chance) else {
      throw DraftError(
        nil, "the chance of \"\(name)\" is the fraction of too large numbers; round the weights")
    }
    row.weight = weight
    rows.append(row)
  }

  private func refusal(_ name: String, _ reason: String) -> DraftError {
    DraftError(
      "table \"\(name)\"",
      "\(reason); a roll of a rulebook's pool gives one card: flint odds table answers questions "
        + "about the table as it is")
  }
}
