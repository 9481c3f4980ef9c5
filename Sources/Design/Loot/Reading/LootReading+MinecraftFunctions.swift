import FlintJSON
import FlintRules
import FlintSchema

/// The functions of Minecraft's loot tables, as far as they change counts.
extension LootReading {
  /// The functions that change neither what is given nor how much of it.
  private static let harmless: Set<String> = [
    "copy_components", "copy_custom_data", "copy_name", "copy_nbt", "copy_state",
    "enchant_randomly",
    "enchant_with_levels", "exploration_map", "fill_player_head", "modify_contents",
    "set_attributes", "set_banner_pattern", "set_book_cover", "set_components", "set_contents",
    "set_custom_data", "set_custom_model_data", "set_damage", "set_enchantments",
    "set_firework_explosion",
    "set_fireworks", "set_instrument", "set_loot_table", "set_lore", "set_name", "set_nbt",
    "set_ominous_bottle_amplifier", "set_potion", "set_stew_effect", "set_writable_book_pages",
    "set_written_book_pages", "toggle_tooltips",
  ]

  mutating func functions(_ value: JSONValue) -> [CountChange] {
    if case .object = value { return function(value) }
    if case .string(let text) = value {
      reader.fault(
        "\"\(text)\" is in another file, and may change counts; write its functions here")
      return []
    }
    var changes: [CountChange] = []
    each(value) { reading, value in
      if case .object = value {
        changes += reading.function(value)
      } else {
        reading.reader.mismatch(value, expected: "a function")
      }
    }
    return changes
  }

  /// The keys of the functions that change counts, beside their names and conditions.
  private static let functionKeys = [
    "set_count": ["count", "add"], "looting_enchant": ["count", "limit"],
    "enchanted_count_increase": ["enchantment", "count", "limit"], "limit_count": ["limit"],
    "apply_bonus": ["enchantment", "formula", "parameters"],
    "sequence": ["functions", "modifiers"],
  ]

  private mutating func function(_ value: JSONValue) -> [CountChange] {
    let key = value["function"] == nil && value["type"] != nil ? "type" : "function"
    guard case .string(let text)? = value[key] else {
      reader.fault("missing; expected the name of the function", at: .name(key))
      return []
    }
    let name = text.withoutNamespace
    if let keys = Self.functionKeys[name] {
      checkForm(value, among: [key, "conditions", "condition"] + keys)
    }
    if name == "sequence" {
      let list = value["functions"] == nil ? "modifiers" : "functions"
      guard let inner = value[list] else {
        reader.fault("missing; expected a list of functions", at: .name(list))
        return []
      }
      var changes: [CountChange] = []
      deeper { reading in reading.within(.name(list)) { changes = $0.functions(inner) } }
      for old in ["conditions", "condition"] where value[old] != nil {
        reader.fault(
          "a sequence has no conditions of its own; give them to its functions", at: .name(old))
      }
      return changes
    }
    guard let kind = changeKind(name, value) else { return [] }
    var change = CountChange(kind)
    for key in ["conditions", "condition"] {
      if let conditions = value[key] {
        change.conditions = within(.name(key)) { $0.conditions(conditions) }
      }
    }
    return [change]
  }

  private mutating func changeKind(_ name: String, _ value: JSONValue) -> CountChange.Kind? {
    switch name {
    case "set_count":
      guard let count = value["count"] else {
        reader.fault("missing; expected a number", at: .name("count"))
        return nil
      }
      guard let amount = within(.name("count"), { $0.provider(count) }) else { return nil }
      return value["add"] == .boolean(true) ? .add(amount) : .set(amount)
    case "looting_enchant", "enchanted_count_increase":
      guard let count = value["count"] else {
        reader.fault("missing; expected a number", at: .name("count"))
        return nil
      }
      var flag = "looting"
      if case .string(let text)? = value["enchantment"] { flag = text.withoutNamespace }
      var limit: Int64 = 0
      if let given = value["limit"] {
        limit = within(.name("limit")) { $0.whole(given, 0...LootAmount.most) } ?? 0
      }
      return within(.name("count"), { $0.provider(count) }).map {
        .addPerLevel(flag: flag, $0, limit: limit)
      }
    case "limit_count":
      guard let limit = value["limit"] else {
        reader.fault("missing; expected a number, or {min, max}", at: .name("limit"))
        return nil
      }
      return within(.name("limit")) { reading in
        guard case .object = limit else {
          return reading.decimal(limit).map { .limit(least: $0.rounded, most: $0.rounded) }
        }
        reading.checkKeys(of: limit, among: ["type", "min", "max"])
        let least = limit["min"] == nil ? nil : reading.number("min", of: limit)?.rounded
        let most = limit["max"] == nil ? nil : reading.number("max", of: limit)?.rounded
        return .limit(least: least, most: most)
      }
    case "apply_bonus": return bonus(value)
    case "furnace_smelt", "set_item":
      note("function \(name) changes the item, which is counted under its old name")
      return nil
    case "explosion_decay":
      note("function explosion_decay is ignored: without an explosion nothing is lost")
      return nil
    case _ where Self.harmless.contains(name):
      note("function \(name) changes no count and is ignored")
      return nil
    default:
      reader.fault("function \(name) is not known, and may change counts; remove it if it does not")
      return nil
    }
  }

  private mutating func bonus(_ value: JSONValue) -> CountChange.Kind? {
    guard case .string(let formula)? = value["formula"],
      case .string(let enchantment)? = value["enchantment"]
    else {
      reader.fault("expected an enchantment and a formula")
      return nil
    }
    let flag = enchantment.withoutNamespace
    let parameters = value["parameters"] ?? .object([])
    switch formula.withoutNamespace {
    case "ore_drops": return .ores(flag: flag)
    case "binomial_with_bonus_count":
      return within(.name("parameters")) { reading in
        reading.checkKeys(of: parameters, among: ["extra", "probability"])
        guard let extra = reading.number("extra", of: parameters),
          let chance = reading.chance("probability", of: parameters)
        else { return nil }
        guard (0...500).contains(extra.rounded) else {
          reading.reader.fault("expected 0 to 500, got \(extra)", at: .name("extra"))
          return nil
        }
        return .trials(flag: flag, extra: extra.rounded, chance: chance)
      }
    case "uniform_bonus_count":
      return within(.name("parameters")) { reading in
        reading.checkKeys(of: parameters, among: ["bonusMultiplier"])
        guard let factor = reading.number("bonusMultiplier", of: parameters) else { return nil }
        guard (0...200).contains(factor.rounded) else {
          reading.reader.fault("expected 0 to 200, got \(factor)", at: .name("bonusMultiplier"))
          return nil
        }
        return .spread(flag: flag, factor: factor.rounded)
      }
    default:
      reader.fault("the formula \"\(formula)\" is not known", at: .name("formula"))
      return nil
    }
  }
}
