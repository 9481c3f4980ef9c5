import FlintSchema

extension Language {
  /// What separates thousands; in Spanish a no-break space, and only in numbers of five digits or more.
  package var groupSeparator: String {
    switch self {
    case .english: ","
    case .spanish: "\u{A0}"
    case .italian: "."
    }
  }

  /// What separates decimals.
  package var decimalSeparator: String {
    switch self {
    case .english: "."
    case .spanish, .italian: ","
    }
  }

  /// Returns a whole number; a negative one has a minus sign (U+2212), as all numbers for people have.
  package func text(_ number: some BinaryInteger) -> String {
    (number < 0 ? "−" : "") + grouped(String(number.magnitude))
  }

  /// Returns a number of millionths with a number of decimal places (at most 6), rounded half away from
  /// zero.
  package func decimal(_ millionths: Int64, places: Int) -> String {
    written(decimalText(millionths, places: places))
  }

  /// Returns a number with a number of decimal places (at most 6); beyond what millionths can count, all its digits.
  package func text(_ number: Double, places: Int) -> String {
    number.magnitude < 9e12
      ? decimal(Int64((number * 1e6).rounded()), places: places) : "\(number)"
  }

  /// Returns an exact decimal such as `1234.5` as the language writes it; English has no groups in it.
  package func exact(_ decimal: String) -> String {
    if self != .english { return written(decimal) }
    return decimal.hasPrefix("-") ? "−" + decimal.dropFirst() : decimal
  }

  /// Returns a number of millionths with as many decimals as it has.
  package func amount(_ millionths: Int64) -> String {
    millionths % 1_000_000 == 0
      ? text(millionths / 1_000_000) : exact(FieldValue.decimal(millionths).plain)
  }

  /// Returns a decimal such as `-1234.5` with groups of thousands, as the language writes it.
  func written(_ decimal: String) -> String {
    let isNegative = decimal.hasPrefix("-")
    let parts = decimal.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1)
    let whole = (isNegative ? "−" : "") + grouped(String(parts.first ?? "0"))
    return parts.count > 1 ? whole + decimalSeparator + parts[1] : whole
  }

  /// Returns a share in millionths as a percentage with a number of decimal places (at most 4), rounded half
  /// away from zero; but only all is 100 %.
  package func percent(_ millionths: Int64, places: Int = 0) -> String {
    let unit = (places..<4).reduce(Int64(1)) { product, _ in product * 10 }
    let all: Int64 = 1_000_000
    let (steps, rest) = millionths.quotientAndRemainder(dividingBy: unit)
    var rounded = steps
    if rest.magnitude * 2 >= unit.magnitude { rounded += millionths.signum() }
    if rounded == all / unit && millionths < all { rounded -= 1 }
    // The shares of a whole are far from the limits of the type.
    let product = rounded.multipliedReportingOverflow(by: unit * 100)
    let hundredfold = product.overflow ? (millionths < 0 ? .min : .max) : product.partialValue
    return decimal(hundredfold, places: places) + (self == .english ? " " : "\u{A0}") + "%"
  }

  private func grouped(_ digits: String) -> String {
    if digits.count < (self == .spanish ? 5 : 4) { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += groupSeparator }
      text.append(digit)
    }
    return text
  }
}
