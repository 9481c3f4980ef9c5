import Calendar
import Charts
import Rules
import Views

extension ReportSource {
  /// A streak of done periods, skipped ones being neutral.
  private struct Run {
    var start: CivilDay
    var end: CivilDay
    var length: Int
    var isCurrent = false
  }

  /// Returns the streaks of a habit that reach into the range, each with its whole length.
  private func runs(of view: HabitView) -> [Run] {
    var runs: [Run] = []
    var run: Run?
    for period in view.record.periods {
      switch period.status {
      case .done:
        run = Run(
          start: run?.start ?? period.start, end: period.end + -1, length: (run?.length ?? 0) + 1)
      case .missed:
        if let run { runs.append(run) }
        run = nil
      case .open, .skipped: break
      }
    }
    if var run {
      // The streak of a habit that was stopped does not go on.
      run.isCurrent = view.plan != nil
      runs.append(run)
    }
    return runs.filter { $0.end >= range.since && $0.start < range.before }
  }

  /// Returns the longest streaks of a habit as bars.
  func streaks(of view: HabitView) -> ReportPage.Block? {
    let unit = view.streakUnit
    // Of equal streaks, the latest comes first.
    let longest = runs(of: view).enumerated().sorted {
      ($0.element.length, $0.offset) > ($1.element.length, $1.offset)
    }.prefix(6).map(\.element)
    guard let first = longest.first, first.length > 1 else { return nil }
    return .chart(
      StreakBars(
        language.text(.streaksOf, view.tracker.content.name, language.name(of: unit)),
        summary: language.text(
          .streaksSummary, language.counted(first.length, unit.counted),
          language.shortText(first.start)),
        columns: [language[.firstDay], language[.lastDay], language[.streakTitle]],
        streaks: longest.map { run in
          StreakBars.Streak(
            start: language.shortText(run.start), end: language.shortText(run.end),
            length: run.length, text: language.counted(run.length, unit.counted),
            isCurrent: run.isCurrent)
        }, current: language[.currentStreak], locale: locale))
  }

  /// Returns the best streaks of many habits as bars, the longest first: one picture for each unit.
  func bestStreaks(_ views: [HabitView]) -> [ReportPage.Block] {
    let best = views.map { view in
      (name: view.tracker.content.name, unit: view.streakUnit, length: bestStreak(of: view))
    }
    return HabitStreakUnit.allCases.compactMap { unit in
      let shown = best.filter { $0.unit == unit && $0.length > 0 }
        .sorted { $0.length > $1.length }
      guard let first = shown.first else { return nil }
      return .chart(
        BarChart(
          language.text(.bestStreaks, language.name(of: unit)),
          summary: "\(first.name): \(language.counted(first.length, unit.counted))",
          heading: language[.habit], categories: shown.map(\.name),
          series: [BarChart.Series(language[.streakTitle], shown.map { Double($0.length) })],
          isLying: true, locale: locale))
    }
  }

  /// Returns the length of the longest streak of a habit that reaches into the range.
  func bestStreak(of view: HabitView) -> Int {
    runs(of: view).map(\.length).max() ?? 0
  }
}
