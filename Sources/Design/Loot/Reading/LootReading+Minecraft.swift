import Chance
import FlintJSON
import FlintRules
import FlintSchema

/// Minecraft's form of loot tables.
///
/// What cannot be known here is a flag (a condition) or is counted in a notice (a function that changes no
/// count); what would change a chance or a count in an unknown way is a fault. Versions up to 26.2 have lists
/// `functions` and `conditions`, whose entries name themselves `function` and `condition`; later ones have one
/// `modifier` and one `condition`, which name themselves `type`.
extension LootReading {
  /// Reads a table: pools, and functions for all that they give.
  mutating func minecraftTable(
    _ members: [(name: String, value: JSONValue)]
  ) -> (pools: [LootPool], changes: [CountChange]) {
    var pools: [LootPool] = []
    var changes: [CountChange] = []
    for (name, value) in members {
      within(.name(name)) { reading in
        switch name {
        case "pools":
          reading.each(value) { reading, value in
            if let members = reading.reader.members(of: value) {
              pools.append(reading.minecraftPool(members))
            }
          }
        case "functions", "modifier": changes = reading.functions(value)
        default: break
        }
      }
    }
    checkForm(
      .object(members), among: ["pools", "functions", "modifier", "type", "random_sequence"])
    return (pools, changes)
  }

  /// Records the keys of something that are not known, and those of both forms.
  mutating func checkForm(_ value: JSONValue, among names: [String]) {
    checkKeys(of: value, among: names)
    for (old, new) in [("functions", "modifier"), ("conditions", "condition")]
    where value[old] != nil && value[new] != nil {
      reader.fault(
        "cannot be given together with \(old), which an earlier version reads", at: .name(new))
    }
  }

  private mutating func minecraftPool(_ members: [(name: String, value: JSONValue)]) -> LootPool {
    var pool = LootPool()
    for (name, value) in members {
      within(.name(name)) { reading in
        switch name {
        case "rolls":
          pool.rolls = reading.provider(value) ?? .one
          if (pool.rolls.whole.shares.first?.value ?? 0) < 0 {
            reading.note("a number of rolls below 0 counts as none")
          }
        case "bonus_rolls": pool.bonusRolls = reading.provider(value) ?? .zero
        case "entries": pool.entries = reading.minecraftEntries(value)
        case "conditions", "condition": pool.conditions = reading.conditions(value)
        case "functions", "modifier": pool.changes = reading.functions(value)
        default: break
        }
      }
    }
    checkForm(
      .object(members),
      among: [
        "rolls", "bonus_rolls", "entries", "conditions", "condition", "functions", "modifier",
        "name",
      ])
    checkWeights(of: pool)
    return pool
  }

  private mutating func minecraftEntries(_ value: JSONValue) -> [LootEntry] {
    var entries: [LootEntry] = []
    each(value) { reading, value in
      guard reading.countEntry(), let members = reading.reader.members(of: value) else { return }
      if let entry = reading.minecraftEntry(members, value) { entries.append(entry) }
    }
    return entries
  }

  private mutating func minecraftEntry(
    _ members: [(name: String, value: JSONValue)], _ value: JSONValue
  ) -> LootEntry? {
    guard let type = value["type"], case .string(let text) = type else {
      reader.fault(
        "missing; expected the type of the entry, such as minecraft:item", at: .name("type"))
      return nil
    }
    guard var entry = kind(text.withoutNamespace, value).map({ LootEntry($0) }) else { return nil }
    entry.roundsWeight = true
    let isTag = text.withoutNamespace == "tag"
    for (name, value) in members {
      within(.name(name)) { reading in
        switch name {
        case "weight":
          entry.weight = Fraction(UInt64(reading.whole(value, 0...1_000_000_000) ?? 1))
        case "quality": entry.quality = reading.decimal(value) ?? .zero
        case "conditions", "condition": entry.conditions = reading.conditions(value)
        case "functions", "modifier": entry.changes = reading.functions(value)
        case "expand":
          if isTag, value == .boolean(true) {
            reading.note("a tag that gives one of its items is counted as a single item")
          }
        default: break
        }
      }
    }
    checkForm(
      value,
      among: [
        "weight", "quality", "conditions", "condition", "functions", "modifier", "expand", "type",
        "name", "value", "children",
      ])
    return entry
  }

