/// The sums that the correlation of pairs of numbers is made of.
///
/// Numbers far from 0 lose digits, so that those of a series are to be taken from their mean before.
struct Correlation {
  private(set) var count = 0
  private var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)

  mutating func add(_ first: Double, _ second: Double) {
    count += 1
    x += first
    y += second
    xx += first * first
    yy += second * second
    xy += first * second
  }

  /// Pearson's coefficient, −1 to 1; `nil` for fewer than three pairs, and where either number is always the same.
  var coefficient: Double? {
    guard count >= 3, let (varianceX, varianceY) = variances else { return nil }
    let covariance = xy - x * y / Double(count)
    return max(-1, min(1, covariance / (varianceX * varianceY).squareRoot()))
  }

  /// How much the second number differs, on the line that fits best, where the first is greater by 1.
  var slope: Double? {
    guard count >= 3, let (varianceX, _) = variances else { return nil }
    return (xy - x * y / Double(count)) / varianceX
  }

  /// The sums of squared deviations; `nil` where one is 0 but for rounding.
  private var variances: (Double, Double)? {
    let (first, second) = (xx - x * x / Double(count), yy - y * y / Double(count))
    return first > 1e-12 * xx && second > 1e-12 * yy ? (first, second) : nil
  }
}
