/// What a written date is used as.
package enum DateUse: Sendable {
  /// A time, such as that of an event.
  case moment
  case day
  /// The beginning or the end of a range of times; it is the first moment of what is written.
  case bound
  /// The beginning or the end of a range of days; it is the first day of what is written.
  case dayBound
  case range

  /// Whether a time does not fit.
  var daysOnly: Bool { self != .moment && self != .bound }

  /// The expected forms, for error messages.
  package var form: String {
    switch self {
    case .moment: "a time such as 14:30, yesterday 14:30, -3h or 2026-03-01T09:30"
    case .day, .dayBound: "a day such as 2026-03-01, yesterday, mon or -7d"
    case .bound: "a day or time such as 2026-03-01, yesterday, -7d or 2026-03-01T09:30"
    case .range: "a range such as today, last week, 2026-11 or 2026-03-01..2026-03-31"
    }
  }
}

/// The reason for which a text cannot be read as a date.
package struct DateFault: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The text has none of the forms. The word is the first one that none of them contains.
    case unknown(word: String?)
    /// The text can be read in these ways, or has one reading but an unusual form.
    case ambiguous(readings: [String])
    /// The text has the right form, but there is no such day; the sentence says why.
    case impossible(String)
    /// The text has a time, but a day was expected.
    case time
    /// The text is a range, but a single day or time was expected.
    case range
    /// The result is outside of the years 1 to 9999.
    case tooFar
  }

  package let text: String
  /// What the text is used as.
  package let use: DateUse
  package let reason: Reason

  /// What was expected instead, as the rest of a sentence after "expected".
  package var expected: String {
    switch reason {
    case .unknown: use.form
    case .ambiguous(let readings):
      (readings.contains { $0.hasPrefix("YYYY") } ? "a date with its year, " : "")
        + readings.joined(separator: " or ")
        + (readings.count > 1
          ? ", since \"\(text)\" can be read as \(readings.count == 2 ? "either" : "each")" : "")
    case .impossible(let problem): "a day that exists (\(problem))"
    case .time: "\(use.form), without a time"
    case .range: "\(use.form), not a range"
    case .tooFar: "a day in the years 1 to 9999"
    }
  }

  /// The words of all forms, for suggestions.
  package static let words =
    ["today", "yesterday", "tomorrow", "now"] + Weekday.allCases.map { $0.name.lowercased() }
    + ["last", "next", "this", "ago"] + DateUnit.names
}
