import Foundation

/// Returns a decimal such as `-1234.5` with commas between thousands, for display.
package func grouped(decimal text: String) -> String { Language.english.written(text) }

/// Returns a number rounded to significant digits for display.
package func significant(_ number: Double, _ digits: Int = 4) -> String {
  if number.isInfinite { return number > 0 ? "∞" : "−∞" }
  let text = String(format: "%.\(digits)g", number)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}

/// Returns a chance as a percentage with four digits, or as 1 in N where that would be 0 %.
package func chanceText(_ chance: Double) -> String {
  if chance == 0 { return "0 %" }
  // A sum of chances differs from 1 by its rounding.
  if chance > 1 - 1e-15 { return "100 %" }
  if chance < 1e-5 { return "1 in \(multitude(1 / chance))" }
  // Only a certain outcome is shown as 100 %.
  if chance > 0.99999 { return "> 99.999 %" }
  return String(format: chance > 0.9999 ? "%.6g %%" : "%.4g %%", chance * 100)
}

/// Returns a chance as `chanceText` does, with 1 in N beside the percentage where it is rare.
package func rateText(_ chance: Double) -> String {
  let text = chanceText(chance)
  guard text.hasSuffix("%"), let odds = Language.english.oneIn(chance) else { return text }
  return "\(text) (\(odds))"
}

/// Returns a large number rounded to three digits.
func multitude(_ number: Double) -> String {
  guard number < 1e15 else {
    let parts = String(format: "%.2e", number).split(separator: "e")
    return parts.count == 2 ? "\(parts[0]) × 10^\(Int(parts[1]) ?? 0)" : "\(number)"
  }
  return grouped(decimal: String(format: "%.0f", threeDigits(number)))
}

/// Returns a number of at least 1 rounded to a whole one of three digits that count.
func threeDigits(_ number: Double) -> Double {
  let digits = max(0, Int(log10(number)) - 2)
  let unit = (0..<digits).reduce(1.0) { power, _ in power * 10 }
  return (number / unit).rounded() * unit
}

extension Language {
  /// Returns a number rounded to significant digits, in groups of thousands and never in scientific notation; if
  /// signed, with a plus sign too.
  package func rounded(_ number: Double, _ digits: Int, isSigned: Bool = false) -> String {
    guard number.isFinite, number != 0 else { return number == 0 ? "0" : significant(number) }
    let places = max(0, min(12, digits - 1 - Int(floor(log10(number.magnitude)))))
    var text = String(format: "%.\(places)f", number)[...]
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return (isSigned && number > 0 ? "+" : "") + written(String(text))
  }

  /// Returns a deviation in standard errors, with two decimals and its sign.
  package func deviation(_ number: Double) -> String {
    String(format: "%+.2f", (number * 100).rounded() == 0 ? 0 : number)
      .replacing("-", with: "−").replacing(".", with: decimalSeparator)
  }
}
