import FlintSchema

extension RulebookDefinition {
  /// The maximum number of pools.
  static let maximumPools = 1000

  /// Records the errors of pools that concern the rest of the rulebook, after those of its limits.
  func checkPools(_ reader: inout TableReader) {
    if pools.count > Self.maximumPools {
      reader.fault(
        "expected at most \(Self.maximumPools), got \(pools.count)", at: .name("pools"))
      return
    }
    let root = TablePath()
    let isComputable = ["rarities", "cards", "drops", "currencies"].allSatisfy {
      !reader.isDamaged(root[$0])
    }
    reader.within(.name("pools")) { reader in
      for (index, pool) in pools.enumerated() {
        reader.within(.position(index + 1)) { reader in
          check(pool, &reader)
          // Its tables are computed with numbers, each of which has to be within its limits.
          if isComputable, !reader.isDamaged(reader.path) {
            checkCells(pool, &reader)
          }
        }
      }
    }
  }

  private func check(_ pool: PoolDefinition, _ reader: inout TableReader) {
    let rarityNames = rarities.map(\.name)
    let cardIDs = cards.map(\.id)
    func check(_ name: String, _ kind: String, in known: [String], _ keys: [TablePath.Key]) {
      Self.check(name, kind, in: known, at: keys, &reader)
    }
    for rate in pool.rates {
      check(rate.name, "rarity", in: rarityNames, [.name("rates"), .name(rate.name)])
    }
    for rule in pool.pity ?? [] {
      check(rule.name, "rarity", in: rarityNames, [.name("pity"), .name(rule.name)])
      if rule.name == rarityNames.first {
        reader.fault("the commonest rarity cannot have pity", at: .name("pity"), .name(rule.name))
      }
      if !pool.packs.isEmpty {
        if rule.value.softStart != nil {
          reader.fault(
            "packs have only hard pity; remove soft_start and soft_step", at: .name("pity"),
            .name(rule.name))
        }
        for (key, isGiven) in [
          ("rates", !rule.value.rates.isEmpty), ("round", rule.value.round != nil),
        ] where isGiven {
          reader.fault(
            "packs have only hard pity; remove \(key)", at: .name("pity"), .name(rule.name))
        }
      }
    }
    checkCards(pool.cards?.ids ?? [], of: cardIDs, at: [.name("cards")], &reader)
    if pool.cards == CardSelection(), !reader.isDamaged(reader.path["cards"]) {
      reader.fault(
        "expected at least one card or filter; leave cards out for every card", at: .name("cards"))
    }
    for name in pool.cards?.rarities ?? [] {
      check(name, "rarity", in: rarityNames, [.name("cards"), .name("rarity")])
    }
    for name in pool.cards?.categories ?? [] {
      check(
        name, "category", in: categories.map(\.name), [.name("cards"), .name("category")])
    }
    checkCards(
      pool.featured?.cards ?? [], of: cardIDs, at: [.name("featured"), .name("cards")], &reader)
    for count in pool.box?.counts ?? [] {
      check(count.name, "card", in: cardIDs, [.name("box"), .name("counts"), .name(count.name)])
    }
    for step in (pool.cycle?.steps ?? []).enumerated() where !cardIDs.contains(step.element.card) {
      check(step.element.card, "card", in: cardIDs, [.name("cycle"), .position(step.offset + 1)])
    }
    for entry in pool.protection?.rarities ?? [] {
      check(entry.name, "rarity", in: rarityNames, [.name("protection"), .name(entry.name)])
    }
    for price in pool.exchange?.prices ?? [] {
      check(
        price.name, "rarity", in: rarityNames,
        [.name("exchange"), .name("prices"), .name(price.name)])
    }
    for points in pool.exchange?.perDuplicate ?? [] {
      check(
        points.name, "rarity", in: rarityNames,
        [.name("exchange"), .name("per_duplicate"), .name(points.name)])
    }
    if let name = pool.bundle?.atLeast {
      check(name, "rarity", in: rarityNames, [.name("bundle"), .name("at_least")])
    }
    for (index, pack) in pool.packs.enumerated() {
      for (slot, definition) in pack.slots.enumerated() {
        let path: [TablePath.Key] = [
          .name("packs"), .position(index + 1), .name("slots"), .position(slot + 1), .name("rates"),
        ]
        for rate in definition.rates {
          check(rate.name, "rarity", in: rarityNames, path + [.name(rate.name)])
        }
        checkSum(definition.rates.map(\.value), at: path, &reader)
      }
    }
    checkSum(pool.rates.map(\.value), at: [.name("rates")], &reader)
    checkSum(pool.packs.map(\.rate), at: [.name("packs")], &reader)
    if pool.featured == nil {
      if pool.exchange?.choose == .featured {
        reader.fault(
          "the pool has no featured cards; add them or set choose to \"any\"", at: .name("exchange")
        )
      }
      if pool.box?.reset == .featured {
        reader.fault("the pool has no featured cards", at: .name("box"), .name("reset"))
      }
    }
  }

