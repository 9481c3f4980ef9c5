import FlintCalendar
import FlintJSON
package import FlintRules
package import FlintSchema

extension DayRange {
  fileprivate static let fields: [ResultField<DayRange>] = [
    ResultField("since", \.since, "The first day."),
    ResultField("before", \.before, "The first day after the range."),
    ResultField("days", \.count, "The number of days."),
  ]
}

extension Series: ResultRow {
  package static let schema = ResultSchema<Series>(
    "Series", "A metric over time.",
    [
      ResultField("metric", .text, "The metric.") { .name($0.metric.name) },
      ResultField("by", .text, "The period of a bucket.") { .name($0.query.period.name) },
    ] + DayRange.fields.map { $0.within(\.query.range) } + [
      ResultField(
        "total", .number, "The value of the whole range; nil for the mean of nothing.",
        isOptional: true
      ) { $0.metric.value($0.total) },
      .rows("buckets", "The values of the periods.", SeriesBucket.schema) { $0.rows },
    ])

  package var rows: [SeriesBucket] {
    let most = buckets.compactMap(\.value).max() ?? 0
    return buckets.map { SeriesBucket(bucket: $0, metric: metric, most: most) }
  }
}

extension SeriesMetric {
  /// Returns the value of a number: means are in millionths.
  fileprivate func value(_ number: Int64?) -> FieldValue {
    number.map { isMean ? .decimal($0) : .integer($0) } ?? .none
  }
}

/// The value of a metric in a period.
package struct SeriesBucket: ResultRow, Sendable {
  let bucket: Series.Bucket
  let metric: SeriesMetric
  /// The greatest value of the series.
  let most: Int64

  /// Whether there is nothing in the period. A mean of 0 is a value, not a lack of data.
  package var isEmpty: Bool {
    metric.isMean ? bucket.value == nil : bucket.value ?? 0 == 0
  }

  package static let schema = ResultSchema<SeriesBucket>(
    "SeriesBucket", "The value of a metric in a period.", shown: ["period", "value", "bar"],
    [
      ResultField(
        "period", \.bucket.label,
        "The period, such as 2026-03-01, 2026-W09, 2026-03 or 2026."),
      ResultField("first_day", \.bucket.start, "The first day of the bucket."),
      ResultField("days", \.bucket.days, "The number of days in the bucket."),
      ResultField(
        "value", .number, "The value; nil for the mean of nothing.", isOptional: true
      ) { $0.metric.value($0.bucket.value) },
      ResultField.drawing("bar") { bar($0.bucket.value ?? 0, of: $0.most) }.titled(""),
    ])

  /// Returns a bar of at most 30 columns, in steps of an eighth of a column.
  package static func bar(_ value: Int64, of most: Int64) -> String {
    guard value > 0, most > 0 else { return "" }
    // Divided first if the product would overflow; a positive value has a visible bar.
    let eighths =
      most <= Int64.max / 240 ? max(1, value * 240 / most) : max(1, value / (most / 240))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: Int(min(240, eighths) / 8))
      + (eighths >= 240 ? "" : parts[Int(eighths % 8)])
  }
}

