package import Chance
import FlintSchema

/// A question about a loot table, as asked on the command line or in Lua.
package struct LootQuestion: Sendable {
  package var tables: LootTables
  /// The name of the table that is opened; `nil` for the main one.
  package var name: String?
  /// The flags that are set, and the luck.
  package var circumstances = LootCircumstances()
  /// The number of openings that the chances and counts are about.
  package var openings: Int64 = 1
  /// The things asked about; all that the table can give if there are none.
  package var things: [String] = []
  /// What openings go on for, as text (`LootGoal.forms`); `nil` if that is not asked.
  package var until: String?
  /// Numbers of openings, or with one thing and no goal, of that thing, whose chances are asked for.
  package var at: [Int64] = []
  /// The number of simulated openings beside the exact answer; `nil` for none.
  package var simulated: Int64?
  package var seed: UInt64 = 1
  /// The number of trials of an estimate of how many openings the goal takes, and its precision.
  package var estimate = EstimateSize()

  /// Creates a question about the main table.
  package init(_ tables: LootTables) { self.tables = tables }

  package static let mostOpenings: Int64 = 1_000_000_000

  package func answer() throws(LootError) -> LootAnswer {
    guard (1...Self.mostOpenings).contains(openings) else {
      throw .invalid("open", "expected 1 to \(Self.mostOpenings) openings, got \(openings)")
    }
    if let number = at.first(where: { $0 < 0 || $0 > OddsAnswer.mostSparks }) {
      throw .invalid("at", "expected 0 to \(OddsAnswer.mostSparks), got \(number)")
    }
    guard things.count == Set(things).count else {
      throw .invalid("item", "the same thing is asked about twice")
    }
    do throws(OddsError) { try estimate.check() } catch {
      throw .invalid(error.field ?? "players", error.problem)
    }
    return try LootAnswer(self)
  }

  func tableName() throws(LootError) -> String {
    let name = name ?? tables.main
    guard name.isEmpty else { return name }
    throw .invalid(
      "name",
      "there are several tables; choose one"
        + (tables.names.count <= 20 ? ": \(tables.names.alternatives)" : ""))
  }

  /// Returns the tables under the circumstances of the question.
  func plan() throws(LootError) -> LootPlan {
    let name = try tableName()
    let flags = tables.flags
    for flag in circumstances.flags.keys.sorted() where !flags.contains(flag) {
      let known =
        flags.isEmpty
        ? "; the tables have no conditions"
        : flags.count <= 20 ? "; expected \(flags.alternatives)" : ""
      throw .invalid(
        "flags",
        "no condition is named \"\(flag)\"" + NearestName.hint(for: flag, among: flags) + known)
    }
    return try LootPlan(tables, of: name, circumstances)
  }

  /// The names of the table that is opened and of all that it can open, directly or not.
  private var reached: Set<String> {
    guard let name = try? tableName() else { return Set(tables.tables.map(\.name)) }
    let all = Dictionary(tables.tables.map { ($0.name, $0) }) { first, _ in first }
    var (names, open) = (Set([name]), [name])
    while let name = open.popLast() {
      for next in all[name]?.openedTables ?? [] where names.insert(next).inserted {
        open.append(next)
      }
    }
    return names
  }

  /// The names of all flags that matter to the table that is opened.
  package var flags: [String] { tables.flags(of: reached) }
  /// What reading left out of the table that is opened, and of those that it can open.
  package var notices: [LootTables.Notice] { tables.notices(of: reached) }
}

extension LootTables {
  package var flags: [String] { flags(of: nil) }

  /// Returns the names of all flags of some tables, or of all.
  fileprivate func flags(of names: Set<String>?) -> [String] {
    let reached = names
    var names: Set<String> = []
    for table in tables where reached?.contains(table.name) != false {
      for change in table.changes { change.collectFlags(into: &names) }
      for pool in table.pools {
        for condition in pool.conditions { condition.collectFlags(into: &names) }
        for change in pool.changes { change.collectFlags(into: &names) }
        for entry in pool.always + pool.entries { entry.collectFlags(into: &names) }
      }
    }
    return names.sorted()
  }
}

extension LootTable {
  /// The names of the tables that the table can open itself.
  var openedTables: [String] {
    pools.flatMap { ($0.always + $0.entries).flatMap(\.openedTables) }
  }
}

extension LootEntry {
  fileprivate var openedTables: [String] {
    switch kind {
    case .table(let name, _): [name]
    case .all(let entries), .first(let entries), .sequence(let entries):
      entries.flatMap(\.openedTables)
    case .named, .nothing: []
    }
  }

  fileprivate func collectFlags(into names: inout Set<String>) {
    for condition in conditions { condition.collectFlags(into: &names) }
    for change in changes { change.collectFlags(into: &names) }
    switch kind {
    case .all(let entries), .first(let entries), .sequence(let entries):
      for entry in entries { entry.collectFlags(into: &names) }
    case .named, .nothing, .table: break
    }
  }
}