  private static func check(
    _ name: String, _ kind: String, in known: [String], at keys: [TablePath.Key],
    _ reader: inout TableReader
  ) {
    if known.contains(name) { return }
    let hint = NearestName.hint(for: name, among: known)
    let all = known.count <= 16 ? "; expected \(known.alternatives)" : ""
    reader.fault("unknown \(kind) \"\(name)\"" + (hint.isEmpty ? all : hint), at: keys)
  }

  /// Records the ids of a list that are unknown or listed twice.
  private func checkCards(
    _ ids: [String], of known: [String], at keys: [TablePath.Key], _ reader: inout TableReader
  ) {
    var listed: Set<String> = []
    for (index, id) in ids.enumerated() {
      let path = keys + [.position(index + 1)]
      Self.check(id, "card", in: known, at: path, &reader)
      if !listed.insert(id).inserted { reader.fault("\"\(id)\" is listed twice", at: path) }
    }
  }

  private func checkSum(
    _ rates: [Fraction], at keys: [TablePath.Key], _ reader: inout TableReader
  ) {
    guard !rates.isEmpty, rates.allSatisfy({ $0.numerator <= $0.denominator }) else { return }
    guard let common = Fraction.overCommonDenominator(rates, most: 1 << 48) else {
      reader.fault("the rates' common denominator is too large; round them", at: keys)
      return
    }
    let sum = common.numerators.reduce(0, +)
    if sum == common.denominator { return }
    reader.fault(Fraction.sumProblem(of: rates, sum: sum, over: common.denominator), at: keys)
  }

  /// Records rarities that can be rolled and have no card.
  private func checkCells(_ definition: PoolDefinition, _ reader: inout TableReader) {
    guard let pool = PoolTable(definition, in: self) else {
      reader.fault("the rates' common denominator is too large; round them", at: .name("rates"))
      return
    }
    if pool.cards.allSatisfy(\.isEmpty) {
      reader.fault("the pool has no cards", at: .name("cards"))
      return
    }
    if definition.hasNoRates { return }
    for (index, id) in (definition.featured?.cards ?? []).enumerated()
    where pool.cards.allSatisfy({ $0.allSatisfy { cards[$0.position].id != id } }) {
      reader.fault(
        "it is no card of the pool", at: .name("featured"), .name("cards"), .position(index + 1))
    }
    if let name = definition.bundle?.atLeast,
      let least = rarities.firstIndex(where: { $0.name == name }),
      pool.cards[least...].allSatisfy(\.isEmpty)
    {
      reader.fault(
        "the pool has no card of \(name) or better", at: .name("bundle"), .name("at_least"))
    }
    for (index, rarity) in rarities.enumerated() {
      pool.pity[index]?.check(
        against: pool.rates[index], at: [.name("pity"), .name(rarity.name)], &reader)
    }
    checkDistinct(definition, pool, &reader)
    if pool.emptyCell == .none { return }
    let rates =
      pool.packs.isEmpty ? [pool.rates] : pool.packs.flatMap { $0.cards }
    for (index, rarity) in rarities.enumerated() {
      guard rates.contains(where: { $0[index] != .zero }) || pool.pity[index] != nil else {
        continue
      }
      let hasCard =
        pool.emptyCell == .reroll
        ? pool.cards.contains { !$0.isEmpty } : pool.cards[...index].contains { !$0.isEmpty }
      if hasCard { continue }
      reader.fault(
        "\("\(rarity.name) card".withArticle) can be rolled, but the pool has none of that or a lower rarity; add "
          + "one, or set empty_cell to \"none\"", at: .name("cards"))
    }
  }

  /// Records slots of different cards that cannot be filled.
  private func checkDistinct(
    _ definition: PoolDefinition, _ pool: PoolTable, _ reader: inout TableReader
  ) {
    for (number, (pack, table)) in zip(definition.packs, pool.packs).enumerated() {
      var first = 0
      for (position, slot) in pack.slots.enumerated() {
        defer { first += Int(clamping: slot.count) }
        guard slot.isDistinct, slot.count > 1, table.cards.indices.contains(first) else { continue }
        let path: [TablePath.Key] = [
          .name("packs"), .position(number + 1), .name("slots"), .position(position + 1),
        ]
        let drawn = rarities.indices.filter { table.cards[first][$0] != .zero }
        if let empty = drawn.first(where: { pool.cards[$0].isEmpty }) {
          reader.fault(
            "different cards need a card of every rarity that can be drawn; the pool has no "
              + "\(rarities[empty].name) card: set the slot's rates", at: path + [.name("rates")])
        }
        let cards = drawn.reduce(0) { $0 + pool.cards[$1].count }
        if cards < slot.count {
          reader.fault(
            "expected at most \(cards) different cards, as many as there are, got \(slot.count)",
            at: path + [.name("count")])
        }
      }
    }
  }
}
