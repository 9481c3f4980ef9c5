import FlintSchema

/// Values for a number of a rulebook: `rates.legendary=0.01..0.05/5`, or `chance=0.1,0.2`.
package struct Sweep: Hashable, Sendable {
  /// The path of the number, as it was written.
  package let name: String
  /// The values, in order.
  package let values: [Fraction]

  package init(name: String, values: [Fraction]) {
    self.name = name
    self.values = values
  }

  /// Parses `NAME=FROM..TO/COUNT`, or `NAME=A,B,C`.
  ///
  /// - Parameter most: the maximum number of values.
  package init(parsing text: String, most: Int) throws(RulebookNumberError) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmedWhitespace }
    guard sides.count == 2, !sides[0].isEmpty else {
      throw RulebookNumberError(
        "expected a sweep such as rates.legendary=0.01..0.05/5, got \"\(text)\"")
    }
    guard let values = Self.values(sides[1], most), !values.isEmpty else {
      throw RulebookNumberError(
        "expected values such as 0.01..0.05/5 or 0.01,0.02 (at most \(most)), got \"\(sides[1])\"")
    }
    self.init(name: sides[0], values: values)
  }

  private static func values(_ text: String, _ most: Int) -> [Fraction]? {
    guard text.contains("..") else {
      let values = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Fraction(String($0).trimmedWhitespace) }
      let known = values.compactMap(\.self)
      return known.count == values.count && known.count <= most ? known : nil
    }
    let components = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard components.count == 2 else { return nil }
    let ends = components[0].split(separator: "..").map { Fraction(String($0).trimmedWhitespace) }
    guard ends.count == 2, let first = ends[0], let last = ends[1],
      let count = UInt64(components[1]), (2...UInt64(clamping: max(2, most))).contains(count)
    else { return nil }
    let values = (0..<count).map { Fraction(from: first, to: last, step: $0, of: count - 1) }
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }
}

extension Fraction {
  /// Creates one of the equidistant numbers between two; `nil` where it has too many digits.
  fileprivate init?(from first: Fraction, to last: Fraction, step: UInt64, of steps: UInt64) {
    guard
      let (ends, denominator) = Self.overCommonDenominator([first, last], most: .max)
    else { return nil }
    let sum = ends[0].multipliedFullWidth(by: steps - step)
    let other = ends[1].multipliedFullWidth(by: step)
    let (numerator, isTooLarge) = (UInt128(sum.high) << 64 | UInt128(sum.low))
      .addingReportingOverflow(UInt128(other.high) << 64 | UInt128(other.low))
    if isTooLarge { return nil }
    self.init(large: numerator, over: UInt128(denominator) * UInt128(steps))
  }
}
