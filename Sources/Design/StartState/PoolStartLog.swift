package import Chance
package import FlintRules
import FlintSchema

/// The state that a player's log of draws leads to, before the next roll.
package struct PoolStartLog: Sendable {
  /// The state, as it is written.
  package internal(set) var start: PoolStartText
  /// What the log does not say.
  package internal(set) var notes: [String] = []

  let rulebook: Rulebook
  /// The positions of the pools that are asked about, in the rulebook.
  let asked: [Int]
  let unit: String
  let hints: PoolStartHints

  init(_ rulebook: Rulebook, asked: [Int], _ given: PoolStartText) {
    (self.rulebook, self.asked, start) = (rulebook, asked, given)
    (unit, hints) = ("line", .options)
  }

  /// - Parameters:
  ///   - entries: the draws, in the order in which they were made.
  ///   - asked: the ids of the pools that are asked about.
  ///   - player: the player; `nil` where the log has one alone.
  ///   - given: what is stated beside the log, such as the chosen card; it takes the place of what the log says.
  ///   - isOfOnePool: whether all draws are of the pool that is asked about, whatever the log calls it.
  ///   - includesCards: whether the cards of the log are owned.
  ///   - unit: what the draws are counted in, for messages.
  ///   - hints: what else can be given, for messages.
  package init(
    _ entries: [DrawLog.Entry], of rulebook: Rulebook, asked: [String], player: String?,
    given: PoolStartText, isOfOnePool: Bool, includesCards: Bool, unit: String,
    hints: PoolStartHints = .options
  ) throws(OddsError) {
    self.rulebook = rulebook
    self.unit = unit
    self.hints = hints
    start = given
    let ids = rulebook.definition.pools.map(\.id)
    self.asked = Set(asked).compactMap { ids.firstIndex(of: $0) }.sorted()
    let own = try Self.draws(entries, of: player, unit, hints)
    let pools = try self.pools(of: own, isOfOnePool: isOfOnePool)
    var chosen: [Int: Int] = [:]
    for pool in self.asked {
      guard let id = given.value(of: "chosen", in: ids[pool]) else { continue }
      chosen[pool] = rulebook.cardPosition(id: id)
    }
    let rolls = try rolls(of: own, from: pools)
    let earlier = try earlierRolls(rolls.map(\.pool), given)
    var drawn = DrawnCards(rulebook, chosen: chosen, earlier: earlier)
    for roll in rolls {
      var cards: [DrawnCards.Card] = []
      for index in roll.draws { cards.append(try card(own[index], in: roll.pool)) }
      drawn.append(cards, from: roll.pool)
    }
    for pool in self.asked { noteRolls(of: pool, areGiven: earlier[pool] != nil) }
    let terms = self.asked.flatMap { self.terms(of: $0, drawn, includesCards) }
    guard !terms.isEmpty else { return }
    start.add(try PoolStartText(parsing: terms.joined(separator: ",")))
    try check(given)
  }

  /// Returns the draws of one player.
  private static func draws(
    _ entries: [DrawLog.Entry], of player: String?, _ unit: String, _ hints: PoolStartHints
  ) throws(OddsError) -> [DrawLog.Entry] {
    let players = entries.map(\.player).reduce(into: [String]()) { names, name in
      if !name.isEmpty, !names.contains(name), names.count < 1000 { names.append(name) }
    }
    if let player, !players.contains(player) {
      throw .invalid(
        "player",
        players.isEmpty
          ? "the log names no players"
          : "the log has no player \"\(player)\""
            + NearestName.hint(for: player, among: players))
    }
    if player == nil, players.count > 1 {
      throw .invalid(
        "state_log",
        "the log has \(players.count) players: \(players.prefix(10).joined(separator: ", "))"
          + (players.count > 10 ? ", …" : "") + "; \(hints.player)")
    }
    let own = entries.filter { player == nil || $0.player == player || $0.unread == .anywhere }
    if let unread = own.first(where: { $0.unread != nil }) {
      throw .invalid(
        "state_log",
        "the draw of \(unit) \(unread.line) cannot be read, so that the state after it is not known"
          + (unread.problem.map { ": " + $0 } ?? "")
      )
    }
    if own.isEmpty { throw .invalid("state_log", "the log has no draws") }
    return own
  }

  /// Returns the pool of each draw, by its position; `nil` for draws from pools that the rulebook lacks.
  private mutating func pools(
    of draws: [DrawLog.Entry], isOfOnePool: Bool
  ) throws(OddsError) -> [Int?] {
    var positions: [String: Int] = [:]
    for (position, pool) in rulebook.definition.pools.enumerated() {
      positions[pool.id.lowercased()] = position
      if let title = pool.title { positions[title.lowercased()] = position }
    }
    let found = draws.map { isOfOnePool ? nil : positions[$0.pool.lowercased()] }
    let others = Set(zip(draws, found).filter { $1 == nil }.map(\.0.pool)).sorted()
    if others.isEmpty { return found }
    // Draws without a known pool are of the one asked about, if they are of one.
    let isNamed = found.contains { $0 != nil }
    guard isNamed, !others.contains("") else {
      guard asked.count == 1, isOfOnePool || others.count == 1 else {
        throw .invalid(
          "state_log",
          "the log has draws from \(others.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")): "
            + hints.pools)
      }
      return found.map { $0 ?? asked[0] }
    }
    let count = found.count { $0 == nil }
    notes.append(
      "left out are \(count) of the draws, those from \(Array(others.prefix(10)).listed("and")): the rulebook has no such pool"
    )
    return found
  }

  /// Returns what a draw gave.
  private mutating func card(_ entry: DrawLog.Entry, in pool: Int) throws(OddsError)
    -> DrawnCards.Card
  {
    let definition = rulebook.definition
    guard let table = definition.pool(definition.pools[pool].id) else {
      throw .invalid("pool", "the pool is not valid")
    }
    let item = entry.item.lowercased()
    let cards = table.cards.joined().map { definition.cards[$0.position] }
    let matches = cards.filter { $0.id.lowercased() == item || $0.name.lowercased() == item }
    let names = definition.rarities.map(\.name)
    if matches.count == 1, let position = rulebook.cardPosition(id: matches[0].id) {
      if let rarity = entry.rarity, names.contains(rarity), rarity != matches[0].rarity.name {
        throw .invalid(
          "state_log",
          "\(unit) \(entry.line): \(matches[0].id) is \(matches[0].rarity.name) in rulebook \(definition.id), got "
            + "\(rarity); \(hints.ranks)")
      }
      return .card(position)
    }
    if let rarity = entry.rarity.flatMap({ names.firstIndex(of: $0) }) {
      if matches.isEmpty { noteUnknown(entry.item, rarity: names[rarity], among: cards) }
      return matches.isEmpty ? .other(rarity: rarity) : .unknown(rarity: rarity)
    }
    if let rarity = names.firstIndex(where: { $0.lowercased() == item }) {
      return .unknown(rarity: rarity)
    }
    throw .invalid(
      "state_log",
      "\(unit) \(entry.line): expected a card of the pool \(definition.pools[pool].id), by id or name, or a "
        + "rarity, got \"\(entry.item)\""
        + NearestName.hint(for: entry.item, among: cards.flatMap { [$0.id, $0.name] } + names)
        + (entry.rarity == nil
          ? "; \(hints.rarity), a card that the pool lacks counts as one of its rarity" : ""))
  }

  /// Returns the terms of a pool's state.
  mutating func terms(
    of position: Int, _ drawn: DrawnCards, _ includesCards: Bool
  ) -> [String] {
    let definition = rulebook.definition
    let id = definition.pools[position].id
    guard let pool = definition.pool(id), let counts = drawn.counts(of: position) else { return [] }
    var terms: [String] = []
    if pool.definition.priceChanges || !pool.cycle.isEmpty || pool.definition.limit != nil {
      terms.append("rolls=\(counts.rolls)")
    }
    let featured = pool.definition.featured
    let unclear = drawn.unclear[position] ?? []
    var had: [String] = []
    for (tier, (rarity, counts)) in zip(definition.rarities, counts.rarities).enumerated() {
      let name = rarity.name
      let suffix = tier == pool.rarestFeatured ? "" : ".\(name)"
      if pool.definition.box == nil, let rule = pool.pity[tier] {
        if counts.since > 0 { terms.append("pity.\(name)=\(counts.since)") }
        if counts.turn > 0 {
          terms.append("round.\(name)=\(counts.turn)")
          if counts.since < counts.turn { terms.append("round-pity.\(name)=\(counts.settled)") }
        }
        if rule.first != nil, counts.hasCome { had.append(name) }
        if !counts.hasCome {
          notes.append(
            "no \(name) has come in the log, so that its counter is right only if the log begins with the first draw"
          )
        }
      }
      guard pool.definition.box == nil, pool.cards[tier].contains(where: \.isFeatured) else {
        continue
      }
      if featured?.hasGuarantee == true, counts.isGuaranteed {
        terms.append("guaranteed\(suffix)")
      }
      if featured?.laterShares.isEmpty == false, counts.lost > 0 {
        terms.append("lost\(suffix)=\(counts.lost)")
      }
      if unclear.contains(tier) {
        notes.append(
          "the log does not say which \(name) cards came, so that guarantees and the like are not known; give them in "
            + hints.state)
      }
    }
    if !had.isEmpty { terms.append("had=\(had.joined(separator: "+"))") }
    if featured?.path != nil {
      if counts.path > 0 { terms.append("path=\(counts.path)") }
      if start.value(of: "chosen", in: id) == nil {
        notes.append(
          "the log does not say which card of pool \(id) is chosen; with chosen=ID in \(hints.state), its path is counted"
        )
      } else {
        notes.append("the card is counted as chosen since the first draw of the log")
      }
    }
    if pool.definition.exchange != nil {
      terms.append("points=\(counts.points)")
      let note = points(of: pool, drawn.unvalued[position] ?? [])
      if start.value(of: "points", in: id) == nil { notes.append(note) }
    }
    let ends = featured?.isHardOnce == true
    if featured?.hard != nil || featured?.from != nil {
      if counts.hasFeatured, ends { terms.append("had-featured") }
      if counts.sinceFeatured > 0, !(counts.hasFeatured && ends) {
        terms.append("since-featured=\(counts.sinceFeatured)")
      }
    }
    let cards = definition.cards
    if !counts.box.isEmpty {
      terms.append(
        "box=" + counts.box.map { "\(cards[$0.card].id)*\($0.count)" }.joined(separator: "+"))
    }
    let givesBack = pool.currencies.contains {
      PoolRefunds(of: $0, in: [pool], definition) != nil
    }
    if includesCards || givesBack || pool.definition.protection != nil
      || pool.definition.exchange?.countsDuplicates == true
    {
      let own = Set(pool.cards.joined().map(\.position))
      let copies = drawn.copies.filter { own.contains($0.key) }.sorted { $0.key < $1.key }
      if !copies.isEmpty {
        terms.append(
          "owned=" + copies.map { "\(cards[$0.key].id)*\($0.value)" }.joined(separator: "+"))
      }
    }
    return terms.map { asked.count > 1 ? "\(id)/\($0)" : $0 }
  }
}
