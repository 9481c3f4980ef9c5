package import FlintCalendar

/// How often a task comes again: after a number of days, weeks, months or years, or on some weekdays.
///
/// A value of this type is valid: the count lies between 1 and `mostPeriods`, and there is a weekday.
package struct TaskRecurrence: Hashable, Sendable {
  package enum Unit: String, Sendable, CaseIterable {
    case day, week, month, year
  }

  package enum Rule: Hashable, Sendable {
    case each(Int, Unit)
    /// On each day that falls on one of some weekdays.
    case weekdays(Weekdays)
  }

  package static let mostPeriods = 1000

  package let rule: Rule

  /// Creates a recurrence; `nil` when the count is out of range or there is no weekday.
  package init?(_ rule: Rule) {
    switch rule {
    case .each(let count, _):
      guard (1...Self.mostPeriods).contains(count) else { return nil }
      self.rule = rule
    case .weekdays(let weekdays):
      if weekdays.isEmpty { return nil }
      self.rule = weekdays == .all ? .each(1, .day) : rule
    }
  }

  /// Returns the first day of the recurrence after another day; `nil` when it lies beyond the year 9999.
  ///
  /// - Parameters:
  ///   - day: the day that precedes it, such as that of a completion, or a later due day.
  ///   - first: the day from which the recurrence counts. A month that is too short for its day of the
  ///     month has its last day instead, and the following months have that day again.
  package func next(after day: CivilDay, from first: CivilDay) -> CivilDay? {
    switch rule {
    case .weekdays(let weekdays):
      return (1...7).lazy.map { day + $0 }.first(where: weekdays.contains).flatMap(Self.dated)
    case .each(let count, .day): return Self.next(after: day, from: first, days: count)
    case .each(let count, .week): return Self.next(after: day, from: first, days: 7 * count)
    case .each(let count, .month): return Self.next(after: day, from: first, months: count)
    case .each(let count, .year): return Self.next(after: day, from: first, months: 12 * count)
    }
  }

  private static let last = CivilDay(year: 9999, month: 12, day: 31)

  private static func dated(_ day: CivilDay) -> CivilDay? {
    last.map { day <= $0 } ?? false ? day : nil
  }

  private static func next(after day: CivilDay, from first: CivilDay, days: Int) -> CivilDay? {
    let steps = max(1, (day - first).dividedRoundingDown(by: days) + 1)
    return dated(first + steps * days)
  }

  private static func next(after day: CivilDay, from first: CivilDay, months: Int) -> CivilDay? {
    let (origin, reached) = (first.components, day.components)
    let start = origin.year * 12 + origin.month - 1
    let passed = (reached.year * 12 + reached.month - 1 - start).dividedRoundingDown(by: months)
    for step in [max(1, passed), max(1, passed) + 1] {
      let (year, month) = (start + step * months).quotientAndRemainder(dividingBy: 12)
      let length = CivilDay.length(ofMonth: month + 1, year: year)
      guard let next = CivilDay(year: year, month: month + 1, day: min(origin.day, length)) else {
        return nil
      }
      if day < next { return next }
    }
    return nil
  }
}
