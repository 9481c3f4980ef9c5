/// Returns a number with commas between thousands, for display.
public func grouped(_ number: some BinaryInteger) -> String {
  let digits = String(number.magnitude)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text
}

/// Returns a number with its noun in the singular or plural, for display.
public func counted(
  _ number: some BinaryInteger, _ noun: String, _ plural: String? = nil
) -> String {
  "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}
