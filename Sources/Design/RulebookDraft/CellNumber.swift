import FlintRules

/// A number as a cell of a table has it, perhaps with a decimal comma or a space before a percent sign.
struct CellNumber {
  /// The number; `nil` where the text is none, or can be read in two ways.
  var value: Fraction?
  /// What the text can mean, for messages; empty where that is one number at most.
  var readings = ""

  /// - Parameter hasDecimalCommas: whether the decimal mark may be a comma; then a single mark before three digits
  ///   may also be one of thousands.
  init(_ text: String, _ hasDecimalCommas: Bool) {
    var text = text
    text.removeAll { $0.isWhitespace }
    guard hasDecimalCommas else {
      value = Fraction(text)
      return
    }
    let (sign, digits) = text.hasSuffix("%") ? ("%", String(text.dropLast())) : ("", text)
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    if parts.count == 2, parts[0].utf8.count <= 3, parts[0].first != "0", !parts[0].isEmpty,
      parts[1].utf8.count == 3, Int64(parts[0] + parts[1]) != nil
    {
      let (whole, decimals) = (parts[0] + parts[1] + sign, parts[0] + "." + parts[1] + "0" + sign)
      readings = ", which can be thousands or decimals; write \(whole) or \(decimals)"
      return
    }
    if !text.contains(".") { text = text.replacing(",", with: ".", maxReplacements: 1) }
    value = Fraction(text)
  }
}
