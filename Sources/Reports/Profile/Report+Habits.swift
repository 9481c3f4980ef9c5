import FlintCalendar
package import Charts
package import FlintRules
import Views

extension ReportSource {
  /// Returns a calendar of each habit, with streaks, completion and strength.
  func habits() -> ReportPage.Section? {
    let views = habitViews
    guard !views.isEmpty else { return nil }
    var blocks: [ReportPage.Block] = views.listed(by: \.group).map { group in
      .table(group.name ?? language[.habits], habitTable(group.elements))
    }
    if let note = strengthNote(views) { blocks.append(.text(note)) }
    for view in views { blocks += calendars(of: view, among: views.count) }
    // A picture has at most as many lines as there are colours, and all have about as many.
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

  /// The habits with days in the range, as of the day after it, on which its last day is over: those with the greatest
  /// completion first.
  func sortedHabits() -> [HabitView] {
    state.trackers.habits(today: min(today, range.before), includesStopped: true)
      .filter { view in view.record.days.contains { range.contains($0.day) } }
      .map { (view: $0, completion: completion(of: $0) ?? -1) }.enumerated()
      .sorted { ($1.element.completion, $0.offset) < ($0.element.completion, $1.offset) }
      .map(\.element.view)
  }

  /// Returns the share of the range's periods of a habit that are done, in millionths; `nil` where none is over.
  func completion(of view: HabitView) -> Int64? {
    let (done, missed) = view.record.completion(from: range.since, before: range.before)
    return done + missed > 0 ? Int64(done) * 1_000_000 / Int64(done + missed) : nil
  }

  private func strength(of view: HabitView) -> Int64 {
    view.record.day(lastDay)?.strength ?? view.record.strength
  }

  /// Returns the streak at the end of the range; of a habit that was stopped by then, none goes on.
  private func streak(of view: HabitView) -> String {
    view.tracker.habit?.span(on: lastDay) == nil ? "–" : text(streakLength(of: view))
  }

  /// Returns the sentence that explains why completion and strength differ, about the habit whose differ most, if they do
  /// by 30 percentage points.
  private func strengthNote(_ views: [HabitView]) -> String? {
    let compared = views.compactMap { view in
      completion(of: view).map { (view: view, completion: $0, strength: strength(of: view)) }
    }
    guard
      let most = compared.max(by: {
        abs($0.strength - $0.completion) < abs($1.strength - $1.completion)
      }), abs(most.strength - most.completion) >= 300_000
    else { return nil }
    return language.text(
      .strengthNote, most.view.tracker.content.name, language.percent(most.completion),
      language.percent(most.strength))
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
        language[.strength], language[.streakTitle], language[.longestStreak],
      ],
      rows: views.map { view in
        [
          view.tracker.content.name, daysDone(of: view).map { text($0) } ?? "–",
          amount(of: view.tracker), completion(of: view).map { language.percent($0) } ?? "–",
          language.percent(strength(of: view)), streak(of: view),
          longestStreak(of: view).map { streak in
            language.counted(streak.length, view.streakUnit.counted) + ", "
              + language.text(streak.start..<streak.end + 1)
          } ?? "–",
        ]
      }, textColumns: [6])
  }

  /// Returns the sum of the numbers or the minutes of a tracker in the range.
  private func amount(of tracker: Tracker) -> String {
    let days = tracker.days(from: range.since, before: range.before)
    let number = Int64(clamping: days.reduce(Int128(0)) { $0 + Int128($1.number) })
    let minutes = Int64(clamping: days.reduce(Int128(0)) { $0 + Int128($1.minutes) })
    if minutes > 0 && number == 0 { return language.duration(minutes) }
    if number == 0 { return "–" }
    return language.decimal(number, places: number % 1_000_000 == 0 ? 0 : 2)
  }

  func calendars(of view: HabitView, among count: Int) -> [ReportPage.Block] {
    let name = view.tracker.content.name
    // A habit of few weekdays has rows for these alone.
    let due = Set(
      view.record.days.lazy.filter { range.contains($0.day) && $0.status != .notDue }
        .map { Weekday($0.day) })
    // Tips on each day of many habits would make the page large; the tables have these words too.
    let hasTips = count <= 4
    return years.compactMap { year in
      let days = (0..<(year.upperBound - year.lowerBound)).map { year.lowerBound + $0 }
      let records = days.map { view.record.day($0) }
      guard records.contains(where: { $0 != nil }) else { return nil }
      let done = records.count { $0?.status == .done }
      return .chart(
        dayCalendar(
          self.title(name, of: year),
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
          weekdays: due.count <= 3 && !due.isEmpty ? due : Set(Weekday.allCases),
          legend: habitLegend(records.compactMap(\.self), view)))
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
  package func cell(of day: HabitRecord.Day, tip: String? = nil) -> DayCell {
    let isRequired = day.status == .notDone && record.isMissed(on: day.day)
    return cell(of: day.status, isRequired: isRequired, tip: tip)
  }

  func cell(of status: HabitDayStatus, isRequired: Bool, tip: String?) -> DayCell {
    switch status {
    case .done: DayCell(.positive, tip: tip)
    case .partial: DayCell(.caution, symbol: "/", tip: tip)
    case .notDone where isRequired: DayCell(.missed, tip: tip)
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
    let index = periods.partitioningIndex { $0.end > day }
    return index < periods.count && periods[index].start <= day && periods[index].status == .missed
  }
}
