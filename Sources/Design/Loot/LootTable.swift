package import FlintRules
package import FlintSchema

/// A loot table: what one opening of it gives.
package struct LootTable: Hashable, Sendable {
  /// The name, by which other tables refer to it.
  package var name: String
  /// The pools, each of which is rolled at every opening.
  package var pools: [LootPool] = []
  /// The changes of the count of everything that the table gives.
  package var changes: [CountChange] = []
  /// Whether the table is written inside of another one, and so has a name of no use to anybody.
  package var isInline = false
}

/// A part of a loot table: what is always given, and what is drawn.
package struct LootPool: Hashable, Sendable {
  package var rolls = LootAmount.one
  /// The number of further rolls for each point of luck.
  package var bonusRolls = LootAmount.zero
  /// The entries that each opening gives, without a roll.
  package var always: [LootEntry] = []
  /// The entries of which a roll draws one.
  package var entries: [LootEntry] = []
  /// Whether a drawn entry can be drawn again in the same opening.
  package var isReplaced = true
  /// The conditions under which the pool gives anything.
  package var conditions: [LootCondition] = []
  /// The changes of the count of everything that the pool gives.
  package var changes: [CountChange] = []

  /// Whether there are entries, and all have the weight 0 whatever the luck.
  var isWithoutWeight: Bool { !entries.isEmpty && entries.allSatisfy(\.isWithoutWeight) }
  /// The fault of such a pool.
  static let withoutWeight = "all weights are 0; expected one above 0"
}

package struct LootEntry: Hashable, Sendable {
  /// What an entry gives.
  package enum Kind: Hashable, Sendable {
    case named(String)
    /// Nothing.
    case nothing
    /// What some openings of another table give.
    case table(String, times: LootAmount)
    /// Entries that stand in its place in the pool.
    case all([LootEntry])
    /// The first of some entries whose conditions hold, in its place in the pool.
    case first([LootEntry])
    /// Some entries up to the first whose conditions do not hold, in its place in the pool.
    case sequence([LootEntry])
  }

  /// What the entry gives.
  package var kind: Kind
  /// The weight without luck.
  package var weight = Fraction.one
  /// The increase of the weight with each point of luck.
  package var quality = DecimalNumber.zero
  /// Whether the weight with luck is rounded down, as in Minecraft.
  package var roundsWeight = false
  /// The conditions under which a roll can draw the entry.
  package var conditions: [LootCondition] = []
  /// The chance that the entry, once drawn, gives anything.
  package var chance = Fraction.one
  /// The number of times that the entry can be drawn without replacement.
  package var stock: Int64 = 1
  /// The changes of the count, which begins at 1.
  package var changes: [CountChange] = []

  package init(_ kind: Kind) { self.kind = kind }

  fileprivate var isWithoutWeight: Bool {
    switch kind {
    case .named, .nothing, .table: weight == .zero && quality == .zero
    case .all(let entries), .first(let entries), .sequence(let entries):
      !entries.isEmpty && entries.allSatisfy(\.isWithoutWeight)
    }
  }
}

extension DecimalNumber {
  static let zero = DecimalNumber(unchecked: 0)
}

/// A set of loot tables that refer to each other by name.
package struct LootTables: Sendable {
  /// What a reading left out, with its number of occurrences.
  package struct Notice: Hashable, Sendable {
    /// What was left out, and what follows from that.
    package var text: String
    /// The table that it was left out of; `nil` if that is not known.
    package var table: String?
    package var count: Int
  }

  /// The tables, in the order of the file.
  package var tables: [LootTable] = []
  /// The table that is opened if none is named; empty if there is no such table.
  package var main = ""
  /// What was left out, by table.
  private var notices: [Notice] = []
  /// The faults of tables of a folder that cannot be read, by the name of the table.
  package var damaged: [String: [TableFault]] = [:]

  package init() {}

  /// The maximum number of tables, inline ones included.
  package static let mostTables = 20_000
  /// The maximum number of entries in all tables together.
  package static let mostEntries = 200_000
  /// The maximum depth to which tables refer to each other, and entries are nested.
  package static let mostLevels = 64

  /// The names of the tables that are not written inside of another one.
  package var names: [String] { tables.filter { !$0.isInline }.map(\.name) }

  /// Records that something of a table was left out.
  mutating func note(_ text: String, of table: String?, count: Int = 1) {
    if let index = notices.firstIndex(where: { $0.text == text && $0.table == table }) {
      notices[index].count += count
    } else {
      notices.append(Notice(text: text, table: table, count: count))
    }
  }

  /// Returns what was left out of some tables, or of all: each text once, with all of its occurrences.
  package func notices(of names: Set<String>? = nil) -> [Notice] {
    var result: [Notice] = []
    var positions: [String: Int] = [:]
    for notice in notices {
      if let names, let table = notice.table, !names.contains(table) { continue }
      if let position = positions[notice.text] {
        result[position].count += notice.count
      } else {
        positions[notice.text] = result.count
        result.append(notice)
      }
    }
    return result
  }

  /// Adds the tables of another file.
  ///
  /// - Throws: `LootError` when both have a table of the same name.
  package mutating func add(_ other: LootTables) throws(LootError) {
    let known = Set(tables.map(\.name))
    if let twice = other.tables.first(where: { known.contains($0.name) }) {
      throw LootError(.broken, "two tables are named \"\(twice.name)\"; rename one of them")
    }
    guard tables.count + other.tables.count <= Self.mostTables else {
      throw LootError(.broken, "more than \(Self.mostTables) tables; ask about fewer files")
    }
    tables += other.tables
    notices += other.notices
    damaged.merge(other.damaged) { first, _ in first }
  }
}
