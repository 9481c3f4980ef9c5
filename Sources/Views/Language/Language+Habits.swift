import FlintCalendar
package import FlintRules
import FlintSchema

extension Language {
  /// Returns the plan of a habit in words: `3 times a week, at least 20 minutes`.
  package func text(_ plan: HabitPlan) -> String {
    let schedule = text(plan.schedule)
    guard let goal = plan.goal else { return schedule }
    let words = text(goal)
    if !goal.isOverPeriod { return "\(schedule), \(words)" }
    switch plan.schedule.period {
    case .day, .days(1): return text(.perDay, words)
    case .week: return text(.perWeek, words)
    case .month: return text(.perMonth, words)
    case .days(let days): return text(.timesInDays, words, String(days))
    case .weekdays: return "\(words) \(schedule)"
    }
  }

  /// Returns a schedule in words: `3 times a week`, `every day`, `on Mon, Wed and Fri`.
  package func text(_ schedule: HabitSchedule) -> String {
    let times = schedule.requiredTimes
    let often =
      switch times {
      case 1: self[.once]
      case 2: self[.twice]
      default: text(.severalTimes, String(times))
      }
    switch schedule.period {
    case .week where times != 7: return text(.perWeek, often)
    case .month: return text(.perMonth, often)
    case .days(let days) where days != times:
      return times == 1 ? text(.everyDays, String(days)) : text(.timesInDays, often, String(days))
    case .weekdays(let weekdays) where weekdays != .all:
      return text(.onWeekdays, listed(weekdays.weekdays.map(shortName(of:))))
    case .day, .week, .days, .weekdays: return self[.everyDay]
    }
  }

  /// Returns a goal in words: `at least 20 minutes`, `at most 6`.
  package func text(_ goal: HabitGoal) -> String {
    text(goal.isLimit ? .atMost : .atLeast, amount(of: goal))
  }

  /// Returns a sum beside the amount of a goal: hours where the amount has them, else a number.
  package func sum(_ millionths: Int64, of goal: HabitGoal) -> String {
    goal.longMinutes == nil
      ? exact(FieldValue.decimal(millionths).plain) : duration(millionths / 1_000_000)
  }

  /// Returns the amount of a goal in words: `20 minutes`.
  package func amount(of goal: HabitGoal) -> String {
    let amount = exact(goal.amount.description)
    let isOne = goal.amount.millionths == 1_000_000
    if let minutes = goal.longMinutes { return duration(minutes) }
    return switch goal.unit {
    case .number: amount
    case .minutes: counted(written: amount, isOne: isOne, .minutes)
    case .entries: counted(written: amount, isOne: isOne, .entries)
    }
  }
}
