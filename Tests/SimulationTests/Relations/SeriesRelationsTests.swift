import FlintCalendar
import FlintSchema
import Testing

@testable import Chance
@testable import FlintRules

struct `Relations of series of days` {
  @Test func `the correlation and slope of five pairs are those computed by hand`() throws {
    // Deviations −2 −1 0 1 2 and −2 0 1 0 1: products 6, squares 10 and 6.
    var correlation = Correlation()
    for (x, y) in [(1.0, 2.0), (2, 4), (3, 5), (4, 4), (5, 5)] { correlation.add(x - 3, y - 4) }
    let coefficient = try #require(correlation.coefficient)
    #expect((coefficient - 0.774_596_669_241).magnitude < 1e-12)
    #expect(try (#require(correlation.slope) - 0.6).magnitude < 1e-12)
  }

  @Test func `numbers that are all equal, and two pairs, have no correlation`() {
    var equal = Correlation()
    for y in [0.1, 0.1, 0.1, 0.1] { equal.add(y - 0.05, y) }
    #expect(equal.coefficient == nil && equal.slope == nil)
    var two = Correlation()
    two.add(0, 1)
    two.add(1, 0)
    #expect(two.coefficient == nil)
  }

  private static let first = CivilDay(number: 20_000)

  private static func values(
    _ name: String, _ numbers: [Int: Int64], by combination: DaySeries.Combination = .mean,
    isZeroWithout: Bool = false
  ) -> DayValues {
    DayValues(
      DaySeries(
        name, .metric(.events), ofDay: combination, ofPeriod: combination,
        isZeroWithout: isZeroWithout),
      numbers.map { (day: first + $0.key, value: $0.value * 1_000_000) })
  }

  /// Forty days without a pattern, 0 to 4.
  private static let digits: [Int64] = [
    3, 1, 4, 1, 0, 2, 2, 4, 3, 0, 1, 2, 4, 4, 0, 3, 2, 1, 0, 4, 1, 1, 3, 0, 2, 4, 2, 0, 3, 3, 1, 4,
    0, 1, 2, 3, 0, 4, 4, 2,
  ]

  @Test func `a series that is twice another one correlates with it wholly`() throws {
    let numbers = Dictionary(uniqueKeysWithValues: Self.digits.enumerated().map { ($0, $1) })
    let range = try DayRange(since: Self.first, before: Self.first + 40)
    let relations = try SeriesRelations(
      Self.values("double", numbers.mapValues { $0 * 2 }), [Self.values("single", numbers)],
      by: .day, range, lags: .sameDay, seed: 1)
    let relation = try #require(relations.relations.first)
    #expect(relation.periods == 40 && relations.periods == 40)
    #expect((relation.correlation - 1).magnitude < 1e-12 && (relation.slope - 2).magnitude < 1e-12)
    // None of 9,999 permutations is as strong.
    #expect(relation.pValue == 1 / 10_000 && relation.evidence == .clear)
  }

  @Test func `with a lag the other series comes before`() throws {
    let earlier = Dictionary(uniqueKeysWithValues: Self.digits.enumerated().map { ($0, $1) })
    let later = Dictionary(uniqueKeysWithValues: Self.digits.enumerated().map { ($0 + 1, $1) })
    let range = try DayRange(since: Self.first, before: Self.first + 41)
    let relations = try SeriesRelations(
      Self.values("later", later), [Self.values("earlier", earlier)], by: .day, range,
      lags: LagRange("0..1"), seed: 1)
    let best = try #require(relations.relations.first)
    #expect(best.lag == 1 && best.periods == 40 && (best.correlation - 1).magnitude < 1e-12)
  }

  @Test func `nineteen days, or nine that differ from the others, are too few`() throws {
    let range = try DayRange(since: Self.first, before: Self.first + 40)
    let outcome = Self.values(
      "outcome", Dictionary(uniqueKeysWithValues: Self.digits.enumerated().map { ($0, $1) }))
    let short = Dictionary(uniqueKeysWithValues: (0..<19).map { ($0, Int64($0)) })
    let rare = Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, $0 < 9 ? Int64(1) : 0) })
    let relations = try SeriesRelations(
      outcome, [Self.values("short", short), Self.values("rare", rare)], by: .day, range,
      lags: .sameDay, seed: 1)
    #expect(relations.relations.isEmpty)
    #expect(relations.untested.map(\.periods) == [19, 40])
  }

  @Test func `numbers of weeks are sums or means of the days known, in whole weeks alone`() throws {
    // 2024-10-04, a Friday: the first whole week begins on the fourth day.
    #expect(Self.first.description == "2024-10-04")
    let range = try DayRange(since: Self.first, before: Self.first + 20)
    let numbers: [Int: Int64] = [0: 9, 3: 1, 5: 2, 17: 4]
    #expect(
      Self.values("sum", numbers, by: .sum).values(by: .week, in: range).map(\.description) == [
        "3.0", "nan",
      ])
    #expect(
      Self.values("mean", numbers).values(by: .week, in: range).map(\.description) == [
        "1.5", "nan",
      ])
    let counted = Self.values("zero", numbers, by: .sum, isZeroWithout: true)
    #expect(counted.values(by: .week, in: range) == [3, 0])
  }
}
