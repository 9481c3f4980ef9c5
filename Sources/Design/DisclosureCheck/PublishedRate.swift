import Rules

/// A rate as it is published, with the precision to which it is printed.
struct PublishedRate {
  /// The text, as published.
  let text: String
  private(set) var value: Double
  /// Half a unit of the last place that is printed; 0 where the text is exact.
  private(set) var precision: Double
  /// The number of digits that count, without zeros at the end; `nil` of a ratio.
  let significantDigits: Int?
  /// Whether the text has a sign that says the unit.
  let hasSign: Bool
  /// Whether the text has a sign, or its column a name, that says the unit.
  let hasUnit: Bool

  /// Reads a rate: `0.600%`, `0.006`, `3/500`, `1 in 167`, `6‰`.
  ///
  /// - Parameter isPercent: whether numbers without a sign are percentages, since the name of the column says so.
  /// - Returns: `nil` where the text is no rate.
  init?(_ text: String, isPercent: Bool) {
    self.text = text
    var digits = text.lowercased()
    digits.removeAll { $0.isWhitespace }
    for ratio in ["in", ":"] { digits = digits.replacing(ratio, with: "/", maxReplacements: 1) }
    digits = digits.replacing("％", with: "%")
    // No rate has thousands: a comma is a decimal mark.
    if !digits.contains(".") { digits = digits.replacing(",", with: ".", maxReplacements: 1) }
    if let slash = digits.firstIndex(of: "/") {
      let parts = (digits[..<slash], digits[digits.index(after: slash)...])
      guard let upper = Double(parts.0), let lower = Double(parts.1), lower > 0, upper >= 0,
        (upper / lower).isFinite
      else { return nil }
      value = upper / lower
      // Of 1 in 167, the second number is rounded; 3/500 is exact.
      precision = upper == 1 ? value * Self.halfUnit(of: parts.1) / lower : 0
      (hasSign, hasUnit, significantDigits) = (true, true, nil)
      return
    }
    var scale = 1.0
    for (sign, unit) in [("%", 0.01), ("‰", 0.001)] where digits.hasSuffix(sign) {
      digits.removeLast()
      scale = unit
    }
    hasSign = scale < 1
    hasUnit = hasSign || isPercent
    if scale == 1, isPercent { scale = 0.01 }
    // More digits than a fraction has are those of a floating-point number.
    guard let number = Fraction(digits)?.approximation ?? Double(digits), number.isFinite,
      number >= 0
    else { return nil }
    let counting = digits.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    let zeros = counting.reversed().prefix { $0 == "0" }.count
    significantDigits = counting.count - zeros
    (value, precision) = (number * scale, Self.halfUnit(of: digits[...]) * scale)
  }

  /// Returns the rate times a factor.
  func scaled(by factor: Double) -> PublishedRate {
    var rate = self
    (rate.value, rate.precision) = (value * factor, precision * factor)
    return rate
  }

  /// Returns half a unit of the last place of a decimal.
  private static func halfUnit(of digits: Substring) -> Double {
    let mantissa = digits.prefix { $0 != "e" }
    let exponent = Int(digits[mantissa.endIndex...].dropFirst()) ?? 0
    let places = mantissa.firstIndex(of: ".").map { mantissa[$0...].count - 1 } ?? 0
    let power = max(-400, min(400, exponent - places))
    return (0..<abs(power)).reduce(0.5) { unit, _ in power < 0 ? unit / 10 : unit * 10 }
  }

  /// Whether a number, rounded to as many digits that count, is this rate.
  func matchesDigits(of number: Double) -> Bool {
    guard let significantDigits, number > 0 else { return true }
    var unit = 1.0
    while unit > number { unit /= 10 }
    while unit * 10 <= number, unit < 1e18 { unit *= 10 }
    for _ in 0..<max(1, significantDigits) { unit /= 10 }
    return abs(value - number) <= 5 * unit * (1 + 1e-9)
  }

  /// Whether a number, printed to the same precision, is this rate times a factor.
  ///
  /// - Parameter tolerance: the difference that is accepted instead of the precision.
  func matches(_ number: Double, times factor: Double = 1, tolerance: Double?) -> Bool {
    // The allowance covers the rounding of floating-point numbers.
    // A tolerance is no measure of what another unit would give.
    let reach = tolerance.map { factor == 1 ? $0 : number * 1e-3 } ?? precision * factor
    return abs(value * factor - number) <= reach * (1 + 1e-9) + 1e-12 * max(number, 1e-3)
  }
}
