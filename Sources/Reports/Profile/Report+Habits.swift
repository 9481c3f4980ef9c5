import Calendar
public import Charts
public import Rules
import Views

extension ReportSource {
  /// Returns a calendar of each habit, with streaks, completion and strength.
  func habits() -> ReportPage.Section? {
    let views = state.trackers.habits(today: min(today, range.last), includesStopped: true)
      .filter { view in view.record.days.contains { range.contains($0.day) } }
    guard !views.isEmpty else { return nil }
    var blocks: [ReportPage.Block] = [.table(language[.habits], habitTable(views))]
    for view in views { blocks += calendars(of: view, among: views.count) }
    for view in views { if let streaks = streaks(of: view) { blocks.append(streaks) } }
    // As many lines as have colours of their own.
    for start in stride(from: 0, to: views.count, by: Paint.seriesCount) {
      blocks.append(strengths(Array(views[start...].prefix(Paint.seriesCount))))
    }
    return ReportPage.Section(id: "habits", language[.habits], blocks)
  }

  private func habitTable(_ views: [HabitView]) -> DataTable {
    DataTable(
      columns: [
        language[.habit], language[.daysDone], language[.completion], language[.streakAndBest],
        language[.strength],
      ],
      rows: views.map { view in
        let (done, missed) = view.record.completion(from: range.since, before: range.before)
        let days = view.record.days.count { range.contains($0.day) && $0.status == .done }
        let share = done + missed > 0 ? Int64(done) * 1_000_000 / Int64(done + missed) : nil
        return [
          view.tracker.content.name, text(days), share.map { language.percent($0) } ?? "–",
          "\(text(view.record.streak)) / \(text(view.record.bestStreak))",
          language.percent(view.record.strength),
        ]
      })
  }

  func calendars(of view: HabitView, among count: Int) -> [ReportPage.Block] {
    let name = view.tracker.content.name
    // Words for each day of many habits would make the page large; the tables have them too.
    let hasTips = count <= 4
    return years.compactMap { year in
      let days = (0..<(year.upperBound - year.lowerBound)).map { year.lowerBound + $0 }
      let records = days.map { view.record.day($0) }
      guard records.contains(where: { $0 != nil }) else { return nil }
      let done = records.count { $0?.status == .done }
      return .chart(
        CalendarHeatMap(
          years.count > 1 ? "\(name), \(year.lowerBound.components.year)" : name,
          summary: language.text(
            .habitSummary, language.counted(done, .days), language.text(year)),
          table: weekTable(days) { day in
            view.record.day(day).map { $0.status.sign } ?? ""
          },
          from: year.lowerBound,
          cells: zip(days, records).map { day, record in
            guard let record else { return nil }
            return view.cell(
              of: record,
              tip: hasTips ? "\(language.shortText(day)): \(language.name(of: record.status))" : nil
            )
          },
          legend: habitLegend(records.compactMap { $0?.status }, view), locale: locale))
    }
  }

  /// Returns the legend of the statuses that occur.
  func habitLegend(_ statuses: [HabitDayStatus], _ view: HabitView) -> [LegendEntry] {
    [HabitDayStatus.done, .partial, .notDone, .skipped, .paused]
      .filter { statuses.contains($0) }.map { status in
        let cell = view.cell(of: status, isRequired: true, tip: nil)
        return LegendEntry(cell.paint, language.name(of: status), symbol: cell.symbol)
      }
  }

  /// Returns the longest streaks of a habit as bars: of periods done, skipped ones being neutral.
  private func streaks(of view: HabitView) -> ReportPage.Block? {
    var runs: [(start: CivilDay, end: CivilDay, length: Int)] = []
    var run: (start: CivilDay, end: CivilDay, length: Int)?
    for period in view.record.periods {
      switch period.status {
      case .done:
        run = (run?.start ?? period.start, period.end + -1, (run?.length ?? 0) + 1)
      case .missed:
        if let run { runs.append(run) }
        run = nil
      case .open, .skipped: break
      }
    }
    let current = run
    if let current { runs.append(current) }
    // The latest of equal ones first.
    let longest = runs.enumerated().sorted {
      ($0.element.length, $0.offset) > ($1.element.length, $1.offset)
    }.prefix(6).map(\.element)
    guard let first = longest.first, first.length > 1 else { return nil }
    return .chart(
      StreakBars(
        language.text(.streaksOf, view.tracker.content.name),
        summary: language.text(
          .streaksSummary, text(first.length), language.shortText(first.start)),
        columns: [language[.firstDay], language[.lastDay], language[.periods]],
        streaks: longest.map { run in
          StreakBars.Streak(
            start: language.shortText(run.start), end: language.shortText(run.end),
            length: run.length, isCurrent: current.map { $0.start == run.start } ?? false)
        }, locale: locale))
  }

  /// Returns the strengths of habits as lines.
  private func strengths(_ views: [HabitView]) -> ReportPage.Block {
    let days = sampled(Array(pastDays), most: 120)
    func strength(_ view: HabitView, on day: CivilDay) -> Int64? { view.record.day(day)?.strength }
    return .chart(
      LineChart(
        language[.strength], summary: language[.strengthSummary],
        table: DataTable(
          columns: [language[.day]] + views.map(\.tracker.content.name),
          rows: sampled(days).map { day in
            [language.shortText(day)]
              + views.map { strength($0, on: day).map { language.percent($0) } ?? "" }
          }),
        over: .days,
        series: views.map { view in
          LineChart.Series(
            view.tracker.content.name,
            days.map { day in
              LineChart.Series.Value(
                Double(day.number), strength(view, on: day).map { Double($0) / 1_000_000 })
            })
        }, including: 0...1, isPercent: true, locale: locale))
  }
}

extension HabitView {
  /// Returns the cell of a day in a calendar. A day that is not done is a failure only where its period is
  /// missed: three times a week leave four days free.
  public func cell(of day: HabitRecord.Day, tip: String? = nil) -> DayCell {
    let isRequired = day.status == .notDone && record.isMissed(on: day.day)
    return cell(of: day.status, isRequired: isRequired, tip: tip)
  }

  func cell(of status: HabitDayStatus, isRequired: Bool, tip: String?) -> DayCell {
    switch status {
    case .done: DayCell(.positive, tip: tip)
    case .partial: DayCell(.caution, symbol: "/", tip: tip)
    case .notDone where isRequired: DayCell(.negative, symbol: "×", tip: tip)
    case .skipped: DayCell(.neutral, symbol: "–", tip: tip)
    case .paused: DayCell(.neutral, symbol: "=", tip: tip)
    case .notDone, .unknown, .notDue: DayCell(.level(0), tip: tip)
    }
  }
}

extension HabitRecord {
  /// Returns whether a day belongs to a period that was missed.
  ///
  /// - Complexity: O(log periods).
  func isMissed(on day: CivilDay) -> Bool {
    var (low, high) = (0, periods.count)
    while low < high {
      let middle = (low + high) / 2
      if periods[middle].end <= day { low = middle + 1 } else { high = middle }
    }
    return low < periods.count && periods[low].start <= day && periods[low].status == .missed
  }
}

extension HabitDayStatus {
  /// The sign in tables.
  var sign: String {
    switch self {
    case .done: "✓"
    case .partial: "/"
    case .notDone: "×"
    case .skipped: "–"
    case .paused: "="
    case .unknown, .notDue: ""
    }
  }
}
