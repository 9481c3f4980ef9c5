import FlintCalendar
import FlintRules
import FlintSchema

/// Recurrences as other apps write them.
extension TaskRecurrence {
  /// Names of units with which Taskwarrior writes durations, and the units and counts that they are.
  private static let taskwarriorUnits: [String: (count: Int, unit: Unit)] = [
    "mnth": (1, .month), "mnths": (1, .month), "mths": (1, .month), "mos": (1, .month),
    "q": (3, .month), "qtr": (3, .month), "qtrs": (3, .month), "qrtr": (3, .month),
    "qrtrs": (3, .month), "quarters": (3, .month), "sennight": (1, .week), "yrs": (1, .year),
    "wks": (1, .week),
  ]

  /// Reads the attribute `recur` of Taskwarrior: `monthly`, `2wks`, `3 qtrs`, `P14D`.
  ///
  /// - Returns: `nil` for what a task cannot have, such as hours.
  init?(taskwarrior text: String) {
    let text = text.trimmedWhitespace.lowercased()
    if let known = TaskRecurrence(text) {
      self = known
      return
    }
    let isDuration = text.hasPrefix("p")
    let rest = isDuration ? text.dropFirst() : text[...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let name = String(rest.dropFirst(digits.count)).trimmedWhitespace
    let unit =
      isDuration
      ? Self.durations[name].map { (count: 1, unit: $0) } : Self.taskwarriorUnits[name]
    guard let unit, let count = digits.isEmpty && !isDuration ? 1 : Int(digits),
      (1...Self.mostPeriods).contains(count)
    else { return nil }
    self.init(.each(count * unit.count, unit.unit))
  }

  /// The units of ISO 8601 durations of one component.
  private static let durations: [String: Unit] = ["d": .day, "w": .week, "m": .month, "y": .year]

  /// Reads a rule of RFC 5545, such as `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`, of a task that is due
  /// on a day.
  ///
  /// - Returns: `nil` for a rule that means more than a recurrence can say, such as one with an end.
  init?(rule text: String, due: CivilDay?) {
    var text = text.trimmedWhitespace.uppercased()[...]
    if text.hasPrefix("RRULE:") { text = text.dropFirst("RRULE:".count) }
    var parts: [Substring: Substring] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    guard let frequency = parts.removeValue(forKey: "FREQ"),
      let count = Int(parts.removeValue(forKey: "INTERVAL") ?? "1")
    else { return nil }
    // Weeks begin on Monday where that matters at all.
    if let start = parts.removeValue(forKey: "WKST"), start != "MO", count > 1 { return nil }
    let days = parts.removeValue(forKey: "BYDAY")
    let monthDay = parts.removeValue(forKey: "BYMONTHDAY")
    let month = parts.removeValue(forKey: "BYMONTH")
    guard parts.isEmpty else { return nil }
    let dueDate = due?.components
    // What repeats what the due day says adds nothing.
    if let monthDay, Int(monthDay) != dueDate?.day { return nil }
    if let month, Int(month) != dueDate?.month { return nil }
    switch (frequency, days) {
    case ("DAILY", nil) where monthDay == nil && month == nil: self.init(.each(count, .day))
    case ("WEEKLY", nil) where monthDay == nil && month == nil: self.init(.each(count, .week))
    case ("WEEKLY", let days?) where monthDay == nil && month == nil:
      guard let weekdays = Weekdays(codes: days) else { return nil }
      if count == 1 {
        self.init(.weekdays(weekdays))
      } else {
        guard let due, weekdays == Weekdays(Weekday(due)) else { return nil }
        self.init(.each(count, .week))
      }
    case ("MONTHLY", nil) where month == nil: self.init(.each(count, .month))
    case ("YEARLY", nil) where (month == nil) == (monthDay == nil): self.init(.each(count, .year))
    default: return nil
    }
  }

  /// The first day of the recurrence that is not before a day, where the recurrence itself says it.
  func firstDay(from day: CivilDay) -> CivilDay? {
    guard case .weekdays = rule else { return nil }
    return next(after: day + -1, from: day)
  }
}
