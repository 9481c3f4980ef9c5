import Chance
package import FlintSchema

extension Audit: ResultRow {
  /// The fields of the tests, without those of the outcomes.
  static let testFields: [ResultField<Audit>] = [
    ResultField("draws", \.draws, "The number of draws."),
    .figure("chi_square", \.chiSquare, "Pearson's statistic."),
    ResultField("df", \.df, "The degrees of freedom."),
    .figure(
      "p_value", \.pValue,
      "The p-value: the probability of this deviation or a greater one if the rates are correct."),
    .figure("g", \.g, "The likelihood-ratio statistic; absent where draws differ in their rates."),
    .figure("g_p_value", \.gPValue, "The p-value of G."),
    .figure("exact_p_value", \.exactPValue, "The p-value of the exact multinomial test."),
    ResultField(
      "exact_reason", \.exactReason, "The reason for which the exact test was not computed."),
    ResultField("impossible", .list, "The outcomes drawn although their rate is 0.") {
      .list($0.impossible)
    },
    ResultField("sparse", .list, "The outcomes with an expected count below five.") {
      .list($0.sparse)
    },
    .figure("level", \.level, "The confidence level of the intervals."),
  ]

  /// The tests with the outcomes.
  package static let schema = ResultSchema<Audit>(
    "Audit", "Tests of counts against rates.",
    testFields + [
      .rows("intervals", "The outcomes, with the intervals of their rates.", AuditCell.schema) {
        $0.cells
      }
    ])

  /// The p-value of the exact test; `nil` where there is none.
  package var exactPValue: Double? { if case .value(let value) = exact { value } else { nil } }

  /// The reason why there is no exact test.
  package var exactReason: String? { if case .missing(let text) = exact { text } else { nil } }
}

extension AuditCell: ResultRow {
  /// The fields of an outcome.
  package static let schema = ResultSchema<AuditCell>(
    "AuditCell", "An outcome of a draw.",
    [
      ResultField("label", \.label, "The name of the outcome.").titled("outcome"),
      ResultField("observed", \.observed, "The observed count."),
      .figure("expected", \.expected, "The expected count.", .places(1)),
      .figure("rate", \.rate, "The observed rate: observed divided by draws.", .percent)
        .titled("share"),
      .figure("expected_rate", \.expectedRate, "The expected, effective rate.", .percent)
        .titled("expected share"),
      .figure("nominal_rate", \.nominalRate, "For a rarity, the rate in the drop table.", .percent)
        .titled("nominal"),
      .figure("ratio", \.ratio, "observed divided by expected."),
      .figure("residual", \.residual, "The deviation in standard deviations.", .deviation),
      .row(
        "wilson",
        "Wilson's interval of the rate. It assumes independent draws, which draws under pity are not.",
        Interval.schema, .percent, title: "Wilson"
      ) { $0.wilson },
      .row(
        "clopper_pearson", "Clopper and Pearson's interval of the rate.", Interval.schema, .percent,
        title: "Clopper-Pearson"
      ) { $0.clopperPearson },
      .optionalRow(
        "unseen",
        "The range of rates that the test would probably not distinguish from the expected one.",
        Interval.schema, .percent
      ) { $0.unseen },
    ])
}
