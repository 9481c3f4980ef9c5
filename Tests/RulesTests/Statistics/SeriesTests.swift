import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `A series` {
  private func small() throws -> LivedProfile {
    var profile = try LivedProfile()
    // A Saturday, a Sunday and a Monday.
    try profile.spark(.idea, .low, "2026-02-28T09:00", minutes: 10, tag: "home")
    try profile.spark(.energy, .extreme, "2026-02-28T10:00", minutes: 35)
    try profile.spark(.idea, .high, "2026-03-01T23:59", tag: "work")
    try profile.spark(.challenge, .medium, "2026-03-02T00:00", minutes: 0)
    return profile
  }

  @Test func `a series has a bucket for each day, including empty days`() throws {
    let series = try small().series(.sparks, try days("2026-02-27", "2026-03-04"))
    #expect(series.buckets.map(\.value) == [0, 2, 1, 1, 0])
    #expect(
      series.buckets.map(\.label) == [
        "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03",
      ])
    #expect(series.buckets.allSatisfy { $0.days == 1 && $0.label == $0.start.description })
    #expect(series.total == 4)
  }

  @Test func `a series clips weeks to the range, and begins them on Monday`() throws {
    let series = try small().series(.sparks, by: .week, try days("2026-02-28", "2026-03-10"))
    #expect(series.buckets.map(\.label) == ["2026-W09", "2026-W10", "2026-W11"])
    #expect(series.buckets.map(\.start.description) == ["2026-02-28", "2026-03-02", "2026-03-09"])
    #expect(series.buckets.map(\.days) == [2, 7, 1])
    #expect(series.buckets.map(\.value) == [3, 1, 0])
  }

  @Test func `a series clips months and years to the range`() throws {
    let profile = try small()
    let months = try profile.series(.sparks, by: .month, try days("2026-01-31", "2026-03-02"))
    #expect(months.buckets.map(\.label) == ["2026-01", "2026-02", "2026-03"])
    #expect(months.buckets.map(\.days) == [1, 28, 1])
    #expect(months.buckets.map(\.value) == [0, 2, 1])
    let years = try profile.series(.sparks, by: .year, try days("2023-12-31", "2026-03-02"))
    #expect(years.buckets.map(\.label) == ["2023", "2024", "2025", "2026"])
    #expect(years.buckets.map(\.days) == [1, 366, 365, 60])
    #expect(years.buckets.map(\.value) == [0, 0, 0, 3])
  }

  // From the calendar of ISO 8601.
  @Test(arguments: [
    ("2024-12-30", "2025-W01"), ("2024-12-29", "2024-W52"), ("2026-12-31", "2026-W53"),
    ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"), ("2023-01-01", "2022-W52"),
    ("0001-01-01", "0001-W01"), ("9999-12-31", "9999-W52"),
  ])
  func `the label of a week has the year of its Thursday`(date: String, label: String) throws {
    let range = try DayRange(since: day(date), before: day(date) + 1)
    let series = try LivedProfile().series(.events, by: .week, range)
    #expect(series.buckets.map(\.label) == [label])
  }

  @Test func `a series has every metric of sparks`() throws {
    let profile = try small()
    let range = try days("2026-02-28", "2026-03-03")
    func values(_ metric: SeriesMetric) throws -> [Int64?] {
      try profile.series(metric, range).buckets.map(\.value)
    }
    // 8 × 1 + 15 × 2.5 = 8 + 37; 8 × 2; 25 × 1.5 = 37, truncated.
    #expect(try values(.sparkPoints) == [45, 16, 37])
    #expect(try values(.minutes) == [45, 0, 0])
    #expect(try values(.meanIntensity) == [2_500_000, 3_000_000, 2_000_000])
    #expect(try values(.sparkDays) == [1, 1, 1])
    #expect(try values(.activeDays) == [1, 1, 1])
    // (1 + 4 + 3 + 2) / 4, not the mean of the means.
    #expect(try profile.series(.meanIntensity, range).total == 2_500_000)
  }

  @Test func `means are rounded, and absent without values`() throws {
    var profile = try LivedProfile()
    for intensity in [SparkIntensity.low, .low, .medium] {
      try profile.spark(.idea, intensity, "2026-03-01T10:00")
    }
    let series = try profile.series(.meanIntensity, try days("2026-03-01", "2026-03-03"))
    // 4/3
    #expect(series.buckets.map(\.value) == [1_333_333, nil])
    #expect(series.total == 1_333_333)
    let empty = try profile.series(.moodMean, try days("2026-03-01", "2026-03-03"))
    #expect(empty.buckets.map(\.value) == [nil, nil])
    #expect(empty.total == nil)
  }

  @Test func `moods count on the day that was rated`() throws {
    var profile = try LivedProfile()
    let noon = CivilTime(day: day("2026-03-05"), milliseconds: 43_200_000).instant(offset: .zero)
    for (date, mood) in [("2026-03-01", Mood.great), ("2026-03-03", .bad), ("2026-03-03", .good)] {
      profile.apply(.mood(.record(try MoodContent(day: day(date), mood: mood))), at: noon)
    }
    let range = try days("2026-03-01", "2026-03-06")
    #expect(try profile.series(.moods, range).buckets.map(\.value) == [1, 0, 1, 0, 0])
    // The later rating of the 3rd counts.
    #expect(
      try profile.series(.moodMean, range).buckets.map(\.value) == [
        4_000_000, nil, 3_000_000, nil, nil,
      ])
    #expect(try profile.series(.moodMean, by: .week, range).total == 3_500_000)
    #expect(try profile.series(.events, range).buckets.map(\.value) == [0, 0, 0, 0, 3])
  }

  @Test func `achievements count on the day they unlocked`() throws {
    var profile = try LivedProfile()
    let noon = CivilTime(day: day("2026-03-05"), milliseconds: 43_200_000).instant(offset: .zero)
    profile.apply(
      .journey(.activity(try Activity(.journal, text: "One"))), at: noon)
    let unlocks = profile.state.journey.unlocks.map(\.day)
    let series = try profile.series(.achievements, try days("2026-03-04", "2026-03-07"))
    #expect(series.total == Int64(unlocks.count))
    #expect(series.buckets[1].value == Int64(unlocks.count))
  }

  @Test func `a filter selects sparks by their fields`() throws {
    let profile = try small()
    let range = try days("2026-02-28", "2026-03-03")
    func values(
      _ metric: SeriesMetric, _ change: (inout StatisticsFilter) -> Void
    ) throws -> [Int64?] {
      var filter = StatisticsFilter()
      change(&filter)
      return try profile.series(metric, range, where: filter).buckets.map(\.value)
    }
    #expect(try values(.sparks) { $0.category = .idea } == [1, 1, 0])
    #expect(try values(.sparks) { $0.intensity = .extreme } == [1, 0, 0])
    #expect(try values(.sparkPoints) { $0.minIntensity = .medium } == [37, 16, 37])
    #expect(try values(.minutes) { $0.tag = "home" } == [10, 0, 0])
    #expect(try values(.sparkDays) { $0.minIntensity = .high } == [1, 1, 0])
    #expect(
      try values(.meanIntensity) { $0.category = .idea } == [1_000_000, 3_000_000, nil])
  }

  @Test func `sparks count on their civil day, at any offset`() throws {
    var profile = try LivedProfile()
    // At 23:30 far in the east and in the west: the UTC days are a day apart and more.
    try profile.spark(.idea, .low, "2026-03-01T00:30", offset: 64_800)
    try profile.spark(.idea, .low, "2026-03-01T23:30", offset: -64_800)
    var filter = StatisticsFilter()
    filter.category = .idea
    let range = try days("2026-02-28", "2026-03-04")
    for metric in [SeriesMetric.sparks, .sparkDays] {
      let plain = try profile.series(metric, range)
      let filtered = try profile.series(metric, range, where: filter)
      #expect(plain.buckets == filtered.buckets)
      #expect(plain.buckets[1].value == (metric == .sparks ? 2 : 1))
    }
  }

  @Test func `a filter that the metric does not support is refused`() throws {
    let range = try days("2026-03-01", "2026-03-02")
    var filter = StatisticsFilter()
    filter.project = "House"
    #expect(
      throws: FieldError(
        field: "project", expected: "a metric that supports this filter (tasks or task_score)",
        found: "sparks")
    ) { try SeriesQuery(.sparks, range, where: filter) }
    #expect(throws: Never.self) { try SeriesQuery(.taskScore, range, where: filter) }
    #expect(
      throws: FieldError(
        field: "project", expected: "a metric that supports this filter (tasks or task_score)",
        found: "a summary")
    ) { try SummaryQuery(range, where: filter) }
    filter = StatisticsFilter()
    filter.tag = "home"
    #expect(
      throws: FieldError(
        field: "tag",
        expected: "a metric that supports this filter (sparks, spark_points, minutes, "
          + "mean_intensity, spark_days, tasks or task_score)", found: "points")
    ) { try SeriesQuery(.points, range, where: filter) }
    filter = StatisticsFilter()
    filter.activity = .sos
    #expect(
      throws: FieldError(
        field: "activity", expected: "a metric that supports this filter (activities)",
        found: "entries")
    ) { try SeriesQuery(.entries, range, where: filter) }
  }

  @Test func `every filter is supported by some metrics and no others`() throws {
    let range = try days("2026-03-01", "2026-03-02")
    var filters: [StatisticsFilter.Field: StatisticsFilter] = [:]
    for field in StatisticsFilter.Field.allCases {
      var filter = StatisticsFilter()
      switch field {
      case .category: filter.category = .idea
      case .intensity: filter.intensity = .low
      case .minIntensity: filter.minIntensity = .low
      case .tag: filter.tag = "t"
      case .text: filter.text = "t"
      case .project: filter.project = "Inbox"
      case .priority: filter.priority = .p0
      case .tracker: filter.tracker = "t"
      case .activity: filter.activity = .open
      }
      #expect(filter.fields == [field])
      filters[field] = filter
    }
    for (field, filter) in filters {
      for metric in SeriesMetric.allCases {
        let query = try? SeriesQuery(metric, range, where: filter)
        #expect((query != nil) == field.metrics.contains(metric))
      }
    }
  }

  @Test func `a series has at most 100,000 buckets`() throws {
    let whole = try DayRange(since: day("0001-01-01"), before: day("9999-12-31") + 1)
    #expect(whole.count == 3_652_059)
    #expect(
      throws: FieldError(
        field: "by", expected: "a period with at most 100000 buckets",
        found: "day, with 3652059")
    ) { try SeriesQuery(.sparks, by: .day, whole) }
    // 0001-01-01 is a Monday: 521,722 weeks and five days. Twelve months in 9999 years.
    for (period, found) in [
      (SeriesPeriod.week, "week, with 521723"), (.month, "month, with 119988"),
    ] {
      #expect(
        throws: FieldError(
          field: "by", expected: "a period with at most 100000 buckets", found: found)
      ) { try SeriesQuery(.sparks, by: period, whole) }
    }
    let years = try LivedProfile().series(.sparks, by: .year, whole)
    #expect(years.buckets.count == 9999)
    #expect(years.buckets.reduce(0) { $0 + $1.days } == 3_652_059)
    let most = try DayRange(since: day("2000-01-01"), before: day("2000-01-01") + 100_000)
    #expect(try LivedProfile().series(.sparks, most).buckets.count == 100_000)
    // 0001-01-01 is a Monday; 100,000 months are 8333 years and 4 months.
    for (period, first, end) in [
      (SeriesPeriod.day, "2000-01-01", day("2000-01-01") + 100_000),
      (.week, "0001-01-01", day("0001-01-01") + 700_000),
      (.week, "0001-01-07", day("0001-01-01") + 700_000),
      (.month, "0001-01-01", day("8334-05-01")), (.month, "0001-01-31", day("8334-05-01")),
    ] {
      let range = try DayRange(since: day(first), before: end)
      #expect(try LivedProfile().series(.sparks, by: period, range).buckets.count == 100_000)
      let longer = try DayRange(since: day(first), before: end + 1)
      #expect(
        throws: FieldError(
          field: "by", expected: "a period with at most 100000 buckets",
          found: "\(period.name), with 100001")
      ) { try SeriesQuery(.sparks, by: period, longer) }
    }
  }
}
