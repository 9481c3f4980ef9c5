/// The numbers of players for whom an event occurred under one of two rulebooks, under both or under
/// neither.
package struct PairedCounts: Equatable, Sendable {
  /// The number of players for whom it occurred under both.
  package var both: Int64
  /// The number for whom it occurred under the first alone.
  package var onlyFirst: Int64
  /// The number for whom it occurred under the second alone.
  package var onlySecond: Int64
  /// The number for whom it occurred under neither.
  package var neither: Int64

  package init(both: Int64, onlyFirst: Int64, onlySecond: Int64, neither: Int64) {
    (self.both, self.onlyFirst) = (both, onlyFirst)
    (self.onlySecond, self.neither) = (onlySecond, neither)
  }

  package var players: Int64 { both + onlyFirst + onlySecond + neither }

  /// The share under the second rulebook less that under the first.
  package var difference: Double { Double(onlySecond - onlyFirst) / Double(players) }

  /// The standard error of the difference (McNemar's).
  package var standardError: Double {
    let n = Double(players)
    let (first, second) = (Double(onlyFirst) / n, Double(onlySecond) / n)
    return (max(0, first + second - (second - first) * (second - first)) / n).squareRoot()
  }

  /// Returns the interval of the difference after Newcombe (1998), "Improved confidence intervals for the
  /// difference between binomial proportions based on paired data", Statistics in Medicine 17, method 10:
  /// from Wilson's intervals of both shares and their correlation. It does not shrink to a point where no
  /// player differs.
  ///
  /// - Parameter level: the approximate probability that such an interval contains the true difference.
  package func interval(level: Double = 0.95) -> Interval {
    let n = Double(players)
    guard players > 0 else { return Interval(low: -1, high: 1) }
    let (first, second) = (both + onlyFirst, both + onlySecond)
    let one = Proportion.wilson(successes: first, trials: players, level: level)
    let two = Proportion.wilson(successes: second, trials: players, level: level)
    let (p, q) = (Double(first) / n, Double(second) / n)
    let correlation = correlation
    func root(_ left: Double, _ right: Double) -> Double {
      max(0, left * left - 2 * correlation * left * right + right * right).squareRoot()
    }
    return Interval(
      low: max(-1, difference - root(q - two.low, one.high - p)),
      high: min(1, difference + root(two.high - q, p - one.low)))
  }

  /// The correlation of both, corrected for continuity towards 0; 0 where the event never or always
  /// occurred under one of them.
  private var correlation: Double {
    let margins = [both + onlyFirst, onlySecond + neither, both + onlySecond, onlyFirst + neither]
    guard margins.allSatisfy({ $0 > 0 }) else { return 0 }
    let product =
      Double(both) * Double(neither) - Double(onlyFirst) * Double(onlySecond)
    let numerator = product > 0 ? max(0, product - Double(players) / 2) : product
    return numerator / margins.reduce(1) { $0 * Double($1).squareRoot() }
  }
}
