package import FlintRules
package import FlintSchema

extension AmountSeries: ResultRow {
  package static let schema = ResultSchema<AmountSeries>(
    "AmountSeries", "The amounts of a tracker over time.",
    [
      ResultField("series", \.series.name, "The tracker, its field or its unit."),
      ResultField("by", .text, "The period of a bucket.") { .name($0.period.name) },
      ResultField("since", \.range.since, "The first day."),
      ResultField("before", \.range.before, "The first day after the range."),
    ] + ValueTotals.fields.map { $0.within(\.total) } + [
      .rows("buckets", "The amounts of the periods.", AmountBucket.schema) { $0.rows }
    ])

  package var rows: [AmountBucket] {
    let most = Int64(clamping: buckets.map(\.totals.sum).max() ?? 0)
    return buckets.map { AmountBucket(bucket: $0, most: most) }
  }
}

extension ValueTotals {
  fileprivate static let fields: [ResultField<ValueTotals>] = [
    ResultField("count", \.count, "The number of entries with an amount."),
    ResultField("sum", .decimal, "The sum of the amounts.", .exact) {
      .decimal(Int64(clamping: $0.sum))
    },
    ResultField(
      "mean", .decimal, "The mean of the amounts; nil without any.", .decimals(2), isOptional: true
    ) { FieldValue(millionths: $0.mean) },
    ResultField("min", .decimal, "The smallest amount.", .exact, isOptional: true) {
      FieldValue(millionths: $0.minimum)
    },
    ResultField("max", .decimal, "The greatest amount.", .exact, isOptional: true) {
      FieldValue(millionths: $0.maximum)
    },
  ]
}

/// The amounts of a tracker in a period.
package struct AmountBucket: ResultRow, Sendable {
  let bucket: AmountSeries.Bucket
  /// The greatest sum of the series.
  let most: Int64

  /// Whether the period has no entry with an amount.
  package var isEmpty: Bool { bucket.totals.count == 0 }

  package static let schema = ResultSchema<AmountBucket>(
    "AmountBucket", "The amounts of a tracker in a period.",
    shown: ["period", "count", "sum", "mean", "min", "max", "bar"],
    [
      ResultField(
        "period", \.bucket.label, "The period, such as 2026-03-01, 2026-W09, 2026-03 or 2026."),
      ResultField("first_day", \.bucket.start, "The first day of the bucket."),
      ResultField("days", \.bucket.days, "The number of days in the bucket."),
    ] + ValueTotals.fields.map { $0.within(\.bucket.totals) } + [
      ResultField.drawing("bar") {
        SeriesBucket.bar(Int64(clamping: $0.bucket.totals.sum), of: $0.most)
      }.titled("")
    ])
}
