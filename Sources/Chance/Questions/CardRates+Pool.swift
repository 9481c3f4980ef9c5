import FlintRules

extension CardRates {
  /// Returns sparks as a pool, whose rolls are the sparks that give a card.
  ///
  /// All categories are a pack of one card: each rarity that is drawn gives the cards of every category, which weigh as
  /// much as the share of their category times their share of the cards there, so that equally likely cards are of one
  /// class. Where a lacking rarity is drawn again, the rates depend on the category: those that lack the same rarities
  /// are a pack.
  ///
  /// - Parameter withNothing: whether sparks that give nothing are rolls, too.
  func pool(withNothing: Bool = false) throws(OddsError) -> PoolTable {
    let drops = rulebook.definition.drops
    var groups: [(rarities: [Int?], categories: [Int])] = []
    for category in 0..<distribution.categories where mix.weights[category] > 0 {
      let rarities =
        drops.emptyCell == .reroll ? drawn.map { distribution.resolved(category, $0) } : []
      if let same = groups.firstIndex(where: { $0.rarities == rarities }) {
        groups[same].categories.append(category)
      } else {
        groups.append((rarities, [category]))
      }
    }
    let packs = groups.flatMap { group -> [PoolTable.Pack?] in
      if let pack = pack(of: group.categories) { return [pack] }
      return group.categories.map { pack(of: [$0]) }
    }
    let known = packs.compactMap(\.self)
    let cards = (0..<distribution.rarities).map { rarity in
      cells.filter { mix.weights[$0.category] > 0 && $0.rarity == rarity }.flatMap(\.cards)
        .sorted().map { card($0, weight: 1) }
    }
    let all = withNothing ? thinned(known) : known
    let table = all.flatMap {
      PoolTable(
        PoolDefinition(id: rulebook.definition.id), rates: drops.rates, pity: drops.pity,
        emptyCell: drops.emptyCell, cards: cards, packs: $0)
    }
    guard let table, known.count == packs.count else {
      throw OddsError(
        .noExactMethod, field: "mix",
        "no exact method within reach: the common denominator of the shares is too large; round them"
      )
    }
    return table
  }

  /// The positions of the rarities that can be drawn.
  private var drawn: [Int] {
    let drops = rulebook.definition.drops
    return (0..<distribution.rarities).filter { drops.rates[$0] != .zero || drops.pity[$0] != nil }
  }

  private func card(_ position: Int, weight: UInt64) -> PoolTable.Card {
    PoolTable.Card(
      position, id: rulebook.definition.cards[position].id, weight: weight, isFeatured: false)
  }

  /// Returns a pack of one card of some categories; `nil` where a common denominator of the shares is too large.
  private func pack(of categories: [Int]) -> PoolTable.Pack? {
    let weight = categories.reduce(0) { $0 + mix.weights[$1] }
    var given = [PoolTable.Given](repeating: PoolTable.Given([]), count: distribution.rarities)
    for rarity in drawn {
      let resolved = categories.map { (category: $0, rarity: distribution.resolved($0, rarity)) }
      let giving = cells.filter { cell in
        resolved.contains { $0 == (cell.category, cell.rarity) }
      }
      let lacking = resolved.filter { $0.rarity == nil }.reduce(0) { $0 + mix.weights[$1.category] }
      let shares = giving.map { Fraction(mix.weights[$0.category], over: weight)?.times($0.share) }
      let known = shares.compactMap(\.self) + [Fraction(lacking, over: weight) ?? .zero]
      guard known.count == shares.count + 1,
        let weights = Fraction.overCommonDenominator(known, most: PoolTable.mostDenominator)?
          .numerators
      else { return nil }
      given[rarity] = PoolTable.Given(
        zip(giving, weights).flatMap { cell, weight in
          cell.cards.map { (cell.rarity, card($0, weight: weight)) }
        }, nothing: rulebook.definition.drops.emptyCell == .reroll ? 0 : weights[giving.count])
    }
    return PoolTable.Pack(
      rate: Fraction(weight, over: mix.total) ?? .zero, cards: [rulebook.definition.drops.rates],
      given: given)
  }

