import FlintRules
import FlintSchema

extension PoolStartText {
  /// Throws an error for the first term that has no effect on any of the pools asked about.
  func check(_ pools: [PoolTable], _ rulebook: RulebookDefinition) throws(OddsError) {
    for term in terms where !rulebook.currencies.contains(where: { $0.id == term.key }) {
      let meant = pools.filter { term.pool == nil || term.pool == $0.definition.id }
      guard let first = meant.first else {
        throw .invalid(
          "state",
          "\(term.text): expected one of the pools asked about, "
            + pools.map(\.definition.id).alternatives)
      }
      let reasons = meant.compactMap { term.reasonOfNoEffect(on: $0, rulebook) }
      guard reasons.count < meant.count else {
        throw .invalid(
          "state",
          "\(term.text) changes nothing in pool \(first.definition.id): \(reasons[0])")
      }
    }
  }

  /// Throws an error where a counter is above the roll in which a first card is certain, and none has come.
  func checkFirst(
    _ start: PoolStart, in pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) {
    // Rolls in another pool of the same counters need not give one.
    guard rulebook.sharers(of: pool.definition).isEmpty else { return }
    for (tier, rule) in pool.pity.enumerated() {
      guard let first = rule?.first, rule?.reset != .exact, start.counters[tier] >= first,
        !start.hasHad[tier...].contains(true), pool.cards[tier...].contains(where: { !$0.isEmpty })
      else { continue }
      let name = rulebook.rarities[tier].name
      throw .invalid(
        "state",
        "pity.\(name): the first \(name) is certain within \(first) rolls; expected 0 to \(first - 1), or "
          + "had=\(name)")
    }
  }
}

extension PoolStartText.Term {
  /// Returns why the term has no effect on rolls in a pool; `nil` where it has one, or is unknown.
  fileprivate func reasonOfNoEffect(
    on pool: PoolTable, _ rulebook: RulebookDefinition
  ) -> String? {
    let featured = pool.definition.featured
    let parts = key.split(separator: ".", maxSplits: 1)
    var rarity: Int?
    if parts.count == 2 { rarity = rulebook.rarities.firstIndex { $0.name == parts[1] } }
    let isBoxed = pool.definition.hasNoRates
    let boxed =
      "its cards come " + (pool.definition.box == nil ? "in a fixed order" : "from a box")
    switch parts[0] {
    case "pity":
      guard let rarity else { return nil }
      if isBoxed { return boxed }
      return pool.pity[rarity] == nil ? "\(parts[1]) has no pity there" : nil
    case "guaranteed":
      if isBoxed { return boxed }
      guard featured?.hasGuarantee == true else { return "it has no guarantee" }
      return rarity.map { !pool.cards[$0].contains(where: \.isFeatured) } == true
        ? "no card of \(parts[1]) is featured" : nil
    case "lost":
      if isBoxed { return boxed }
      guard featured?.laterShares.isEmpty == false else {
        return "its share does not depend on the chances lost"
      }
      return rarity.map { !pool.cards[$0].contains(where: \.isFeatured) } == true
        ? "no card of \(parts[1]) is featured" : nil
    case "round", "round-pity":
      guard let rarity else { return nil }
      if isBoxed { return boxed }
      return pool.pity[rarity]?.round == nil ? "the pity of \(parts[1]) has no rounds there" : nil
    case "chosen", "path":
      if isBoxed { return boxed }
      return featured?.path == nil ? "its featured cards have no path" : nil
    case "points": return pool.definition.exchange == nil ? "it has no exchange" : nil
    case "since-featured":
      if isBoxed { return boxed }
      return featured?.hard == nil && featured?.from == nil
        ? "no roll is certain to give a featured card" : nil
    case "had-featured":
      if isBoxed { return boxed }
      let hasFirst = pool.rarestFeatured.flatMap { pool.pity[$0]?.first } != nil
      return hasFirst || featured?.isHardOnce == true
        ? nil : "nothing there ends with the first featured card"
    case "had":
      if isBoxed { return boxed }
      return pool.pity.contains { $0?.first != nil } ? nil : "no first card is certain there"
    case "owned":
      let ids = (value ?? "").split(separator: "+").map { $0.prefix { $0 != "*" } }
      let all = pool.cards.flatMap { $0.map { rulebook.cards[$0.position].id } }
      return ids.contains { id in all.contains { $0 == id } } ? nil : "it has none of these cards"
    case "box": return pool.definition.box == nil ? "it has no box" : nil
    case "cycle": return pool.cycle.isEmpty ? "it has no cycle" : nil
    case "rolls":
      return pool.definition.priceChanges || !pool.cycle.isEmpty || pool.definition.limit != nil
        ? nil : "neither its prices nor its cards depend on earlier rolls"
    default: return nil
    }
  }

