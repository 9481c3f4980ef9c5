import FlintRules

/// A rate as it is published, with the precision to which it is printed.
struct PublishedRate {
  /// The text, as published.
  let text: String
  private(set) var value: Double
  /// How far the exact rate may be above it: half a unit of the last place that is printed; 0 where the text is exact.
  private(set) var precision: Double
  /// How far the exact rate may be below it, which of 1 in N is less.
  private var lowerPrecision: Double
  /// The number of digits that count, without zeros at the end; `nil` of a ratio.
  let significantDigits: Int?
  /// Whether the text has a sign that says the unit.
  let hasSign: Bool
  /// Whether the text has a sign, or its column a name, that says the unit.
  let hasUnit: Bool

  /// Reads a rate: `0.600%`, `0.006`, `3/500`, `1 in 167`, `6‰`, `≈ 0.1956 % (1 in 511)`.
  ///
  /// - Parameter isPercent: whether numbers without a sign are percentages, since the name of the column says so.
  /// - Returns: `nil` where the text is no rate, or where the ratio beside it is another one.
  init?(_ text: String, isPercent: Bool) {
    self.text = text
    var digits = text.lowercased().drop { $0.isWhitespace || "≈~≃≒〜".contains($0) }
    digits.removeAll { $0.isWhitespace }
    var beside: [Range]?
    if let bracket = digits.firstIndex(where: { "(（".contains($0) }) {
      guard let last = digits.last, ")）".contains(last) else { return nil }
      beside = Self.ratio(digits[digits.index(after: bracket)...].dropLast())?.readings
      if beside == nil { return nil }
      digits = digits[..<bracket]
    }
    if let ratio = Self.ratio(digits) {
      guard beside == nil else { return nil }
      (value, hasSign, hasUnit, significantDigits) = (ratio.value, true, true, nil)
      (precision, lowerPrecision) =
        ratio.readings.first.map {
          ($0.upperBound - ratio.value, ratio.value - $0.lowerBound)
        } ?? (0, 0)
      return
    }
    // No rate has thousands: a comma is a decimal mark.
    var plain = digits.replacing("％", with: "%")
    if !plain.contains(".") { plain = plain.replacing(",", with: ".", maxReplacements: 1) }
    var scale = 1.0
    for (sign, unit) in [("%", 0.01), ("‰", 0.001)] where plain.hasSuffix(sign) {
      plain.removeLast()
      scale = unit
    }
    hasSign = scale < 1
    hasUnit = hasSign || isPercent
    if scale == 1, isPercent { scale = 0.01 }
    // More digits than a fraction has are those of a floating-point number.
    guard let number = Fraction(String(plain))?.approximation ?? Double(plain), number.isFinite,
      number >= 0
    else { return nil }
    let counting = plain.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    let zeros = counting.reversed().prefix { $0 == "0" }.count
    significantDigits = counting.count - zeros
    (value, precision) = (number * scale, Self.halfUnit(of: plain) * scale)
    lowerPrecision = precision
    guard let beside else { return }
    // A percentage without its sign is read as it is meant; the unit is a fault of its own.
    let isMeant = [1, hasUnit ? 1 : 0.01].contains { unit in
      let printed = (value - precision) * unit...(value + precision) * unit
      return beside.contains { $0.overlaps(printed) }
    }
    if !isMeant { return nil }
  }

  private typealias Range = ClosedRange<Double>

  /// What may stand between the numbers of a ratio, without spaces.
  private static let ratioWords: Set = [
    "/", ":", "in", "outof", "su", "sur", "de", "decada", "zu", "aus", "von",
  ]

  /// Reads `3/500`, which is exact, or `1 in 167`, whose second number is rounded.
  ///
  /// - Returns: the ratio, and the ranges of the rates that may be printed so; none where it is exact.
  private static func ratio(_ text: Substring) -> (value: Double, readings: [Range])? {
    func isDigit(_ character: Character) -> Bool { character.isNumber || ".,".contains(character) }
    let upper = text.prefix(while: isDigit)
    let word = text[upper.endIndex...].prefix { !isDigit($0) }
    guard ratioWords.contains(String(word)), let number = Double(upper) else { return nil }
    let written = text[word.endIndex...]
    let groups = written.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
    let decimal = written.replacing(",", with: ".")
    // The mark of 1,667 is one of thousands, that of 1.667 may be.
    let texts =
      isGrouped
      ? written.contains(",") || groups.count > 2
        ? [groups.joined()] : [String(decimal), groups.joined()]
      : [String(decimal)]
    let readings = texts.compactMap { text -> (value: Double, range: Range)? in
      guard let lower = Double(text), lower > 0, (number / lower).isFinite else { return nil }
      let value = number / lower
      guard number == 1 else { return (value, value...value) }
      // Of a large number, three digits may count.
      let zeros = text.contains(".") ? 0 : text.reversed().prefix { $0 == "0" }.count
      let rounded = (0..<max(0, min(zeros, text.count - 3))).reduce(1.0) { unit, _ in unit * 10 }
      let half = min(halfUnit(of: text[...]) * rounded, lower / 2)
      return (value, 1 / (lower + half)...1 / (lower - half))
    }
    return readings.first.map { ($0.value, readings.map(\.range)) }
  }

  /// Returns the rate times a factor.
  func scaled(by factor: Double) -> PublishedRate {
    var rate = self
    (rate.value, rate.precision) = (value * factor, precision * factor)
    rate.lowerPrecision = lowerPrecision * factor
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
    let printed = number < value * factor ? lowerPrecision : precision
    let reach = tolerance.map { factor == 1 ? $0 : number * 1e-3 } ?? printed * factor
    return abs(value * factor - number) <= reach * (1 + 1e-9) + 1e-12 * max(number, 1e-3)
  }
}
