import FlintRandom
import FlintSchema

/// A pool with the defaults of its rulebook, compiled: what the fold, exact odds, simulated players, disclosures and
/// audits read.
package struct PoolTable: Sendable {
  /// A card of the pool.
  package struct Card: Hashable, Sendable {
    /// The position of the card in the rulebook.
    package var position: Int
    /// The id; pools that name one id have one card.
    package var id: String
    /// The weight among the cards that it is drawn with.
    package var weight: UInt64
    /// Whether the card is featured.
    package var isFeatured: Bool

    /// Creates a card.
    package init(_ position: Int, id: String, weight: UInt64, isFeatured: Bool) {
      (self.position, self.id) = (position, id)
      (self.weight, self.isFeatured) = (weight, isFeatured)
    }
  }

  /// Cards of equal standing with whole weights.
  struct Cards: Sendable {
    /// The positions of the cards in the rulebook.
    var positions: [Int32] = []
    /// The sums of the weights up to each card.
    var ends: [UInt64] = []

    /// The sum of the weights.
    var total: UInt64 { ends.last ?? 0 }
    var isEmpty: Bool { positions.isEmpty }

    init(_ cards: some Sequence<Card>) {
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
      filtered { Int64(holdings[Int($0)].copies) < most }
    }

    /// Returns some of the cards, by their positions in the rulebook.
    func filtered(_ isIncluded: (Int32) -> Bool) -> Cards {
      var some = Cards([])
      var before: UInt64 = 0
      for (position, end) in zip(positions, ends) {
        if isIncluded(position) {
          some.positions.append(position)
          some.ends.append(some.total + (end - before))
        }
        before = end
      }
      return some
    }
  }

  /// The cards of a rarity, as they are drawn.
  struct Cell: Sendable {
    var featured: Cards
    var others: Cards
    var isEmpty: Bool { featured.isEmpty && others.isEmpty }
  }

  /// A variant of packs.
  package struct Pack: Sendable {
    /// The share of packs that are of this variant.
    package var rate: Fraction
    /// The sum of the shares up to this variant, over `packDenominator`.
    package var end: UInt64 = 0
    /// The rates of each card, in order.
    package var cards: [[Fraction]]
    /// What each rarity gives, under pity like a roll without packs; `nil` for the cards of the pool. Sparks are such a
    /// pack of one card.
    package var given: [Given]?
    /// The rates as weights over the pool's denominator.
    package var weights: [[UInt64]] = []
    /// For each rarity, the last card that can be of it; −1 where none can.
    package var last: [Int] = []
    /// The slots of several different cards, as positions of their cards.
    package var distinct: [Range<Int>]

    /// Creates a variant.
    package init(
      rate: Fraction, cards: [[Fraction]], given: [Given]? = nil, distinct: [Range<Int>] = []
    ) {
      (self.rate, self.cards, self.given, self.distinct) = (rate, cards, given, distinct)
    }
  }

  /// What is given where a rarity is drawn.
  package struct Given: Sendable {
    /// The cards, each with the position of its own rarity: a commoner card can stand in for one of the rarity.
    package var cards: [(rarity: Int, card: Card)]
    /// The weight of no card.
    package var nothing: UInt64

    /// Creates what a rarity gives.
    package init(_ cards: [(rarity: Int, card: Card)], nothing: UInt64 = 0) {
      (self.cards, self.nothing) = (cards, nothing)
    }
  }

  /// The pool as written; whoever asks about other rules than it has changes them here.
  package var definition: PoolDefinition
  /// The rates, commonest rarity first.
  package let rates: [Fraction]
  /// The pity rules, commonest rarity first.
  package let pity: [PityDefinition?]
  /// The rule for a rarity without a card.
  package let emptyCell: EmptyCell
  /// The cards of each rarity, commonest first, in rulebook order.
  package let cards: [[Card]]
  /// The position of the rarity that a bundle certainly has.
  package let bundleRarity: Int?
  /// The cards of a full box by their positions, and their counts.
  package let box: [(card: Int, count: Int64)]

  /// The cards of a cycle by their positions, roll by roll; empty without one.
  package let cycle: [Int]
  /// By rarity, the copies up to which a card precedes others, and the points that one costs; 0 for none.
  private let protection: [Int64]
  private let exchangePrices: [Int64]
  /// By rarity, the points towards an exchange that a duplicate gives.
  private let duplicatePoints: [Int64]

  /// The denominator of the weights.
  package let denominator: UInt64
  /// The rates as weights.
  package let weights: [UInt64]
  /// The pity rules as weights.
  package let pityWeights: [PityWeight?]
  /// The variants of packs; empty where a roll gives one card.
  package let packs: [Pack]
  /// The denominator of the shares of packs.
  package let packDenominator: UInt64

  let cells: [Cell]
  /// The position of the rarity that is given where each is drawn; −1 for none.
  let given: [Int]
  /// The positions of the featured cards.
  let featured: Set<Int>
  /// The prices of rolls, by the position of the currency.
  let prices: [(currency: Int, round: PriceRound)]
  let bundlePrice: [CurrencyPlan.Amount]
  let bundleSize: Int
  /// Whether rolls cost roll tokens.
  let costsTokens: Bool

  /// The maximum denominator of rates: it keeps every weight and sum of weights far from overflow.
  package static let mostDenominator: UInt64 = 1 << 48

  /// Compiles a pool of a rulebook; `nil` when a denominator is too large.
  package init?(_ pool: PoolDefinition, in rulebook: RulebookDefinition) {
    self.init(pool, in: rulebook, CurrencyPlan(rulebook))
  }

  init?(_ pool: PoolDefinition, in rulebook: RulebookDefinition, _ currencies: CurrencyPlan) {
    let rarities = rulebook.rarities.map(\.name)
    func rates(_ named: [NamedValue<Fraction>]) -> [Fraction] {
      rarities.map { rarity in named.first { $0.name == rarity }?.value ?? .zero }
    }
    let own = pool.rates.isEmpty ? rulebook.drops.rates : rates(pool.rates)
    let positions = Dictionary(
      rulebook.cards.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(
      pool, rates: own,
      pity: pool.pity.map { named in
        rarities.map { rarity in named.first { $0.name == rarity }?.value }
      } ?? (pool.cycle == nil ? rulebook.drops.pity : rarities.map { _ in nil }),
      emptyCell: pool.emptyCell ?? rulebook.drops.emptyCell, cards: Self.cards(of: pool, rulebook),
      packs: pool.packs.map { pack in
        var (cards, distinct) = ([[Fraction]](), [Range<Int>]())
        for slot in pack.slots {
          let first = cards.count
          cards += Array(
            repeating: slot.rates.isEmpty ? own : rates(slot.rates),
            count: Int(clamping: slot.count))
          if slot.isDistinct, slot.count > 1 { distinct.append(first..<cards.count) }
        }
        return Pack(rate: pack.rate, cards: cards, distinct: distinct)
      },
      bundleRarity: pool.bundle?.atLeast.flatMap { rarities.firstIndex(of: $0) },
      box: (pool.box?.counts ?? []).compactMap { count in
        positions[count.name].map { ($0, count.value) }
      },
      cycle: (pool.cycle?.steps ?? []).flatMap { step in
        Array(repeating: positions[step.card] ?? -1, count: Int(clamping: step.count))
      }, rarities: rarities, currencies: currencies)
  }

  /// Compiles a pool of given cards and rates; `nil` when a rate is above 1, or a denominator too large.
  package init?(
    _ pool: PoolDefinition, rates: [Fraction], pity: [PityDefinition?], emptyCell: EmptyCell,
    cards: [[Card]], packs: [Pack] = [], bundleRarity: Int? = nil,
    box: [(card: Int, count: Int64)] = []
  ) {
    self.init(
      pool, rates: rates, pity: pity, emptyCell: emptyCell, cards: cards, packs: packs,
      bundleRarity: bundleRarity, box: box, cycle: [], rarities: rates.map { _ in "" },
      currencies: nil)
  }

  private init?(
    _ pool: PoolDefinition, rates: [Fraction], pity: [PityDefinition?], emptyCell: EmptyCell,
    cards: [[Card]], packs: [Pack], bundleRarity: Int?, box: [(card: Int, count: Int64)],
    cycle: [Int], rarities: [String], currencies: CurrencyPlan?
  ) {
    let all =
      rates + pity.flatMap { $0?.fractions ?? [] } + packs.flatMap { $0.cards.flatMap(\.self) }
    guard all.allSatisfy({ $0.numerator <= $0.denominator }),
      let common = Fraction.overCommonDenominator(all, most: Self.mostDenominator),
      let shares = Fraction.overCommonDenominator(packs.map(\.rate), most: Self.mostDenominator)
    else { return nil }
    (definition, self.rates, self.pity, self.emptyCell) = (pool, rates, pity, emptyCell)
    (self.cards, self.bundleRarity, self.box, self.cycle) = (cards, bundleRarity, box, cycle)
    protection = rarities.map { pool.protection?.copies(of: $0) ?? 0 }
    duplicatePoints = rarities.map { rarity in
      pool.exchange?.perDuplicate.first { $0.name == rarity }?.value ?? 0
    }
    exchangePrices = rarities.map { pool.exchange?.price(of: $0) ?? 0 }
    denominator = common.denominator
    packDenominator = shares.denominator
    let count = rates.count
    weights = Array(common.numerators[..<count])
    var rest = common.numerators[count...]
    pityWeights = pity.map { rule in
      rule.map { PityWeight($0, &rest, of: common.denominator) }
    }
    var sum: UInt64 = 0
    self.packs = zip(packs, shares.numerators).map { pack, share in
      var pack = pack
      sum += share
      pack.end = sum
      pack.weights = pack.cards.map { _ in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }
      pack.last = (0..<count).map { rarity in pack.weights.lastIndex { $0[rarity] > 0 } ?? -1 }
      return pack
    }
    let cells = cards.map { cards in
      Cell(
        featured: Cards(cards.filter(\.isFeatured)), others: Cards(cards.filter { !$0.isFeatured }))
    }
    self.cells = cells
    given = cells.indices.map { drawn in
      if !cells[drawn].isEmpty { return drawn }
      return emptyCell == .demote ? cells[..<drawn].lastIndex { !$0.isEmpty } ?? -1 : -1
    }
    featured = Set(cards.joined().filter(\.isFeatured).map(\.position))
    let size = pool.bundle?.size ?? 0
    bundleSize = Int(clamping: size)
    let bundlePrice = currencies?.amounts(pool.bundle?.price ?? []) ?? []
    prices = pool.prices.compactMap { price in
      guard let position = currencies?.position(id: price.name),
        let round = pool.round(of: price.name)
      else { return nil }
      return (position, round)
    }
    self.bundlePrice =
      bundlePrice.isEmpty ? Self.amounts(prices, of: size, after: 0) : bundlePrice
    costsTokens = prices.isEmpty && bundlePrice.isEmpty
  }

  /// Returns the cards of a pool by rarity, commonest first, in rulebook order.
  static func cards(of pool: PoolDefinition, _ rulebook: RulebookDefinition) -> [[Card]] {
    let featured = Set(pool.featured?.cards ?? [])
    let selection = pool.cards ?? CardSelection()
    let boxed = Set(pool.box?.counts.map(\.name) ?? pool.cycle?.steps.map(\.card) ?? [])
    return rulebook.rarities.map { rarity in
      rulebook.cards.enumerated().compactMap { position, card in
        guard card.rarity == rarity,
          featured.contains(card.id)
            || (pool.hasNoRates ? boxed.contains(card.id) : selection.includes(card))
        else { return nil }
        return Card(
          // The copies in a box are drawn, whatever the cards weigh elsewhere.
          position, id: card.id, weight: pool.hasNoRates ? 1 : UInt64(max(1, card.weight)),
          isFeatured: featured.contains(card.id))
      }
    }
  }

  /// The cards of a full box or of a cycle by their positions, and their counts.
  package var contents: [(card: Int, count: Int64)] {
    if cycle.isEmpty { return box }
    return Dictionary(cycle.map { ($0, Int64(1)) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Returns what a number of rolls costs after those so far, where they are bought singly.
  func price(of rolls: Int64, after before: Int64) -> [CurrencyPlan.Amount] {
    Self.amounts(prices, of: rolls, after: before)
  }

  private static func amounts(
    _ prices: [(currency: Int, round: PriceRound)], of rolls: Int64, after before: Int64
  ) -> [CurrencyPlan.Amount] {
    prices.map {
      CurrencyPlan.Amount(currency: $0.currency, amount: $0.round.cost(of: rolls, after: before))
    }
  }

  /// Returns the number of copies up to which cards of a rarity precede others of it; 0 for none.
  package func protection(of rarity: Int) -> Int64 {
    guard let protection = definition.protection else { return 0 }
    return protection.copies
      ?? (self.protection.indices.contains(rarity) ? self.protection[rarity] : 0)
  }

  /// Returns the points that a card of a rarity costs in exchange; `nil` where it is not offered.
  package func exchangePrice(of card: Card, rarity: Int) -> Int64? {
    guard let exchange = definition.exchange, exchange.choose == .any || card.isFeatured else {
      return nil
    }
    if let at = exchange.at { return at }
    guard exchangePrices.indices.contains(rarity), exchangePrices[rarity] > 0 else { return nil }
    return exchangePrices[rarity]
  }

  /// Returns the points that a card of a rarity gives, and the number of copies from which on it does.
  package func duplicatePoints(of rarity: Int) -> (points: Int64, from: Int64) {
    guard definition.exchange?.countsDuplicates ?? false, duplicatePoints.indices.contains(rarity)
    else { return (0, 1) }
    return (duplicatePoints[rarity], max(1, protection(of: rarity)))
  }

  /// The cards offered in exchange, with their prices in points.
  package var offered: [(card: Card, price: Int64)] {
    cards.enumerated().flatMap { rarity, cards in
      cards.compactMap { card in exchangePrice(of: card, rarity: rarity).map { (card, $0) } }
    }
  }

  /// The position of the rarest rarity with a featured card.
  package var rarestFeatured: Int? { cards.lastIndex { $0.contains(where: \.isFeatured) } }

  /// Whether in the roll at which a featured card is certain a rarer card can be, which then comes first.
  package var featuredCanWait: Bool {
    guard definition.featured?.hard != nil, let featured = rarestFeatured else { return false }
    return cards.indices.contains {
      $0 > featured && !cards[$0].isEmpty && (pity[$0] != nil || bundleRarity == $0)
    }
  }
}

extension RulebookDefinition {
  /// Returns a pool with the defaults of the rulebook; `nil` when there is none of the id.
  package func pool(_ id: String) -> PoolTable? {
    pools.first { $0.id == id }.flatMap { PoolTable($0, in: self) }
  }
}
