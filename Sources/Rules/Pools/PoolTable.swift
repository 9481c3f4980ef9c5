import CounterRandom

/// A pool, compiled for rolls.
struct PoolTable: Sendable {
  /// Cards of equal standing with whole weights.
  struct Cards: Sendable {
    /// The positions of the cards in the rulebook.
    var positions: [Int32] = []
    /// The sums of the weights up to each card.
    var ends: [UInt64] = []

    /// The sum of the weights.
    var total: UInt64 { ends.last ?? 0 }
    var isEmpty: Bool { positions.isEmpty }

    init(_ cards: some Sequence<ResolvedPool.Card>) {
      for card in cards {
        positions.append(Int32(truncatingIfNeeded: card.position))
        ends.append(total + card.weight)
      }
    }

    /// Returns the card at a number below the total.
    func card(at number: UInt64) -> Int {
      Int(positions[ends.partitioningIndex { $0 > number }])
    }

    /// Returns the cards of which there are fewer copies than a number.
    func lacking(_ most: Int64, in holdings: CellRow<ProfileState.Holding>) -> Cards {
      var lacking = Cards([])
      var before: UInt64 = 0
      for (position, end) in zip(positions, ends) {
        if Int64(holdings[Int(position)].copies) < most {
          lacking.positions.append(position)
          lacking.ends.append(lacking.total + (end - before))
        }
        before = end
      }
      return lacking
    }
  }

  /// The cards of a rarity.
  struct Cell: Sendable {
    var featured: Cards
    var others: Cards
    var isEmpty: Bool { featured.isEmpty && others.isEmpty }
  }

  /// A variant of packs.
  struct Pack: Sendable {
    /// The sum of the shares up to this variant, over `packDenominator`.
    var end: UInt64
    /// The weights of each card.
    var cards: [[UInt64]]
    /// For each rarity, the last card that can be of it; −1 where none can.
    var last: [Int]
  }

  let pool: ResolvedPool
  /// The position of the counters among those of all pools.
  let group: Int
  let denominator: UInt64
  let weights: [UInt64]
  let pity: [PityWeight?]
  let cells: [Cell]
  /// The position of the rarity that is given where each is drawn; −1 for none.
  let given: [Int]
  let packs: [Pack]
  let packDenominator: UInt64
  let price: [CurrencyPlan.Amount]
  let bundlePrice: [CurrencyPlan.Amount]
  let bundleSize: Int
  /// Whether rolls cost roll tokens.
  let costsTokens: Bool
  let share: Fraction
  /// The cards of a full box, and their counts.
  let box: [(card: Int, count: Int64)]
  /// The positions of the featured cards.
  let featured: Set<Int>

  /// Compiles a pool; `nil` when a denominator is too large.
  init?(_ pool: ResolvedPool, group: Int, currencies: CurrencyPlan) {
    let steps = pool.pity.map { $0?.softStep ?? .zero }
    let slots = pool.packs.flatMap { $0.cards.flatMap(\.self) }
    // These bounds keep every weight and sum of weights far from overflow.
    guard (pool.rates + steps + slots).allSatisfy({ $0.numerator <= $0.denominator }),
      let common = Fraction.overCommonDenominator(pool.rates + steps + slots, most: 1 << 48),
      let shares = Fraction.overCommonDenominator(pool.packs.map(\.rate), most: 1 << 48)
    else { return nil }
    self.pool = pool
    self.group = group
    denominator = common.denominator
    let count = pool.rates.count
    weights = Array(common.numerators[..<count])
    pity = zip(pool.pity, common.numerators[count..<2 * count]).map { rule, step in
      rule.map { PityWeight($0, softStep: step, first: $0.first) }
    }
    let cells = pool.cards.map { cards in
      Cell(
        featured: Cards(cards.filter(\.isFeatured)), others: Cards(cards.filter { !$0.isFeatured }))
    }
    self.cells = cells
    given = cells.indices.map { drawn in
      if !cells[drawn].isEmpty { return drawn }
      return pool.emptyCell == .demote
        ? cells[..<drawn].lastIndex { !$0.isEmpty } ?? -1 : -1
    }
    var rest = common.numerators[(2 * count)...]
    var sum: UInt64 = 0
    packs = zip(pool.packs, shares.numerators).map { pack, share in
      sum += share
      let cards = pack.cards.map { _ in
        let weights = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return weights
      }
      return Pack(
        end: sum, cards: cards,
        last: (0..<count).map { rarity in cards.lastIndex { $0[rarity] > 0 } ?? -1 })
    }
    packDenominator = shares.denominator
    let bundle = pool.definition.bundle
    price = currencies.amounts(pool.definition.price)
    bundleSize = Int(clamping: bundle?.size ?? 0)
    let bundlePrice = currencies.amounts(bundle?.price ?? [])
    self.bundlePrice =
      bundlePrice.isEmpty
      ? price.map {
        CurrencyPlan.Amount(currency: $0.currency, amount: $0.amount * Int64(bundle?.size ?? 0))
      }
      : bundlePrice
    costsTokens = price.isEmpty && bundlePrice.isEmpty
    share = pool.definition.featured?.share ?? .one
    box = pool.box
    featured = Set(pool.cards.flatMap { $0.filter(\.isFeatured).map(\.position) })
  }
}
