package import FlintRules
package import FlintSchema

/// The relations of a series of a range of days with other series.
package struct SeriesRelationReport: Sendable {
  /// The days of the series asked about.
  package let range: DayRange
  package let outcome: DaySeries
  package let period: SeriesPeriod
  package let relations: SeriesRelations

  /// - Parameters:
  ///   - range: the days of the series asked about.
  ///   - compared: its numbers, those of the others, and the days of the range that are over.
  ///   - lags: the numbers of periods from the others to it.
  ///   - seed: the seed of the permutations.
  /// - Throws: an error about `since` if the periods are too many.
  package init(
    _ range: DayRange, by period: SeriesPeriod,
    _ compared: (outcome: DayValues, others: [DayValues], range: DayRange?), lags: LagRange,
    seed: UInt64
  ) throws(FieldError) {
    (self.range, self.period, outcome) = (range, period, compared.outcome.series)
    relations = try SeriesRelations(
      compared.outcome, compared.others, by: period, compared.range, lags: lags, seed: seed)
  }

  /// The sentences on what relations do not show.
  package var caveats: [String] {
    [
      "A relation is not a cause: either series may lead to the other, or a third thing, such as "
        + "weekdays, seasons or health, to both. Two that rise or fall over the whole time are related "
        + "by that alone.",
      "Only \(period.name)s with both numbers count, and those without may have been different. "
        + "Counts are 0 where nothing was recorded.",
      "The correlation is that with a straight line, and single extreme \(period.name)s weigh much.",
    ]
  }
}

extension SeriesRelationReport: RelationReport {
  package var tested: [SeriesRelation] { relations.relations }
  package var untested: [UntestedSeries] { relations.untested }

  /// The fields of a report.
  package static let schema = ResultSchema<SeriesRelationReport>(
    "SeriesRelations", "The relations of a series of days with other series.",
    [
      ResultField("series", \.outcome.name, "The series that the others are compared with."),
      ResultField("by", .text, "The period of which numbers are compared.") {
        .name($0.period.name)
      },
      ResultField("since", \.range.since, "The first day."),
      ResultField("before", \.range.before, "The first day after the range."),
      ResultField(
        "periods", \.relations.periods, "The number of periods in which the series is known."),
      ResultField("block_length", \.relations.blockLength, "The number of periods in a block."),
      ResultField(
        "permutations", \.relations.permutations,
        "The maximum number of permutations of a comparison."),
      .rows(
        "relations", "The comparisons, those with the smallest p-value first.",
        SeriesRelation.schema
      ) { $0.tested },
      .rows(
        "too_few_periods",
        "The comparisons that were not made: they have fewer than \(SeriesTest.fewestPeriods) periods, "
          + "or fewer than \(SeriesTest.fewestOthers) in which a series is not at its most frequent number.",
        UntestedSeries.schema
      ) { $0.untested },
      ResultField("caveats", .list, "Sentences on what the relations do not show.") {
        .list($0.caveats)
      },
    ])
}

extension UntestedSeries: ComparedRelation {
  /// The fields of a comparison that was not made.
  package static let schema = ResultSchema<UntestedSeries>(
    "UntestedSeries", "A comparison that was not made.",
    [
      ResultField("kind", .text, "The kind: metric, tracker, habit, tag, spark or task.") {
        .name($0.series.kind)
      },
      ResultField("with", \.series.name, "The name of the other series."),
      ResultField(
        "lag", \.lag, "The number of periods from the other series to the one asked about."),
      ResultField("periods", \.periods, "The number of periods in which both are known."),
    ])
}

extension SeriesRelation: AdjustedRelation {
  var estimate: Double { correlation }

  /// The fields of a comparison.
  package static let schema = ResultSchema<SeriesRelation>(
    "SeriesRelation", "A comparison of two series of days.",
    UntestedSeries.schema.fields.map { $0.within(\.compared) } + found)

  package var compared: UntestedSeries {
    UntestedSeries(series: series, lag: lag, periods: periods)
  }

  package static let found: [ResultField<SeriesRelation>] =
    [
      ResultField(
        "correlation", \.correlation, "Pearson's correlation coefficient, -1 to 1.", .deviation)
    ] + interval(of: "correlation") + [
      ResultField(
        "slope", \.slope, "How much the series differs where the other is greater by 1.", .signed(3)
      ).titled("per unit")
    ] + verdict(on: "correlation")

  package static let listed = RelationRow<SeriesRelation>.schema(
    "SeriesRelationRow",
    shown: [
      "evidence", "with", "kind", "lag", "periods", "correlation", "range", "slope", "q_value",
    ], untested: "too few periods")
}
