import FlintCalendar
@testable import FlintRules
import Testing

struct `A summary` {
  @Test func `a summary without events has zeros, and no averages`() throws {
    let summary = try LivedProfile().summary(try days("2026-03-01", "2026-03-02"))
    #expect(summary.sparks.count == 0)
    #expect(summary.sparks.meanIntensity == nil)
    #expect(summary.sparks.hour == nil)
    #expect(summary.sparks.weekday == nil)
    #expect(summary.sparks.productivity == nil)
    #expect(summary.sparks.categories.map(\.millionths) == [0, 0, 0, 0, 0])
    #expect(summary.sparks.intensities.map(\.millionths) == [0, 0, 0, 0])
    #expect(summary.trend == Trend(recent: 0, before: 0))
    #expect(summary.trend.direction == .steady)
    #expect(summary.trend.change == nil)
    #expect(summary.totals?.events == 0)
    #expect(summary.totals?.moodMean == nil)
  }

  @Test func `a summary has a productivity score`() throws {
    var profile = try LivedProfile()
    try profile.spark(.idea, .extreme, "2026-03-01T08:00", minutes: 30)
    try profile.spark(.energy, .high, "2026-03-01T08:30")
    try profile.spark(.idea, .low, "2026-03-03T21:00", minutes: 15)
    let sparks = try profile.summary(try days("2026-03-01", "2026-03-08")).sparks
    #expect(sparks.count == 3)
    // 8 × 2.5 + 15 × 2 + 8
    #expect(sparks.points == 58)
    #expect(sparks.minutes == 45)
    #expect(sparks.days == 2)
    // 8/3
    #expect(sparks.meanIntensity == 2_666_667)
    #expect(sparks.hour == 8)
    // 2026-03-01 is a Sunday.
    #expect(sparks.weekday == .sunday)
    // 0.4 · 8/12 = 0.266666…, 0.3 · 2/5 = 0.12, 0.3 · 2/7 = 0.085714…
    #expect(sparks.productivity == 472_380)
  }

  @Test func `the maximum productivity is 1`() throws {
    var profile = try LivedProfile()
    for category in SparkCategory.ignition {
      try profile.spark(category, .extreme, "2026-03-01T08:00")
    }
    let summary = try profile.summary(try days("2026-03-01", "2026-03-02"))
    #expect(summary.sparks.productivity == 1_000_000)
  }

  @Test func `the earliest of equal hours and weekdays is chosen`() throws {
    var profile = try LivedProfile()
    // Sunday at 9, Monday at 7, local time, at any offset.
    try profile.spark(.idea, .low, "2026-03-01T09:10", offset: 3600)
    try profile.spark(.idea, .low, "2026-03-02T07:59", offset: -36_000)
    let sparks = try profile.summary(try days("2026-03-01", "2026-03-03")).sparks
    #expect(sparks.hour == 7)
    #expect(sparks.weekday == .monday)
  }

