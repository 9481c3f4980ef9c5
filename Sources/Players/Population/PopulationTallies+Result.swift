import Chance
import FlintJSON
import FlintRules
package import FlintSchema

extension PopulationTallies: ResultRow {
  /// The fields of a replay of a population.
  package static let schema = ResultSchema<PopulationTallies>(
    "Population", "The result of the replay of a population.",
    [
      ResultField("players", \.players, "The number of players."),
      ResultField("events", \.events, "The number of events, those without effect included."),
      ResultField("void", \.own.voidCount, "The number of events without effect."),
      ResultField(
        "void_reasons", .structure("table<string, integer>"),
        "The numbers of events without effect, by reason."
      ) { .json(.object($0.own.voids.map { ($0.reason.text, .integer($0.count)) })) },
      ResultField("repeated", \.repeated, "The number of lines that repeat an event."),
      ResultField("rejected", \.rejected, "The number of rejected lines."),
      ResultField("version", \.settings.version, "The version of Flint."),
      ResultField("rules", \.settings.rules, "The id of the rulebook."),
      ResultField("rules_hash", \.settings.rulesHash, "The hash of the rulebook."),
      ResultField("seed", .text, "The seed of players whose lines have none.") {
        .name(String($0.settings.seed))
      },
      ResultField(
        "zone", .text,
        "The zone whose days events have; absent for those of the times' own offsets, or of UTC.",
        isOptional: true
      ) { $0.settings.zone.isEmpty ? .none : .name($0.settings.zone) },
      ResultField("day_start", \.settings.dayStart, "The start of the days."),
      ResultField(
        "now", .text, "The instant up to which players are replayed; absent for their last event.",
        isOptional: true
      ) { $0.settings.now.isEmpty ? .none : .name($0.settings.now) },
      .rows("measures", "The measures.", PopulationMeasure.schema) { $0.measures },
      .optionalRow(
        "against", "The totals under the rulebook that it is compared with.",
        OtherPopulation.schema
      ) { $0.otherPopulation }.omittedIfAbsent,
      .rows(
        "differences",
        "The differences of the measures from that rulebook, player by player.", Difference.schema,
        isOptional: true
      ) { $0.other == nil ? nil : $0.differences }.omittedIfAbsent,
    ])

  /// The measures, in order.
  package var measures: [PopulationMeasure] { estimates.map { PopulationMeasure(estimate: $0) } }

  /// The totals under the rulebook that it is compared with; `nil` without one.
  package var otherPopulation: OtherPopulation? {
    guard let other, let rules = settings.against, let hash = settings.againstHash else {
      return nil
    }
    return OtherPopulation(
      rules: rules, rulesHash: hash, totals: other,
      measures: otherEstimates.map { PopulationMeasure(estimate: $0) })
  }

  /// The measures under both rulebooks, with their differences; none without a second one.
  package var comparisons: [PopulationComparison] {
    zip(zip(measures, otherPopulation?.measures ?? []), differences).map {
      PopulationComparison(own: $0.0, other: $0.1, difference: $1)
    }
  }
}

/// The totals of a population under the rulebook that another is compared with.
package struct OtherPopulation: ResultRow {
  package let rules: String
  let rulesHash: String
  package let totals: PopulationTotals
  package let measures: [PopulationMeasure]

  /// The fields of these totals.
  package static let schema = ResultSchema<OtherPopulation>(
    "PopulationAgainst",
    "The totals of a population under the rulebook that another is compared with.",
    [
      ResultField("rules", \.rules, "The id of the rulebook."),
      ResultField("rules_hash", \.rulesHash, "The hash of the rulebook."),
      ResultField("void", \.totals.voidCount, "The number of events without effect."),
      ResultField(
        "void_reasons", .structure("table<string, integer>"),
        "The numbers of events without effect, by reason."
      ) { .json(.object($0.totals.voids.map { ($0.reason.text, .integer($0.count)) })) },
      .rows("measures", "The measures.", PopulationMeasure.schema) { $0.measures },
    ])
}

/// A measure of a population under two rulebooks: a record of CSV, and a row of tables.
package struct PopulationComparison: ResultRow {
  package let own: PopulationMeasure
  package let other: PopulationMeasure
  /// The difference, the first less the second.
  package let difference: Difference

  /// The fields: those of the measure, of the same one under the other rulebook, and the difference.
  package static let schema = ResultSchema<PopulationComparison>(
    "PopulationComparison", "A measure of the players of a population under two rulebooks.",
    PopulationMeasure.schema.fields.map { $0.within(\.own) } + [
      .row(
        "against", "The measure under the rulebook that it is compared with.",
        PopulationMeasure.values
      ) {
        $0.other
      },
      .row("difference", "The difference, player by player.", Difference.schema) {
        $0.difference
      },
    ])
}

/// A measure of a population.
package struct PopulationMeasure: ResultRow {
  /// The tally of the players' values, with their mean.
  package let estimate: Estimate

  /// The fields of a measure of a population.
  package static let schema = ResultSchema<PopulationMeasure>(
    "PopulationMeasure", "A measure of the players of a population.",
    [
      ResultField("measure", \.estimate.measure, "The name of the measure."),
      ResultField("players", \.estimate.tally.players, "The number of players."),
    ] + values.fields)

  /// The fields of the players' values.
  fileprivate static let values = ResultSchema<PopulationMeasure>(
    "PopulationValues", "The values of the players of a population.",
    [
      ResultField("sum", .text, "The sum, as a text since it may exceed 64 bits.") {
        .name(String($0.estimate.tally.sum))
      },
      .finite("mean", "The mean.", .rounded(6)) { $0.estimate.ofReached.value },
      .interval("interval", "The ends of the 95 % interval of the mean.", .rounded(6)) {
        let interval = $0.estimate.ofReached.interval
        return interval.low.isFinite ? (interval.low, interval.high) : nil
      },
      .finite("reach", "", .rounded(6)) { $0.estimate.ofReached.reach }.titled("± 95 %")
        .onlyInTables,
      .finite("sd", "The standard deviation.", .rounded(6)) {
        $0.estimate.ofReached.standardDeviation
      },
      ResultField("min", \.estimate.tally.least, "The least value; 0 without players."),
      ResultField("max", \.estimate.tally.greatest, "The greatest value; 0 without players."),
    ] + quantiles)

  private static let quantiles = Estimate.shares.map { share in
    let percent = Int((share * 100).rounded())
    return ResultField<PopulationMeasure>(
      Estimate.Quantile.name(of: share), .integer, "The \(percent) % quantile.", isOptional: true
    ) { FieldValue($0.estimate.tally.value(atShare: share)) }
    .titled(percent == 50 ? "median" : "\(percent) %")
  }
}
