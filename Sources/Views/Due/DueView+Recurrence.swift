import FlintCalendar
import FlintRules

/// What actionable items are in a calendar.
package enum DueComponent: String, Sendable, CaseIterable {
  /// To-dos, which keep that they are open; many calendars do not show them.
  case todos
  /// Events, which every calendar shows.
  case events
}

extension DueView {
  /// The tags of a task; none of other items.
  var tags: [String] {
    switch topic {
    case .reminder(let note, _), .task(let note, _), .overdue(let note, _): note.tags
    default: []
    }
  }

  /// Returns the rule by which a calendar repeats the item after a day (RFC 5545, section 3.3.10); `nil`
  /// if it does not recur.
  ///
  /// An overdue task is due on one day only: once it is completed, it comes again on another.
  func recurrence(from day: CivilDay) -> String? {
    switch topic {
    case .habit(let note): note.recurrence
    case .task(let note, _): note.every?.calendarRule(from: day, counting: note.first ?? day)
    default: nil
    }
  }
}

extension TaskRecurrence {
  /// Returns the rule of RFC 5545 for a start; `nil` if the start is not among its days, so that the
  /// rule has no defined meaning.
  ///
  /// - Parameter first: the day from which the recurrence counts.
  fileprivate func calendarRule(from start: CivilDay, counting first: CivilDay) -> String? {
    switch rule {
    case .weekdays(let weekdays):
      return weekdays.contains(start) ? "FREQ=WEEKLY;BYDAY=\(weekdays.codes)" : nil
    case .each(let count, let unit):
      let interval = count == 1 ? "" : ";INTERVAL=\(count)"
      let (_, month, day) = first.components
      switch unit {
      case .day: return "FREQ=DAILY" + interval
      case .week: return "FREQ=WEEKLY" + interval
      case .month: return "FREQ=MONTHLY" + interval + Self.lastDay(upTo: day)
      case .year where month == 2:
        return "FREQ=YEARLY" + interval + (day < 29 ? "" : ";BYMONTH=2" + Self.lastDay(upTo: day))
      case .year: return "FREQ=YEARLY" + interval
      }
    }
  }

  /// The part of a rule that takes the last day of a month where the month is shorter; a rule without it
  /// leaves such months out.
  private static func lastDay(upTo day: Int) -> String {
    if day <= 28 { return "" }
    return ";BYMONTHDAY=" + (28...day).map(String.init).joined(separator: ",") + ";BYSETPOS=-1"
  }
}
