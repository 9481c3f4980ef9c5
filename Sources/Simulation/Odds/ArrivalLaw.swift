/// The law of the number of rolls until something is there: what every method of working it out
/// can answer.
protocol ArrivalLaw: Sendable {
  /// The fewest rolls that can do.
  var least: Int64 { get }
  /// The expected number of rolls.
  var boundedMean: BoundedValue { get }
  /// The standard deviation of the number of rolls.
  var boundedDeviation: BoundedValue { get }
  /// The chance that so many rolls do; no number where it could not be worked out.
  func chance(doneWithin rolls: Int64) -> BoundedValue
  /// The chance that so many rolls do not do: where that is small, with all its digits.
  func probability(notWithin rolls: Int64) -> Double
  /// A number of rolls near that by which the chance is reached.
  func guess(_ probability: Double) -> Double
}

extension ArrivalLaw {
  var mean: Double { boundedMean.value }
  var standardDeviation: Double { boundedDeviation.value }

  /// The chance that so many rolls do, from 0 to 1; no number where it could not be worked out.
  func probability(doneWithin rolls: Int64) -> Double {
    chance(doneWithin: rolls).value.clampedToChance
  }

  /// Chances that differ by less are taken as equal: a median of two equally likely halves must not
  /// hang on the last digit of a sum.
  static var tolerance: Double { 1e-12 }

  /// The least number of rolls that do with at least a chance, from 0 to below 1; the greatest number
  /// there is where it could not be worked out.
  func quantile(_ probability: Double) -> Int64 {
    let wanted = probability - Self.tolerance
    if wanted <= 0 { return probability > 0 ? least : 0 }
    func isReached(_ rolls: Int64) -> Bool { self.probability(doneWithin: rolls) >= wanted }
    let most = Int64.max / 4
    var high = max(least, Int64(min(guess(probability).rounded(), 0x1p60)))
    var step = max(1, Int64(Double(high).squareRoot() / 4))
    var low: Int64
    if isReached(high) {
      low = high
      repeat {
        high = low
        if high <= least { return least }
        low = max(least - 1, high - step)
        step = step > most / 2 ? most : step * 2
      } while low >= least && isReached(low)
    } else {
      repeat {
        low = high
        if low >= most { return .max }
        high = min(most, low + step)
        step = step > most / 2 ? most : step * 2
      } while !isReached(high)
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

extension Double {
  /// The number, or 0 or 1 where it lies beyond; no number where it is none, which `min` and `max` would
  /// take for one.
  var clampedToChance: Double { isNaN ? self : min(1, max(0, self)) }
}
