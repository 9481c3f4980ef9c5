import Calendar
package import Rules
import Schema

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
      default: text(.times, String(times))
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

  /// Returns the amount of a goal in words: `20 minutes`.
  package func amount(of goal: HabitGoal) -> String {
    let amount = exact(goal.amount.description)
    let isOne = goal.amount.millionths == 1_000_000
    return switch goal.unit {
    case .number: amount
    case .minutes: text(isOne ? .oneMinute : .severalMinutes, amount)
    case .entries: text(isOne ? .oneEntry : .severalEntries, amount)
    }
  }
}

extension Phrase {
  fileprivate static let everyDay = Phrase("every day", es: "cada día", it: "ogni giorno")
  fileprivate static let everyDays = Phrase(
    "every {1} days", es: "cada {1} días", it: "ogni {1} giorni")
  fileprivate static let onWeekdays = Phrase("on {1}", es: "los {1}", it: "di {1}")
  fileprivate static let once = Phrase("once", es: "una vez", it: "una volta")
  fileprivate static let twice = Phrase("twice", es: "dos veces", it: "due volte")
  fileprivate static let times = Phrase("{1} times", es: "{1} veces", it: "{1} volte")
  fileprivate static let perDay = Phrase("{1} a day", es: "{1} al día", it: "{1} al giorno")
  fileprivate static let perWeek = Phrase("{1} a week", es: "{1} por semana", it: "{1} a settimana")
  fileprivate static let perMonth = Phrase("{1} a month", es: "{1} al mes", it: "{1} al mese")
  fileprivate static let timesInDays = Phrase(
    "{1} in {2} days", es: "{1} cada {2} días", it: "{1} ogni {2} giorni")
  fileprivate static let atLeast = Phrase("at least {1}", es: "al menos {1}", it: "almeno {1}")
  fileprivate static let atMost = Phrase("at most {1}", es: "como mucho {1}", it: "al massimo {1}")
  fileprivate static let oneMinute = Phrase("{1} minute", es: "{1} minuto", it: "{1} minuto")
  fileprivate static let severalMinutes = Phrase("{1} minutes", es: "{1} minutos", it: "{1} minuti")
  fileprivate static let oneEntry = Phrase("{1} entry", es: "{1} entrada", it: "{1} voce")
  fileprivate static let severalEntries = Phrase("{1} entries", es: "{1} entradas", it: "{1} voci")
}
