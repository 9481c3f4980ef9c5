import FlintRandom

/// The draws of one event from a pool: pure functions of the seed, the event's identity and the number
/// of the card within the event, and of the counters and holdings before it.
struct PoolDraw {
  /// The streams of a card's draws; part of the generator's counter, they never change.
  private enum Purpose {
    /// The first stream of the first card of an event, far from those of other rolls.
    static let first: UInt32 = 0x1000
    /// The number of streams of each card.
    static let streams: UInt32 = 8
    static let rarity: UInt32 = 0
    static let featured: UInt32 = 1
    static let card: UInt32 = 2
    static let pack: UInt32 = 3
  }

  let table: PoolTable
  let seed: UInt64
  let identity: UInt64
  /// The number of cards drawn so far.
  private var drawn: UInt32 = 0
  /// The cards given by the slot of different cards that is being drawn; `nil` outside of one.
  private var given: [Int32]?

  init(_ table: PoolTable, seed: UInt64, identity: UInt64) {
    self.table = table
    self.seed = seed
    self.identity = identity
  }

  /// Returns a number below a bound, from a stream of the coming card.
  private func bounded(_ bound: UInt64, _ purpose: UInt32) -> UInt64 {
    var stream = CounterStream(
      key: seed, identity: identity,
      purpose: Purpose.first &+ drawn &* Purpose.streams &+ purpose)
    return stream.bounded(bound)
  }

  /// A card drawn.
  struct Card: BitwiseCopyable {
    /// The position of the rarity drawn; −1 for a card of a box.
    var rarity: Int
    /// The position of the card in the rulebook; −1 for none.
    var card = -1
    var isFeatured = false
  }

  /// Draws a variant of packs.
  func pack() -> PoolTable.Pack {
    let number = bounded(table.packDenominator, Purpose.pack)
    return table.packs[table.packs.partitioningIndex { $0.end > number }]
  }

  /// Begins a card of a pack: what a slot of different cards has given is remembered until its end.
  mutating func begin(_ card: Int, of pack: PoolTable.Pack) {
    if pack.distinct.isEmpty { return }
    guard let slot = pack.distinct.first(where: { $0.contains(card) }) else {
      given = nil
      return
    }
    if slot.lowerBound == card { given = [] }
  }

  /// Returns the cards that the slot has not given yet: all outside of a slot of different cards.
  private func left(_ cards: PoolTable.Cards) -> PoolTable.Cards {
    guard let given, !given.isEmpty else { return cards }
    return cards.filtered { !given.contains($0) }
  }

  /// Draws the card of a roll, or of a slot.
  ///
  /// - Parameters:
  ///   - weights: the weights of the rarities.
  ///   - certain: for each rarity, whether it or a better one is certain; others rise by pity.
  ///   - canBeCertain: whether the card can be the featured one that is certain after a number of rolls.
  ///   - hasFeatured: whether an earlier card of the roll was a featured one of the rarest such rarity.
  mutating func card(
    _ weights: [UInt64], certain: UInt32, raises: Bool, canBeCertain: Bool = true,
    hasFeatured: Bool = false, _ counters: inout PoolsState.Counters,
    _ totals: inout PoolsState.Totals, _ holdings: CellRow<ProfileState.Holding>
  ) -> Card {
    defer { drawn &+= 1 }
    var rates = RarityWeights(weights)
    if raises || certain != 0 {
      raise(&rates, from: weights, counters, certain: certain, raises: raises)
    }
    var isCertain = false
    if canBeCertain, !hasFeatured, let hard = table.definition.featured?.hard,
      isDue(after: hard - 1, totals),
      let featured = table.rarestFeatured,
      !rates.isCertain(
        rarerThan: featured, over: table.denominator,
        from: { table.cells[$0].isEmpty ? nil : weights[$0] })
    {
      isCertain = true
      rates = RarityWeights(count: weights.count) { $0 == featured ? table.denominator : 0 }
    }
    guard let rarity = rarity(rates) else { return Card(rarity: -1) }
    var card = Card(rarity: rarity)
    let given = table.given[rarity]
    if given < 0 { return card }
    if given == table.rarestFeatured, !hasFeatured, let from = table.definition.featured?.from,
      isDue(after: from, totals)
    {
      isCertain = true
    }
    (card.card, card.isFeatured) = choose(given, isCertain: isCertain, &counters, totals, holdings)
    self.given?.append(Int32(truncatingIfNeeded: card.card))
    note(card, of: given, &counters, &totals)
    return card
  }

  /// Returns whether a number of rolls since the last featured card has passed, unless the first one ended that.
  func isDue(after rolls: Int64, _ totals: PoolsState.Totals) -> Bool {
    if table.definition.featured?.isHardOnce == true && totals.hasFeatured { return false }
    return Int64(totals.sinceFeatured) >= rolls
  }

