import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Testing
@testable import Chance

struct `mood relations` {
  private static func day(_ number: Int) -> CivilDay { CivilDay(number: Int32(number)) }

  private static func factor(_ days: some Sequence<Int>) -> DayFactor {
    DayFactor(.tags, "factor", days: days.map(day))
  }

  private static func relations(
    _ ratings: [UInt8], _ factor: DayFactor, _ lag: String = "0", seed: UInt64 = 1
  ) throws -> MoodRelations {
    MoodRelations(
      RatedDays(first: day(0), ratings), factors: [factor], lags: try LagRange(lag), seed: seed)
  }

  @Test func `means and their difference are those of the rated days, by hand`() throws {
    // The factor is on even days. Every third day is unrated; even days are rated 3, odd ones 1,
    // except day 1, rated 4.
    var ratings = (0..<60).map { $0 % 3 == 0 ? RatedDays.unrated : $0 % 2 == 0 ? 3 : UInt8(1) }
    ratings[1] = 4
    let result = try Self.relations(ratings, Self.factor(stride(from: 0, to: 60, by: 2)))
    let relation = try #require(result.relations.first)
    // 20 even and 20 odd days are no multiples of three; (19·1 + 4)/20 = 1.15.
    #expect(relation.with == Relation.Side(RatingSum(days: 20, sum: 60)))
    #expect(relation.without == Relation.Side(RatingSum(days: 20, sum: 23)))
    #expect(abs(relation.difference - 1.85) < 1e-12)
    #expect(relation.pValue == relation.qValue)
  }

  @Test func `with a lag the mood is that of a later day`() throws {
    // The factor is on days 0, 10, 20 …, and the days after it are rated 4, all others 0.
    let ratings = (0..<200).map { $0 % 10 == 1 ? UInt8(4) : 0 }
    let result = try Self.relations(
      ratings, Self.factor(stride(from: 0, to: 200, by: 10)), "0..3")
    #expect(result.relations.map(\.lag).first == 1)
    for relation in result.relations {
      #expect(relation.with.mean == (relation.lag == 1 ? 4 : 0))
    }
  }

  @Test func `days before the first one with the factor are not without it`() throws {
    let ratings = [UInt8](repeating: 2, count: 100)
    // From day 60 on, every second day: 20 with and 20 without.
    let relation = try #require(
      try Self.relations(ratings, Self.factor(stride(from: 60, to: 100, by: 2))).relations.first)
    #expect(relation.with.days == 20 && relation.without.days == 20)
    // Equal ratings are no evidence of anything.
    #expect(relation.difference == 0 && relation.pValue == 1 && relation.evidence == .none)
    #expect(relation.interval == Interval(low: 0, high: 0))
  }

  @Test(arguments: [(9, 91, false), (10, 90, true), (90, 10, true), (91, 9, false)])
  func `fewer than ten days with or without are too few`(
    with: Int, without: Int, isTested: Bool
  ) throws {
    // Day 0 has the factor, and so have the next days: no day precedes the first.
    let ratings = (0..<with + without).map { UInt8($0 % 5) }
    let result = try Self.relations(ratings, Self.factor(0..<with))
    #expect(result.relations.isEmpty != isTested)
    #expect(result.untested.map { [$0.with, $0.without] } == (isTested ? [] : [[with, without]]))
  }

  @Test func `without any rating nothing is compared`() throws {
    let result = try MoodRelations([], factors: [Self.factor(0..<50)])
    #expect(result.ratedDays == 0 && result.relations.isEmpty && result.untested.isEmpty)
  }

  @Test func `the seed determines the result`() throws {
    var days = SyntheticDays(0)
    let values = days.autoregression(0.5, days: 120)
    let ratings = days.ratings(values).ratings
    let factor = days.factor("a", 0.5, days: 120).0
    let first = try Self.relations(ratings, factor)
    #expect(try Self.relations(ratings, factor) == first)
    #expect(try Self.relations(ratings, factor, seed: 2) != first)
  }

  @Test func `lags are a number from 0 to 3, or several`() throws {
    #expect(try LagRange("2").lags == 2...2)
    #expect(try LagRange("0..3").lags == 0...3)
    for text in ["", "4", "-1", "3..0", "0...3", "0-3", "0..4", "1,2", "¹"] {
      #expect(
        throws: FieldError(
          field: "lag", expected: "a number of days from 0 to 3, or several such as 0..3",
          found: "\"\(text)\"")
      ) { try LagRange(text) }
    }
  }

  /// Equal results of an independent implementation in Python, permutations included: Tests/Oracle.
  @Test(arguments: ["short", "long"]) func `agree with the oracle`(name: String) throws {
    struct Row: Decodable {
      var factor: String
      var lag: Int
      var with: Int
      var without: Int
      var p: Double?
      var q: Double?
      var mean_with: Double?
      var mean_without: Double?
      var low: Double?
      var high: Double?
    }
    struct Expected: Decodable {
      var block_length: Int
      var relations: [Row]
      var too_few: [Row]
    }
    struct Case: Decodable {
      var seed: UInt64
      var lags: [Int]
      var ratings: [UInt8?]
      var factors: [String: [Int]]
      var expected: Expected
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/\(name).json")
    let oracle = try JSONDecoder().decode(Case.self, from: Data(contentsOf: file))
    let result = MoodRelations(
      RatedDays(first: Self.day(0), oracle.ratings.map { $0 ?? RatedDays.unrated }),
      factors: oracle.factors.map { DayFactor(.habits, $0, days: $1.map(Self.day)) },
      lags: try LagRange("\(oracle.lags[0])..\(oracle.lags[1])"), seed: oracle.seed)
    #expect(result.blockLength == oracle.expected.block_length)
    try #require(result.relations.count == oracle.expected.relations.count)
    for row in oracle.expected.relations {
      let relation = try #require(
        result.relations.first { $0.name == row.factor && $0.lag == row.lag })
      #expect(relation.with.days == row.with && relation.without.days == row.without)
      let interval = try #require(relation.interval)
      let pairs = [
        (relation.with.mean, row.mean_with), (relation.without.mean, row.mean_without),
        (relation.pValue, row.p), (relation.qValue, row.q), (interval.low, row.low),
        (interval.high, row.high),
      ]
      for (actual, expected) in pairs {
        #expect(abs(actual - (try #require(expected))) < 1e-9, "\(row.factor), lag \(row.lag)")
      }
    }
    #expect(
      Set(result.untested.map { [$0.lag, $0.with, $0.without] })
        == Set(oracle.expected.too_few.map { [$0.lag, $0.with, $0.without] }))
  }
}
