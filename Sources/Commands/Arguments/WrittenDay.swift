package import FlintCalendar
import Lua

/// Days that people write among other words where an option takes them.
package enum WrittenDay {
  /// The single words that mean a day and hardly anything else, unlike `sun` or `may`.
  private static let names = Set(
    ["today", "yesterday", "tomorrow"] + Weekday.allCases.map { $0.name.lowercased() })
  /// The most words of a day, such as `3 days ago`.
  private static let mostWords = 3

  /// Returns whether a text is a day, or what else the use allows, rather than a name or a note.
  package static func isWritten(in text: String, as use: DateUse) -> Bool {
    guard
      (try? DateExpression(text, as: use)) != nil
        || !DateExpression.readings(of: text, as: use).isEmpty
    else { return false }
    return names.contains(text.lowercased()) || text.contains(/^\d{4}-\d/)
      || text.contains(" ") && text.contains(where: \.isLetter)
  }

  /// Returns the day that words end with; `nil` if there is none, or nothing before it.
  package static func end(of words: some BidirectionalCollection<String>, as use: DateUse)
    -> String?
  {
    (1...mostWords).reversed().lazy.filter { $0 < words.count }
      .map { words.suffix($0).joined(separator: " ") }
      .first { isWritten(in: $0, as: use) }
  }

  package static func typed(_ option: String, _ value: String) -> String {
    option + " " + (value.contains(" ") ? Suggestion.quoted(value) : value)
  }
}
