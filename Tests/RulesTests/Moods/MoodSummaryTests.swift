import FlintCalendar
import Testing

@testable import FlintRules

struct `A summary of moods` {
  static let today = day("2026-02-05")

  /// Mondays 5 and 12 January and 2 February, Tuesdays 6 January and 3 February, Wednesday
  /// 7 January 2026.
  static func played() throws -> MoodsState {
    var moods = PlayedMoods()
    try moods.rate(from: "2026-01-05", [4, 3, 1])
    try moods.rate("2026-01-12", .horrible)
    try moods.rate(from: "2026-02-02", [2, 3])
    moods.fill(true)
    return moods.state
  }

  /// Returns the trend of ratings of consecutive days.
  static func trend(_ ratings: [Int64]) throws -> MoodTrend? {
    var moods = PlayedMoods()
    try moods.rate(from: "2026-01-01", ratings)
    return moods.state.summary(ofYear: 2026, today: day("2027-01-01"))?.trend
  }

  @Test func `of a year counts, averages and compares`() throws {
    let summary = try #require(Self.played().summary(ofYear: 2026, today: Self.today))
    #expect(summary.from == day("2026-01-01"))
    #expect(summary.before == day("2027-01-01"))
    // From 5 January to 4 February are 31 days, 6 of them rated.
    #expect(summary.counts == [1, 1, 1, 2, 1, 25])
    #expect(summary.count(of: .good) == 2)
    #expect(summary.missing == 25)
    #expect(summary.count(of: .placeholder) == 0)
    #expect(summary.rated == 6)
    // (4 + 3 + 1 + 0 + 2 + 3) / 6; of 0 1 2 3 3 4 the middle is 2.5.
    #expect(summary.mean == 2_166_667)
    #expect(summary.median == 2_500_000)
    #expect(
      summary.byWeekday.map(\.mean)
        == [2_000_000, 3_000_000, 1_000_000, nil, nil, nil, nil])
    #expect(summary.bestWeekday == .tuesday)
    #expect(summary.worstWeekday == .wednesday)
    #expect(summary.byMonth.map(\.average.mean) == [2_000_000, 2_500_000])
    #expect(summary.bestMonth == CivilMonth(year: 2026, month: 2))
    #expect(summary.worstMonth == CivilMonth(year: 2026, month: 1))
    #expect(summary.longestRun == 3)
    // 4 3 1 against 0 2 3: from 8/3 to 5/3.
    #expect(summary.trend?.first.mean == 2_666_667)
    #expect(summary.trend?.last.mean == 1_666_667)
    #expect(summary.trend?.change == -1_000_000)
    #expect(summary.trend?.direction == .falling)
  }

  @Test func `may include some weekdays only`() throws {
    let summary = try #require(
      Self.played().summary(ofYear: 2026, weekdays: Weekdays(.monday), today: Self.today))
    // Mondays from 5 January to 2 February: 4, 0, none, none, 2.
    #expect(summary.counts == [1, 0, 1, 0, 1, 2])
    #expect(summary.mean == 2_000_000)
    #expect(summary.median == 2_000_000)
    #expect(summary.longestRun == 2)
    #expect(summary.bestWeekday == .monday)
    #expect(summary.worstWeekday == .monday)
    #expect(summary.trend?.change == -2_000_000)
  }

  @Test func `does not interrupt a run at excluded weekdays`() throws {
    var moods = PlayedMoods()
    // Thursday and Friday, then Monday to Wednesday.
    try moods.rate(from: "2026-01-01", [3, 3])
    try moods.rate(from: "2026-01-05", [3, 3, 3])
    let workdays = Weekdays.all.subtracting([Weekdays(.saturday), Weekdays(.sunday)])
    let (from, before) = (day("2026-01-01"), day("2026-02-01"))
    let all = moods.state.summary(from: from, before: before, today: before)
    #expect(all.longestRun == 3)
    let working = moods.state.summary(from: from, before: before, weekdays: workdays, today: before)
    #expect(working.longestRun == 5)
    let saturdays = moods.state.summary(
      from: from, before: before, weekdays: Weekdays(.saturday), today: before)
    #expect(saturdays.longestRun == 0)
  }

  @Test func `of an empty range has no averages`() throws {
    var moods = PlayedMoods()
    try moods.rate("2026-01-05", .great)
    moods.fill(true)
    let today = day("2026-06-01")
    let empty = [
      MoodsState().summary(ofYear: 2026, today: today),
      moods.state.summary(ofYear: 2025, today: today),
      moods.state.summary(from: day("2026-01-05"), before: day("2026-01-05"), today: today),
      moods.state.summary(from: day("2026-01-09"), before: day("2026-01-01"), today: today),
      moods.state.summary(
        from: day("2026-01-05"), before: day("2026-01-06"), weekdays: [], today: today),
    ]
    for summary in empty {
      let summary = try #require(summary)
      #expect(summary.counts == [0, 0, 0, 0, 0, 0])
      #expect(summary.mean == nil)
      #expect(summary.median == nil)
      #expect(summary.bestWeekday == nil)
      #expect(summary.worstWeekday == nil)
      #expect(summary.bestMonth == nil)
      #expect(summary.worstMonth == nil)
      #expect(summary.longestRun == 0)
      #expect(summary.trend == nil)
    }
    #expect(moods.state.summary(ofYear: 0, today: today) == nil)
    #expect(moods.state.summary(ofYear: 10_000, today: today) == nil)
    #expect(moods.state.summary(ofYear: 9999, today: today)?.rated == 0)
  }

  @Test func `of days that are all missing has no averages`() throws {
    let summary = try Self.played().summary(
      from: day("2026-01-13"), before: day("2026-01-20"), today: Self.today)
    #expect(summary.counts == [0, 0, 0, 0, 0, 7])
    #expect(summary.mean == nil)
    #expect(summary.median == nil)
    #expect(summary.trend == nil)
  }

  @Test func `of one day is that day`() throws {
    let summary = try Self.played().summary(
      from: day("2026-01-07"), before: day("2026-01-08"), today: Self.today)
    #expect(summary.counts == [0, 1, 0, 0, 0, 0])
    #expect(summary.mean == 1_000_000)
    #expect(summary.median == 1_000_000)
    #expect(summary.longestRun == 1)
    #expect(summary.bestWeekday == .wednesday)
    #expect(summary.trend == nil)
  }

  @Test func `names the first of equal weekdays and months`() throws {
    var moods = PlayedMoods()
    // Thursday to Sunday, and a Sunday a month later.
    try moods.rate(from: "2026-01-01", [1, 3, 3, 1])
    try moods.rate("2026-02-01", .average)
    try moods.rate("2026-03-02", .bad)
    let summary = try #require(moods.state.summary(ofYear: 2026, today: day("2026-04-01")))
    #expect(summary.bestWeekday == .friday)
    #expect(summary.worstWeekday == .monday)
    #expect(summary.bestMonth == CivilMonth(year: 2026, month: 1))
    #expect(summary.worstMonth == CivilMonth(year: 2026, month: 3))
  }

  @Test func `takes the middle of an odd number of ratings`() throws {
    var moods = PlayedMoods()
    try moods.rate(from: "2026-01-01", [4, 0, 1, 4, 3])
    let summary = try #require(moods.state.summary(ofYear: 2026, today: day("2026-04-01")))
    #expect(summary.median == 3_000_000)
    #expect(summary.mean == 2_400_000)
  }

  @Test func `ignores superseded ratings`() throws {
    var moods = PlayedMoods()
    try moods.rate("2026-01-01", .horrible)
    try moods.rate("2026-01-01", .great)
    let summary = try #require(moods.state.summary(ofYear: 2026, today: day("2026-04-01")))
    #expect(summary.counts == [0, 0, 0, 0, 1, 0])
    #expect(summary.mean == 4_000_000)
  }

  @Test func `has a trend that is steady within 5 % and excludes the middle day`() throws {
    let twos = [Int64](repeating: 2, count: 10)
    func last(_ ratings: [Int64]) -> [Int64] { ratings + twos.dropFirst(ratings.count) }
    // From 20 to 21 and to 19 is 5 % exactly.
    #expect(try Self.trend(twos + last([3]))?.direction == .steady)
    #expect(try Self.trend(twos + last([1]))?.direction == .steady)
    #expect(try Self.trend(twos + last([3, 3]))?.direction == .rising)
    #expect(try Self.trend(twos + last([0]))?.direction == .falling)
    #expect(try Self.trend(twos + last([3, 3]))?.change == 200_000)
    #expect(try Self.trend([2, 4, 2])?.direction == .steady)
    #expect(try Self.trend([2, 4, 2])?.change == 0)
    #expect(try Self.trend([0, 0])?.direction == .steady)
    #expect(try Self.trend([0, 1])?.direction == .rising)
    #expect(try Self.trend([1, 0])?.direction == .falling)
    #expect(try Self.trend([3]) == nil)
    #expect(try Self.trend([]) == nil)
  }

  @Test func `spans the end of a year and a leap day`() throws {
    var moods = PlayedMoods()
    try moods.rate(from: "2023-12-30", [1, 1, 1, 1])
    try moods.rate(from: "2024-02-28", [3, 3, 3])
    let (from, before) = (day("2023-01-01"), day("2025-01-01"))
    let summary = moods.state.summary(from: from, before: before, today: before)
    #expect(summary.longestRun == 4)
    #expect(
      summary.byMonth.map(\.month.description) == ["2023-12", "2024-01", "2024-02", "2024-03"])
    #expect(moods.state.summary(ofYear: 2024, today: before)?.longestRun == 3)
  }
}
