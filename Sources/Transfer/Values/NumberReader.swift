import FlintRules
package import FlintSchema

/// The character before the decimals of a number.
package enum DecimalMark: String, Sendable, CaseIterable {
  /// `1,234.5`
  case point = "."
  /// `1.234,5`
  case comma = ","
}

/// Reads decimal numbers as people and apps write them, exactly: `72`, `-0.5`, `1,234.5`,
/// `1.234,5`, `1 234`, `1'234`, `1e-3`.
///
/// Groups of thousands have three digits and one separator throughout: the mark that is not the
/// decimal mark, a space of any kind or an apostrophe.
package struct NumberReader: Sendable {
  /// The decimal mark; `nil` when it is not known: then only numbers that mean the same with either
  /// mark are read.
  package var mark: DecimalMark?
  /// Whether a number with more than six decimals is rounded to six, half to even, instead of being
  /// refused.
  package var isRounding: Bool

  package init(mark: DecimalMark? = .point, isRounding: Bool = false) {
    self.mark = mark
    self.isRounding = isRounding
  }

  /// A description of readable numbers, for error messages.
  package var form: String {
    switch mark {
    case .point: "a number such as 1234.5"
    case .comma: "a number such as 1234,5"
    case nil: "a number such as 12 or 3.25"
    }
  }

  /// Reads a number; `nil` when the text is not a number, is out of range, or has too many
  /// decimals.
  package func read(_ text: String) -> DecimalNumber? {
    guard let mark else {
      if let only = NumberReader.onlyMark(text) {
        return NumberReader(mark: only, isRounding: isRounding).read(text)
      }
      let point = NumberReader(mark: .point, isRounding: isRounding).read(text)
      let comma = NumberReader(mark: .comma, isRounding: isRounding).read(text)
      if let point, let comma { return point == comma ? point : nil }
      return point ?? comma
    }
    if let number = plain(text, mark) { return number }
    guard var decimal = WrittenDecimal(text.trimmedWhitespace, mark: mark) else { return nil }
    if isRounding { decimal.round() }
    return try? DecimalNumber(reading: decimal.text, field: "number")
  }

  /// Returns the decimal mark of a text of digits with a single mark that no group of thousands
  /// follows; `nil` for other texts.
  private static func onlyMark(_ text: String) -> DecimalMark? {
    var (mark, digits, decimals): (DecimalMark?, Int, Int) = (nil, 0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if mark == nil { digits += 1 } else { decimals += 1 }
      case UInt8(ascii: ".") where mark == nil && digits > 0: mark = .point
      case UInt8(ascii: ",") where mark == nil && digits > 0: mark = .comma
      default: return nil
      }
    }
    return decimals == 0 || decimals == 3 ? nil : mark
  }

  /// Returns the error message for a text that is not read: the expected form, or the range.
  func problem(with text: String) -> String {
    for mark in mark.map({ [$0] }) ?? DecimalMark.allCases {
      guard var decimal = WrittenDecimal(text.trimmedWhitespace, mark: mark) else { continue }
      if isRounding { decimal.round() }
      do throws(FieldError) {
        _ = try DecimalNumber(reading: decimal.text, field: "number")
      } catch {
        return "expected \(error.expected)"
      }
    }
    return "expected \(form)"
  }

  /// Whether a number that can be read has more decimals than the number read.
  func isRounded(_ text: String) -> Bool {
    // Nearly all numbers end in fewer than seven digits, without an exponent.
    let isShort = text.utf8.reversed().prefix(7).contains { !(0x30...0x39).contains($0) }
    if isShort || text.utf8.count < 7, !text.utf8.contains(where: { $0 | 0x20 == 0x65 }) {
      return false
    }
    return NumberReader(mark: mark).read(text) == nil
  }

  /// Reads a number of at most 18 digits without groups and exponent, as nearly all are; `nil` when
  /// the text has another form, or cannot be read at all.
  private func plain(_ text: String, _ mark: DecimalMark) -> DecimalNumber? {
    let mark = UInt8(ascii: mark == .point ? "." : ",")
    var (number, digits, decimals): (Int64, Int, Int?) = (0, 0, nil)
    var (isNegative, isFirst) = (false, true)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if digits > 18 { return nil }
        number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        decimals = decimals.map { $0 + 1 }
      case UInt8(ascii: "-") where isFirst: isNegative = true
      case mark where decimals == nil && digits > 0: decimals = 0
      default: return nil
      }
      isFirst = false
    }
    if digits == 0 || decimals == 0 { return nil }
    let excess = (decimals ?? 0) - 6
    let power = (0..<abs(excess)).reduce(Int64(1)) { power, _ in power * 10 }
    if excess <= 0 {
      let (product, isOver) = number.multipliedReportingOverflow(by: power)
      if isOver { return nil }
      number = product
    } else {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: power)
      if rest != 0 && !isRounding { return nil }
      // Half to even.
      let isUp = rest > power / 2 || (rest == power / 2 && quotient % 2 == 1)
      number = isUp ? quotient + 1 : quotient
    }
    return DecimalNumber(millionths: isNegative ? -number : number)
  }

  /// Reads a number that is whole when it is rounded to six decimals, as the results of
  /// calculations are; `nil` when the text is not one.
  package func whole(_ text: String) -> Int64? {
    let rounding = NumberReader(mark: mark, isRounding: true)
    guard let millionths = rounding.read(text)?.millionths, millionths % 1_000_000 == 0 else {
      return nil
    }
    return millionths / 1_000_000
  }
}

