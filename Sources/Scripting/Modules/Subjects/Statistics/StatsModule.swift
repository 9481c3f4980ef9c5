import FlintCalendar
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `stats`: statistics of days, weeks, months and years.
struct StatsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "stats", "Statistics: any metric over any range of days, and summaries.",
      denial: "statistics cannot be written: they are computed from the history",
      functions: [series, amounts, summary, relate, correlate])
  }

  static let since = HostField.optional(
    "since", .day, "The first day (default: the day of the first event).")
  static let before = HostField.before(
    .day, "The end of the range (exclusive; default: tomorrow).")

  private static let sparkFilters: [HostField] = [
    .optional("category", .category, "Only sparks of this category."),
    .optional("intensity", .intensity, "Only sparks of this intensity."),
    .optional("min_intensity", .intensity, "Only sparks of this intensity or a higher one."),
    .optional("tag", .string, "Only sparks with this tag."),
    .optional(
      "text", .string,
      "Only sparks with this text in the title, the notes or a tag (case-insensitive)."),
  ]

  private static let allFilters: [HostField] =
    sparkFilters + [
      .optional("project", .string, "Only tasks that are now in this project."),
      .optional(
        "priority", .choice(TaskPriority.names, numbers: [1, 2, 3, 4]),
        "Only tasks completed with this priority."),
      .optional("tracker", .string, "Only entries of the tracker with this name or id."),
      .optional("activity", .choice(ActivityKind.names), "Only activities of this kind."),
    ]

  /// Returns filters as fields of a query, and also within its former field `where`.
  private static func filters(_ fields: [HostField]) -> [HostField] {
    fields + [.former("where", .table(fields), now: "its filters beside the other fields")]
  }

  /// Returns the filter of a query, whose fields may be in the former field `where`.
  ///
  /// - Parameter fields: the filters that the query has.
  private static func filter(
    _ fields: [HostField], _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> StatisticsFilter {
    let isFormer = fields.contains { call.isPresent(HostSlot("where.\($0.name)")) }
    if isFormer, let field = fields.first(where: { call.isPresent(HostSlot($0.name)) }) {
      throw .argument(
        HostSlot(field.name), expected: "nothing, since where has filters", got: "a value")
    }
    let slot = { (name: String) in HostSlot(isFormer ? "where.\(name)" : name) }
    var filter = StatisticsFilter()
    filter.category = try call.category(slot("category"), session)
    filter.intensity = try call.intensity(slot("intensity"), session)
    filter.minIntensity = try call.intensity(slot("min_intensity"), session)
    filter.tag = try call.optionalString(slot("tag"))
    filter.text = try call.optionalString(slot("text"))
    guard fields.count > sparkFilters.count else { return filter }
    filter.project = try call.optionalString(slot("project"))
    filter.priority = call.choice(slot("priority"), of: TaskPriority.self)
    filter.tracker = try call.optionalString(slot("tracker"))
    filter.activity = call.choice(slot("activity"), of: ActivityKind.self)
    return filter
  }

  private var series: HostFunction {
    HostFunction(
      "series",
      "Computes the count, sum or mean of a metric for each day, week, month or year of a range. "
        + "Weeks begin on Monday; the first and the last bucket are limited to the range. Days "
        + "are those of the events; moods count on the day that was rated.",
      parameter: .table(
        "query",
        "The metric, the period, the range, and filters of what is counted. Those of sparks apply to "
          + "the metrics sparks, spark_points, minutes, mean_intensity and spark_days.",
        [
          HostField("metric", .choice(SeriesMetric.names), "The metric."),
          .optional("by", .choice(SeriesPeriod.names), "The period of a bucket (default: day)."),
          Self.since, Self.before,
        ] + Self.filters(Self.allFilters)),
      returns: HostResult(
        "series", "table", "The series.", of: Series.self),
      example: """
        spark.add{title = "Ran", category = "energy", actual = 25}
        local s = stats.series{metric = "minutes", by = "week", category = "energy"}
        for _, b in ipairs(s.buckets) do print(b.period, b.value) end
        """
    ) { [context] call throws(HostFailure) in
      guard let metric = call.choice("metric", of: SeriesMetric.self) else { return }
      let period = call.choice("by", of: SeriesPeriod.self) ?? .day
      let (since, before) = try call.dayBounds(try context.session())
      let filter = try Self.filter(Self.allFilters, call, try context.session())
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        try session.reader.series(metric, by: period, range, where: filter)
      }
    }
  }

  private var summary: HostFunction {
    HostFunction(
      "summary",
      "Returns a summary of a range of days. With a filter it covers only the matching sparks, "
        + "and fields about anything else are nil.",
      parameter: .optional(
        "query",
        .table([Self.since, Self.before] + Self.filters(Self.sparkFilters)),
        "The days and the sparks to include (default: all)."),
      returns: HostResult("summary", "table", "The summary.", of: StatisticsSummary.self),
      example: """
        spark.add{title = "Ran", category = "energy", intensity = "high"}
        local s = stats.summary{since = clock.day()}
        print(s.productivity, s.by_category.energy.share, s.trend.direction)
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let filter = try Self.filter(Self.sparkFilters, call, try context.session())
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        try session.reader.summary(range, where: filter)
      }
    }
  }
}

extension ScriptContext {
  /// Answers a call with statistics of a range of days; an error of the session becomes an argument error.
  func statistics<Row: ResultRow>(
    _ call: borrowing HostCall, since: CivilDay?, before: CivilDay?,
    _ body: (Session, DayRange) throws(SessionError) -> Row
  ) throws(HostFailure) {
    try viewing(call) { session throws(SessionError) in
      call.reply.row(try body(session, try session.reader.days(since: since, before: before)))
    }
  }
}