  private mutating func kind(_ type: String, _ value: JSONValue) -> LootEntry.Kind? {
    func named(_ reading: inout LootReading) -> String? {
      guard let name = value["name"] else {
        reading.reader.fault("missing; expected a name", at: .name("name"))
        return nil
      }
      return reading.within(.name("name")) { $0.text(name) }
    }
    switch type {
    case "item": return named(&self).map { .named($0.withoutOwnNamespace) }
    case "tag":
      note("a tag is counted as one item, with # before its name")
      return named(&self).map { .named("#" + $0.withoutOwnNamespace) }
    case "dynamic":
      note("contents of a block (dynamic) are counted as one item")
      return named(&self).map { .named($0.withoutOwnNamespace) }
    case "empty": return .nothing
    case "loot_table":
      // Later versions have `value`, which is a name or a table.
      if let inner = value["value"], case .object = inner {
        return within(.name("value")) { .table($0.inlineTable(inner), times: .one) }
      }
      if case .string(let name)? = value["value"] {
        return .table(name.withoutOwnNamespace, times: .one)
      }
      return named(&self).map { .table($0.withoutOwnNamespace, times: .one) }
    case "group", "alternatives", "sequence":
      guard let children = value["children"] else {
        reader.fault("missing; expected a list of entries", at: .name("children"))
        return nil
      }
      var entries: [LootEntry] = []
      deeper { reading in
        reading.within(.name("children")) { entries = $0.minecraftEntries(children) }
      }
      return type == "group"
        ? .all(entries) : type == "sequence" ? .sequence(entries) : .first(entries)
    default:
      let known = [
        "item", "empty", "loot_table", "tag", "dynamic", "group", "alternatives", "sequence",
      ]
      reader.fault(
        "the type \"\(type)\" is not known" + NearestName.hint(for: type, among: known)
          + "; expected \(known.alternatives)", at: .name("type"))
      return nil
    }
  }

  // MARK: Numbers

  mutating func provider(_ value: JSONValue) -> LootAmount? {
    switch value {
    case .integer, .number: return decimal(value).flatMap { checked(.constant($0)) }
    case .object: break
    default:
      reader.mismatch(value, expected: "a number, or {min, max}")
      return nil
    }
    var type = value["min"] == nil ? (value["n"] == nil ? "constant" : "binomial") : "uniform"
    if case .string(let text)? = value["type"] { type = text.withoutNamespace }
    if let keys = ["constant": ["value"], "uniform": ["min", "max"], "binomial": ["n", "p"]][type] {
      checkKeys(of: value, among: keys + ["type"])
    }
    switch type {
    case "constant": return number("value", of: value).flatMap { checked(.constant($0)) }
    case "uniform":
      guard let low = end("min", of: value), let high = end("max", of: value) else { return nil }
      // As in the game, where a maximum below the minimum counts as the minimum.
      if case (.constant(let low), .constant(let high)) = (low, high) {
        return checked(.uniform(low, max(low, high)))
      }
      return checked(.between(low, high))
    case "binomial":
      guard let trials = number("n", of: value), let chance = chance("p", of: value) else {
        return nil
      }
      return checked(.binomial(trials: trials.rounded, chance: chance))
    default:
      reader.fault(
        "a number of type \"\(type)\" depends on the game; replace it by a number, or by a constant, "
          + "uniform or binomial one")
      return nil
    }
  }

  /// Returns a member that is a number or a provider, such as an end of a range.
  private mutating func end(_ name: String, of value: JSONValue) -> LootAmount? {
    guard let member = value[name] else {
      reader.fault("missing; expected a number", at: .name(name))
      return nil
    }
    var amount: LootAmount?
    deeper { reading in reading.within(.name(name)) { amount = $0.provider(member) } }
    return amount
  }

  /// Returns a member that is a number, or a constant provider.
  package mutating func number(_ name: String, of value: JSONValue) -> DecimalNumber? {
    guard let member = value[name] else {
      reader.fault("missing; expected a number", at: .name(name))
      return nil
    }
    return within(.name(name)) { reading in reading.constant(member).flatMap { reading.decimal($0) }
    }
  }

  mutating func chance(_ name: String, of value: JSONValue) -> Fraction? {
    guard let member = value[name] else {
      reader.fault("missing; expected a chance from 0 to 1", at: .name(name))
      return nil
    }
    return within(.name(name)) { reading in reading.constant(member).flatMap { reading.chance($0) }
    }
  }

  /// Returns the value of a constant provider, or of a number.
  private mutating func constant(_ value: JSONValue) -> JSONValue? {
    guard case .object = value, let inner = value["value"] else { return value }
    if case .string(let type)? = value["type"], type.withoutNamespace != "constant" {
      reader.fault("expected a number, or a constant one, got one of type \"\(type)\"")
      return nil
    }
    checkKeys(of: value, among: ["type", "value"])
    return inner
  }

  // MARK: Conditions

  /// The keys of the conditions that are known, beside their names; those of others say when a flag holds.
  private static let conditionKeys = [
    "random_chance": ["chance"], "random_chance_with_looting": ["chance", "looting_multiplier"],
    "random_chance_with_enchanted_bonus": [
      "enchantment", "unenchanted_chance", "enchanted_chance",
    ],
    "table_bonus": ["enchantment", "chances"], "inverted": ["term"], "any_of": ["terms"],
    "alternative": ["terms"], "all_of": ["terms"],
  ]