  /// Returns packs beside one that is empty, by the chance that a spark gives a card; `nil` where a rate is beyond 64
  /// bits.
  private func thinned(_ packs: [PoolTable.Pack]) -> [PoolTable.Pack]? {
    let chance = distribution.chance
    guard chance != .one,
      let nothing = Fraction(chance.denominator - chance.numerator, over: chance.denominator)
    else { return packs }
    var thinned: [PoolTable.Pack] = []
    for var pack in packs {
      guard let rate = pack.rate.times(chance) else { return nil }
      pack.rate = rate
      thinned.append(pack)
    }
    return thinned + [PoolTable.Pack(rate: nothing, cards: [])]
  }

  /// Returns a goal of sparks as a question about their pool.
  ///
  /// - Parameter withNothing: whether sparks that give nothing are rolls; otherwise the question has their chance.
  func odds(
    _ goal: Goal, copies: Int, withNothing: Bool = false
  ) throws(OddsError) -> PoolOdds {
    let definition = rulebook.definition
    let pool: PoolGoal =
      switch goal {
      case .complete: .different(of: .all, copies: copies)
      case .distinct(let count): .different(of: .all, count, copies: copies)
      case .first(let rarity):
        .copies(of: .tier(definition.rarities.position(of: rarity) ?? 0), copies)
      case .card(let id): .copies(of: .ids([id]), copies)
      case .any(let ids): .copies(of: .ids(Set(ids)), copies)
      case .all, .category, .cards:
        .different(
          of: .ids(Set(definition.cards.lazy.filter(goal.includes).map(\.id))), copies: copies)
      }
    var odds = PoolOdds(try self.pool(withNothing: withNothing), until: pool)
    if !withNothing { odds.chance = distribution.chance.approximation }
    odds.reach = PoolChain.Reach(
      states: 1_000_000, edges: 10_000_000, draws: 12_000_000, copies: 100)
    return odds
  }

  /// Returns the distribution of a selection under pity.
  func chainDistribution(
    _ selection: Selection, goal: Goal, copies: Int
  ) throws(OddsError) -> Distribution {
    var counters = PoolOdds(try pool(), until: nil)
    counters.isDetailed = true
    let machine = try counters.machine()
    let chain = try PoolChain(machine, PoolChain.Reach(states: 20_000), isDetailed: true)
    let classes = machine.classes.count
    let canDrop = (0..<classes).map { group in
      (0..<chain.count).contains { chain.expected[$0 * classes + group] > 0 }
    }
    try checkReachable(selection, goal: goal) { cell in
      machine.classOfCard[rulebook.definition.cards[cell.cards[0]].id].map { canDrop[$0] } ?? false
    }
    let odds = try odds(goal, copies: copies)
    // Nearly all combinations of counters and of a whole collection occur: there is no need to count them.
    if let owned = try odds.machine().combinations {
      let states = owned * Double(chain.count)
      if states > Double(odds.reach.states) {
        throw .tooManyStates(Int(min(states, 1e15)), "about")
      }
    }
    return try odds.distribution()
  }

  func estimate(
    _ goal: Goal, copies: Int, _ size: EstimateSize
  ) throws(OddsError) -> Distribution {
    let odds = try odds(goal, copies: copies, withNothing: true)
    return Distribution(try odds.estimate(size), seed: size.seed)
  }
}

extension Fraction {
  /// Returns the product with another; `nil` where it is beyond 64 bits.
  fileprivate func times(_ other: Fraction) -> Fraction? {
    guard let one = Fraction(numerator, over: other.denominator),
      let two = Fraction(other.numerator, over: denominator)
    else { return nil }
    let (top, overflow) = one.numerator.multipliedReportingOverflow(by: two.numerator)
    let (bottom, isTooLarge) = one.denominator.multipliedReportingOverflow(by: two.denominator)
    return overflow || isTooLarge ? nil : Fraction(top, over: bottom)
  }
}
