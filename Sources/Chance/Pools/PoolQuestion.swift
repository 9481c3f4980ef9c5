package import FlintRules
import FlintSchema

/// A question about pools of a rulebook, as asked on the command line or in Lua.
package struct PoolQuestion: Sendable {
  package struct Stage: Hashable, Sendable {
    package var pool: String
    package var target: PoolTarget

    package init(pool: String, target: PoolTarget) {
      self.pool = pool
      self.target = target
    }
  }

  /// What a player can spend.
  package struct Budget: Hashable, Sendable {
    /// The amounts of currencies, beside the balances of the state.
    package var amounts: [CurrencyAmount] = []
    /// The money for offers, in millionths.
    package var money: Int64 = 0
    /// The unit of the money, as it is written; `nil` for that of the rulebook.
    package var moneyUnit: String?

    /// Creates a budget of nothing.
    package init() {}
  }

  package var rulebook: RulebookDefinition
  /// The goals in order: the next pool is rolled in when the goal of one is reached.
  package var stages: [Stage]
  /// The state before the first roll.
  package var start = PoolStartText()
  /// What the source of the state does not say.
  package var remarks: [String] = []
  /// Whether rolls are bought in whole bundles.
  package var buysBundles = false
  /// The numbers of rolls whose number of prizes is asked for: cards that the goal of the first stage names.
  package var rolls: [Int64] = []
  /// The numbers of rolls whose chances of reaching the goal are asked for.
  package var at: [Int64] = []
  /// The probabilities whose quantiles are asked for.
  package var levels: [Double] = [0.5, 0.9, 0.95, 0.99]
  /// Whether the answer has the chance of each number of rolls.
  package var listsRolls = false
  /// What can be spent, where that is asked.
  package var budget: Budget?
  /// Whether simulated players spend the budget, because it is known that there is no exact method.
  var estimatesBudget = false
  /// Whether the answer has what duplicates give back on average.
  package var countsRefunds = true
  /// Whether there is no answer where the distribution is out of reach, instead of an estimate.
  package var isExactOnly = false
  /// The key of the random streams of an estimate.
  package var seed: UInt64 = 1
  /// The number of players of an estimate, with a precision their maximum number; `nil` for as many as make it precise
  /// to 1 % within reach.
  package var players: Int?
  /// The half-width of the 95 % interval of an estimated mean, relative to the mean, at which the estimate ends.
  package var precision: Double?

  package init(_ rulebook: RulebookDefinition, _ stages: [Stage]) {
    self.rulebook = rulebook
    self.stages = stages
  }

  /// Returns the stages of a question that names a pool and a goal, or goals in an order of pools.
  ///
  /// - Parameters:
  ///   - goal: the goal in the pool; by default a featured card.
  ///   - copies: the number of copies that the goal asks for.
  package static func stages(
    pool: String?, goal: String?, copies: Int = 1, order: String?
  ) throws(OddsError) -> [Stage] {
    if let order {
      guard pool == nil, goal == nil, copies == 1 else {
        throw .invalid("order", "names its pools, goals and copies; leave out the others")
      }
      return try stages(parsing: order)
    }
    guard let pool else {
      throw .invalid("pool", "expected the id of a pool, or an order of pools")
    }
    let target = try PoolTarget(parsing: goal ?? "featured", copies: copies)
    return [Stage(pool: pool, target: target)]
  }

  /// Parses probabilities whose quantiles are asked for.
  package static func levels(_ texts: [String]) throws(OddsError) -> [Double] {
    var levels: [Double] = []
    for text in texts {
      let level = try Odds.chance(parsing: text, "quantiles").approximation
      guard level > 0, level < 1 else {
        throw .invalid(
          "quantiles", "expected probabilities above 0 and below 1, got \"\(text)\"")
      }
      levels.append(level)
    }
    return levels
  }

  /// Parses goals in an order of pools: `limited/featured*2, weapons/card:blade`.
  package static func stages(parsing text: String) throws(OddsError) -> [Stage] {
    var stages: [Stage] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let stage = String(part).trimmedWhitespace
      guard let slash = stage.firstIndex(of: "/") else {
        throw .invalid("order", "expected POOL/GOAL, POOL/GOAL, …, got \"\(stage)\"")
      }
      stages.append(
        Stage(
          pool: String(stage[..<slash]),
          target: try PoolTarget(parsing: String(stage[stage.index(after: slash)...]))))
    }
    return stages
  }

  /// Returns the pool of an id, with the defaults of the rulebook.
  ///
  /// - Throws: `OddsError` with the nearest id where there is none.
  package func pool(_ id: String) throws(OddsError) -> PoolTable {
    if let pool = rulebook.pool(id) { return pool }
    let ids = rulebook.pools.map(\.id)
    throw .invalid(
      "pool",
      ids.isEmpty
        ? "rulebook \(rulebook.id) has no pools"
        : "rulebook \(rulebook.id) has no pool \"\(id)\"\(NearestName.hint(for: id, among: ids)); expected "
          + (ids.count <= 16 ? ids.alternatives : "one of its \(ids.count) pools"))
  }

  /// The size of an estimate.
  var estimateSize: EstimateSize {
    var size = EstimateSize()
    (size.players, size.precision, size.seed) = (players, precision, seed)
    return size
  }

  package func answer() throws(OddsError) -> PoolAnswer {
    try answer(checksState: true)
  }

  /// - Parameter checksState: whether each term of the state must have an effect: not for the first of some goals,
  ///   where a term is about later ones.
  func answer(checksState: Bool) throws(OddsError) -> PoolAnswer {
    for (field, numbers) in [("rolls", rolls), ("at", at)] {
      for number in numbers where !(0...Int64(1_000_000)).contains(number) {
        throw .invalid(field, "expected 0 to 1000000 rolls, got \(number)")
      }
    }
    try estimateSize.check()
    var odds: [PoolStage] = []
    var balances: [String: Int64] = [:]
    var pools: [PoolTable] = []
    var notes = remarks
    for stage in stages {
      let pool = try pool(stage.pool)
      if buysBundles && pool.definition.bundle == nil {
        throw .invalid("bundles", "pool \(stage.pool) has no bundle")
      }
      var (start, owned) = try self.start.start(in: pool, rulebook)
      if let note = choose(stage.target, pool, &start) { notes.append(note) }
      if checksState, start.pathPoints.contains(where: { $0 > 0 }),
        start.chosen.allSatisfy({ $0 == nil }), start.choices.isEmpty,
        pool.definition.featured?.path != nil
      {
        throw .invalid(
          "state",
          "path changes nothing in pool \(stage.pool) while no card is chosen; add chosen=ID")
      }
      var goal = try stage.target.resolved(in: pool, rulebook).goal
      // Copies that are owned count, as they do for goals of several cards: those before the first roll are
      // known, those of earlier pools are not.
      if case .card(let id) = stage.target.kind, case .copies(let cards, let copies) = goal {
        let owned = start.owned[id] ?? 0
        let comesEarlier = pools.contains { $0.tier(of: id, in: rulebook) != nil }
        if comesEarlier || owned >= copies {
          goal = .different(of: cards, copies: copies)
        } else if owned > 0 {
          goal = .copies(of: cards, copies - owned)
        }
      }
      if stage.target.isOfComingCards && start.owned.contains(where: { $0.value > 0 }) {
        notes.append(
          "cards that are owned do not count towards \(stage.target), which is about coming cards")
      }
      if pools.isEmpty, let reason = pool.boxShortage(goal, from: start, rulebook) {
        throw .unreachable(pool, reason)
      }
      odds.append(PoolStage(pool.bought(inBundles: buysBundles), until: goal, from: start))
      balances.merge(owned) { first, _ in first }
      pools.append(pool.priced(after: start.rolls))
    }
    guard let first = stages.first else { throw .invalid("pool", "expected at least one pool") }
    if checksState { try start.check(pools, rulebook) }
    var prizes: [CountDistribution] = []
    var prizeStart = odds[0].start
    if !rolls.isEmpty, let chosen = prizeStart.choices.first,
      let tier = pools[0].tier(of: chosen, in: rulebook)
    {
      prizeStart.choices = []
      prizeStart.chosen[tier] = chosen
      notes.append("the cards in so many rolls are those with \(chosen) chosen all the time")
    }
    for count in rolls {
      prizes.append(
        try PoolOdds.prizes(
          first.target.resolved(in: pools[0], rulebook).cards, in: odds[0].pool,
          rolls: Int(count), from: prizeStart))
    }
    return try PoolAnswer(
      self, PoolOdds(odds), pools: pools, balances: balances, prizes: prizes, notes: notes)
  }

  /// Chooses cards where the pool has a path: the only one that the goal can want, or the missing ones of several,
  /// one after the other, after the one that the state names.
  ///
  /// - Returns: a note on what is chosen, unless the question says so.
  package func choose(
    _ target: PoolTarget, _ pool: PoolTable, _ start: inout PoolStart
  ) -> String? {
    guard pool.definition.featured?.path != nil,
      let (goal, cards) = try? target.resolved(in: pool, rulebook)
    else { return nil }
    let named = start.chosen.compactMap(\.self).first
    // The rarest first, which come by chance the latest.
    let wanted = pool.cards.enumerated().reversed().flatMap { tier, all in
      all.filter { $0.isFeatured && cards.contains($0, tier: tier) }
        .sorted { $0.weight < $1.weight }.map { (tier: tier, id: $0.id) }
    }
    let featured = pool.allCards.filter(\.card.isFeatured)
    let only = wanted.count == 1 ? wanted[0] : nil
    switch goal {
    case .copies:
      if named != nil || wanted.isEmpty { return nil }
      guard let only else {
        return
          "no card is chosen in pool \(pool.definition.id), so that its path has no effect; add chosen=ID to the state"
      }
      start.chosen[only.tier] = only.id
      return nil
    case .different, .each:
      if let only, named == nil {
        start.chosen[only.tier] = only.id
        return featured.count == 1
          ? nil : "the card that is chosen in pool \(pool.definition.id) is \(only.id)"
      }
      guard wanted.count > 1 else { return nil }
      var order = wanted.map(\.id)
      if let named {
        guard let index = order.firstIndex(of: named) else { return nil }
        order.remove(at: index)
        order.insert(named, at: 0)
      }
      start.chosen = start.chosen.map { _ in nil }
      start.choices = order
      return
        "of \(order.joined(separator: ", ")), in this order, the first that is missing is chosen in pool "
        + pool.definition.id
    }
  }
}

