/// Returns a number with commas between thousands, for display.
package func grouped(_ number: some BinaryInteger) -> String { Language.english.text(number) }

/// Returns a number with its noun in the singular or plural, for display.
package func counted(
  _ number: some BinaryInteger, _ noun: String, _ plural: String? = nil
) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number of millionths as a decimal, rounded half away from zero to a number of decimal
/// places (at most 6).
package func decimalText(_ millionths: Int64, places: Int) -> String {
  let unit = (places..<6).reduce(Int64(1)) { product, _ in product * 10 }
  let rounded = (millionths.magnitude + UInt64(unit) / 2) / UInt64(unit)
  let scale = (0..<places).reduce(UInt64(1)) { product, _ in product * 10 }
  let sign = millionths < 0 && rounded > 0 ? "-" : ""
  if places == 0 { return sign + String(rounded) }
  let digits = String(rounded % scale)
  return sign + String(rounded / scale) + "."
    + String(repeating: "0", count: places - digits.utf8.count) + digits
}