extension StatisticsSummary: ResultRow {
  /// The fields of a summary. Values that a filter of sparks cannot narrow are absent with a filter.
  package static let schema = ResultSchema<StatisticsSummary>(
    "Summary", "Statistics of a range of days.",
    DayRange.fields.map { $0.within(\.range) } + Sparks.fields.map { $0.within(\.sparks) } + [
      .row(
        "trend",
        "The points of the last 7 days of the range compared with those of the 7 days before.",
        Trend.schema
      ) { $0.trend },
      ResultField("events", \.totals?.events, "The number of events."),
      ResultField("active_days", \.totals?.activeDays, "The number of days with an event."),
      .optionalRow("points", "The points by source.", LedgerRow.schema) {
        $0.totals.map { LedgerRow($0.points, withEarned: $0.showsEarned) }
      },
      ResultField(
        "cards", \.totals?.cards, "The number of cards drawn, duplicates included."),
      ResultField("duplicates", \.totals?.duplicates, "The number of duplicate cards drawn."),
      ResultField("missions", \.totals?.missions, "The number of mission completions."),
      ResultField("overloads", \.totals?.overloads, "The number of overloads."),
      ResultField("tasks", \.totals?.subjects.tasks, "The number of tasks completed."),
      ResultField("task_score", \.totals?.subjects.taskScore, "The total score of tasks."),
      ResultField(
        "quest_steps", \.totals?.subjects.questSteps, "The number of quest nodes completed."),
      ResultField("moods", \.totals?.subjects.moods, "The number of rated days."),
      ResultField(
        "mood_mean", .decimal, "The mean rating of days, 0 to 4.", isOptional: true
      ) { FieldValue(millionths: $0.totals?.moodMean) },
      ResultField("activities", \.totals?.subjects.activities, "The number of activities."),
      ResultField("entries", \.totals?.subjects.entries, "The number of tracker entries."),
      ResultField(
        "achievements", \.totals?.achievements, "The number of achievements unlocked."),
    ])
}

extension StatisticsSummary.Sparks {
  fileprivate static let fields: [ResultField<StatisticsSummary.Sparks>] = [
    ResultField("sparks", \.count, "The number of sparks."),
    ResultField("spark_points", \.points, "Points from sparks."),
    ResultField(
      "minutes", \.minutes, "The total actual duration of sparks in minutes, where given."),
    ResultField("spark_days", \.days, "The number of days with a spark."),
    ResultField(
      "mean_intensity", .decimal, "The mean intensity, 1 for the weakest; nil without sparks.",
      isOptional: true
    ) { FieldValue(millionths: $0.meanIntensity) },
    ResultField(
      "by_category", shares,
      "The sparks and the share of all sparks by category of the rulebook; the shares sum to 1."
    ) { .json($0.json(of: $0.categories, \.name)) },
    ResultField(
      "by_intensity", shares,
      "The sparks and the share of all sparks by intensity of the rulebook; the shares sum to 1."
    ) { .json($0.json(of: $0.intensities, \.name)) },
    ResultField(
      "hour", .integer, "The hour with the most sparks, 0 to 23 in local time.",
      isOptional: true
    ) { FieldValue($0.hour) },
    ResultField(
      "weekday", .text, "The weekday with the most sparks.", isOptional: true
    ) { FieldValue(name: $0.weekday?.name) },
    ResultField(
      "productivity", .decimal,
      "0.4 × mean intensity ÷ 4 + 0.3 × categories used ÷ 5 + 0.3 × days with a spark ÷ days; nil "
        + "without sparks.", isOptional: true
    ) { FieldValue(millionths: $0.productivity) },
  ]

  private static let shares = ResultType.structure(
    "table<string, {sparks: integer, share: number}>")

  private func json<Value>(
    of shares: [Share<Value>], _ name: (Value) -> String
  ) -> JSONValue {
    .object(
      shares.map {
        (
          name($0.value),
          .object([
            ("sparks", .integer($0.count)), ("share", .millionths($0.millionths)),
          ])
        )
      })
  }
}

extension Trend: ResultRow {
  package static let schema = ResultSchema<Trend>(
    "Trend", "The points of seven days compared with those of the seven before.",
    [
      ResultField(
        "direction", .text, "The direction: rising, falling, or steady (within 5 %)."
      ) { .name($0.direction.rawValue) },
      ResultField("recent", \.recent, "The points of the last 7 days."),
      ResultField("before", \.before, "The points of the 7 days before."),
      ResultField(
        "change", .decimal, "The difference divided by before; nil if before is 0.",
        isOptional: true
      ) { FieldValue(millionths: $0.change) },
    ])
}
