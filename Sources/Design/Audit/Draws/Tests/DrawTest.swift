package import Chance

/// A test of a log of draws, with its result.
package struct DrawTest: Equatable, Sendable {
  /// What a test looks at.
  package enum Kind: String, Sendable, CaseIterable {
    /// The number of prizes of a tier.
    case rate
    /// The number of prizes of a tier, beside the chances that each draw had.
    case chances
    /// The numbers of draws from one prize to the next.
    case gaps
    /// A prize that was certain and did not come.
    case certainty
    /// The share of featured prizes.
    case share
    /// A guaranteed featured prize that did not come.
    case guarantee
    /// The order of featured and other prizes.
    case runs
    /// The prizes within a tier.
    case items
    /// A change of the rate over time.
    case drift
    case players
  }

  /// How a p-value was computed.
  package enum Method: Equatable, Sendable {
    /// It is computed from the exact distribution.
    case exact
    /// From the chi-square distribution, which holds for many draws.
    case chiSquare
    /// From the normal distribution, which holds for many draws.
    case normal
    /// From the distribution of the greatest distance of a Brownian bridge, which holds for many draws.
    case kolmogorov
    /// From logs drawn by the model.
    case monteCarlo(logs: Int)
    /// What happened is impossible.
    case impossible

    /// The name in JSON and tables.
    package var name: String {
      switch self {
      case .exact: "exact"
      case .chiSquare: "chi-square"
      case .normal: "normal"
      case .kolmogorov: "Kolmogorov"
      case .monteCarlo: "Monte Carlo"
      case .impossible: "impossible"
      }
    }

    /// The number of logs drawn by the model; `nil` for other methods.
    package var logs: Int? { if case .monteCarlo(let logs) = self { logs } else { nil } }
  }

  /// The size of a deviation, beside how surprising it is.
  package struct Effect: Equatable, Sendable {
    /// What it is, such as `observed/expected`.
    package var name: String
    package var value: Double
    /// The value where the rules are followed.
    package var neutral: Double
    /// Its confidence interval; `nil` where no valid one is known.
    package var interval: Interval?
  }

  /// What the test looks at.
  package var kind: Kind
  /// The tier, the group of prizes or the like.
  package var subject: String
  package var statisticName: String
  /// The statistic; `nil` where there is none.
  package var statistic: Double?
  /// The degrees of freedom, for chi-square.
  package var df: Int?
  /// The probability of at least such a deviation where the rules are followed.
  package var pValue: Double
  /// How it was computed.
  package var method: Method
  /// The p-value corrected for the number of tests (Holm 1979); `nil` for tests that do not decide.
  package internal(set) var adjusted: Double?
  /// The size of the deviation.
  package var effect: Effect?
  /// Whether the test counts for the result of the whole.
  package var decides = true

  /// Returns the test of what the rules make certain where nothing broke it; `nil` for other tests. It is a result
  /// where it was asked for by name.
  static func kept(_ name: Name) -> DrawTest? {
    guard name.kind == .certainty || name.kind == .guarantee else { return nil }
    return DrawTest(
      kind: name.kind, subject: name.subject,
      statisticName: name.kind == .guarantee ? "violations" : "overruns", statistic: 0, df: nil,
      pValue: 1, method: .exact, adjusted: nil, effect: nil)
  }

  /// Corrects p-values for the number of tests that decide: the smallest is multiplied by their number, the
  /// next by one less, and so on, none below the one before it (Holm, Scandinavian Journal of Statistics 6,
  /// 1979).
  static func adjust(_ tests: inout [DrawTest]) {
    let order = tests.indices.filter { tests[$0].decides }
      .sorted { (tests[$0].pValue, $0) < (tests[$1].pValue, $1) }
    var greatest = 0.0
    for (rank, index) in order.enumerated() {
      greatest = max(greatest, min(1, Double(order.count - rank) * tests[index].pValue))
      tests[index].adjusted = greatest
    }
  }
}
