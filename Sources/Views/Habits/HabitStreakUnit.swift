import FlintCalendar
package import FlintRules

/// What a streak of a habit counts.
package enum HabitStreakUnit: String, CaseIterable, Sendable {
  /// Days, of a habit of every day.
  case days
  /// Times, of a habit of some weekdays, between which are other days.
  case times
  case weeks
  case months
  /// Periods of several days, or of several schedules.
  case periods

  /// The phrase about a number of them.
  package var counted: CountedPhrase {
    switch self {
    case .days: .days
    case .times: .times
    case .weeks: .weeks
    case .months: .months
    case .periods: .periods
    }
  }
}

/// The name is that of several.
extension HabitStreakUnit: Translated {
  package var textKey: String { "unit.\(rawValue)" }
}

extension HabitSchedule {
  /// What a streak of the schedule counts.
  package var streakUnit: HabitStreakUnit {
    switch period {
    case .day, .days(1): .days
    case .weekdays(let weekdays): weekdays == .all ? .days : .times
    case .week: .weeks
    case .month: .months
    case .days: .periods
    }
  }
}

extension HabitView {
  /// What the streaks of the habit count over all of its schedules.
  package var streakUnit: HabitStreakUnit {
    var units: Set<HabitStreakUnit> = []
    for period in record.periods {
      guard let plan = tracker.habit?.span(on: period.start)?.plan else { continue }
      units.insert(plan.schedule.streakUnit)
      if units.count > 1 { return .periods }
    }
    return units.first ?? plan?.schedule.streakUnit ?? .periods
  }
}
