import FlintSchema

extension ResultField where Row: ArrivalDistribution {
  /// Returns the mean, the standard deviation, bounds of their errors and the quantiles.
  ///
  /// - Parameter unit: what is counted, in the plural.
  static func moments(of unit: String) -> [ResultField] {
    [
      ResultField("mean", .number, "The expected number of \(unit).", .decimals(2)) {
        .number($0.boundedMean.value)
      },
      ResultField("sd", .number, "The standard deviation.", .decimals(2)) {
        .number($0.boundedDeviation.value)
      }.titled("standard deviation"),
      ResultField(
        "mean_error", .number,
        "An upper bound of the relative error of the mean, rounded up to a power of ten; absent if no "
          + "digit is certain.", isOptional: true
      ) { $0.boundedMean.errorValue },
      ResultField(
        "sd_error", .number,
        "An upper bound of the relative error of the standard deviation.", isOptional: true
      ) { $0.boundedDeviation.errorValue },
    ]
      + OddsAnswer.levels.map { name, probability in
        ResultField(
          name, .integer,
          "The least number of \(unit) that reaches the goal with a probability of \(probability)."
        ) { .integer($0.quantile(probability)) }
        .titled(
          probability == 0.5 ? "half of all players" : "\(Int(probability * 100)) % of players")
      }
  }
}

extension BoundedValue {
  /// The bound of the relative error as the value of a field; none where no digit is certain.
  var errorValue: FieldValue { errorMagnitude.isFinite ? .number(errorMagnitude) : .none }
}
