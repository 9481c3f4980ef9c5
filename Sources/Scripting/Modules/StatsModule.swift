import Lua
import Rules
import Sessions

/// `stats`: what days, weeks, months and years came to.
struct StatsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "stats", "Statistics: any metric over any range of days, and summaries.",
      denial: "statistics cannot be written: they are worked out from what happened",
      functions: [series, summary])
  }

  private static let since = HostField(
    "since", .day, "The first day; that of the first event if not given.", isOptional: true)
  private static let until = HostField.until(
    .day, "The first day after; tomorrow if not given.")

  private static let sparkFilters = [
    HostField("category", .category, isOptional: true),
    HostField("intensity", .intensity, isOptional: true),
    HostField("min_intensity", .intensity, "This or a stronger one.", isOptional: true),
    HostField("tag", .string, isOptional: true),
    HostField(
      "text", .string, "In title, notes or a tag, upper or lower case alike.", isOptional: true),
  ]

  private static let otherFilters = [
    HostField("project", .string, "Of tasks: the one they are in now.", isOptional: true),
    HostField(
      "priority", .choice(TaskPriority.names, numbers: [1, 2, 3, 4]),
      "Of tasks: the one they were completed with.", isOptional: true),
    HostField("tracker", .string, "Of entries: its name or id.", isOptional: true),
    HostField("activity", .choice(ActivityKind.names), "Of activities.", isOptional: true),
  ]

  /// Reads the filters of sparks from a slot on.
  private static func sparkFilter(
    _ call: borrowing HostCall, from slot: Int
  ) throws(HostFailure) -> StatisticsFilter {
    var filter = StatisticsFilter()
    filter.category = call.category(slot)
    filter.intensity = call.intensity(slot + 1)
    filter.minIntensity = call.intensity(slot + 2)
    filter.tag = try call.optionalString(slot + 3)
    filter.text = try call.optionalString(slot + 4)
    return filter
  }

  /// Where the filters stand that begin at a slot, by name.
  private static func slots(from slot: Int) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: (sparkFilters + otherFilters).enumerated().map {
        ($1.name, slot + $0)
      })
  }

  private static let seriesSlots = ["by": 1, "since": 2, "until": 3]
    .merging(slots(from: 4)) { own, _ in own }

  private var series: HostFunction {
    HostFunction(
      "series",
      "Counts, adds up or averages a metric over each day, week, month or year of a range. Weeks "
        + "begin on Monday; the first and the last bucket are cut where the range is. Days are "
        + "those of the events; moods count on the day that was rated.",
      parameters: [
        HostParameter(
          "query",
          .table([
            HostField("metric", .choice(SeriesMetric.names), "What is counted."),
            HostField(
              "by", .choice(SeriesPeriod.names), "What one bucket is for; day if not given.",
              isOptional: true),
            Self.since, Self.until,
            HostField(
              "where", .table(Self.sparkFilters + Self.otherFilters),
              "What of it is counted. Those of sparks go with sparks, spark_points, minutes, "
                + "mean_intensity and spark_days.", isOptional: true),
          ]), "Which series.")
      ],
      returns: [
        HostResult(
          "series", "table", "",
          fields: [
            HostResult("metric", "string"), HostResult("by", "string"),
            HostResult("since", "string", "The first day."),
            HostResult("before", "string", "The first day after."), HostResult("days", "integer"),
            HostResult(
              "total", "number?", "Over the whole range; of a mean, nil when there is nothing."),
            HostResult(
              "buckets", "table[]", "",
              fields: [
                HostResult("period", "string", "Such as 2026-03-01, 2026-W09, 2026-03 or 2026."),
                HostResult("start", "string", "Its first day."), HostResult("days", "integer"),
                HostResult("value", "number?", "Of a mean, nil when there is nothing."),
              ]),
          ])
      ],
      example: """
        spark.add{title = "Ran", category = "energy", actual = 25}
        local s = stats.series{metric = "minutes", by = "week", where = {category = "energy"}}
        for _, b in ipairs(s.buckets) do print(b.period, b.value) end
        """
    ) { [context] call throws(HostFailure) in
      guard let metric = call.choice(0).map({ SeriesMetric.allCases[$0] }) else { return }
      let period = call.choice(1).map { SeriesPeriod.allCases[$0] } ?? .day
      let (since, until) = (try call.day(2), try call.day(3))
      var filter = try Self.sparkFilter(call, from: 4)
      filter.project = try call.optionalString(9)
      filter.priority = TaskModule.priority(call, 10)
      filter.tracker = try call.optionalString(11)
      filter.activity = call.choice(12).map { ActivityKind.allCases[$0] }
      try context.statistics(call, since: since, until: until, slots: Self.seriesSlots) {
        session, range throws(SessionError) in
        try session.series(metric, by: period, range, where: filter).json
      }
    }
  }

  private var summary: HostFunction {
    HostFunction(
      "summary",
      "What a range of days came to at a glance. With a filter it is about the sparks that pass "
        + "it, and fields about anything else are nil.",
      parameters: [
        HostParameter(
          "query",
          .table([
            Self.since, Self.until,
            HostField("where", .table(Self.sparkFilters), "Which sparks.", isOptional: true),
          ]), "Which days; all if not given.", isOptional: true)
      ],
      returns: [HostResult("summary", "table", "", fields: Self.summaryFields)],
      example: """
        spark.add{title = "Ran", category = "energy", intensity = "high"}
        local s = stats.summary{since = clock.day()}
        print(s.productivity, s.by_category.energy.share, s.trend.direction)
        """
    ) { [context] call throws(HostFailure) in
      let (since, until) = (try call.day(0), try call.day(1))
      let filter = try Self.sparkFilter(call, from: 2)
      try context.statistics(call, since: since, until: until, slots: ["since": 0, "until": 1]) {
        session, range throws(SessionError) in
        try session.summary(range, where: filter).json
      }
    }
  }

  private static let shareFields = [
    HostResult("sparks", "integer"), HostResult("share", "number", "0 to 1."),
  ]

  private static let summaryFields = [
    HostResult("since", "string", "The first day."),
    HostResult("before", "string", "The first day after."),
    HostResult("days", "integer"), HostResult("sparks", "integer"),
    HostResult("spark_points", "integer"),
    HostResult("minutes", "integer", "Minutes that sparks took, where that was said."),
    HostResult("spark_days", "integer", "Days with a spark."),
    HostResult("mean_intensity", "number?", "1 to 4; nil without sparks."),
    HostResult(
      "by_category", "table", "The shares sum to 1.",
      fields: Category.names.map { HostResult($0, "table", "", fields: shareFields) }),
    HostResult(
      "by_intensity", "table", "The same.",
      fields: Intensity.names.map { HostResult($0, "table", "", fields: shareFields) }),
    HostResult("hour", "integer?", "The hour with most sparks, 0 to 23 by the local clock."),
    HostResult("weekday", "string?", "The weekday with most sparks."),
    HostResult(
      "productivity", "number?",
      "0.4 × mean intensity ÷ 4 + 0.3 × categories used ÷ 5 + 0.3 × days with a spark ÷ days; nil "
        + "without sparks."),
    HostResult(
      "trend", "table",
      "Points of the 7 days up to the last against the 7 before.",
      fields: [
        HostResult("direction", "string", "rising, falling, or steady within 5 %."),
        HostResult("recent", "integer"), HostResult("before", "integer"),
        HostResult("change", "number?", "A share of before; nil when that is 0."),
      ]),
    HostResult("events", "integer?"), HostResult("active_days", "integer?"),
    HostResult("points", "table?", "", fields: GlobalFunctions.ledgerFields),
    HostResult("cards", "integer?", "Duplicates included."), HostResult("duplicates", "integer?"),
    HostResult("missions", "integer?"), HostResult("overloads", "integer?"),
    HostResult("tasks", "integer?"), HostResult("task_score", "integer?"),
    HostResult("quest_steps", "integer?"), HostResult("moods", "integer?", "Rated days."),
    HostResult("mood_mean", "number?", "0 to 4."), HostResult("activities", "integer?"),
    HostResult("entries", "integer?"), HostResult("achievements", "integer?"),
  ]
}

extension ScriptContext {
  /// Answers a call with statistics of a range of days; what is refused becomes an argument error.
  fileprivate func statistics(
    _ call: borrowing HostCall, since: CivilDay?, until: CivilDay?, slots: [String: Int],
    _ body: (Session, DayRange) throws(SessionError) -> JSONValue
  ) throws(HostFailure) {
    let session = try session()
    do throws(SessionError) {
      call.reply.json(try body(session, try session.days(since: since, until: until)))
    } catch {
      try call.answer(error, slots: slots)
    }
  }
}
