import FlintRandom
import FlintRules
import Testing
@testable import Chance

/// Collections from packs, whose cards are followed one by one.
@Suite struct `Collections from packs` {
  /// Packs of five cards, and one pack in 2,000 of rare cards alone.
  private static let forest = packs(
    [20, 12, 5, 2],
    [
      PoolModel.Pack(
        rate: fraction("99.95%"),
        slots: [
          PoolModel.Slot(count: 3, rates: rates("1", "0", "0", "0")),
          PoolModel.Slot(rates: rates("0", "95%", "4.96%", "0.04%")),
          PoolModel.Slot(rates: rates("0", "80%", "19.84%", "0.16%")),
        ]),
      PoolModel.Pack(
        rate: fraction("0.05%"),
        slots: [PoolModel.Slot(count: 5, rates: rates("0", "0", "95%", "5%"))]),
    ])

  private static func rates(_ texts: String...) -> [Fraction] { texts.map(fraction) }

  private static func packs(_ counts: [Int], _ packs: [PoolModel.Pack]) -> PoolModel {
    var pool = PoolModel(
      "packs",
      tiers: counts.enumerated().map { tier, count in
        PoolModel.Tier(
          rate: tier == 0 ? .one : .zero, cards: (0..<count).map { .init("\(tier)-\($0)") })
      })
    pool.packs = packs
    return pool
  }

  /// By inclusion and exclusion over the sets of missing cards, each of which is missing after a geometric
  /// number of packs, in integers of 600 bits in Python.
  @Test func `of 39 cards are exact`() throws {
    let distribution = try PoolOdds(Self.forest, until: .different(of: .all)).distribution()
    #expect(distribution.method == .chain(states: 21 * 13 * 6 * 3))
    #expect(abs(distribution.mean / 1415.413128083739136 - 1) < 1e-11)
    #expect(abs(distribution.standardDeviation / 1055.798503987413526 - 1) < 1e-11)
    // Seven packs for the 20 common cards bring 14 others; one of rare cards brings the last five.
    #expect(distribution.least == 8)
  }

  /// Small packs made up at random, also with several copies, cards owned, and fewer cards than all.
  @Test(arguments: 0..<60) func `agree with the chain of whole packs`(_ number: Int) throws {
    let seed: UInt64 = 20_261_127
    var stream = CounterStream(key: seed, identity: UInt64(number), purpose: 2)
    func below(_ bound: Int) -> Int { Int(stream.bounded(UInt64(bound))) }
    func slot() -> PoolModel.Slot {
      let rarest = below(11)
      let middle = below(11 - rarest)
      return PoolModel.Slot(
        count: 1 + below(2),
        rates: [10 - rarest - middle, middle, rarest].map { fraction("\($0)/10") })
    }
    let counts = (0..<3).map { _ in 1 + below(4) }
    var pool = Self.packs(
      counts,
      [
        PoolModel.Pack(
          rate: fraction("2/3"),
          slots: [slot(), PoolModel.Slot(rates: Self.rates("1/2", "3/10", "1/5"))]),
        PoolModel.Pack(rate: fraction("1/3"), slots: [slot()]),
      ])
    pool.tiers[0].cards[0].weight = UInt64(1 + below(2))
    let copies = 1 + below(2)
    let different = below(2) == 0 ? nil : 1 + below(counts.reduce(0, +))
    var start = PoolStart()
    start.owned = ["0-0": below(3), "1-0": 1]
    let comment: Comment = "seed \(seed), packs \(number): \(pool), \(copies) of \(different ?? 0)"
    let odds = PoolOdds(
      pool, until: .different(of: .all, different, copies: copies), from: start)
    let machine = try odds.machine()
    let cards = try #require(PackCollection(machine), comment).distribution()
    let whole = try PoolChain(machine).distribution()
    #expect(abs(cards.mean - whole.mean) <= 1e-11 * (1 + whole.mean), comment)
    #expect(
      abs(cards.standardDeviation - whole.standardDeviation) <= 1e-9 * (1 + whole.mean),
      comment)
    #expect(cards.least == whole.least, comment)
    for rolls in whole.least...(whole.least + 20) {
      let chance = whole.probability(doneWithin: rolls)
      #expect(
        abs(cards.probability(doneWithin: rolls) - chance) <= 1e-12 * chance, comment)
    }
  }

  @Test
  func `are left to the chain where pity counts, and refused where cards never come`() throws {
    var pool = Self.packs(
      [2, 2], [PoolModel.Pack(slots: [PoolModel.Slot(count: 2, rates: Self.rates("1/2", "1/2"))])])
    let goal = PoolGoal.different(of: .all)
    #expect(PackCollection(try PoolOdds(pool, until: goal).machine()) != nil)
    pool.tiers[1].pity = PityDefinition(hard: 3)
    #expect(PackCollection(try PoolOdds(pool, until: goal).machine()) == nil)
    let never = Self.packs(
      [2, 2], [PoolModel.Pack(slots: [PoolModel.Slot(rates: Self.rates("1", "0"))])])
    let error = #expect(throws: OddsError.self) { try PoolOdds(never, until: goal).distribution() }
    #expect(error?.code == .unreachable)
  }
}
