/// An exact decimal number with at most six decimal places, for measurements and targets.
///
/// A value of this type lies between −9,000,000,000,000 and 9,000,000,000,000.
@usableFromInline package struct DecimalNumber: Hashable, Comparable, Sendable {
  /// The number in millionths.
  package let millionths: Int64

  /// The maximum absolute value, in millionths.
  package static let limit: Int64 = 9_000_000_000_000_000_000

  /// Creates a number from millionths; `nil` when it is out of range.
  package init?(millionths: Int64) {
    guard (-DecimalNumber.limit...DecimalNumber.limit).contains(millionths) else { return nil }
    self.millionths = millionths
  }

  package init(unchecked millionths: Int64) {
    self.millionths = millionths
  }

  /// - Throws: `FieldError` about `field` when the number is out of range.
  package init(_ whole: Int64, field: String) throws(FieldError) {
    let (millionths, overflow) = whole.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, let number = DecimalNumber(millionths: millionths) else {
      throw DecimalNumber.outOfRange(String(whole), field)
    }
    self = number
  }

  /// Creates the number of the shortest decimal that denotes a floating-point number.
  ///
  /// - Throws: `FieldError` about `field` when the number is not finite, out of range, or needs
  ///   more than six decimal places.
  package init(_ number: Double, field: String) throws(FieldError) {
    guard number.isFinite else { throw DecimalNumber.outOfRange("\(number)", field) }
    try self.init(reading: "\(number)", field: field)
  }

  /// Parses a decimal number such as `72`, `-0.5`, `.5` or `1e-3`.
  ///
  /// - Throws: `FieldError` about `field` when the text is no number, is out of range, or needs
  ///   more than six decimal places.
  package init(reading text: String, field: String) throws(FieldError) {
    guard let decimal = Decimal(text.trimmedWhitespace) else {
      throw FieldError(field: field, expected: "a number", found: DecimalNumber.quoted(text))
    }
    if decimal.isTooFine {
      throw FieldError(
        field: field, expected: "a number with at most 6 decimals",
        found: DecimalNumber.quoted(text))
    }
    guard let number = decimal.millionths.flatMap({ DecimalNumber(millionths: $0) }) else {
      throw DecimalNumber.outOfRange(DecimalNumber.quoted(text), field)
    }
    self = number
  }

  /// Whether the left number is smaller than the right one.
  @usableFromInline package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.millionths < right.millionths
  }

  private static func outOfRange(_ found: String, _ field: String) -> FieldError {
    FieldError(
      field: field, expected: "a number from -9000000000000 to 9000000000000", found: found)
  }

  private static func quoted(_ text: String) -> String {
    text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// The number with as few decimal places as possible; equal numbers have equal texts.
  @usableFromInline package var description: String {
    let size = millionths.magnitude
    var text = (millionths < 0 ? "-" : "") + String(size / 1_000_000)
    var rest = size % 1_000_000
    if rest == 0 { return text }
    text += "."
    var digit: UInt64 = 100_000
    while rest > 0 {
      text += String(rest / digit)
      rest %= digit
      digit /= 10
    }
    return text
  }
}

/// A parsed decimal: digits without zeros at either end, and the power of ten of the last digit.
private struct Decimal {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var power = 0

  init?(_ text: String) {
    var rest = text.utf8[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var hasDigits = Decimal.takeDigits(&rest, into: &digits)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let whole = digits.count
      hasDigits = Decimal.takeDigits(&rest, into: &digits) || hasDigits
      power = whole - digits.count
    }
    guard hasDigits else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      guard let exponent = Decimal.exponent(&rest) else { return nil }
      power += exponent
    }
    guard rest.isEmpty else { return nil }
    while digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    digits = Array(digits.drop { $0 == 0 })
  }

  /// Whether the number needs more than six decimal places.
  var isTooFine: Bool { !digits.isEmpty && power < -6 }

  /// The number in millionths; `nil` when it needs more decimal places or exceeds 64 bits.
  var millionths: Int64? {
    if digits.isEmpty { return 0 }
    // 64 bits hold at most nineteen digits.
    if power < -6 || digits.count + power + 6 > 19 { return nil }
    var value: Int64 = 0
    for digit in digits + [UInt8](repeating: 0, count: power + 6) {
      let (tens, wide) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = tens.addingReportingOverflow(Int64(digit))
      if wide || over { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  private static func takeDigits(
    _ rest: inout Substring.UTF8View, into digits: inout [UInt8]
  ) -> Bool {
    let count = digits.count
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      digits.append(byte - 0x30)
      rest.removeFirst()
    }
    return digits.count > count
  }

  private static func exponent(_ rest: inout Substring.UTF8View) -> Int? {
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits: [UInt8] = []
    guard takeDigits(&rest, into: &digits) else { return nil }
    // An exponent beyond a million is out of range either way, and must not overflow here.
    let size = digits.reduce(0) { min($0 * 10 + Int($1), 1_000_000) }
    return isNegative ? -size : size
  }
}
