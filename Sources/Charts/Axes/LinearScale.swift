/// A linear map of values to positions, with round numbers as ticks.
public struct LinearScale: Hashable, Sendable {
  /// The values of the axis's ends.
  public let domain: ClosedRange<Double>
  /// The ticks, ascending: multiples of `step`.
  public let ticks: [Double]
  /// The distance between ticks: 1, 2 or 5 times a power of ten.
  public let step: Double

  /// Creates an axis that includes a range of values and ends at ticks.
  ///
  /// - Parameters:
  ///   - values: The least and the greatest value.
  ///   - most: The greatest number of intervals between ticks.
  ///   - isWhole: Whether only whole numbers are meaningful.
  ///   - isTight: Whether the axis ends at the values themselves.
  public init(
    _ values: ClosedRange<Double>, most: Int, isWhole: Bool = false, isTight: Bool = false
  ) {
    var (low, high) = (values.lowerBound, values.upperBound)
    if !(low.isFinite && high.isFinite) { (low, high) = (0, 1) }
    if low == high {
      (low, high) = low == 0 ? (0, 1) : (min(low, 0), max(low, 0))
    }
    var step = LinearScale.step(for: (high - low) / Double(max(1, most)))
    if isWhole { step = max(1, step) }
    let first = (low / step + (isTight ? -1e-9 : 1e-9))
    let last = (high / step + (isTight ? 1e-9 : -1e-9))
    let from = isTight ? first.rounded(.up) : first.rounded(.down)
    let to = isTight ? last.rounded(.down) : last.rounded(.up)
    self.step = step
    ticks = stride(from: from, through: to, by: 1).map { $0 * step }
    domain = isTight ? low...high : from * step...max(to, from + 1) * step
  }

  /// Returns the least of 1, 2 and 5 times a power of ten that is not below a number.
  static func step(for raw: Double) -> Double {
    guard raw > 0, raw.isFinite else { return 1 }
    var power = 1.0
    while power * 10 <= raw { power *= 10 }
    // Divided by a whole number: a product of tenths would not be the nearest decimal.
    var divisor = 1.0
    while power / divisor > raw { divisor *= 10 }
    let unit = power / divisor
    return [1.0, 2, 5, 10].map { divisor > 1 ? $0 / divisor : $0 * unit }.first {
      $0 >= raw * (1 - 1e-9)
    }
      ?? 10 * unit
  }

  /// The decimals that tell ticks apart.
  public var places: Int {
    var (places, scaled) = (0, step)
    while places < 9, (scaled - scaled.rounded()).magnitude > 1e-6 {
      scaled *= 10
      places += 1
    }
    return places
  }

  /// Returns the share of the axis at a value: 0 at its beginning, 1 at its end.
  public func share(of value: Double) -> Double {
    (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
  }

  /// Returns the texts of the ticks.
  public func labels(_ locale: ChartLocale) -> [String] {
    ticks.map { locale.text($0, places: places) }
  }
}
