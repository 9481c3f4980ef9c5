import FlintJSON
import FlintRules
import FlintSchema

/// Flint's own form of loot tables.
extension LootReading {
  private static let poolKeys = [
    "rolls", "bonus_rolls", "always", "entries", "replacement", "when", "chance",
  ]
  private static let entryKeys = [
    "item", "table", "empty", "weight", "quality", "count", "when", "chance", "stock",
  ]

  /// Reads a table: pools, or the fields of a single one.
  mutating func ownTable(
    _ members: [(name: String, value: JSONValue)]
  ) -> (pools: [LootPool], changes: [CountChange]) {
    guard let pools = members.first(where: { $0.name == "pools" }) else {
      return ([ownPool(members)], [])
    }
    for member in members where member.name != "pools" {
      if Self.poolKeys.contains(member.name) {
        reader.fault("cannot be given together with pools", at: .name(member.name))
      } else {
        unknown(member.name, among: ["pools"] + Self.poolKeys)
      }
    }
    var result: [LootPool] = []
    within(.name("pools")) { reading in
      reading.each(pools.value) { reading, value in
        if let members = reading.reader.members(of: value) {
          result.append(reading.ownPool(members))
        }
      }
    }
    return (result, [])
  }

  private mutating func ownPool(_ members: [(name: String, value: JSONValue)]) -> LootPool {
    var pool = LootPool()
    var hasRolls = false
    for (name, value) in members where value != .null {
      within(.name(name)) { reading in
        switch name {
        case "rolls":
          hasRolls = true
          pool.rolls = reading.amount(value, least: 0) ?? .one
        case "bonus_rolls": pool.bonusRolls = reading.bonus(value) ?? .zero
        case "always": pool.always = reading.ownEntries(value, isDrawn: false)
        case "entries": pool.entries = reading.ownEntries(value, isDrawn: true)
        case "replacement": pool.isReplaced = reading.boolean(value) ?? true
        case "when": pool.conditions += reading.flags(value)
        case "chance":
          if let chance = reading.chance(value) { pool.conditions.append(.chance(chance)) }
        default: break
        }
      }
      if !Self.poolKeys.contains(name) { unknown(name, among: ["pools"] + Self.poolKeys) }
    }
    if pool.entries.isEmpty, pool.always.isEmpty, reader.faults.isEmpty {
      reader.fault("expected entries, always or pools")
    }
    if hasRolls, pool.entries.isEmpty { reader.fault("rolls without entries", at: .name("rolls")) }
    if pool.isReplaced, let index = pool.entries.firstIndex(where: { $0.stock != 1 }) {
      reader.fault(
        "only a pool without replacement has a stock; add replacement = false",
        at: .name("entries"), .position(index + 1), .name("stock"))
    }
    checkWeights(of: pool)
    return pool
  }

  private mutating func ownEntries(_ value: JSONValue, isDrawn: Bool) -> [LootEntry] {
    var entries: [LootEntry] = []
    var units = WeightUnits()
    each(value) { reading, value in
      guard reading.countEntry() else { return }
      // A text is the name of a thing.
      if case .string = value {
        if let name = reading.text(value) { entries.append(LootEntry(.named(name))) }
        return
      }
      guard let members = reading.reader.members(of: value) else { return }
      let entry = reading.ownEntry(members, isDrawn: isDrawn)
      if isDrawn, let weight = members.first(where: { $0.name == "weight" })?.value {
        var text = "\(entry.weight)"
        if case .string(let written) = weight { text = written }
        units.add(text, entry.weight)
        if let problem = units.problem {
          reading.reader.fault(problem, at: .name("weight"))
          units = WeightUnits()
        }
      }
      entries.append(entry)
    }
    return entries
  }

  private mutating func ownEntry(
    _ members: [(name: String, value: JSONValue)], isDrawn: Bool
  ) -> LootEntry {
    var entry = LootEntry(.nothing)
    var kinds: [String] = []
    var count: LootAmount?
    for (name, value) in members where value != .null {
      within(.name(name)) { reading in
        switch name {
        case "item":
          kinds.append(name)
          if let text = reading.text(value) { entry.kind = .named(text) }
        case "table":
          kinds.append(name)
          if case .string = value {
            if let text = reading.text(value) { entry.kind = .table(text, times: .one) }
          } else {
            entry.kind = .table(reading.inlineTable(value), times: .one)
          }
        case "empty":
          if reading.boolean(value) == true { kinds.append(name) }
        case "weight" where isDrawn:
          entry.weight =
            reading.fraction(value, expected: "a weight, such as 3, 0.5, \"2%\" or \"1/3\"") ?? .one
        case "quality" where isDrawn: entry.quality = reading.decimal(value) ?? .zero
        case "stock" where isDrawn: entry.stock = reading.whole(value, 1...1_000_000) ?? 1
        case "weight", "quality", "stock": reading.reader.fault("what is always given has none")
        case "count": count = reading.amount(value, least: 0)
        case "when": entry.conditions = reading.flags(value)
        case "chance": entry.chance = reading.chance(value) ?? .one
        default: break
        }
      }
      if !Self.entryKeys.contains(name) { unknown(name, among: Self.entryKeys) }
    }
    if kinds.count != 1 {
      reader.fault(
        "expected one of item, table or empty, got "
          + (kinds.isEmpty ? "none of them" : kinds.listed("and")))
    }
    if let count {
      if case .table(let name, _) = entry.kind {
        entry.kind = .table(name, times: count)
      } else {
        entry.changes = [CountChange(.set(count))]
      }
    }
    return entry
  }

  // MARK: Values

  private mutating func boolean(_ value: JSONValue) -> Bool? {
    if case .boolean(let flag) = value { return flag }
    reader.mismatch(value, expected: "true or false")
    return nil
  }

  /// Returns a number, or a range `{1, 3}` or `{min = 1, max = 3}`.
  private mutating func amount(_ value: JSONValue, least: Int64? = nil) -> LootAmount? {
    let ends: [JSONValue]
    switch value {
    case .array(let values) where values.count == 2: ends = values
    case .object(let members)
    where members.count == 2 && value["min"] != nil && value["max"] != nil:
      ends = [value["min"] ?? .null, value["max"] ?? .null]
    case .integer, .number: ends = [value]
    default:
      reader.mismatch(value, expected: "a whole number or a range such as {1, 3}")
      return nil
    }
    var numbers: [DecimalNumber] = []
    for end in ends {
      guard let number = whole(end, (least ?? -LootAmount.most)...LootAmount.most) else {
        return nil
      }
      numbers.append(DecimalNumber(unchecked: number * 1_000_000))
    }
    guard let first = numbers.first, let last = numbers.last else { return nil }
    return checked(numbers.count == 1 ? .constant(first) : .uniform(first, last))
  }

  /// Returns a number, which may have decimals, or a range.
  private mutating func bonus(_ value: JSONValue) -> LootAmount? {
    guard case .number = value else { return amount(value) }
    return decimal(value).flatMap { checked(.constant($0)) }
  }

  /// Returns conditions: a flag, or a list of flags that must all hold.
  private mutating func flags(_ value: JSONValue) -> [LootCondition] {
    if case .string = value {
      return text(value).map { [LootCondition.flag(parsing: $0)] } ?? []
    }
    var conditions: [LootCondition] = []
    each(value) { reading, value in
      if let text = reading.text(value) { conditions.append(.flag(parsing: text)) }
    }
    return conditions
  }
}
