package import FlintCalendar
import FlintJSON
package import FlintSchema

/// How often a habit is due: the period, and the number of days of it that have to be done.
///
/// A value of this type is valid: `times` lies between 1 and the days of the period.
package struct HabitSchedule: Hashable, Sendable {
  package enum Period: Hashable, Sendable {
    case day
    /// A week, Monday to Sunday.
    case week
    case month
    /// A number of days, 1 to 366, counted from the first day of the habit.
    case days(Int)
    /// Each day that falls on one of some weekdays; on others the habit is not due.
    case weekdays(Weekdays)
  }

  /// The maximum number of days of a period.
  package static let mostDays = 366

  package let period: Period
  /// The number of days of a period that have to be done; `nil` for weekdays, and where the goal is
  /// over the period.
  package internal(set) var times: Int?

  /// - Parameter times: the number of days to be done; `nil` for weekdays, and where the goal is over
  ///   the period.
  /// - Throws: `FieldError` about `schedule.times`, `schedule.days` or `schedule.weekdays` when a
  ///   number is out of range or there is no weekday.
  package init(_ period: Period, times: Int? = nil) throws(FieldError) {
    self.period = period
    self.times = times
    switch period {
    case .days(let days) where !(1...HabitSchedule.mostDays).contains(days):
      throw FieldError(
        field: "schedule.days", expected: "1 to \(HabitSchedule.mostDays)", found: String(days))
    case .weekdays(let weekdays) where weekdays.isEmpty:
      throw FieldError(
        field: "schedule.weekdays", expected: "at least one weekday", found: "none")
    default: break
    }
    if let times, !(1...most).contains(times) {
      throw FieldError(
        field: "schedule.times",
        expected: most == 1
          ? "1, since the period is the day" : "1 to \(most), the days of the period",
        found: String(times))
    }
  }

  /// The number of days of a period that have to be done, or 1: over the period, the goal has to be
  /// reached once.
  package var requiredTimes: Int { times ?? 1 }

  /// The greatest number of days that each period has.
  private var most: Int {
    switch period {
    case .day, .weekdays: 1
    case .week: 7
    // The shortest month has 28 days, and the requirement has to be possible in each.
    case .month: 28
    case .days(let days): days
    }
  }

  /// The number of days of a period for the strength: a month counts 30, as in Loop Habit Tracker,
  /// and a weekday is a period of its own.
  package var strengthDays: Int {
    switch period {
    case .day, .weekdays: 1
    case .week: 7
    case .month: 30
    case .days(let days): days
    }
  }

  package func isDue(on day: CivilDay) -> Bool {
    if case .weekdays(let weekdays) = period { weekdays.contains(day) } else { true }
  }

  /// Returns the first day of the period of a day, and the first after it.
  ///
  /// - Parameter origin: the first day of the habit.
  package func bounds(of day: CivilDay, origin: CivilDay) -> (start: CivilDay, end: CivilDay) {
    switch period {
    case .day, .weekdays: return (day, day + 1)
    case .week:
      let monday = day.week.monday
      return (monday, monday + 7)
    case .month:
      let month = CivilMonth(day)
      return (month.firstDay, month.end)
    case .days(let days):
      let start = origin + (day - origin).dividedRoundingDown(by: days) * days
      return (start, start + days)
    }
  }
}

// MARK: Tables and words

extension HabitSchedule: FieldConvertible {
  package static let fieldType = FieldType.structure("table")

  package static let periodNames = Span.names

  private enum Span: String, NamedChoice {
    case day, week, month
    var name: String { rawValue }
  }

  /// `{times, per}`, `{times, days}` or `{weekdays}`.
  package var fieldValue: FieldValue {
    var members: [(name: String, value: JSONValue)] = []
    if let times { members.append(("times", .integer(Int64(times)))) }
    switch period {
    case .day: members.append(("per", .string("day")))
    case .week: members.append(("per", .string("week")))
    case .month: members.append(("per", .string("month")))
    case .days(let days): members.append(("days", .integer(Int64(days))))
    case .weekdays(let weekdays):
      let names = weekdays.weekdays.map { JSONValue.string($0.name.prefix(3).lowercased()) }
      members.append(("weekdays", .array(names)))
    }
    return .json(.object(members))
  }

  package init(_ value: FieldValue, field: String) throws(FieldError) {
    let table = try HabitTableReader(
      value, path: field, names: ["times", "per", "days", "weekdays"])
    let times = try table.whole("times", in: 1...Int64(HabitSchedule.mostDays))
    let given = ["per", "days", "weekdays"].filter(table.has)
    if given.count != 1 {
      throw FieldError(
        field: field, expected: "one of per, days and weekdays",
        found: given.isEmpty ? "none" : given.listed("and"))
    }
    let period: Period
    if let span: Span = try table.choice("per") {
      period =
        switch span {
        case .day: .day
        case .week: .week
        case .month: .month
        }
    } else if let days = try table.whole("days", in: 1...Int64(HabitSchedule.mostDays)) {
      period = .days(days)
    } else {
      if times != nil { throw table.error("times", expected: "nothing beside weekdays") }
      do throws(FieldError) {
        period = .weekdays(try Weekdays(names: try table.texts("weekdays") ?? []))
      } catch {
        throw FieldError(field: "\(field).weekdays", expected: error.expected, found: error.found)
      }
    }
    try self.init(period, times: times)
  }
}

extension HabitSchedule: CustomStringConvertible {
  /// The schedule in words: `3 times a week`, `every day`, `twice in 10 days`, `on Mon, Wed and Fri`.
  package var description: String {
    let times = times ?? 1
    switch period {
    case .day: return "every day"
    case .week: return times == 7 ? "every day" : HabitSchedule.count(times) + " a week"
    case .month: return HabitSchedule.count(times) + " a month"
    case .days(1): return "every day"
    case .days(let days):
      if times == days { return "every day" }
      return times == 1 ? "every \(days) days" : HabitSchedule.count(times) + " in \(days) days"
    case .weekdays(let weekdays):
      if weekdays == .all { return "every day" }
      return "on " + weekdays.weekdays.map { String($0.name.prefix(3)) }.listed("and")
    }
  }

  private static func count(_ times: Int) -> String {
    switch times {
    case 1: "once"
    case 2: "twice"
    default: "\(times) times"
    }
  }
}
