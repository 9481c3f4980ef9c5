/// A non-negative exact rational number in lowest terms: a rate, a chance or a multiplier.
package struct Fraction: Hashable, Sendable {
  /// The numerator.
  package let numerator: UInt64
  /// The denominator, at least 1.
  package let denominator: UInt64

  /// Creates a fraction in lowest terms; `nil` when the denominator is 0.
  package init?(_ numerator: UInt64, over denominator: UInt64) {
    guard denominator > 0 else { return nil }
    let divisor = max(1, greatestCommonDivisor(numerator, denominator))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates a fraction of large terms; `nil` where it has too many digits in lowest terms.
  package init?(large numerator: UInt128, over denominator: UInt128) {
    let divisor = max(1, greatestCommonDivisor(numerator, denominator))
    guard let above = UInt64(exactly: numerator / divisor),
      let below = UInt64(exactly: denominator / divisor)
    else { return nil }
    self.init(above, over: below)
  }

  package init(_ whole: UInt64) {
    numerator = whole
    denominator = 1
  }

  package static func percent(_ hundredths: UInt64) -> Fraction {
    let divisor = max(1, greatestCommonDivisor(hundredths, 100))
    return Fraction(reduced: hundredths / divisor, over: 100 / divisor)
  }

  static func tenths(_ tenths: UInt64) -> Fraction { .percent(tenths * 10) }

  private init(reduced numerator: UInt64, over denominator: UInt64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Parses a decimal (`0.006`, `2`, `6e-3`), a percentage (`0.6%`) or a fraction (`1/3`), exactly.
  ///
  /// - Returns: `nil` when the text has another form, or too many digits: the terms of a fraction have up to 17, and
  ///   a decimal is one of 64 bits over a power of ten up to 10¹⁹.
  package init?(_ text: String) {
    if let slash = text.firstIndex(of: "/") {
      guard let numerator = Fraction.digits(text[..<slash]),
        let denominator = Fraction.digits(text[text.index(after: slash)...])
      else { return nil }
      self.init(numerator, over: denominator)
      return
    }
    var decimal = text[...]
    var exponent = 0
    if decimal.hasSuffix("%") {
      decimal = decimal.dropLast()
      // As in Flint's own texts, a space may precede the sign.
      if let last = decimal.last, " \u{A0}\u{202F}".contains(last) { decimal.removeLast() }
      exponent = -2
    }
    if let mark = decimal.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      let power = decimal[decimal.index(after: mark)...]
      let digits = power.first == "-" || power.first == "+" ? power.dropFirst() : power
      guard let size = Fraction.digits(digits, atMost: 3) else { return nil }
      exponent += power.first == "-" ? -Int(size) : Int(size)
      decimal = decimal[..<mark]
    }
    let parts = decimal.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !decimals.isEmpty else { return nil }
    let isNumber = decimals.utf8.allSatisfy { (0x30...0x39).contains($0) }
    while isNumber, decimals.last == "0" { decimals.removeLast() }
    guard
      var numerator = Fraction.digits((parts.first ?? "") + decimals, atMost: .max)
    else { return nil }
    exponent -= decimals.utf8.count
    if numerator == 0 { exponent = 0 }
    while exponent < 0, numerator % 10 == 0 {
      numerator /= 10
      exponent += 1
    }
    self.init(numerator, timesTenTo: exponent)
  }

  /// Creates a number times a power of ten; `nil` if that has too many digits.
  private init?(_ number: UInt64, timesTenTo power: Int) {
    var (numerator, denominator, exponent) = (number, UInt64(1), power)
    while exponent != 0 {
      let (product, isTooLarge) = (exponent > 0 ? numerator : denominator)
        .multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      if exponent > 0 { numerator = product } else { denominator = product }
      exponent -= exponent.signum()
    }
    self.init(numerator, over: denominator)
  }

  private static func digits(_ text: some StringProtocol, atMost most: Int = 17) -> UInt64? {
    guard (1...most).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return UInt64(text)
  }

  /// The nearest floating-point number, for display.
  package var approximation: Double { Double(numerator) / Double(denominator) }

  /// Zero.
  package static let zero = Fraction(0)
  /// One.
  package static let one = Fraction(1)
}

extension Fraction: CustomStringConvertible {
  /// A decimal if at most nine decimal decimals are exact, otherwise `numerator/denominator`.
  package var description: String {
    var scale: UInt64 = 1
    for decimals in 0...9 {
      if scale % denominator == 0 {
        let scaled = numerator.multipliedReportingOverflow(by: scale / denominator)
        if scaled.overflow { break }
        if decimals == 0 { return String(scaled.partialValue) }
        let digits = String(scaled.partialValue % scale)
        return "\(scaled.partialValue / scale)."
          + String(repeating: "0", count: decimals - digits.utf8.count) + digits
      }
      scale *= 10
    }
    return "\(numerator)/\(denominator)"
  }
}

/// Returns the greatest number of which both are multiples; that of 0 and another number is the other.
@inlinable
package func greatestCommonDivisor<Number: BinaryInteger>(
  _ left: Number, _ right: Number
) -> Number {
  var (a, b) = (left, right)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

extension Fraction {
  /// Returns fractions as numerators over their least common denominator.
  ///
  /// - Parameter most: the maximum denominator.
  /// - Returns: `nil` when the denominator is larger, or a numerator exceeds 64 bits.
  package static func overCommonDenominator(
    _ fractions: some Sequence<Fraction>, most: UInt64
  ) -> (numerators: [UInt64], denominator: UInt64)? {
    var common: UInt64 = 1
    for fraction in fractions {
      let (multiple, overflow) = (common / greatestCommonDivisor(common, fraction.denominator))
        .multipliedReportingOverflow(by: fraction.denominator)
      guard !overflow, multiple <= most else { return nil }
      common = multiple
    }
    var numerators: [UInt64] = []
    for fraction in fractions {
      let (product, overflow) = (common / fraction.denominator)
        .multipliedReportingOverflow(by: fraction.numerator)
      guard !overflow else { return nil }
      numerators.append(product)
    }
    return (numerators, common)
  }
}

// MARK: Exact numbers in rulebook files

extension Fraction {
  /// Creates the fraction of the shortest decimal that denotes a floating-point number: 0.1 is a
  /// tenth, though the binary number is slightly larger.
  ///
  /// - Returns: `nil` when the number is negative or has too many digits.
  package init?(shortestDecimalOf number: Double) {
    // The shortest decimal that only this number is nearest to: `0.1`, `6e-05`, `1e+16`.
    let parts = number.magnitude.description.split(separator: "e")
    guard number >= 0, let mantissa = parts.first,
      var exponent = parts.count == 2 ? Int(parts[1]) : 0
    else { return nil }
    let halves = mantissa.split(separator: ".")
    guard let whole = halves.first else { return nil }
    var decimals = halves.count == 2 ? halves[1] : ""
    while decimals.last == "0" { decimals.removeLast() }
    guard let numerator = UInt64(whole + decimals) else { return nil }
    exponent = numerator == 0 ? 0 : exponent - decimals.utf8.count
    self.init(numerator, timesTenTo: exponent)
  }

  /// Parses the forms that `init(_:)` accepts, and any ratio that `description` writes.
  init?(ratioOrDecimal text: String) {
    if let fraction = Fraction(text) {
      self = fraction
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Self.digits(parts[0], atMost: .max),
      let denominator = Self.digits(parts[1], atMost: .max)
    else { return nil }
    self.init(numerator, over: denominator)
  }
}
