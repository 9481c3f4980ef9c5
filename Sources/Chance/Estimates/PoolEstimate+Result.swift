package import FlintSchema

extension ResultField {
  /// The field of the 95 % interval of an estimated mean.
  static func meanInterval(of estimate: @escaping @Sendable (Row) -> PoolEstimate?) -> ResultField {
    .interval("mean_interval", "The 95 % interval of an estimated mean.", .decimals(2)) {
      estimate($0)?.mean.flatMap { $0.high.isFinite ? ($0.low, $0.high) : nil }
    }
  }

  /// The fields of the 95 % intervals of the quantiles of an estimate.
  package static func quantileIntervals(
    of estimate: @escaping @Sendable (Row) -> PoolEstimate?
  ) -> [ResultField] {
    OddsAnswer.levels.map { name, probability in
      .interval("\(name)_interval", "The 95 % interval of the estimated \(name).", .rounded(12)) {
        let value = estimate($0)?.quantile(probability)
        return value.flatMap { $0.high.isFinite ? ($0.low, $0.high) : nil }
      }
    }
  }
}
