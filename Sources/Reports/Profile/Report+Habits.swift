import Calendar
public import Charts
public import Rules
import Views

extension ReportSource {
  /// Returns a calendar of each habit, with streaks, completion and strength.
  func habits() -> ReportPage.Section? {
    let views = habitViews
    guard !views.isEmpty else { return nil }
    var blocks: [ReportPage.Block] = [.table(language[.habits], habitTable(views))]
    for view in views { blocks += calendars(of: view, among: views.count) }
    if views.count <= 6 {
      for view in views { if let streaks = streaks(of: view) { blocks.append(streaks) } }
    } else {
      blocks += bestStreaks(views)
    }
    // As many lines as have colours of their own, in pictures of about the same size.
    let pictures = (views.count + Paint.seriesCount - 1) / Paint.seriesCount
    for picture in 0..<pictures {
      let shown = views[
        views.count * picture / pictures..<views.count * (picture + 1) / pictures]
      let title =
        pictures > 1
        ? "\(language[.strength]) \(text(picture + 1)) / \(text(pictures))" : language[.strength]
      blocks.append(strengths(Array(shown), title, isDetailed: views.count <= 6))
    }
    return ReportPage.Section(id: "habits", language[.habits], blocks)
  }

  /// The habits with days in the range, as of the day after it, on which its last day is over.
  var habitViews: [HabitView] {
    state.trackers.habits(today: min(today, range.before), includesStopped: true)
      .filter { view in view.record.days.contains { range.contains($0.day) } }
  }

  /// Returns the number of days of the range on which a habit was done; `nil` of a limit, which is kept on
  /// days without an entry.
  func daysDone(of view: HabitView) -> Int? {
    if view.plan?.goal?.isLimit ?? false { return nil }
    return view.record.days.count { range.contains($0.day) && $0.status == .done }
  }

  private func habitTable(_ views: [HabitView]) -> DataTable {
    DataTable(
      columns: [
        language[.habit], language[.daysDone], language[.amount], language[.completion],
        language[.streakAndBest], language[.strength],
      ],
      rows: views.map { view in
        let (done, missed) = view.record.completion(from: range.since, before: range.before)
        let share = done + missed > 0 ? Int64(done) * 1_000_000 / Int64(done + missed) : nil
        return [
          view.tracker.content.name, daysDone(of: view).map { text($0) } ?? "–",
          amount(of: view.tracker), share.map { language.percent($0) } ?? "–",
          "\(text(view.record.streak)) / \(language.counted(bestStreak(of: view), view.streakUnit.counted))",
          language.percent(view.record.day(lastDay)?.strength ?? view.record.strength),
        ]
      })
  }