  /// Returns a list of conditions, or a single one.
  mutating func conditions(_ value: JSONValue) -> [LootCondition] {
    if case .object = value { return condition(value).map { [$0] } ?? [] }
    // A condition of another file.
    if case .string(let text) = value {
      note("condition \(text.withoutNamespace) is a flag, which holds only if it is set")
      return [.flag(text.withoutNamespace)]
    }
    var conditions: [LootCondition] = []
    each(value) { reading, value in
      if let condition = reading.condition(value) { conditions.append(condition) }
    }
    return conditions
  }

  private mutating func condition(_ value: JSONValue) -> LootCondition? {
    let key = value["condition"] == nil && value["type"] != nil ? "type" : "condition"
    guard case .string(let text)? = value[key] else {
      reader.fault("missing; expected the name of the condition", at: .name(key))
      return nil
    }
    let name = text.withoutNamespace
    if let keys = Self.conditionKeys[name] { checkKeys(of: value, among: [key] + keys) }
    switch name {
    case "random_chance":
      guard case .object? = value["chance"] else {
        return chance("chance", of: value).map { .chance($0) }
      }
      guard let amount = end("chance", of: value) else { return nil }
      guard let fraction = Fraction(amount.chance) else {
        reader.fault("its numbers have too many digits; round them", at: .name("chance"))
        return nil
      }
      return .chance(fraction)
    case "random_chance_with_looting":
      guard let chance = chance("chance", of: value),
        let step = positive("looting_multiplier", of: value)
      else { return nil }
      let first = Ratio(chance) + Ratio(step)
      guard let raised = Fraction(first) else {
        reader.fault("the chances have too many digits; round them")
        return nil
      }
      return .levelChance(flag: "looting", unset: chance, first: raised, step: step)
    case "random_chance_with_enchanted_bonus": return enchantedChance(value)
    case "table_bonus":
      guard case .string(let enchantment)? = value["enchantment"], let list = value["chances"]
      else {
        reader.fault("expected an enchantment and a list of chances")
        return nil
      }
      var chances: [Fraction] = []
      within(.name("chances")) { reading in
        reading.each(list) { reading, value in
          if let chance = reading.chance(value) { chances.append(chance) }
        }
      }
      return .chances(flag: enchantment.withoutNamespace, chances)
    case "inverted":
      guard let term = value["term"] else {
        reader.fault("missing; expected a condition", at: .name("term"))
        return nil
      }
      var inner: LootCondition?
      deeper { reading in reading.within(.name("term")) { inner = $0.condition(term) } }
      return inner.map { .not($0) }
    case "any_of", "alternative", "all_of":
      guard let terms = value["terms"] else {
        reader.fault("missing; expected a list of conditions", at: .name("terms"))
        return nil
      }
      var inner: [LootCondition] = []
      deeper { reading in reading.within(.name("terms")) { inner = $0.conditions(terms) } }
      return name == "all_of" ? .all(inner) : .any(inner)
    default:
      note("condition \(name) is a flag, which holds only if it is set")
      return .flag(name)
    }
  }

  private mutating func enchantedChance(_ value: JSONValue) -> LootCondition? {
    let flag: String
    if case .string(let text)? = value["enchantment"] {
      flag = text.withoutNamespace
    } else {
      flag = "looting"
    }
    guard let unset = chance("unenchanted_chance", of: value) else { return nil }
    guard let enchanted = value["enchanted_chance"] else {
      reader.fault("missing; expected a chance", at: .name("enchanted_chance"))
      return nil
    }
    return within(.name("enchanted_chance")) { reading in
      guard case .object = enchanted else {
        return reading.chance(enchanted).map {
          .levelChance(flag: flag, unset: unset, first: $0, step: .zero)
        }
      }
      reading.checkKeys(of: enchanted, among: ["type", "base", "per_level_above_first"])
      guard let first = reading.positive("base", of: enchanted),
        let step = reading.positive("per_level_above_first", of: enchanted)
      else { return nil }
      return .levelChance(flag: flag, unset: unset, first: first, step: step)
    }
  }

  /// Returns a member that is a number from 0 on.
  private mutating func positive(_ name: String, of value: JSONValue) -> Fraction? {
    guard let member = value[name] else {
      reader.fault("missing; expected a number", at: .name(name))
      return nil
    }
    return within(.name(name)) { $0.fraction(member, expected: "a number from 0 on") }
  }
}

extension String {
  var withoutNamespace: String {
    split(separator: ":", maxSplits: 1).last.map(String.init) ?? self
  }

  /// The name without Minecraft's own namespace.
  var withoutOwnNamespace: String {
    hasPrefix("minecraft:") ? String(dropFirst(10)) : self
  }
}