extension PoolQuestion.Budget {
  /// Parses a budget: `gems=28800,money=100` or `money=99.99EUR`.
  package init(parsing text: String) throws(OddsError) {
    self.init()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmedWhitespace }
      guard sides.count == 2 else {
        throw .invalid("budget", "expected CURRENCY=N or money=N, got \"\(part)\"")
      }
      if amounts.contains(where: { $0.name == sides[0] }) || sides[0] == "money" && money > 0 {
        throw .invalid("budget", "\(sides[0]) is given twice")
      }
      if sides[0] == "money" {
        var digits = sides[1]
        while let last = digits.unicodeScalars.last, !("0"..."9").contains(last) {
          digits.unicodeScalars.removeLast()
        }
        let unit = String(sides[1].dropFirst(digits.count)).trimmedWhitespace
        moneyUnit = unit.isEmpty ? nil : unit
        guard let number = try? DecimalNumber(reading: digits, field: "money"),
          number.millionths >= 0, number.millionths <= 1_000_000_000_000
        else { throw .invalid("budget", "money: expected 0 to 1000000, got \"\(sides[1])\"") }
        money = number.millionths
        continue
      }
      guard let amount = Int64(sides[1]), (0...1_000_000_000_000).contains(amount) else {
        throw .invalid(
          "budget",
          "\(sides[0]): expected a whole number, 0 to 1000000000000, got \"\(sides[1])\"")
      }
      amounts.append(CurrencyAmount(sides[0], amount))
    }
  }
}
