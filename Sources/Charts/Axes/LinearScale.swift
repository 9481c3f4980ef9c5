/// A linear map of values to positions, with round numbers as ticks.
struct LinearScale: Hashable, Sendable {
  /// The values of the axis's ends.
  let domain: ClosedRange<Double>
  /// The ticks, ascending: multiples of `step`.
  let ticks: [Double]
  /// The distance between ticks: 1, 2 or 5 times a power of ten.
  let step: Double

  /// Creates an axis that includes a range of values and ends at ticks.
  ///
  /// - Parameters:
  ///   - values: The least and the greatest value.
  ///   - most: The greatest number of intervals between ticks: 2 or, of a tight axis, 3 at least.
  ///   - isWhole: Whether only whole numbers are meaningful.
  ///   - isTight: Whether the axis ends at the values themselves.
  init(
    _ values: ClosedRange<Double>, most: Int, isWhole: Bool = false, isTight: Bool = false
  ) {
    var (low, high) = (values.lowerBound, values.upperBound)
    if !(high - low).isFinite { (low, high) = (0, 1) }
    if low == high {
      (low, high) = low == 0 ? (0, 1) : (min(low, 0), max(low, 0))
    }
    let most = Double(max(isTight ? 3 : 2, most))
    // Steps of less than a billionth of the values, or of decimals that nobody reads, are of no use.
    let least = max(isWhole ? 1 : 1e-15, max(low.magnitude, high.magnitude) * 1e-9)
    var step = LinearScale.step(for: max(least, (high - low) / most))
    var (from, to) = (0.0, 0.0)
    while true {
      // Ends that miss a tick by an error of rounding are at the tick.
      let slack = isTight ? -1e-9 : 1e-9
      (from, to) = (low / step + slack, high / step - slack)
      (from, to) =
        isTight
        ? (from.rounded(.up), to.rounded(.down)) : (from.rounded(.down), to.rounded(.up))
      if isTight { break }
      to = max(to, from + 1)
      // Both ends may have grown by almost a step.
      if to - from <= most { break }
      step = LinearScale.step(for: step * 1.5)
    }
    self.step = step
    ticks = stride(from: from, through: to, by: 1).map { $0 * step }
    domain = isTight ? low...high : min(low, from * step)...max(high, to * step)
  }

  /// Returns the least of 1, 2 and 5 times a power of ten that is not below a positive number.
  static func step(for raw: Double) -> Double {
    var power = 1.0
    while power * 10 <= raw { power *= 10 }
    // Divided by a whole number: a product of tenths would not be the nearest decimal.
    var divisor = 1.0
    while power / divisor > raw { divisor *= 10 }
    let unit = power / divisor
    let steps = [1.0, 2, 5, 10].map { divisor > 1 ? $0 / divisor : $0 * unit }
    return steps.first { $0 >= raw * (1 - 1e-9) } ?? 10 * unit
  }

  /// The decimals that distinguish ticks.
  var places: Int {
    var (places, scaled) = (0, step)
    while places < 15, (scaled - scaled.rounded()).magnitude > 1e-6 * scaled {
      scaled *= 10
      places += 1
    }
    return places
  }

  /// Returns the share of the axis at a value: 0 at its beginning, 1 at its end.
  func share(of value: Double) -> Double {
    (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
  }

  func labels(_ locale: ChartLocale) -> [String] {
    ticks.map { locale.text($0, places: places) }
  }
}
