import Chance
package import FlintSchema

extension DrawTest: ResultRow {
  /// The fields of a test.
  package static let schema = ResultSchema<DrawTest>(
    "DrawTest", "A test of a log of draws.",
    [
      ResultField(
        "test", .names(Kind.allCases.map(\.rawValue)), "What is tested.",
        text: { $0.kind.title }
      ) { .name($0.kind.rawValue) },
      ResultField("subject", \.subject, "The rarity or the items that it is about.").titled("of"),
      ResultField("statistic_name", \.statisticName, "The name of the statistic.")
        .titled("statistic"),
      .figure("statistic", \.statistic, "The statistic.").titled("value"),
      ResultField("df", .integer, "The degrees of freedom, for chi-square.", isOptional: true) {
        FieldValue($0.df)
      },
      .figure("p_value", \.pValue, "The p-value.").titled("p"),
      ResultField("method", \.method.name, "How the p-value was computed."),
      ResultField(
        "logs", .integer, "The number of logs drawn by the rules to compare with, for Monte Carlo.",
        isOptional: true
      ) { FieldValue($0.method.logs) },
      .figure(
        "adjusted_p_value", \.adjusted,
        "The p-value corrected for the number of tests; absent for tests for information."
      ).titled("corrected"),
      .optionalRow("effect", "The size of the deviation.", Effect.schema) { $0.effect },
    ])
}

extension DrawTest.Effect: ResultRow {
  /// The fields of an effect.
  package static let schema = ResultSchema<DrawTest.Effect>(
    "DrawTestEffect", "The size of a deviation.",
    [
      ResultField("name", \.name, "What it is, such as observed/expected.").titled("effect"),
      .figure("value", \.value, "Its value.").titled("size"),
      .figure("neutral", \.neutral, "The value where the rules are followed.")
        .titled("by the rules"),
      .optionalRow(
        "interval", "Its confidence interval, if one is known.", Interval.schema, .digits(3),
        title: "interval"
      ) { $0.interval },
    ])
}

extension DrawTest.Kind {
  /// The title in tables and sentences.
  package var title: String {
    switch self {
    case .rate: "number"
    case .chances: "draw by draw"
    case .gaps: "gaps"
    case .certainty: "certain draw"
    case .share: "featured share"
    case .guarantee: "guarantee"
    case .runs: "order of featured"
    case .items: "items"
    case .drift: "change over time"
    case .players: "differences"
    }
  }
}