  /// Returns the sum of the numbers or the minutes of a tracker in the range.
  private func amount(of tracker: Tracker) -> String {
    let days = tracker.days(from: range.since, before: range.before)
    let number = days.reduce(Int64(0)) { $0.addingReportingOverflow($1.number).partialValue }
    let minutes = days.reduce(Int64(0)) { $0.addingReportingOverflow($1.minutes).partialValue }
    if minutes > 0 && number == 0 { return language.counted(minutes, .minutes) }
    if number == 0 { return "–" }
    return language.decimal(number, places: number % 1_000_000 == 0 ? 0 : 2)
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
          summary: language.counted(done, .daysDone, title(language.text(year))),
          table: weekTable(days) { day in
            view.record.day(day)?.status.sign ?? ""
          },
          from: year.lowerBound,
          cells: zip(days, records).map { day, record in
            guard let record else { return nil }
            return view.cell(
              of: record,
              tip: hasTips ? "\(language.shortText(day)): \(language.name(of: record.status))" : nil
            )
          },
          legend: habitLegend(records.compactMap(\.self), view), locale: locale))
    }
  }

  /// Returns the legend of the cells that occur among the days of a habit.
  func habitLegend(_ records: [HabitRecord.Day], _ view: HabitView) -> [LegendEntry] {
    let cells = Set(records.map { view.cell(of: $0) })
    let statuses: [HabitDayStatus] = [.done, .partial, .notDone, .skipped, .paused]
    var legend = statuses.map { status in
      let cell = view.cell(of: status, isRequired: true, tip: nil)
      let isLimit = view.plan?.goal?.isLimit ?? false
      let name = isLimit && status == .done ? language[.kept] : language.name(of: status)
      return LegendEntry(cell.paint, name, symbol: cell.symbol)
    }
    legend.append(LegendEntry(.level(0), language[.freeDay]))
    return legend.filter { entry in
      cells.contains { $0.paint == entry.paint && $0.symbol == entry.symbol }
    }
  }

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
  private func streaks(of view: HabitView) -> ReportPage.Block? {
    let unit = view.streakUnit
    // The latest of equal ones first.
    let longest = runs(of: view).enumerated().sorted {
      ($0.element.length, $0.offset) > ($1.element.length, $1.offset)
    }.prefix(6).map(\.element)
    guard let first = longest.first, first.length > 1 else { return nil }
    return .chart(
      StreakBars(
        language.text(.streaksOf, view.tracker.content.name, language[unit.name]),
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
  private func bestStreaks(_ views: [HabitView]) -> [ReportPage.Block] {
    let best = views.map { view in
      (name: view.tracker.content.name, unit: view.streakUnit, length: bestStreak(of: view))
    }
    return HabitStreakUnit.allCases.compactMap { unit in
      let shown = best.filter { $0.unit == unit && $0.length > 0 }
        .sorted { $0.length > $1.length }
      guard let first = shown.first else { return nil }
      return .chart(
        BarChart(
          language.text(.bestStreaks, language[unit.name]),
          summary: "\(first.name): \(language.counted(first.length, unit.counted))",
          heading: language[.habit], categories: shown.map(\.name),
          series: [BarChart.Series(language[.streakTitle], shown.map { Double($0.length) })],
          isLying: true, locale: locale))
    }
  }

  private func bestStreak(of view: HabitView) -> Int {
    runs(of: view).map(\.length).max() ?? 0
  }

  /// Returns the strengths of habits as lines.
  private func strengths(
    _ views: [HabitView], _ title: String, isDetailed: Bool
  ) -> ReportPage.Block {
    let days = sampled(Array(pastDays), most: isDetailed ? 120 : 53)
    func strength(_ view: HabitView, on day: CivilDay) -> Int64? { view.record.day(day)?.strength }
    return .chart(
      LineChart(
        views.count == 1 ? "\(title): \(views[0].tracker.content.name)" : title,
        summary: language[.strengthSummary],
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
  /// The sign in tables and rows of days; none for days that are open or not due.
  public var sign: String {
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

extension HabitStreakUnit {
  fileprivate var counted: CountedPhrase {
    switch self {
    case .days: .days
    case .times: .times
    case .weeks: .weeks
    case .months: .months
    case .periods: .periods
    }
  }

  fileprivate var name: Phrase {
    switch self {
    case .days: .daysUnit
    case .times: .timesUnit
    case .weeks: .weeksUnit
    case .months: .monthsUnit
    case .periods: .periodsUnit
    }
  }
}

extension CountedPhrase {
  fileprivate static let times = CountedPhrase(
    "{n} time", "{n} times", es: ("{n} vez", "{n} veces"), it: ("{n} volta", "{n} volte"))
  fileprivate static let weeks = CountedPhrase(
    "{n} week", "{n} weeks", es: ("{n} semana", "{n} semanas"),
    it: ("{n} settimana", "{n} settimane"))
  fileprivate static let months = CountedPhrase(
    "{n} month", "{n} months", es: ("{n} mes", "{n} meses"), it: ("{n} mese", "{n} mesi"))
  fileprivate static let periods = CountedPhrase(
    "{n} period", "{n} periods", es: ("{n} periodo", "{n} periodos"),
    it: ("{n} periodo", "{n} periodi"))
}

extension Phrase {
  fileprivate static let currentStreak = Phrase("goes on", es: "sigue", it: "in corso")
  fileprivate static let bestStreaks = Phrase(
    "Longest streaks, {1}", es: "Rachas más largas, {1}", it: "Serie più lunghe, {1}")
  fileprivate static let timesUnit = Phrase("times", es: "veces", it: "volte")
  fileprivate static let weeksUnit = Phrase("weeks", es: "semanas", it: "settimane")
  fileprivate static let monthsUnit = Phrase("months", es: "meses", it: "mesi")
  fileprivate static let periodsUnit = Phrase("periods", es: "periodos", it: "periodi")
  fileprivate static let freeDay = Phrase(
    "free, or open", es: "libre o pendiente", it: "libero o aperto")
  fileprivate static let kept = Phrase("kept", es: "respetado", it: "rispettato")
  fileprivate static let amount = Phrase("Amount", es: "Cantidad", it: "Quantità")
}
