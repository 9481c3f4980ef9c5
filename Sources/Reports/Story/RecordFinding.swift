import FlintCalendar
import FlintRules
import Views

extension ReportSource {
  /// Returns the finding about a record among all days of the profile, also those after the range: the longest streak of a
  /// habit, of 14 days at least and not equalled, if it reaches into the range; else the day with the most points, of twice
  /// the median of at least 14 days with points.
  func record() -> Finding? { streakRecord() ?? dayRecord() }

  private func streakRecord() -> Finding? {
    let streaks = habitViews.compactMap { view -> (view: HabitView, streak: Streak)? in
      let all = allStreaks(of: view)
      guard let longest = all.max(by: { $0.length < $1.length }), reaches(longest),
        all.count(where: { $0.length == longest.length }) == 1
      else { return nil }
      return (view, longest)
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
    let days = state.history.days.filter { $0.points > 0 }
    // A report of one day says so of the best time.
    guard range.since < lastDay, days.count >= 14,
      let best = days.max(by: { $0.points < $1.points }),
      range.contains(best.day), days.count(where: { $0.points == best.points }) == 1
    else { return nil }
    let median = days.map(\.points).sorted()[days.count / 2]
    return Finding(
      .record, Double(best.points) / Double(max(1, median)), least: 2,
      language.text(
        .storyBestDay, language.shortText(best.day), language.counted(best.points, .points)))
  }
}
