import ArgumentParser
import Calendar
import Lua
import Sessions

/// The reader of days and times in the words of commands that record.
struct MomentArgument {
  private let now: CivilTime

  init(_ session: Session) {
    now = CivilTime(session.now, offset: session.zone.offset(at: session.now))
  }

  /// Returns the day that a text means: a date, `today`, `yesterday` or `tomorrow`.
  ///
  /// - Parameter name: The name of the option, for errors.
  func day(_ text: String, of name: String) throws -> CivilDay {
    switch text.lowercased() {
    case "today": return now.day
    case "yesterday": return now.day + -1
    case "tomorrow": return now.day + 1
    default: break
    }
    if let day = CivilDay(text) { return day }
    throw ValidationError(
      "\(name): expected a day such as 2026-03-01, today or yesterday, got "
        + Suggestion.quoted(text))
  }

  /// Returns the time that a text means: a timestamp, a time of today such as `14:30`, or a day as
  /// above that a time may follow.
  func time(_ text: String, of name: String) throws -> Timestamp {
    if let timestamp = Timestamp(text) { return timestamp }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if let first = words.first {
      let time = words.count > 1 ? words[1] : first
      let day = words.count > 1 || !first.contains(":") ? try? day(first, of: name) : now.day
      if let day,
        let timestamp = Timestamp(
          words.count > 1 || first.contains(":") ? "\(day)T\(time)" : "\(day)")
      {
        return timestamp
      }
    }
    throw ValidationError(
      "\(name): expected a time such as 14:30, yesterday 14:30 or 2026-03-01T09:30, got "
        + Suggestion.quoted(text))
  }
}
