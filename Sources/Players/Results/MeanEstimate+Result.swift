import Chance
import FlintSchema

extension MeanEstimate {
  /// Returns the fields of a mean with its errors.
  ///
  /// - Parameters:
  ///   - title: the header of the mean in tables.
  ///   - isSigned: whether tables show it with a plus sign, as a difference.
  static func fields(
    _ title: String = "mean", isSigned: Bool = false
  ) -> [ResultField<MeanEstimate>] {
    let style = isSigned ? ResultStyle.signed(6) : .rounded(6)
    return [
      .finite("mean", "The mean.", style) { $0.value }.titled(title),
      .finite("standard_error", "The standard error of the mean.") { $0.standardError },
      .interval("interval", "The ends of the 95 % interval of the mean.", style) {
        $0.interval.low.isFinite ? ($0.interval.low, $0.interval.high) : nil
      },
      ResultField(
        "interval_method", .names([Method.student, .ruleOfThree, .wilson].map(\.rawValue)),
        "How the interval was computed: by Student's t, by the rule of three where all players have "
          + "the same value, or by Wilson's method where the mean is a share of the players."
      ) { .name($0.method.rawValue) },
      .finite("sd", "The standard deviation of the players' values.", .rounded(6)) {
        $0.standardDeviation
      }.titled("sd"),
      .finite("reach", "", .rounded(6)) { $0.reach }.titled("± 95 %").onlyInTables,
    ]
  }

  /// The fields about the methods that reduced the variance; none without such methods.
  static let methods: [ResultField<MeanEstimate>] = [
    ResultField("integrated", .boolean, "Whether chance was integrated out of cards.") {
      $0.isIntegrated ? .boolean(true) : .none
    }.omittedIfAbsent,
    ResultField("controls", .list, "The names of the controls that adjusted the mean.") {
      $0.controls.isEmpty ? .none : .list($0.controls)
    }.omittedIfAbsent,
    ResultField<MeanEstimate>.finite(
      "variance_ratio", "The factor by which the methods reduced the variance of the mean."
    ) { $0.isAdjusted ? $0.varianceRatio : nil }.omittedIfAbsent,
    ResultField(
      "variance_ratio_is_capped", .boolean,
      "Whether that is as much as the number of players can show, and not an estimate."
    ) { $0.isAdjusted ? .boolean($0.isRatioCapped) : .none }.omittedIfAbsent,
  ]

  /// Returns the schema of a mean whose variance may have been reduced.
  static func adjusted(
    _ title: String, isSigned: Bool = false
  ) -> ResultSchema<MeanEstimate> {
    ResultSchema(
      "AdjustedMean", "A mean with its errors, and how its variance was reduced.",
      fields(title, isSigned: isSigned) + methods)
  }

  /// Returns the schema of a mean.
  static func plain(_ title: String, isSigned: Bool = false) -> ResultSchema<MeanEstimate> {
    ResultSchema("EstimatedMean", "A mean with its errors.", fields(title, isSigned: isSigned))
  }

  private var isAdjusted: Bool { isIntegrated || !controls.isEmpty }
}

/// Exact values, and the deviations of the estimates from them.
struct ExactComparison: Sendable {
  package let value: ExactValue
  /// The deviation of the mean, in standard errors.
  package let zScore: Double?
  /// The deviation of the share of players.
  let reachedZScore: Double?
  /// The deviation of the restricted mean.
  let restrictedZScore: Double?

  /// Returns the schema.
  ///
  /// - Parameter isSigned: whether the values are differences.
  static func schema(isSigned: Bool = false) -> ResultSchema<ExactComparison> {
    let style = isSigned ? ResultStyle.signed(8) : .rounded(8)
    return ResultSchema(
      "ExactComparison", "Exact values, and the deviations of the estimates from them.",
      [
        .finite("mean", "The exact mean.", style) { $0.value.mean }.titled("exact"),
        .finite("reached", "The exact share of players.", isSigned ? .points : .chance) {
          $0.value.reached
        }.titled("exact"),
        .finite("restricted_mean", "The exact restricted mean.", style) { $0.value.restricted }
          .titled("exact"),
        ResultField("method", \.value.method, "How they were computed."),
        .finite("z", "The deviation of the mean, in standard errors.", .deviation) { $0.zScore }
          .titled("z"),
        .finite("reached_z", "The deviation of the share of players.", .deviation) {
          $0.reachedZScore
        }.titled("z"),
        .finite("restricted_mean_z", "The deviation of the restricted mean.", .deviation) {
          $0.restrictedZScore
        }.titled("z"),
      ])
  }
}
