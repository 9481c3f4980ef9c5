package import FlintCalendar

/// The words and the signs of numbers that charts write by themselves; by default English ones.
package struct ChartLocale: Hashable, Sendable {
  /// The short names of the months, from January.
  package var months: [String]
  /// The short names of the weekdays, from Monday.
  package var weekdays: [String]
  package var groupSeparator: String
  package var decimalSeparator: String
  package var leastGroupedDigits: Int
  /// The first day of weeks.
  package var weekStart: Weekday

  /// Creates the words of a language.
  package init(
    months: [String], weekdays: [String], groupSeparator: String, decimalSeparator: String,
    leastGroupedDigits: Int = 4, weekStart: Weekday = .monday
  ) {
    (self.months, self.weekdays) = (months, weekdays)
    (self.groupSeparator, self.decimalSeparator) = (groupSeparator, decimalSeparator)
    (self.leastGroupedDigits, self.weekStart) = (leastGroupedDigits, weekStart)
  }

  package static let english = ChartLocale(
    months: CivilMonth.names.map { String($0.prefix(3)) },
    weekdays: Weekday.allCases.map { String($0.name.prefix(3)) },
    groupSeparator: ",", decimalSeparator: ".")

  /// Returns a number with so many decimals, rounded half away from zero; "–" for what is none, a minus
  /// sign (U+2212) before a negative one, and numbers that are too great for 64 bits with an exponent.
  package func text(_ value: Double, places: Int = 0) -> String {
    guard value.magnitude < 9e18 else {
      if value.isNaN { return "–" }
      return (value < 0 ? "−" : "") + (value.isFinite ? "\(value.magnitude)" : "∞")
    }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let scaled = (value.magnitude * scale).rounded()
    // A product beyond 2^63 has no decimals that a Double could hold.
    guard scaled < 9e18 else { return text(value, places: 0) }
    let unit = Int64(scale)
    let (whole, rest) = Int64(scaled).quotientAndRemainder(dividingBy: unit)
    let digits = String(whole)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 && digits.count >= leastGroupedDigits {
        grouped += groupSeparator
      }
      grouped.append(digit)
    }
    let sign = value < 0 && scaled > 0 ? "−" : ""
    if places == 0 { return sign + grouped }
    let decimals = String(rest)
    return sign + grouped + decimalSeparator
      + String(repeating: "0", count: places - decimals.count) + decimals
  }
}
