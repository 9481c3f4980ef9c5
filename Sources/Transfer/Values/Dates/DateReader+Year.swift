import Schema

extension DateReader {
  /// Reads a date that has no year, such as `1.11.`, `11/1` or `Nov 1`, in a given year; `nil` for
  /// other texts, also where the order of its numbers is not known.
  package func read(_ text: String, inYear year: Int) -> WrittenDate? {
    if let date = read(text) { return date }
    let text = text.trimmedWhitespace
    guard let mark = text.first(where: { "./-".contains($0) }) else {
      return read("\(text) \(year)")
    }
    if order == .ymd { return read("\(year)\(mark)\(text)") }
    return read(text.last == mark ? "\(text)\(year)" : "\(text)\(mark)\(year)")
      ?? read("\(text) \(year)")
  }
}
