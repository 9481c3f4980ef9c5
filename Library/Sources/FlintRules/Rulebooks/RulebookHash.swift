import FlintCalendar
import FlintJSON
import FlintSchema

extension RulebookDefinition {
  /// The hash of the whole definition, as 32 hexadecimal digits.
  package var contentHash: String {
    // The keys are constants: the hash of a rulebook is the same in every profile.
    var hash = SipHash128(key0: 0x6c75_722e_746e_696c, key1: 0x6b6f_6f62_656c_7572)
    hash.append(field: id)
    for value in points.base { hash.append(littleEndian: value) }
    for value in points.multipliers { hash.append(value) }
    hash.append(littleEndian: UInt32(truncatingIfNeeded: cards.count))
    for card in cards {
      hash.append(field: card.id)
      hash.append(field: card.name)
      hash.append(name: card.category)
      hash.append(name: card.rarity)
      hash.append(card.season)
    }
    hash.append(drops.chance)
    for rate in drops.rates { hash.append(rate) }
    hash.append(field: drops.emptyCell.rawValue)
    for rule in drops.pity {
      hash.append(rule == nil ? 0 : 1)
      hash.append(littleEndian: rule?.softStart ?? -1)
      hash.append(rule?.softStep ?? .zero)
      hash.append(littleEndian: rule?.hard ?? -1)
    }
    for value in points.duplicates { hash.append(littleEndian: value) }
    hash.append(littleEndian: UInt32(truncatingIfNeeded: levels.count))
    for level in levels {
      hash.append(field: level.title)
      hash.append(littleEndian: level.threshold)
    }
    for value in [fuelCapacity, tokens.initial, tokens.perOverload] {
      hash.append(littleEndian: value)
    }
    hash.append(littleEndian: UInt32(truncatingIfNeeded: missions.count))
    for mission in missions {
      hash.append(field: mission.id)
      hash.append(field: mission.title)
      hash.append(mission.window.rawValue)
      // General metrics are hashed below: their names are only for display.
      hash.append(field: mission.events == nil ? mission.metric.name : "event")
      for filter in mission.events == nil ? mission.metric.filters : [] {
        hash.append(field: filter.name)
        hash.append(field: filter.value)
      }
      hash.append(field: nil)
      hash.append(littleEndian: mission.target)
      hash.append(littleEndian: mission.reward)
      hash.append(mission.difficulty.rawValue)
      hash.append(mission.season)
    }
    for value in tasks.scores { hash.append(littleEndian: value) }
    hash.append(tasks.creditPoints ? 1 : 0)
    appendLadders(to: &hash)
    // Rulebooks with short metrics alone have the hashes that they had before there were others.
    for mission in missions
    where mission.events != nil || mission.span != nil || !mission.requires.isEmpty {
      hash.append(field: "mission")
      hash.append(field: MissionDefinition.table.json(mission).text())
    }
    // Rulebooks without earning rules have the hashes that they had before there were any.
    if !earn.isEmpty {
      hash.append(field: "earn")
      hash.append(littleEndian: UInt32(truncatingIfNeeded: earn.count))
      for rule in earn { hash.append(field: EarningRule.table.json(rule).text()) }
    }
    appendWorld(to: &hash)
    // Rulebooks with the names of `ignition`, or with equally likely cards, have the hashes that they
    // had before there were others.
    hash.append(list: categories, "categories")
    hash.append(list: intensities, "intensities")
    hash.append(list: rarities, "rarities")
    if cards.contains(where: { $0.weight != 1 }) {
      hash.append(field: "weights")
      for card in cards { hash.append(littleEndian: card.weight) }
    }
    // Rulebooks with the usual urgency have the hashes that they had before there was another.
    if tasks.urgency != UrgencyRules() {
      hash.append(field: "urgency")
      hash.append(field: UrgencyRules.table.json(tasks.urgency).text())
    }
    return hash.eventID().description
  }

  /// Appends what only some rulebooks have: those without it have the hashes that they had before.
  private func appendWorld(to hash: inout SipHash128) {
    let sections = [
      "currencies", "duplicate_grants", "card_prices", "offers", "money_unit", "pools", "sets",
    ]
    let members = WrittenRulebook.table.members(
      of: WrittenRulebook(definition: self), named: Set(sections))
    for section in sections {
      guard let value = members.first(where: { $0.name == section })?.value else { continue }
      hash.append(field: section)
      hash.append(field: value.text())
    }
    for (index, level) in levels.enumerated() where !level.grants.isEmpty {
      hash.append(field: "level \(index + 1)")
      hash.append(field: LevelDefinition.table.json(level).text())
    }
    for mission in missions where !mission.grants.isEmpty {
      hash.append(field: "grants")
      hash.append(field: MissionDefinition.table.json(mission).text())
    }
    for card in cards where card.isExclusive { hash.append(field: "exclusive \(card.id)") }
    for card in cards where card.text != nil || card.set != nil || card.season.isYearly {
      hash.append(field: "card")
      hash.append(field: CardDefinition.table.json(card).text())
    }
    for mission in missions where mission.season.isYearly {
      hash.append(field: "every")
      hash.append(field: MissionDefinition.table.json(mission).text())
    }
    if let perDay = drops.perDay {
      hash.append(field: "per_day")
      hash.append(littleEndian: perDay)
    }
    for (position, rule) in drops.pity.enumerated() {
      guard let rule, !rule.rates.isEmpty || rule.reset != .better else { continue }
      hash.append(field: "pity \(position + 1)")
      hash.append(field: PityDefinition.table.json(rule).text())
    }
  }

  private func appendLadders(to hash: inout SipHash128) {
    hash.append(littleEndian: UInt32(truncatingIfNeeded: ladders.count))
    for ladder in ladders {
      hash.append(field: ladder.id)
      hash.append(field: ladder.title)
      hash.append(littleEndian: UInt32(truncatingIfNeeded: ladder.rungs.count))
      for rung in ladder.rungs {
        hash.append(field: rung.id)
        hash.append(field: rung.title)
        hash.append(littleEndian: UInt32(truncatingIfNeeded: rung.conditions.count))
        for condition in rung.conditions {
          hash.append(field: condition.metric.name)
          hash.append(littleEndian: condition.atLeast)
        }
      }
    }
  }
}

extension SipHash128 {
  /// Appends a list of names, unless it is that of `ignition`.
  fileprivate mutating func append<Name: RulebookName>(list: [Name], _ field: String) {
    if list == Name.ignition { return }
    append(field: field)
    append(littleEndian: UInt32(truncatingIfNeeded: list.count))
    for name in list { append(field: name.name) }
  }

  /// Appends the number of a name of `ignition`, or 0xFF and any other name.
  mutating func append<Name: RulebookName>(name: Name) {
    if name.isFixed {
      append(Name.firstNumber &+ UInt8(truncatingIfNeeded: name.code))
    } else {
      append(0xFF)
      append(field: name.name)
    }
  }

  fileprivate mutating func append(_ fraction: Fraction) {
    append(littleEndian: fraction.numerator)
    append(littleEndian: fraction.denominator)
  }

  fileprivate mutating func append(_ season: Season) {
    for day in [season.from, season.before] {
      append(day == nil ? 0 : 1)
      append(littleEndian: day?.number ?? 0)
    }
  }
}
