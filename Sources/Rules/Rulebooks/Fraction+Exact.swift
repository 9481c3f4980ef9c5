/// Parsing of exact numbers in rulebook files.
extension Fraction {
  /// Creates the fraction of the shortest decimal that denotes a floating-point number: 0.1 is a
  /// tenth, though the binary number is slightly larger.
  ///
  /// - Returns: `nil` when the number is negative or has too many digits.
  public init?(shortestDecimalOf number: Double) {
    // The shortest decimal that only this number is nearest to: `0.1`, `6e-05`, `1e+16`.
    let parts = number.magnitude.description.split(separator: "e")
    guard number >= 0, let mantissa = parts.first,
      var exponent = parts.count == 2 ? Int(parts[1]) : 0
    else { return nil }
    let halves = mantissa.split(separator: ".")
    guard let whole = halves.first else { return nil }
    var decimals = halves.count == 2 ? halves[1] : ""
    while decimals.last == "0" { decimals.removeLast() }
    guard var numerator = UInt64(whole + decimals) else { return nil }
    exponent = numerator == 0 ? 0 : exponent - decimals.utf8.count
    var denominator: UInt64 = 1
    while exponent != 0 {
      let (product, isTooLarge) = (exponent > 0 ? numerator : denominator)
        .multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      if exponent > 0 { numerator = product } else { denominator = product }
      exponent -= exponent.signum()
    }
    self.init(numerator, over: denominator)
  }

  /// Parses the forms that `init(_:)` accepts, and any ratio that `description` writes.
  init?(ratioOrDecimal text: String) {
    if let fraction = Fraction(text) {
      self = fraction
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Self.digits(parts[0]),
      let denominator = Self.digits(parts[1])
    else { return nil }
    self.init(numerator, over: denominator)
  }

  private static func digits(_ text: Substring) -> UInt64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(text)
  }
}
