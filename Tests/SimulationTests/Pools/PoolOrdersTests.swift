import Chance
import Testing

/// What pools in order share: counters and guarantees by name, all else by pool.
@Suite struct `Pools in order` {
  /// A pool whose only featured card comes in a tenth of the rolls.
  private static func tenth(_ id: String, at: Int, limit: Int? = nil) -> PoolModel {
    var pool = PoolModel(
      id,
      tiers: [
        .init(rate: fraction("90%"), cards: [.init("filler")]),
        .init(rate: fraction("10%"), cards: [.init("grand", isFeatured: true)]),
      ])
    pool.exchange = PoolModel.Exchange(at: at, limit: limit)
    return pool
  }

  private static let ten = tenth("ten", at: 10)
  private static let twelve = tenth("twelve", at: 12, limit: 1)

  /// Means that another program computed, which follows points and exchanges pool by pool.
  @Test(
    arguments: [
      ([(ten, 1), (ten, 1)], 11.423244163094314),
      ([(ten, 1), (twelve, 1), (ten, 1)], 18.598948798284315),
      ([(twelve, 1), (twelve, 1)], 13.409977482109959),
      ([(ten, 2), (twelve, 2), (ten, 1), (twelve, 1)], 37.46922647744612),
    ]) private func `keep the points for each exchange`(
      _ stages: [(pool: PoolModel, copies: Int)], _ mean: Double
    ) throws
  {
    let odds = PoolOdds(
      stages.map { PoolStage($0.pool, until: .copies(of: .featured(), $0.copies)) })
    #expect(abs(try odds.distribution().mean - mean) < 1e-9)
    let estimate = try odds.estimate(players: 2000, seed: 1)
    let value = try #require(estimate.mean)
    #expect(abs(value.value - mean) < 1.3 * (value.high - value.low))
  }

  @Test func `own the cards that an exchange gave`() throws {
    let all = PoolGoal.different(of: .featured())
    // The card is owned after 10 rolls at most, whichever way: (1 − 0.9¹⁰) / 0.1.
    let distribution = try PoolOdds([
      PoolStage(Self.ten, until: all), PoolStage(Self.twelve, until: all),
    ])
    .distribution()
    #expect(abs(distribution.mean - 6.513215599) < 1e-9)
  }

  /// The rolls are those of 1, 1, … cards of five stars, each with one mean. With the path at p and the guarantee
  /// g, the chosen weapon takes 1 card at p = 2, 1.625 or 1.5 at p = 1, and 1.984375 or 1.8125 at p = 0.
  @Test func `keep the path of each pool`() throws {
    var start = PoolStart()
    start.chosen = [nil, "first"]
    var (first, second) = (PoolModel.weapons(path: 2), PoolModel.weapons(path: 2))
    (first.id, second.id) = ("spring", "autumn")
    (first.carry, second.carry) = ("weapons", "weapons")
    let any = PoolGoal.copies(of: .tier(1), 1)
    let chosen = PoolGoal.copies(of: .ids(["first"]), 1)
    let one = try PoolOdds(first, until: any).distribution().mean
    let apart = try PoolOdds([
      PoolStage(first, until: any, from: start), PoolStage(second, until: chosen, from: start),
    ]).distribution().mean
    #expect(abs(apart / one - 2.94140625) < 1e-9)
    let same = try PoolOdds([
      PoolStage(first, until: any, from: start), PoolStage(first, until: chosen, from: start),
    ]).distribution().mean
    #expect(abs(same / one - 2.728515625) < 1e-9)
    // Another choice begins another path: 1 + 3/4 · 1.984375 + 1/4 · 1.8125.
    var other = start
    other.chosen = [nil, "second"]
    let changed = try PoolOdds([
      PoolStage(first, until: any, from: start),
      PoolStage(first, until: .copies(of: .ids(["second"]), 1), from: other),
    ]).distribution().mean
    #expect(abs(changed / one - 2.94140625) < 1e-9)
    // A choice lasts where the next goal makes none.
    let kept = try PoolOdds([
      PoolStage(first, until: any, from: start), PoolStage(first, until: chosen),
    ]).distribution().mean
    #expect(abs(kept - same) < 1e-9)
  }
}
