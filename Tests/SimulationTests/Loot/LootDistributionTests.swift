import Testing
@testable import Chance
@testable import Design

/// Distributions of the number of a thing in many openings. Binomial values are those of `scipy.stats.binom` and, where
/// these lose digits, of mpmath with 50 digits; others those of powers of polynomials in Python's whole numbers.
@Suite struct LootDistributionTests {
  private func distribution(
    _ json: String, of name: String = "a", open: Int64, at: [Int64] = []
  ) throws -> LootCounts {
    let answer = try lootAnswer(json) {
      $0.things = [name]
      $0.openings = open
      $0.at = at
    }
    return try #require(answer.counts, "\(answer.countsReason ?? "")")
  }

  /// A thing with the chance 1/n.
  private func rare(_ number: Int) -> String {
    "{\"entries\": [{\"item\": \"a\"}, {\"empty\": true, \"weight\": \(number - 1)}]}"
  }

  @Test(
    arguments: [
      (50_000, 100_000, 0, 0.13533257652192561), (50_000, 100_000, 20, 5.8240641906706189e-14),
      (100_000, 500_000, 5, 0.17546824711098718), (100_000, 500_000, 20, 2.6406693713668437e-7),
      (1000, 100_000, 0, 3.5385276883434423e-44), (1000, 100_000, 200, 4.4911150572824985e-19),
      (1000, 10_000, 60, 4.8278645751095116e-27), (1_000_000, 100_000, 5, 7.5395951330974846e-8),
    ] as [(Int, Int64, Int64, Double)])
  func `of a rare thing keep their digits however small a chance is`(
    rarity: Int, open: Int64, number: Int64, expected: Double
  ) throws {
    let distribution = try distribution(rare(rarity), open: open, at: [number])
    let chance = try #require(distribution.at.first).exactly.bounded
    #expect(abs(chance.value / expected - 1) <= chance.error)
    #expect(chance.error < 1e-9)
    // √(n·p·(1 − p)), and the mean n·p.
    let share = 1 / Double(rarity)
    let deviation = (Double(open) * share * (1 - share)).squareRoot()
    #expect(abs(distribution.standardDeviation / deviation - 1) < 1e-13)
    #expect(abs(distribution.mean / (Double(open) * share) - 1) < 1e-15)
  }

  @Test func `of a rare thing have tails with their digits and sums of 1`() throws {
    let distribution = try distribution(rare(50_000), open: 100_000, at: [0, 1, 20])
    // mpmath: Σ over k ≥ 20 of C(10⁵, k)·p^k·(1 − p)^(10⁵ − k).
    #expect(abs(distribution.at[2].atLeast / 6.4338222757768768e-14 - 1) < 1e-12)
    #expect(distribution.at[0].atLeast == 1)
    #expect(abs(distribution.at[1].atLeast - 0.86466742347807439) < 1e-14)
  }

  @Test func `of ranges and gaps are powers of a polynomial`() throws {
    // ((x⁵ + x⁶ + x⁷)/3)³⁰⁰, at 1800 and 1900.
    let gold = try distribution(
      "{\"always\": [{\"item\": \"a\", \"count\": [5, 7]}]}", open: 300, at: [1800, 1900, 1499])
    #expect(abs(gold.at[0].exactly.value / 0.028191848882348986 - 1) < 1e-12)
    #expect(abs(gold.at[1].exactly.value / 2.4205215705158565e-13 - 1) < 1e-12)
    #expect(gold.at[2].exactly.value == 0)
    // (70/74 + 3/74·x²⁰ + 1/74·x⁵⁰⁰)⁴⁰, at 520 and at 521, which is impossible.
    let gaps = try distribution(
      """
      {"entries": [{"item": "a", "count": 500}, {"item": "a", "count": 20, "weight": 3},
        {"empty": true, "weight": 70}]}
      """, open: 40, at: [520, 521, 20_000])
    #expect(abs(gaps.at[0].exactly.value / 0.10344335183501101 - 1) < 1e-12)
    #expect(gaps.at[1].exactly.value == 0)
    // (1/74)⁴⁰
    #expect(abs(gaps.at[2].exactly.value / 1.7011053512492467e-75 - 1) < 1e-12)
  }