/// The digits of a number, and the power of ten of the last digit.
private struct WrittenDecimal {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var power = 0

  init?(_ text: String, mark: DecimalMark) {
    var rest = text.unicodeScalars[...]
    if let first = rest.first, ["-", "+", "\u{2212}"].contains(first) {
      isNegative = first != "+"
      rest.removeFirst()
    }
    guard takeWhole(&rest, mark: mark) else { return nil }
    if let first = rest.first, first == (mark == .point ? "." : ",") {
      rest.removeFirst()
      let decimals = rest.prefix { WrittenDecimal.isDigit($0) }
      take(decimals)
      power = -decimals.count
      rest.removeFirst(decimals.count)
    }
    if digits.isEmpty { return nil }
    guard let first = rest.first else { return }
    guard first == "e" || first == "E", let exponent = Int(String(rest.dropFirst())),
      (-10_000...10_000).contains(exponent)
    else { return nil }
    power += exponent
  }

  /// The number in the form that `DecimalNumber` reads.
  var text: String {
    (isNegative ? "-" : "") + String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
      + "e\(power)"
  }

  /// Rounds to six decimals, half to even.
  mutating func round() {
    let excess = -6 - power
    guard excess > 0 else { return }
    guard excess <= digits.count else {
      digits = [0]
      power = 0
      return
    }
    let cut = digits[(digits.count - excess)...]
    let isTie = cut.first == 5 && cut.dropFirst().allSatisfy { $0 == 0 }
    let isUp = (cut.first ?? 0) >= 5
    digits.removeLast(excess)
    power = -6
    if digits.isEmpty { digits = [0] }
    if isUp, !isTie || (digits.last ?? 0) % 2 == 1 { increase() }
  }

  private mutating func increase() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }

  /// Reads the digits before the decimals, if any.
  private mutating func takeWhole(
    _ rest: inout Substring.UnicodeScalarView, mark: DecimalMark
  ) -> Bool {
    let first = rest.prefix { WrittenDecimal.isDigit($0) }
    take(first)
    rest.removeFirst(first.count)
    guard let sign = rest.first, WrittenDecimal.isGrouping(sign, mark: mark) else { return true }
    // No group begins with 0: 0,125 is no number of thousands.
    guard (1...3).contains(first.count), first.first != "0" else { return false }
    while rest.first == sign {
      rest.removeFirst()
      let group = rest.prefix { WrittenDecimal.isDigit($0) }
      guard group.count == 3 else { return false }
      take(group)
      rest.removeFirst(3)
    }
    return true
  }

  private mutating func take(_ scalars: Substring.UnicodeScalarView.SubSequence) {
    digits += scalars.map { UInt8(truncatingIfNeeded: $0.value) - 0x30 }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isGrouping(_ scalar: Unicode.Scalar, mark: DecimalMark) -> Bool {
    scalar == (mark == .point ? "," : ".") || scalar == "'" || scalar == "\u{2019}"
      || scalar.properties.generalCategory == .spaceSeparator
  }
}
