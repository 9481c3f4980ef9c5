import FlintCalendar
import FlintRules
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
  /// Returns all streaks of a habit until now, also after the range, earliest first.
  func allStreaks(of view: HabitView) -> [Streak] {
    var streaks: [Streak] = []
    var streak: Streak?
    let view = view.today < today ? state.trackers.habitView(of: view.tracker, today: today) : view
    for period in view?.record.periods ?? [] {
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

  /// Returns the number of periods of the streak at the end of the range, without those that begin later.
  func streakLength(of view: HabitView) -> Int {
    view.record.periods.prefix { $0.start < range.before }.reduce(0) { length, period in
      switch period.status {
      case .done: length + 1
      case .missed: 0
      case .open, .skipped: length
      }
    }
  }

  /// Returns the longest streak of a habit that reaches into the range, with its whole length; the latest of equal ones.
  func longestStreak(of view: HabitView) -> Streak? {
    allStreaks(of: view).filter { reaches($0) }
      .max { ($0.length, $0.start.number) < ($1.length, $1.start.number) }
  }

  /// Returns whether a streak has days of the range.
  func reaches(_ streak: Streak) -> Bool {
    streak.end >= range.since && streak.start < range.before
  }
}
