import Chance
import FlintRules
import Testing

/// Budgets: rolls that currency buys, and what comes of them.
@Suite struct `Budgets of pools` {
  private static let coin = PoolModel(
    "coin",
    tiers: [
      PoolModel.Tier(rate: fraction("1/2"), cards: [.init("tails")]),
      PoolModel.Tier(rate: fraction("1/2"), cards: [.init("heads")]),
    ])
  private static let heads = PoolOdds(coin, until: .copies(of: .tier(1), 1))

  /// Without refunds it is the distribution of the number of rolls.
  @Test func `reach a goal as often as their rolls do`() throws {
    let odds = PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 2))
    let distribution = try odds.distribution()
    let budget = try odds.budget(28_800, price: PoolPrice(roll: 160))
    #expect(budget.mostRolls == 180)
    #expect(abs(budget.chance.value - distribution.probability(doneWithin: 180)) < 1e-13)
    for roll in [0, 2, 90, 179] {
      #expect(abs(budget.chances[roll] - distribution.probability(doneWithin: Int64(roll))) < 1e-13)
    }
  }

  /// By hand: at 2 each, 3 with 1 back for tails buy a second roll, and no third.
  @Test func `get currency back for cards`() throws {
    let budget = try Self.heads.budget(
      3, price: PoolPrice(roll: 2), refunds: PoolRefunds(cards: [1]))
    #expect(budget.chances == [0, 0.5, 0.75])
    #expect(budget.meanRolls.value == 1.5)
    #expect(try Self.heads.budget(3, price: PoolPrice(roll: 2)).chances == [0, 0.5])
  }

  /// By hand: the first tails gives nothing, each further one 1: of 4 they leave 2, then 1.
  @Test func `get currency back for duplicates`() throws {
    let refunds = PoolRefunds(duplicates: [1, 1])
    let chances = try (3...6).map {
      try Self.heads.budget($0, price: PoolPrice(roll: 2), refunds: refunds).chances
    }
    #expect(
      chances == [
        [0, 0.5], [0, 0.5, 0.75], [0, 0.5, 0.75, 0.875], [0, 0.5, 0.75, 0.875, 0.9375],
      ])
  }

  /// By hand: bundles of 2 at 3: 5 buy one bundle, 6 buy two.
  @Test func `are spent on whole bundles`() throws {
    var pool = Self.coin
    pool.bundle = PoolModel.Bundle(size: 2)
    let odds = PoolOdds(pool, until: .copies(of: .tier(1), 1))
    let price = PoolPrice(roll: nil, bundle: (price: 3, size: 2))
    #expect(try odds.budget(5, price: price).chances == [0, 0.5, 0.75])
    #expect(try odds.budget(6, price: price).chances == [0, 0.5, 0.75, 0.875, 0.9375])
  }

  @Test func `buy the maximum number of rolls`() {
    let both = PoolPrice(roll: 160, bundle: (price: 1440, size: 10))
    #expect(both.mostRolls(for: 1439) == 8)
    #expect(both.mostRolls(for: 1440) == 10)
    #expect(both.mostRolls(for: 3200) == 22)
    #expect(both.mostRolls(for: -5) == 0)
    #expect(PoolPrice(roll: 100, bundle: (price: 1440, size: 10)).mostRolls(for: 1440) == 14)
    #expect(PoolPrice(roll: nil, bundle: (price: 3, size: 2)).mostRolls(for: 8) == 4)
    #expect(PoolPrice(roll: 1).mostRolls(for: .max) == .max)
    #expect(PoolPrice(roll: 1, bundle: (price: 1, size: 10)).mostRolls(for: .max) == .max)
  }

  /// By hand: three heads take six rolls.
  @Test func `never end where refunds pay for all rolls`() throws {
    let budget = try PoolOdds(Self.coin, until: .copies(of: .tier(1), 3)).budget(
      2, price: PoolPrice(roll: 1), refunds: PoolRefunds(cards: [1, 1]))
    #expect(abs(budget.chance.value - 1) < 1e-12)
    #expect(abs(budget.meanRolls.value - 6) < 1e-12)
    for price in [nil, 0, -1] as [Int64?] {
      let free = #expect(throws: OddsError.self) {
        try Self.heads.budget(2, price: PoolPrice(roll: price))
      }
      #expect(free?.description == "price: expected a price above 0")
    }
    for refunds in [PoolRefunds(cards: [-1, 1]), PoolRefunds(cards: [1, 1 << 40 + 1])] {
      let wrong = #expect(throws: OddsError.self) {
        try Self.heads.budget(2, price: PoolPrice(roll: 1), refunds: refunds)
      }
      #expect(wrong?.description == "refunds: expected amounts from 0 on")
    }
  }

  @Test func `of extreme amounts are followed or refused`() throws {
    let refunds = PoolRefunds(cards: [1 << 40, 1])
    let long = #expect(throws: OddsError.self) {
      try PoolOdds(Self.coin, until: .copies(of: .all, 40)).budget(
        5, price: PoolPrice(roll: 1), refunds: refunds)
    }
    #expect(
      long?.description
        == "budget: no exact method within reach: the refunds pay for too many rolls to follow")
    let rich = try Self.heads.budget(.max, price: PoolPrice(roll: .max))
    #expect(rich.chances == [0, 0.5])
    #expect(try Self.heads.budget(0, price: PoolPrice(roll: 1)).chances == [0])
  }
}