  /// Draws a rarity; with `reroll` among those that have a card. `nil` where none can be drawn.
  private func rarity(_ weights: RarityWeights) -> Int? {
    var weights = weights
    let total = weights.dropEmpty {
      let cell = table.cells[$0]
      if given?.isEmpty == false, !cell.isEmpty {
        return !left(cell.featured).isEmpty || !left(cell.others).isEmpty
      }
      return table.emptyCell != .reroll || !cell.isEmpty
    }
    return total == 0 ? nil : weights.position(at: bounded(total, Purpose.rarity))
  }

  /// Draws a card of a rarity that has one.
  private func choose(
    _ rarity: Int, isCertain: Bool, _ counters: inout PoolsState.Counters,
    _ totals: PoolsState.Totals,
    _ holdings: CellRow<ProfileState.Holding>
  ) -> (card: Int, isFeatured: Bool) {
    var cell = table.cells[rarity]
    if given != nil { (cell.featured, cell.others) = (left(cell.featured), left(cell.others)) }
    if let path = table.definition.featured?.path, totals.chosen >= 0,
      Int64(totals.path) >= path, cell.featured.positions.contains(totals.chosen)
    {
      return (Int(totals.chosen), true)
    }
    let isFeatured: Bool
    if cell.featured.isEmpty || cell.others.isEmpty {
      isFeatured = cell.others.isEmpty
    } else if isCertain || counters.guaranteed & (1 << UInt32(rarity)) != 0 {
      isFeatured = true
    } else {
      let lost = counters.lost[rarity]
      let share = table.definition.featured?.share(afterLosing: Int64(lost)) ?? .one
      isFeatured = bounded(share.denominator, Purpose.featured) < share.numerator
      counters.lost[rarity] = isFeatured ? 0 : lost &+ 1
    }
    var cards = isFeatured ? cell.featured : cell.others
    if case let most = table.protection(of: rarity), most > 0 {
      let lacking = cards.lacking(most, in: holdings)
      if !lacking.isEmpty { cards = lacking }
    }
    return (cards.card(at: bounded(cards.total, Purpose.card)), isFeatured)
  }

  /// Counts a card for guarantees and the chosen card.
  func note(
    _ card: Card, of rarity: Int, _ counters: inout PoolsState.Counters,
    _ totals: inout PoolsState.Totals
  ) {
    let cell = table.cells[rarity]
    if cell.featured.isEmpty { return }
    let bit: UInt32 = 1 << UInt32(rarity)
    if card.isFeatured {
      counters.guaranteed &= ~bit
    } else if table.definition.featured?.hasGuarantee ?? false {
      counters.guaranteed |= bit
    }
    if totals.chosen >= 0, cell.featured.positions.contains(totals.chosen) {
      totals.path = card.card == Int(totals.chosen) ? 0 : totals.path &+ 1
    }
  }

  /// Takes the card of a cycle that follows a number of rolls.
  mutating func cycleCard(after rolls: Int64) -> Card {
    drawn &+= 1
    let card = table.cycle[Int(rolls % Int64(table.cycle.count))]
    return Card(rarity: -1, card: card, isFeatured: table.featured.contains(card))
  }

  /// Draws a card of a box, and refills the box by its rule.
  mutating func boxCard(_ totals: inout PoolsState.Totals) -> Card {
    defer { drawn &+= 1 }
    if totals.box.isEmpty { totals.box = table.box.map(\.count) }
    let left = totals.box.reduce(0, +)
    guard left > 0 else { return Card(rarity: -1) }
    var number = Int64(bounded(UInt64(left), Purpose.card))
    var card = Card(rarity: -1)
    for (index, count) in totals.box.enumerated() {
      if number < count {
        totals.box[index] -= 1
        card.card = table.box[index].card
        card.isFeatured = table.featured.contains(card.card)
        break
      }
      number -= count
    }
    let isDone =
      switch table.definition.box?.reset {
      case .empty?: left == 1
      case .featured?:
        !zip(totals.box, table.box).contains { $0 > 0 && table.featured.contains($1.card) }
      case .never?, nil: false
      }
    if isDone { totals.box = [] }
    return card
  }

  /// Raises the weights by pity.
  private func raise(
    _ raised: inout RarityWeights, from weights: [UInt64], _ counters: PoolsState.Counters,
    certain: UInt32, raises: Bool
  ) {
    raised.raise(over: table.denominator) { index in
      let bit: UInt32 = 1 << UInt32(index)
      if certain & bit != 0 { return table.denominator }
      guard raises else { return nil }
      guard let rule = table.pityWeights[index] else { return nil }
      return rule.raised(
        weights[index], coming: counters.coming(index, round: rule.round),
        hasHad: counters.come & bit != 0, denominator: table.denominator)
    }
  }
}
