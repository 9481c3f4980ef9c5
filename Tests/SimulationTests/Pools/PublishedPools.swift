import Chance
import FlintRules

func fraction(_ text: String) -> Fraction { Fraction(text) ?? .zero }

/// The published designs that exact odds of pools are checked with.
extension PoolModel {
  /// A character banner: 0.6 %, from the 74th on 6 % more, certain at the 90th, 50/50 with a guarantee.
  static let characters = PoolModel(
    "characters",
    tiers: [
      Tier(rate: fraction("94.3%"), cards: [Card("three")]),
      Tier(
        rate: fraction("5.1%"),
        pity: PityDefinition(softStart: 9, softStep: fraction("51%"), hard: 10),
        cards: (0..<3).map { Card("four-up-\($0)", isFeatured: true) }
          + (0..<20).map { Card("four-\($0)") },
        featured: Featured(share: fraction("1/2"), hasGuarantee: true)),
      Tier(
        rate: fraction("0.6%"),
        pity: PityDefinition(softStart: 74, softStep: fraction("6%"), hard: 90),
        cards: [Card("five-up", isFeatured: true)] + (0..<7).map { Card("five-\($0)") },
        featured: Featured(share: fraction("1/2"), hasGuarantee: true)),
    ])

  /// A weapon banner: 0.7 %, from the 63rd on 7 % more, certain at the 80th, 75/25 for two featured ones with a
  /// guarantee, a chosen one by a path.
  static func weapons(path: Int?) -> PoolModel {
    PoolModel(
      "weapons",
      tiers: [
        Tier(rate: fraction("99.3%"), cards: [Card("rest")]),
        Tier(
          rate: fraction("0.7%"),
          pity: PityDefinition(softStart: 63, softStep: fraction("7%"), hard: 80),
          cards: [
            Card("first", isFeatured: true), Card("second", isFeatured: true), Card("other"),
          ],
          featured: Featured(share: fraction("75%"), hasGuarantee: true, path: path)),
      ])
  }

  /// 1 %, of which 80 % featured, without pity.
  static func servants(featured: Int = 1, ceiling: Int? = nil) -> PoolModel {
    var pool = PoolModel(
      "servants",
      tiers: [
        Tier(rate: fraction("99%"), cards: [Card("rest")]),
        Tier(
          rate: fraction("1%"),
          cards: (0..<featured).map { Card("up-\($0)", isFeatured: true) } + [Card("off")],
          featured: Featured(share: fraction("80%"))),
      ])
    pool.ceiling = ceiling.map { Ceiling(at: $0, isOnce: true) }
    return pool
  }

  /// Packs of five, of which the last two have tables of their own, and packs of rare cards alone.
  static let packets: PoolModel = {
    let names = ["d1", "d2", "d3", "d4", "s1", "s2", "s3", "crown"]
    let counts = [50, 35, 14, 5, 8, 9, 1, 1]
    var pool = PoolModel(
      "packets",
      tiers: names.indices.map { tier in
        Tier(
          rate: tier == 0 ? .one : .zero,
          cards: (0..<counts[tier]).map { Card("\(names[tier])-\($0)") })
      })
    func rates(_ texts: String...) -> [Fraction] { texts.map(fraction) }
    let fourth = rates("0", "90%", "5%", "1.666%", "2.572%", "0.5%", "0.222%", "0.04%")
    let fifth = rates("0", "60%", "20%", "6.664%", "10.288%", "2%", "0.888%", "0.16%")
    let first = rates("1", "0", "0", "0", "0", "0", "0", "0")
    let rare = rates("0", "0", "0", "0", "8/19", "9/19", "1/19", "1/19")
    pool.packs = [
      Pack(
        rate: fraction("99.95%"),
        slots: [Slot(count: 3, rates: first), Slot(rates: fourth), Slot(rates: fifth)]),
      Pack(rate: fraction("0.05%"), slots: [Slot(count: 5, rates: rare)]),
    ]
    return pool
  }()

  /// Packs of five, a legendary in the first 10 and in every 40, no second copy of one
  /// before all are owned.
  static func hearths(protected: Bool) -> PoolModel {
    let rates = ["71.65%", "22.84%", "4.42%", "1.09%"].map(fraction)
    var pool = PoolModel(
      "hearths",
      tiers: [
        Tier(rate: rates[0], cards: [Card("common")]), Tier(rate: rates[1], cards: [Card("rare")]),
        Tier(rate: rates[2], cards: [Card("epic")]),
        Tier(
          rate: rates[3], pity: PityDefinition(hard: 40), first: 10,
          cards: (0..<10).map { Card("legendary-\($0)") }),
      ])
    pool.packs = [Pack(slots: [Slot(count: 5, rates: rates)])]
    pool.protection = protected ? 1 : nil
    return pool
  }

  /// A box of 100 cards, some of which are featured.
  static func chest(tops: Int, reset: BoxReset) -> PoolModel {
    var pool = PoolModel(
      "chest",
      tiers: [
        Tier(rate: .one, cards: [Card("blank", count: 100 - tops)]),
        Tier(rate: .zero, cards: [Card("top", isFeatured: true, count: tops)]),
      ])
    pool.box = reset
    return pool
  }

  /// Ten at a time, one of which is r2 or better.
  static let tens: PoolModel = {
    var pool = PoolModel(
      "tens",
      tiers: [
        Tier(rate: fraction("78.5%"), cards: [Card("r1")]),
        Tier(rate: fraction("18.5%"), cards: [Card("r2")]),
        Tier(rate: fraction("3%"), cards: [Card("r3")]),
      ])
    pool.bundle = Bundle(size: 10, atLeast: 1)
    return pool
  }()

  /// 3 %, of which 0.7 % each featured; points buy a featured card.
  static func sparks(featured: Int = 1, at: Int) -> PoolModel {
    var pool = PoolModel(
      "sparks",
      tiers: [
        Tier(rate: fraction("97%"), cards: [Card("rest")]),
        Tier(
          rate: fraction("3%"),
          cards: (0..<featured).map { Card("up-\($0)", weight: 7, isFeatured: true) }
            + [Card("off", weight: UInt64(30 - 7 * featured))]),
      ])
    pool.exchange = Exchange(at: at)
    return pool
  }

  /// 1 % one of three cards, none of them featured; points buy any card.
  static func offeringAll(at: Int) -> PoolModel {
    var pool = PoolModel(
      "any",
      tiers: [
        Tier(rate: fraction("99%"), cards: [Card("rest")]),
        Tier(rate: fraction("1%"), cards: (0..<3).map { Card("top-\($0)") }),
      ])
    pool.exchange = Exchange(at: at, offersAll: true)
    return pool
  }
}
