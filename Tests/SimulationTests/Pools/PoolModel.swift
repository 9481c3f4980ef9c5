import Chance
import FlintRules

/// A pool as tests write it, tier by tier; `table` compiles it.
struct PoolModel: Sendable {
  struct Card: Hashable, Sendable {
    var id: String
    var weight: UInt64
    var isFeatured: Bool
    var count: Int

    init(_ id: String, weight: UInt64 = 1, isFeatured: Bool = false, count: Int = 1) {
      (self.id, self.weight) = (id, weight)
      (self.isFeatured, self.count) = (isFeatured, count)
    }
  }

  struct Featured: Sendable {
    var share: Fraction
    var laterShares: [Fraction] = []
    var hasGuarantee = false
    var path: Int?
  }

  struct Tier: Sendable {
    var rate: Fraction
    var pity: PityDefinition?
    var first: Int64?
    var cards: [Card]
    /// The rule of the featured cards; that of the first tier that has one is the pool's.
    var featured: Featured?
  }

  struct Ceiling: Sendable {
    var at: Int?
    /// The number of rolls after which the next card of the rarity is featured.
    var from: Int?
    var isOnce = false
  }

  struct Exchange: Sendable {
    var at: Int
    var limit: Int?
    var offersAll = false
  }

  struct Bundle: Sendable {
    var size: Int
    var atLeast: Int?
  }

  struct Slot: Sendable {
    var count = 1
    var rates: [Fraction]
  }

  struct Pack: Sendable {
    var rate = Fraction.one
    var slots: [Slot]
  }

  enum BoxReset: CaseIterable, Sendable {
    case never, whenEmpty, whenFeaturedOut

    var rule: BoxDefinition.Reset {
      switch self {
      case .never: .never
      case .whenEmpty: .empty
      case .whenFeaturedOut: .featured
      }
    }
  }

  var id = "pool"
  var tiers: [Tier]
  var emptyCell = EmptyCell.demote
  var ceiling: Ceiling?
  var exchange: Exchange?
  var bundle: Bundle?
  var protection: Int?
  var packs: [Pack] = []
  var box: BoxReset?
  var carry: String?

  init(_ id: String = "pool", tiers: [Tier]) { (self.id, self.tiers) = (id, tiers) }

  /// The rule of the featured cards: by default they are drawn by their weights.
  private var featured: FeaturedDefinition? {
    let cards = tiers.flatMap(\.cards).filter(\.isFeatured).map(\.id)
    guard !cards.isEmpty else { return nil }
    var rule = FeaturedDefinition(cards: cards)
    if let own = tiers.compactMap(\.featured).first {
      (rule.share, rule.hasGuarantee) = (own.share, own.hasGuarantee)
      rule.laterShares = own.laterShares
      rule.path = own.path.map { Int64($0) }
    } else if let mixed = tiers.last(where: { $0.cards.contains(where: \.isFeatured) }) {
      func weight(_ cards: [Card]) -> UInt64 { cards.reduce(0) { $0 + $1.weight } }
      let share = Fraction(
        weight(mixed.cards.filter(\.isFeatured)), over: max(1, weight(mixed.cards)))
      rule.share = share ?? .one
    }
    rule.hard = ceiling?.at.map { Int64($0) }
    rule.from = ceiling?.from.map { Int64($0) }
    rule.isHardOnce = ceiling?.isOnce ?? false
    return rule
  }

  /// The pool, compiled.
  var table: PoolTable {
    var definition = PoolDefinition(id: id)
    definition.featured = featured
    definition.carry = carry
    definition.protection = protection.map { ProtectionDefinition(Int64($0)) }
    definition.exchange = exchange.map {
      var rule = ExchangeDefinition(at: Int64($0.at))
      rule.choose = $0.offersAll ? .any : .featured
      rule.limit = $0.limit.map { Int64($0) }
      return rule
    }
    definition.bundle = bundle.map { BundleDefinition(size: Int64($0.size)) }
    definition.box = box.map { BoxDefinition(reset: $0.rule) }
    var positions = 0
    var counts: [(card: Int, count: Int64)] = []
    let cards = tiers.map { tier in
      tier.cards.map { card in
        defer { positions += 1 }
        if box != nil { counts.append((positions, Int64(card.count))) }
        return PoolTable.Card(
          positions, id: card.id, weight: card.weight, isFeatured: card.isFeatured)
      }
    }
    let table = PoolTable(
      definition, rates: tiers.map(\.rate),
      pity: tiers.map { tier in
        var pity = tier.pity
        if let first = tier.first {
          pity = pity ?? PityDefinition()
          pity?.first = first
        }
        return pity
      }, emptyCell: emptyCell, cards: cards,
      packs: packs.map { pack in
        PoolTable.Pack(
          rate: pack.rate,
          cards: pack.slots.flatMap { [[Fraction]](repeating: $0.rates, count: $0.count) })
      }, bundleRarity: bundle?.atLeast, box: counts)
    guard let table else { preconditionFailure("the rates of pool \(id) are out of range") }
    return table
  }
}

extension PoolOdds {
  init(_ pool: PoolModel, until goal: PoolGoal?, from start: PoolStart = PoolStart()) {
    self.init(pool.table, until: goal, from: start)
  }

  static func prizes(
    _ prizes: PoolCards, in pool: PoolModel, rolls: Int, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> CountDistribution {
    try Self.prizes(prizes, in: pool.table, rolls: rolls, from: start)
  }

  static func rates(
    of pool: PoolModel, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> PoolRates {
    try rates(of: pool.table, from: start)
  }

  static func hazards(
    of tier: Int, in pool: PoolModel, most: Int = 1000, from start: PoolStart = PoolStart()
  ) throws(OddsError) -> PoolHazards {
    try hazards(of: tier, in: pool.table, most: most, from: start)
  }
}

extension PoolStage {
  init(_ pool: PoolModel, until goal: PoolGoal?, from start: PoolStart = PoolStart()) {
    self.init(pool.table, until: goal, from: start)
  }
}
