import FlintSchema

extension DateReader {
  /// Reads a date that has no year, such as `1.11.`, `11/1` or `Nov 1`, in a given year; `nil` for
  /// other texts, also where the order of its numbers is not known.
  package func read(_ text: String, inYear year: Int) -> WrittenDate? {
    if let date = read(text) { return date }
    let text = text.trimmedWhitespace
    if order == .ymd, let mark = DateReader.mark(of: text) { return read("\(year)\(mark)\(text)") }
    return read(DateReader.text(text, withYear: year)) ?? read("\(text) \(year)")
  }

  /// Returns a date without a year with that year behind it.
  static func text(_ text: String, withYear year: Int) -> String {
    let text = text.trimmedWhitespace
    guard let mark = mark(of: text), !text.contains(where: \.isLetter) else {
      return "\(text) \(year)"
    }
    return text.last == mark ? "\(text)\(year)" : "\(text)\(mark)\(year)"
  }

  /// Whether a text may be a date without a year.
  static func lacksYear(_ text: String) -> Bool {
    text.trimmedWhitespace.wholeMatch(
      of:
        /(\p{L}{2,4}\.?,? )?(\d{1,2}[.\/\-]\d{1,2}\.?|\d{1,2}\.? \p{L}{3,9}\.?|\p{L}{3,9}\.? \d{1,2})/
    )
      != nil
  }

  /// The mark between the numbers of a date.
  private static func mark(of text: String) -> Character? {
    text.first { "./-".contains($0) }
  }
}
