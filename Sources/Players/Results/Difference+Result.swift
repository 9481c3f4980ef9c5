package import Chance
package import FlintSchema

extension Difference: ResultRow {
  /// The fields of a difference. A mean of all players is absent if some have no value.
  package static let schema = ResultSchema<Difference>(
    "MeasureDifference", "The difference of a measure between two rulebooks, on the same draws.",
    [
      ResultField("measure", \.measure, "The name of the measure."),
      ResultField("players", \.reached.players, "The number of players."),
      ResultField("pairs", \.pairs.difference.count, "The players that have a value under both."),
    ] + MeanEstimate.fields("difference", isSigned: true).map { $0.within(\.ofAll) } + parts
      + MeanEstimate.methods.map { $0.within(\.ofAll) })

  private static let parts: [ResultField<Difference>] = [
    .optionalRow(
      "restricted_mean", "The difference of the restricted means.",
      MeanEstimate.adjusted("difference", isSigned: true)
    ) { $0.restricted }.omittedIfAbsent,
    .optionalRow(
      "mean_of_both", "The difference of the means of those who have a value under both.",
      MeanEstimate.plain("difference", isSigned: true)
    ) { $0.ofBoth }.omittedIfAbsent,
    .optionalRow(
      "reached", "The difference of the shares of players, where some may have no value.",
      PairedCounts.schema
    ) { $0.isPartial ? $0.reached : nil }.omittedIfAbsent,
    .rows(
      "player_quantiles",
      "The quantiles of the differences of single players, not the differences of the quantiles.",
      Estimate.Quantile.schema
    ) { $0.pairs.difference.quantiles },
    .rows(
      "player_histogram", "The numbers of players by their difference.", Estimate.Bin.schema
    ) { $0.pairs.difference.histogram },
    .optionalRow(
      "exact", "The differences of the exact values, as far as these are known.",
      ExactComparison.schema(isSigned: true)
    ) { difference in
      let isRestricted = difference.bound != nil
      return difference.exact.map {
        ExactComparison(
          value: $0, zScore: isRestricted ? nil : difference.zScore,
          reachedZScore: difference.reachedZScore,
          restrictedZScore: isRestricted ? difference.zScore : nil)
      }
    }.omittedIfAbsent,
  ]
}

extension PairedCounts: ResultRow {
  /// The fields of the difference of two shares of the same players.
  package static let schema = ResultSchema<PairedCounts>(
    "PairedShares", "The difference of two shares of the same players.",
    [
      .finite("difference", "The second share less the first.", .points) { $0.difference }
        .titled("difference, % points"),
      .interval("interval", "The ends of the 95 % interval of the difference.", .points) {
        let interval = $0.interval(level: Estimate.level)
        return (interval.low, interval.high)
      },
      ResultField("both", \.both, "The players that have a value under both."),
      ResultField("only_first", \.onlyFirst, "Those that have one under the first alone."),
      ResultField("only_second", \.onlySecond, "Those that have one under the second alone."),
      ResultField("neither", \.neither, "Those that have none."),
    ])
}