  @Test func `that are too wide for products have an absolute error that holds`() throws {
    let wide = try distribution(
      "{\"always\": [{\"item\": \"a\", \"count\": [0, 1000]}]}", open: 64, at: [32_000, 36_000])
    // (1 + x + … + x¹⁰⁰⁰)⁶⁴ by inclusion and exclusion; half of the rest of the distribution is above the middle.
    #expect(wide.absoluteError > 0)
    for (row, expected) in zip(wide.at, [0.00017216963051630797, 3.8804898362035965e-5]) {
      #expect(abs(row.exactly.value / expected - 1) <= row.exactly.bounded.error)
      #expect(row.exactly.bounded.error < 1e-3)
    }
    #expect(abs(wide.at[0].atLeast - 0.50008608481525815) <= wide.absoluteError)
  }

  @Test func `list all numbers of a short distribution, and of a long one those around the median`()
    throws
  {
    let short = try distribution(rare(1000), open: 10)
    #expect(short.shown.map(\.number) == Array(0...10))
    #expect(short.leftOut == (0, 0))
    let long = try distribution(
      "{\"entries\": [\"a\", {\"empty\": true}]}", open: 100_000)
    #expect(long.shown.count == 1000)
    #expect(long.shown.first?.number == 49_500 && long.range.count > 1000)
    // P(X ≤ 49499) and P(X ≥ 50500), by scipy.stats.binom.
    #expect(abs(long.leftOut.below / 0.00077417981542258314 - 1) < 1e-9)
    #expect(abs(long.leftOut.above / 0.00079117993942575771 - 1) < 1e-9)
  }

  @Test func `claim an error that holds for a thousand entries and openings`() throws {
    // The weights 1, …, 1000: the first has the chance 1/500500, and is missing in 1000 openings with (1 − p)¹⁰⁰⁰.
    let entries = (1...1000).map { "{\"item\": \"i\($0)\", \"weight\": \($0)}" }
    let answer = try lootAnswer("{\"entries\": [\(entries.joined(separator: ","))]}") {
      $0.things = ["i500"]
      $0.openings = 1000
      $0.at = [0]
    }
    let distribution = try #require(answer.counts)
    let none = distribution.chance(of: 0).exactly
    #expect(abs(none.value / 0.36806330428877706 - 1) <= min(none.bounded.error, 1e-13))
    #expect(answer.error >= distribution.relativeError && none.bounded.error <= answer.error)
    #expect(distribution.chance(of: 0).atLeast == 1)
    #expect(distribution.mean == answer.rows[0].mean.value)
  }

  @Test func `that are out of reach say how many an opening can give`() throws {
    let tables = (0..<6).map {
      "\"t\($0)\": {\"entries\": [{\"table\": \"t\($0 + 1)\", \"count\": 1000}]}"
    }
    let answer = try lootAnswer(
      "{\"main\": \"t0\", \"tables\": {\(tables.joined(separator: ",")), \"t6\": {\"entries\": [\"a\"]}}}"
    ) { $0.things = ["a"] }
    #expect(
      answer.countsReason
        == "no distribution of the number of \"a\": an opening can give more than 1000000000000000 of it, too many for a "
        + "table")
  }

  /// The number of trials until both of two independent events with the chances p and q have occurred:
  /// E = 1/p + 1/q − 1/r and P(T ≤ n) = (1 − (1 − p)ⁿ)·(1 − (1 − q)ⁿ), where r = p + q − p·q.
  @Test func `of independent goals are those of the later of them`() throws {
    func first(_ rate: Double) -> Occupancy {
      Occupancy(groups: [.init(rate: rate, count: 1)], wanted: 1, copies: 1)
    }
    let distribution = try #require(JointDistribution([first(1 / 2), first(1 / 3)]))
    #expect(distribution.least == 1)
    #expect(abs(distribution.boundedMean.value - 3.5) < 1e-12)
    // E T² = (2 − p)/p² + (2 − q)/q² − (2 − r)/r² = 6 + 15 − 3.
    #expect(abs(distribution.boundedDeviation.value - (18 - 3.5 * 3.5).squareRoot()) < 1e-12)
    #expect(abs(distribution.chance(doneWithin: 2).value - 3.0 / 4 * 5 / 9) < 1e-14)
    #expect(abs(distribution.probability(notWithin: 2) - 7.0 / 12) < 1e-14)
  }
}
