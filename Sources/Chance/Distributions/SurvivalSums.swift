/// The mean and the variance of a number of steps, summed from the probabilities that so many do not reach a goal,
/// with bounds of their absolute errors.
struct SurvivalSums {
  package var mean = 0.0
  var meanError = 0.0
  package var variance = 0.0
  var varianceError = 0.0
  /// The terms whose difference the variance is.
  private(set) var magnitude = 0.0

  init(mean: Double, meanError: Double, variance: Double, varianceError: Double) {
    (self.mean, self.meanError) = (mean, meanError)
    (self.variance, self.varianceError) = (variance, varianceError)
  }

  /// Sums step by step until a term adds nothing; `nil` where there are too many steps.
  ///
  /// - Parameters:
  ///   - middle: a number of steps in the middle. Squares of distances from it are summed: those from 0 would
  ///     cancel.
  ///   - negligible: the probability below which a term adds nothing.
  ///   - most: the maximum number of steps.
  ///   - error: a bound of the relative error of the probabilities of reaching the goal.
  ///   - left: returns the probability that a number of steps does not reach the goal.
  init?(
    around middle: Int64, upTo negligible: Double, most: Int64, error: Double = 0,
    left: (Int64) -> Double
  ) {
    var square = 0.0
    var step: Int64 = 0
    while true {
      let left = left(step)
      let distance = step - middle
      // Σ (2d + 1)·S over the distances d, less its value where every S is 1.
      let weight = Double(2 * distance + 1)
      mean += left
      square += weight * (distance < 0 ? left - 1 : left)
      meanError += error * (1 - left)
      varianceError += error * abs(weight) * (1 - left)
      step += 1
      // NaN ends the loop as well.
      if !(left >= negligible), distance >= 0 { break }
      if step > most { return nil }
    }
    let shift = mean - Double(middle)
    variance = square - shift * shift
    magnitude = square + shift * shift
    let rounding = 16 * BoundedValue.rounding
    meanError += rounding * mean
    varianceError += rounding * magnitude + 2 * abs(shift) * meanError
  }
}
