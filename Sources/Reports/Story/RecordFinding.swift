import Calendar
import Rules
import Views

extension ReportSource {
  /// Returns the finding about a record of the whole profile that was set in the range: a habit's streak of 14 days at
  /// least that is longer than all of its streaks before; else the day with the most points ever, of twice the median of
  /// at least 14 days with points.
  func record() -> Finding? { streakRecord() ?? dayRecord() }

  private func streakRecord() -> Finding? {
    let streaks = habitViews.compactMap { view in
      longestStreak(of: view).flatMap { streak -> (view: HabitView, streak: Streak)? in
        let earlier = allStreaks(of: view).filter { $0.end < range.since }.map(\.length).max() ?? 0
        return streak.length > earlier && streak.end >= range.since ? (view, streak) : nil
      }
    }
    guard let longest = streaks.max(by: { $0.streak.days < $1.streak.days }) else { return nil }
    let (view, streak) = longest
    return Finding(
      .record, Double(streak.days), least: 14,
      language.text(
        .storyStreak, view.tracker.content.name,
        language.counted(streak.length, view.streakUnit.counted),
        language.text(streak.start..<streak.end + 1)))
  }

  private func dayRecord() -> Finding? {
    let days = state.history.totals(from: CivilDay(number: .min), before: range.before)
      .filter { $0.points > 0 }
    guard days.count >= 14, let best = days.max(by: { $0.points < $1.points }),
      range.contains(best.day)
    else { return nil }
    let median = days.map(\.points).sorted()[days.count / 2]
    return Finding(
      .record, Double(best.points) / Double(max(1, median)), least: 2,
      language.text(
        .storyBestDay, language.shortText(best.day), language.counted(best.points, .points)))
  }
}
