extension Language {
  /// What separates thousands; in Spanish a no-break space, and only in numbers of five digits or more.
  public var groupSeparator: String {
    switch self {
    case .english: ","
    case .spanish: "\u{A0}"
    case .italian: "."
    }
  }

  /// What separates decimals.
  public var decimalSeparator: String {
    switch self {
    case .english: "."
    case .spanish, .italian: ","
    }
  }

  /// Returns a whole number; a negative one has a minus sign (U+2212), as all numbers for people have.
  public func text(_ number: some BinaryInteger) -> String {
    (number < 0 ? "−" : "") + grouped(String(number.magnitude))
  }

  /// Returns a number of millionths with a number of decimal places (at most 6), rounded half away from
  /// zero.
  public func decimal(_ millionths: Int64, places: Int) -> String {
    written(decimalText(millionths, places: places))
  }

  /// Returns an exact decimal such as `1234.5` as the language writes it; English has no groups in it.
  public func exact(_ decimal: String) -> String {
    if self != .english { return written(decimal) }
    return decimal.hasPrefix("-") ? "−" + decimal.dropFirst() : decimal
  }

  /// Returns a decimal such as `-1234.5` with groups of thousands, as the language writes it.
  func written(_ decimal: String) -> String {
    let isNegative = decimal.hasPrefix("-")
    let parts = decimal.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1)
    let whole = (isNegative ? "−" : "") + grouped(String(parts.first ?? "0"))
    return parts.count > 1 ? whole + decimalSeparator + parts[1] : whole
  }

  /// Returns a share in millionths as a percentage, truncated to a number of decimal places (at most 4),
  /// so that 100 % means all.
  public func percent(_ millionths: Int64, places: Int = 0) -> String {
    let unit = (places..<4).reduce(Int64(1)) { product, _ in product * 10 }
    // The shares of a whole are far from the limits of the type.
    let truncated = (millionths / unit * unit).multipliedReportingOverflow(by: 100)
    let hundredfold = truncated.overflow ? (millionths < 0 ? .min : .max) : truncated.partialValue
    return decimal(hundredfold, places: places) + (self == .english ? " " : "\u{A0}") + "%"
  }

  /// Returns digits in groups of thousands.
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
