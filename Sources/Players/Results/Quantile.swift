import Chance

extension Estimate {
  /// A quantile, with an interval that contains the true one with a probability of 95 % under every distribution.
  package struct Quantile: Sendable, Equatable {
    /// The share of players at or below the quantile.
    package var share: Double
    package var value: Level
    /// The lower end of the interval.
    package var low: Level
    /// The upper end of the interval.
    package var high: Level
  }

  /// The position of a quantile, or of an end of its interval.
  package enum Level: Sendable, Equatable {
    /// The quantile is a value.
    case value(Int64)
    /// Beyond every value: too many players did not reach the goal.
    case never
    /// Unknown: the sample is too small.
    case unknown

    /// The value; `nil` where there is none.
    package var number: Int64? { if case .value(let value) = self { value } else { nil } }
  }

  /// Returns a quantile; players without a value count as beyond every value.
  package func quantile(_ share: Double) -> Quantile { tally.quantile(share) }

  package var quantiles: [Quantile] { tally.quantiles }
}

extension Tally {
  /// Returns a quantile; players without a value count as beyond every value.
  func quantile(_ share: Double) -> Estimate.Quantile {
    let rank = max(1, Int64((share * Double(players)).rounded(.up)))
    let ranks = OrderStatistic.ranks(quantile: share, count: players, level: Estimate.level)
    return Estimate.Quantile(
      share: share, value: level(atRank: rank), low: level(atRank: ranks.lowerBound),
      high: level(atRank: ranks.upperBound))
  }

  package var quantiles: [Estimate.Quantile] { Estimate.shares.map(quantile) }

  private func level(atRank rank: Int64) -> Estimate.Level {
    if let value = value(atRank: rank) { return .value(value) }
    return rank > count && rank <= players ? .never : .unknown
  }
}
