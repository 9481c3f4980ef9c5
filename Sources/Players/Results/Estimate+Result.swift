import Chance
package import FlintSchema

extension Estimate: ResultRow {
  /// The fields of an estimate. A mean of all players is absent if some have no value.
  package static let schema = ResultSchema<Estimate>(
    "MeasureEstimate", "The estimate of a measure under one of the rulebooks.",
    tallied + MeanEstimate.fields().map { $0.within(\.ofAll) } + distribution + partial
      + MeanEstimate.methods.map { $0.within(\.ofAll) })

  private static let tallied: [ResultField<Estimate>] = [
    ResultField("measure", \.measure, "The name of the measure."),
    ResultField("players", \.tally.players, "The number of players."),
    ResultField("reached", \.tally.count, "The number of players that have a value."),
  ]

  private static let distribution: [ResultField<Estimate>] = [
    ResultField("min", .integer, "The least value.", isOptional: true) {
      FieldValue($0.tally.count > 0 ? $0.tally.least : nil)
    },
    ResultField("max", .integer, "The greatest value.", isOptional: true) {
      FieldValue($0.tally.count > 0 ? $0.tally.greatest : nil)
    },
    .rows(
      "quantiles", "The quantiles; players without a value count as beyond every value.",
      Quantile.schema, columns: shares.map(Quantile.name(of:))
    ) { $0.quantiles },
    .rows("histogram", "The numbers of players by value.", Bin.schema) { $0.histogram },
  ]

  private static let partial: [ResultField<Estimate>] = [
    ResultField<Estimate>.finite(
      "reached_share", "The share of players that have a value, where some may have none.", .chance
    ) { $0.isPartial ? $0.reached : nil }.titled("share").omittedIfAbsent,
    ResultField<Estimate>.interval(
      "reached_interval", "The ends of the 95 % interval of the share.", .chance
    ) { $0.isPartial ? ($0.reachedInterval.low, $0.reachedInterval.high) : nil }.omittedIfAbsent,
    .optionalRow(
      "mean_of_reached", "The mean of only those who have a value, where some may have none.",
      MeanEstimate.plain("mean of these")
    ) { $0.isPartial ? $0.ofReached : nil }.omittedIfAbsent,
    ResultField(
      "horizon", \.bound, "The horizon that may end before a player reaches the goal."
    ).omittedIfAbsent,
    .optionalRow(
      "restricted_mean",
      "The mean in which players who did not reach the goal within the horizon count with the sparks "
        + "or days that they had played.", MeanEstimate.adjusted("restricted mean")
    ) { $0.restricted }.omittedIfAbsent,
    .optionalRow(
      "exact", "The exact values, as far as they are known.", ExactComparison.schema()
    ) { estimate in
      estimate.exact.map {
        ExactComparison(
          value: $0, zScore: estimate.zScore, reachedZScore: estimate.reachedZScore,
          restrictedZScore: estimate.restrictedZScore)
      }
    }.omittedIfAbsent,
  ]
}

extension Estimate.Quantile: ResultRow {
  /// The fields of a quantile and its interval.
  package static let schema = ResultSchema<Estimate.Quantile>(
    "EstimateQuantile", "A quantile of the players, with its 95 % interval.",
    [
      ResultField("p", \.share, "The share of players at or below the quantile.").asKey,
      level("value", "The value; `never` if too few players have one.") { $0.value },
      level("low", "The lower end of the interval; absent if there are too few players.") {
        $0.low
      },
      level("high", "The upper end of the interval; absent if there are too few players.") {
        $0.high
      },
    ])

  private static func level(
    _ name: String, _ summary: String,
    _ level: @escaping @Sendable (Estimate.Quantile) -> Estimate.Level
  ) -> ResultField<Estimate.Quantile> {
    ResultField(name, .structure("integer|\"never\""), summary, isOptional: true) {
      switch level($0) {
      case .value(let value): .integer(value)
      case .never: .name("never")
      case .unknown: .none
      }
    }
  }

  /// Returns the name of the quantile of a share in CSV, such as `p05`.
  package static func name(of share: Double) -> String {
    let percent = Int((share * 100).rounded())
    return "p\(percent < 10 ? "0" : "")\(percent)"
  }
}

extension Estimate.Bin: ResultRow {
  /// The fields of a bin.
  package static let schema = ResultSchema<Estimate.Bin>(
    "EstimateBin", "The number of players whose value is in a range.",
    [
      ResultField("from", \.from, "The least value of the range.").asKey,
      ResultField("to", \.to, "The greatest value of the range.").asKey,
      ResultField("count", \.count, "The number of players."),
    ])
}