  @Test func `shares sum to exactly 1`() throws {
    var profile = try LivedProfile()
    for category in [SparkCategory.decision, .energy, .idea] {
      try profile.spark(category, .low, "2026-03-01T09:00")
    }
    let shares = try profile.summary(try days("2026-03-01", "2026-03-02")).sparks.categories
    // Thirds: all remainders are equal, so the missing millionth is added to the first.
    #expect(shares.map(\.millionths) == [333_334, 333_333, 333_333, 0, 0])
    #expect(shares.map(\.count) == [1, 1, 1, 0, 0])
    try profile.spark(.idea, .low, "2026-03-01T10:00")
    try profile.spark(.idea, .low, "2026-03-01T11:00")
    try profile.spark(.challenge, .low, "2026-03-01T12:00")
    // 1/6, 1/6, 3/6, 0, 1/6: 166,666.67 thrice; two of three are rounded up.
    #expect(
      try profile.summary(try days("2026-03-01", "2026-03-02")).sparks.categories
        .map(\.millionths) == [166_667, 166_667, 500_000, 0, 166_666])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `shares of any history sum to 1 and are off by less than a millionth`(
    seed: UInt64
  ) throws {
    let profile = try LivedProfile.random(seed: seed)
    let range = try profile.state.days(since: nil, before: nil, today: day("2026-03-01"))
    let sparks = try profile.summary(range).sparks
    for shares in [
      sparks.categories.map { ($0.count, $0.millionths) },
      sparks.intensities.map { ($0.count, $0.millionths) },
    ] {
      #expect(shares.reduce(0) { $0 + $1.1 } == 1_000_000)
      for (count, millionths) in shares {
        #expect(abs(count * 1_000_000 - millionths * sparks.count) < sparks.count)
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a summary agrees with the series of the same days`(seed: UInt64) throws {
    let profile = try LivedProfile.random(seed: seed)
    let range = try days("2025-12-01", "2026-02-01")
    func total(_ metric: SeriesMetric) throws -> Int64? { try profile.series(metric, range).total }
    let summary = try profile.summary(range)
    let totals = try #require(summary.totals)
    #expect(try total(.events) == totals.events)
    #expect(try total(.activeDays) == totals.activeDays)
    #expect(try total(.points) == totals.points.total)
    #expect(try total(.sparkPoints) == totals.points.spark)
    #expect(try total(.duplicatePoints) == totals.points.duplicate)
    #expect(try total(.missionPoints) == totals.points.mission)
    #expect(try total(.taskPoints) == totals.points.task)
    #expect(try total(.cards) == totals.cards)
    #expect(try total(.duplicates) == totals.duplicates)
    #expect(try total(.missions) == totals.missions)
    #expect(try total(.overloads) == totals.overloads)
    #expect(try total(.tasks) == totals.subjects.tasks)
    #expect(try total(.taskScore) == totals.subjects.taskScore)
    #expect(try total(.questSteps) == totals.subjects.questSteps)
    #expect(try total(.moods) == totals.subjects.moods)
    #expect(try total(.moodMean) == totals.moodMean)
    #expect(try total(.activities) == totals.subjects.activities)
    #expect(try total(.entries) == totals.subjects.entries)
    #expect(try total(.achievements) == totals.achievements)
    #expect(try total(.sparks) == summary.sparks.count)
    #expect(try total(.sparkPoints) == summary.sparks.points)
    #expect(try total(.minutes) == summary.sparks.minutes)
    #expect(try total(.meanIntensity) == summary.sparks.meanIntensity)
    #expect(try total(.sparkDays) == summary.sparks.days)
    let end = range.before
    let recent = try DayRange(since: end + -7, before: end)
    let before = try DayRange(since: end + -14, before: end + -7)
    #expect(try profile.series(.points, recent).total == summary.trend.recent)
    #expect(try profile.series(.points, before).total == summary.trend.before)
  }

  @Test func `a summary with a filter only has the totals of sparks`() throws {
    var profile = try LivedProfile()
    try profile.spark(.idea, .low, "2026-02-20T09:00")
    try profile.spark(.idea, .extreme, "2026-03-01T09:00")
    try profile.spark(.energy, .extreme, "2026-03-01T10:00")
    try profile.spark(.idea, .extreme, "2026-03-02T00:00")
    var filter = StatisticsFilter()
    filter.category = .idea
    let summary = try profile.summary(try days("2026-03-01", "2026-03-02"), where: filter)
    #expect(summary.totals == nil)
    #expect(summary.sparks.count == 1)
    // The trend includes days before the range: 20 points for the idea of today, 8 for that of
    // February 20, which is in the 7 days up to the 22nd.
    #expect(summary.trend == Trend(recent: 20, before: 8))
    #expect(summary.sparks.categories.map(\.millionths) == [0, 0, 1_000_000, 0, 0])
  }

  @Test(
    arguments: [
      (0, 0, Trend.Direction.steady), (1, 0, .rising), (0, 1, .falling), (105, 100, .steady),
      (106, 100, .rising), (95, 100, .steady), (94, 100, .falling), (1_050_001, 1_000_000, .rising),
      (949_999, 1_000_000, .falling), (20, 19, .rising), (21, 20, .steady), (19, 20, .steady),
    ] as [(Int64, Int64, Trend.Direction)])
  func `a trend is steady up to and including 5 percent`(
    recent: Int64, before: Int64, direction: Trend.Direction
  ) {
    #expect(Trend(recent: recent, before: before).direction == direction)
  }
}