  /// Returns whether the term is true; one without a value is.
  func isTrue() throws(OddsError) -> Bool {
    switch value {
    case nil, "true": return true
    case "false": return false
    case let value?:
      throw .invalid("state", "\(key): expected true or false, got \"\(value)\"")
    }
  }

  /// Returns the number of rolls since the cycle of a pool began; `nil` where it is not known.
  func position(inCycleOf pool: PoolTable) throws(OddsError) -> Int? {
    if value == "unknown" || pool.cycle.isEmpty { return nil }
    if let number = value.flatMap({ Int($0) }), pool.cycle.indices.contains(number) {
      return number
    }
    throw .invalid(
      "state",
      "cycle: expected 0 to \(pool.cycle.count - 1) or unknown, got \"\(value ?? "")\"")
  }

  /// Returns the copies of cards that the term lists.
  func copies(in rulebook: RulebookDefinition) throws(OddsError) -> [String: Int] {
    var all: [String: Int] = [:]
    for part in (value ?? "").split(separator: "+") {
      let sides = part.split(separator: "*", maxSplits: 1)
      let id = sides.first.map(String.init) ?? ""
      guard rulebook.cards.contains(where: { $0.id == id }) else {
        throw .invalid(
          "state",
          "\(key): unknown card \"\(id)\""
            + NearestName.hint(for: id, among: rulebook.cards.map(\.id)))
      }
      guard let copies = sides.count == 2 ? Int(sides[1]) : 1, (1...1_000_000).contains(copies)
      else {
        throw .invalid("state", "\(key): expected ID*N with N from 1 to 1000000, got \"\(part)\"")
      }
      guard all.updateValue(copies, forKey: id) == nil else {
        throw .invalid("state", "\(key): card \(id) is given twice")
      }
    }
    return all
  }

  /// Returns the copies that the term lists as drawn from the box of a pool; none where it has no box.
  func drawn(
    from pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) -> [String: Int] {
    let drawn = try copies(in: rulebook)
    guard let box = pool.definition.box else { return [:] }
    for (id, copies) in drawn.sorted(by: { $0.key < $1.key }) {
      let count = box.counts.first { $0.name == id }?.value ?? 0
      guard copies <= count else {
        throw .invalid(
          "state",
          "\(key): the box of \(pool.definition.id) has \(count) of \(id), got \(copies)")
      }
    }
    let left = box.counts.filter { count in
      count.value > drawn[count.name] ?? 0
        && (box.reset != .featured
          || pool.definition.featured?.cards.contains(count.name) == true)
    }
    if left.isEmpty, box.reset != .never, !drawn.isEmpty {
      throw .invalid(
        "state",
        "\(key): the box of \(pool.definition.id) is filled again after these cards; expected those "
          + "drawn since then")
    }
    return drawn
  }
}

extension PoolTable {
  /// Returns the roll at which a card of a rarity or better is certain in every pool that shares its counter; `nil`
  /// if none is.
  func certainRoll(of rarity: Int, _ rulebook: RulebookDefinition) -> Int64? {
    var most: Int64 = 0
    let shared = rulebook.sharers(of: definition)
    for pool in [self] + shared.compactMap({ PoolTable($0, in: rulebook) }) {
      guard let certain = pool.ownCertainRoll(of: rarity) else { return nil }
      most = max(most, certain)
    }
    return most
  }

  private func ownCertainRoll(of rarity: Int) -> Int64? {
    guard let pity = pityWeights[rarity], rarity > 0, !definition.hasNoRates,
      cards[rarity...].contains(where: { !$0.isEmpty }),
      // A rarity without a card gives commoner ones, after which its counter goes on.
      emptyCell == .reroll || !cards[rarity].isEmpty
    else { return nil }
    // Packs know no rates that rise.
    // A rarer card takes a certain one's roll, and leaves a counter of its own as it is.
    if pity.isExact, rarity < weights.count - 1 { return nil }
    let certain =
      packs.isEmpty ? pity.full(from: weights[rarity], of: denominator) : pity.hard
    // In a round, only its first roll finds that the rarity is certain.
    return certain == .max ? nil : certain + Int64(pity.round) - 1
  }
}
