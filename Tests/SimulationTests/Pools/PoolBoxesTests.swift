import Chance
import Testing

/// Pools in order that draw from boxes: each pool has its own, and a pool that comes again goes on with it.
///
/// The numbers were computed card by card by another program, with the copies left in each box by name.
@Suite struct `Boxes of pools in order` {
  /// A pool of one grand card, which is featured, and some fillers.
  private static func box(
    _ id: String, fillers: Int = 9, grands: Int = 1, _ reset: PoolModel.BoxReset
  ) -> PoolModel {
    var pool = PoolModel(
      id,
      tiers: [
        .init(rate: fraction("60%"), cards: [.init("filler", count: fillers)]),
        .init(rate: fraction("40%"), cards: [.init("grand", isFeatured: true, count: grands)]),
      ])
    pool.box = reset
    return pool
  }

  private static let once = box("once", .never)
  private static let again = box("again", .whenEmpty)
  private static let early = box("early", .whenFeaturedOut)
  private static let grand = PoolGoal.copies(of: .featured(), 1)
  private static let both = PoolGoal.different(of: .all)

  private func mean(_ stages: (PoolModel, PoolGoal)...) throws -> Double {
    try PoolOdds(stages.map { PoolStage($0, until: $1) }).distribution().mean
  }

  @Test func `do not mix`() throws {
    let first = Self.box("first", fillers: 1, .never)
    let second = Self.box("second", fillers: 1, .never)
    let stages = [PoolStage(first, until: Self.grand), PoolStage(second, until: Self.grand)]
    let distribution = try PoolOdds(stages).distribution()
    // Each grand card is equally likely the first or the second of its box.
    for (rolls, chance) in [(1, 0), (2, 0.25), (3, 0.75), (4, 1)] as [(Int64, Double)] {
      #expect(abs(distribution.probability(doneWithin: rolls) - chance) < 1e-12)
    }
    let estimate = try PoolOdds(stages).estimate(players: 4000, seed: 1)
    let value = try #require(estimate.mean)
    #expect(abs(value.value - 3) < 1.3 * (value.high - value.low))
  }

  @Test func `go on where their pool comes again`() throws {
    let twice = PoolGoal.copies(of: .featured(), 2)
    // The grand cards of a box and of the next: 10 of the first and 5.5 of the second on average.
    #expect(abs(try mean((Self.again, Self.grand), (Self.again, Self.grand)) - 15.5) < 1e-12)
    #expect(abs(try mean((Self.again, twice)) - 15.5) < 1e-12)
    // A box that is filled when its grand card is out.
    #expect(abs(try mean((Self.early, Self.grand), (Self.early, Self.grand)) - 11) < 1e-12)
    let back = try mean((Self.once, Self.grand), (Self.again, Self.grand), (Self.once, Self.both))
    #expect(abs(back - 11.01) < 1e-12)
  }

  @Test func `hand over the cards that are owned`() throws {
    let both = try mean((Self.again, Self.both), (Self.early, Self.both))
    #expect(abs(both - 5.6) < 1e-12)
    let more = try mean(
      (Self.again, .different(of: .all, copies: 2)), (Self.early, .copies(of: .featured(), 2)),
      (Self.again, .different(of: .all, copies: 3)))
    #expect(abs(more - 26.5) < 1e-12)
  }

  @Test func `begin where copies are already drawn`() throws {
    var start = PoolStart()
    start.drawn = ["filler": 6]
    let distribution = try PoolOdds([
      PoolStage(Self.once, until: Self.grand, from: start),
      PoolStage(Self.again, until: Self.grand),
    ]).distribution()
    // Four cards are left in the first box: 2.5 rolls on average, and 5.5 for a full one.
    #expect(abs(distribution.mean - 8) < 1e-12)
  }

  @Test func `of one pool have one content`() {
    let odds = PoolOdds([
      PoolStage(Self.again, until: Self.grand),
      PoolStage(Self.box("again", fillers: 3, .whenEmpty), until: Self.grand),
    ])
    let error = #expect(throws: OddsError.self) { try odds.distribution() }
    #expect(error?.description == "pools: the box of again is given with unequal contents")
  }
}
