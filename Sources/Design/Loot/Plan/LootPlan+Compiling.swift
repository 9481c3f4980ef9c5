import BigInt
import Chance
import FlintRules
import FlintSchema

extension LootPlan {
  /// The maximum number of entries, where several tables refer to one and change its counts.
  static let mostEntries = 400_000

  /// Resolves a table and everything that it refers to.
  ///
  /// - Throws: `LootError` when references form a cycle or name no table, or numbers are out of range.
  init(
    _ tables: LootTables, of name: String, _ circumstances: LootCircumstances
  ) throws(LootError) {
    var compiler = LootCompiler(tables, circumstances)
    _ = try compiler.node(name, [], from: nil)
    self = compiler.plan
  }
}

/// The state of resolving tables.
private struct LootCompiler {
  private struct Key: Hashable {
    var name: String
    var changes: [CountChange]
  }

  private let tables: [String: LootTable]
  private let set: LootTables
  private let circumstances: LootCircumstances
  var plan = LootPlan()
  private var known: [Key: Int] = [:]
  private var things: [String: Int] = [:]
  /// The names of the tables that are being resolved.
  private var open: [String] = []
  private var entryCount = 0

  init(_ set: LootTables, _ circumstances: LootCircumstances) {
    self.set = set
    self.circumstances = circumstances
    tables = Dictionary(set.tables.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Resolves a table, and returns its index.
  ///
  /// - Parameter changes: the changes of counts by what refers to it.
  mutating func node(
    _ name: String, _ changes: [CountChange], from owner: String?
  ) throws(LootError) -> Int {
    guard let table = tables[name] else { throw missing(name, from: owner) }
    if let start = open.firstIndex(of: name) {
      throw LootError(
        .broken,
        "tables refer to each other in a circle: "
          + (open[start...] + [name]).joined(separator: " → ") + "; remove one of these references")
    }
    if let index = known[Key(name: name, changes: changes)] { return index }
    guard open.count < LootTables.mostLevels else {
      throw LootError(
        .broken,
        "tables refer to each other more than \(LootTables.mostLevels) levels deep, from "
          + "\(open[0]) to \(name)")
    }
    open.append(name)
    var node = LootPlan.Node()
    for pool in table.pools {
      let chance = LootCondition.all(pool.conditions, circumstances)
      if chance == .zero { continue }
      node.pools.append(
        try self.pool(pool, ExactChance(chance), pool.changes + table.changes + changes, name))
    }
    open.removeLast()
    plan.nodes.append(node)
    known[Key(name: name, changes: changes)] = plan.nodes.count - 1
    return plan.nodes.count - 1
  }

  private func missing(_ name: String, from owner: String?) -> LootError {
    if let faults = set.damaged[name] {
      var error = LootError(faults)
      error.problem = "table \"\(name)\" cannot be read:\n" + error.problem
      return error
    }
    guard let owner else {
      return .invalid(
        "name",
        "there is no table \"\(name)\"" + NearestName.hint(for: name, among: set.names)
          + (set.names.count <= 20 ? "; expected \(set.names.alternatives)" : ""))
    }
    return LootError(
      .broken,
      "table \"\(owner)\" refers to \"\(name)\", and there is no such table"
        + NearestName.hint(for: name, among: set.names)
        + "; add it, or read the whole folder of tables")
  }

  private mutating func pool(
    _ pool: LootPool, _ chance: ExactChance, _ changes: [CountChange], _ owner: String
  ) throws(LootError) -> LootPlan.Pool {
    var result = LootPlan.Pool()
    result.chance = chance
    result.isReplaced = pool.isReplaced
    result.rolls =
      pool.rolls.whole.combined(
        pool.bonusRolls.scaled(by: circumstances.luck, roundsDown: true), +
      ).clamped
    guard result.rolls.most <= LootAmount.most else {
      throw LootError(.invalid, "table \"\(owner)\" has more than \(LootAmount.most) rolls")
    }
    for entry in pool.always {
      let chance = LootCondition.all(entry.conditions, circumstances) * Ratio(entry.chance)
      if chance == .zero { continue }
      result.always.append(
        LootPlan.Choice(outcome: try outcome(entry, changes, owner), chance: ExactChance(chance)))
    }
    var weights: [Fraction] = []
    for entry in pool.entries {
      if let option = try option(entry, changes, owner, &result, &weights) {
        result.options.append(option)
      }
    }
    try weigh(weights, &result, owner)
    if result.isReplaced {
      try result.share(&plan.isExact, owner)
    } else if !result.options.allSatisfy(\.isCertain) {
      throw LootError(
        .noExactMethod,
        "table \"\(owner)\": entries with a chance cannot be drawn without replacement; give what is "
          + "drawn a chance (chance = …) instead of a condition")
    }
    return result
  }

  /// Adds an entry and those inside of it to a pool.
  private mutating func option(
    _ entry: LootEntry, _ changes: [CountChange], _ owner: String, _ pool: inout LootPlan.Pool,
    _ weights: inout [Fraction]
  ) throws(LootError) -> LootPlan.Option? {
    let holds = LootCondition.all(entry.conditions, circumstances)
    if holds == .zero { return nil }
    let chance = ExactChance(holds)
    let parts: [LootEntry]
    switch entry.kind {
    case .named, .nothing, .table:
      entryCount += 1
      guard entryCount <= LootPlan.mostEntries else {
        throw LootError(
          .broken,
          "the table and those that it refers to have more than \(LootPlan.mostEntries) entries"
        )
      }
      pool.choices.append(
        LootPlan.Choice(
          outcome: try outcome(entry, changes, owner), chance: ExactChance(Ratio(entry.chance))))
      pool.stocks.append(entry.stock)
      weights.append(try weight(entry, owner))
      return .entry(pool.choices.count - 1, chance)
    case .all(let entries), .first(let entries), .sequence(let entries): parts = entries
    }
    var options: [LootPlan.Option] = []
    for part in parts {
      if let option = try option(part, changes, owner, &pool, &weights) {
        options.append(option)
        // Nothing stands behind an entry that is always the first.
        if case .first = entry.kind, option.isCertain { break }
      } else if case .sequence = entry.kind {
        // What never holds ends the sequence, and keeps it from holding.
        options.append(.first([], .one))
        break
      }
    }
    switch entry.kind {
    case .first: return options.isEmpty ? nil : .first(options, chance)
    case .sequence: return .sequence(options, chance)
    default: return .all(options, chance)
    }
  }

  private mutating func outcome(
    _ entry: LootEntry, _ changes: [CountChange], _ owner: String
  ) throws(LootError) -> LootPlan.Outcome {
    let changes = entry.changes + changes
    switch entry.kind {
    case .named(let name):
      let distribution = try CountChange.distribution(of: changes, circumstances)
      let index = things[name] ?? plan.names.count
      if index == plan.names.count {
        things[name] = index
        plan.names.append(name)
      }
      return .drop(index, distribution)
    case .table(let name, let times):
      return .open(try node(name, changes, from: owner), times.whole.clamped)
    case .nothing, .all, .first, .sequence: return .nothing
    }
  }

  /// Returns the weight of an entry with the luck of the opening.
  private func weight(_ entry: LootEntry, _ owner: String) throws(LootError) -> Fraction {
    if entry.quality.millionths == 0 || circumstances.luck.millionths == 0 {
      return entry.roundsWeight
        ? Fraction(entry.weight.numerator / entry.weight.denominator) : entry.weight
    }
    let change = entry.quality.magnitude * circumstances.luck.magnitude
    let weight = Ratio(entry.weight)
    let isRaised = (entry.quality.millionths > 0) == (circumstances.luck.millionths > 0)
    var result: Ratio
    if isRaised {
      result = weight + change
    } else {
      let isPositive =
        weight.numerator * change.denominator > change.numerator * weight.denominator
      result = isPositive ? weight - change : .zero
    }
    if entry.roundsWeight { result = Ratio(result.numerator / result.denominator, over: 1) }
    guard let fraction = Fraction(result) else { throw tooFine(owner, [entry.weight]) }
    return fraction
  }

  /// Brings the weights of a pool to whole numbers in the same ratios.
  private func weigh(
    _ weights: [Fraction], _ pool: inout LootPlan.Pool, _ owner: String
  ) throws(LootError) {
    guard let common = Fraction.overCommonDenominator(weights, most: 1 << 62) else {
      throw tooFine(owner, weights)
    }
    var total: UInt64 = 0
    for (weight, stock) in zip(common.numerators, pool.stocks) {
      let (product, isTooLarge) = weight.multipliedReportingOverflow(by: UInt64(stock))
      let (sum, overflow) = total.addingReportingOverflow(product)
      guard !isTooLarge, !overflow, sum < 1 << 62 else { throw tooFine(owner, weights) }
      total = sum
    }
    pool.weights = common.numerators
  }

  private func tooFine(_ owner: String, _ weights: [Fraction]) -> LootError {
    let above = weights.filter { $0 != .zero }
    let ends = [
      above.min { $0.approximation < $1.approximation },
      above.max { $0.approximation < $1.approximation },
    ]
    .compactMap { $0?.description }
    return LootError(
      .invalid,
      "table \"\(owner)\": the weights (from \(ends.joined(separator: " to "))) have too many digits, or too "
        + "many different denominators; round them")
  }
}
