import FlintCalendar
import FlintSchema

/// Reads weeks and months as the day on which they begin: `2026-W47` as its Monday, `2026-11` and
/// `Nov 2026` as the first of the month.
package enum PeriodStart: String, Sendable, CaseIterable {
  case week
  case month

  /// A description of what is read, for error messages.
  package var form: String {
    switch self {
    case .week: "a week such as 2026-W47"
    case .month: "a month such as 2026-11 or Nov 2026"
    }
  }

  /// Returns the first day of a week or a month; `nil` for other texts.
  package func read(_ text: String) -> WrittenDate? {
    let text = text.trimmedWhitespace
    switch self {
    case .week:
      let numbers = PeriodStart.numbers(text.uppercased(), between: "W")
      guard let (year, week) = numbers, (1...53).contains(week) else { return nil }
      let written = week < 10 ? "0\(week)" : "\(week)"
      return DateReader().read("\(year)-W\(written)-1")
    case .month:
      if let (year, month) = PeriodStart.numbers(text, between: "") {
        return CivilDay(year: year, month: month, day: 1).map { WrittenDate(day: $0) }
      }
      guard text.contains(where: \.isLetter) else { return nil }
      return DateReader().read("1 \(text)")
    }
  }

  /// Returns a year of four digits and a number of one or two, in either order, with marks and a word
  /// around them.
  private static func numbers(_ text: String, between word: String) -> (year: Int, number: Int)? {
    let parts = text.split { !$0.isASCII || !($0.isNumber || $0.isLetter) }
    let digits = text.split { !$0.isASCII || !$0.isNumber }
    let words = parts.joined().filter(\.isLetter)
    guard words == word, digits.count == 2, digits.allSatisfy({ $0.count == 4 || $0.count <= 2 }),
      let first = Int(digits[0]), let second = Int(digits[1])
    else { return nil }
    if digits[0].count == 4, digits[1].count <= 2 { return (first, second) }
    return digits[1].count == 4 && digits[0].count <= 2 ? (second, first) : nil
  }
}
