import Calendar
import Rules
import Views

/// Consecutive done periods of a habit, skipped ones being neutral.
struct Streak {
  var start: CivilDay
  var end: CivilDay
  /// The number of periods.
  var length: Int

  /// The number of days.
  var days: Int { end - start + 1 }
}

extension ReportSource {
  /// Returns all streaks of a habit, earliest first.
  func allStreaks(of view: HabitView) -> [Streak] {
    var streaks: [Streak] = []
    var streak: Streak?
    for period in view.record.periods {
      switch period.status {
      case .done:
        streak = Streak(
          start: streak?.start ?? period.start, end: min(period.end + -1, today),
          length: (streak?.length ?? 0) + 1)
      case .missed:
        if let streak { streaks.append(streak) }
        streak = nil
      case .open, .skipped: break
      }
    }
    if let streak { streaks.append(streak) }
    return streaks
  }

  /// Returns the longest streak of a habit that reaches into the range, with its whole length; the latest of equal ones.
  func longestStreak(of view: HabitView) -> Streak? {
    allStreaks(of: view).filter { $0.end >= range.since && $0.start < range.before }
      .max { ($0.length, $0.start.number) < ($1.length, $1.start.number) }
  }
}
