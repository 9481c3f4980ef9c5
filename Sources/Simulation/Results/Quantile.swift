extension Estimate {
  /// A quantile, with an interval that holds the true one 95 times in 100 whatever the law.
  public struct Quantile: Sendable, Equatable {
    /// The share of players at most there.
    public var share: Double
    /// The value.
    public var value: Level
    /// The lower end of the interval.
    public var low: Level
    /// The upper end.
    public var high: Level
  }

  /// Where a quantile, or an end of its interval, lies.
  public enum Level: Sendable, Equatable {
    /// At a value.
    case value(Int64)
    /// Beyond every value: so many players did not reach the goal.
    case never
    /// Nobody knows: the sample is too small to tell.
    case unknown

    /// The value; `nil` where there is none.
    public var number: Int64? { if case .value(let value) = self { value } else { nil } }
  }

  /// A quantile; players without a value count as beyond every value.
  public func quantile(_ share: Double) -> Quantile { tally.quantile(share) }

  /// The quantiles that are reported.
  public var quantiles: [Quantile] { tally.quantiles }
}

extension Tally {
  /// A quantile; players without a value count as beyond every value.
  func quantile(_ share: Double) -> Estimate.Quantile {
    let rank = max(1, Int64((share * Double(players)).rounded(.up)))
    let ranks = OrderStatistic.ranks(quantile: share, count: players, level: Estimate.level)
    return Estimate.Quantile(
      share: share, value: level(atRank: rank), low: level(atRank: ranks.lowerBound),
      high: level(atRank: ranks.upperBound))
  }

  /// The quantiles that are reported.
  public var quantiles: [Estimate.Quantile] { Estimate.shares.map(quantile) }

  private func level(atRank rank: Int64) -> Estimate.Level {
    if let value = value(atRank: rank) { return .value(value) }
    return rank > count && rank <= players ? .never : .unknown
  }
}
