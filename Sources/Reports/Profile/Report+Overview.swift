import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension CivilDay {
  /// The same day of the year before; of 29 February the 28th.
  fileprivate var yearBefore: CivilDay {
    let (year, month, day) = components
    let last = CivilDay.length(ofMonth: month, year: year - 1)
    return CivilDay(year: year - 1, month: month, day: min(day, last)) ?? self + -365
  }
}

extension DayTotals {
  /// The number of things that a person did: without the creation of habits, tasks and quests, changes
  /// and corrections.
  fileprivate var thingsDone: Int64 {
    sparks &+ subjects.tasks &+ subjects.questSteps &+ subjects.moods &+ subjects.activities
      &+ subjects.entries
  }
}

extension ReportSource {
  /// Returns the review: totals, points by ledger, levels, active days and records.
  func overview() throws(SessionError) -> ReportPage.Section? {
    guard hasRecords else { return nil }
    var blocks: [ReportPage.Block] = []
    let rest = try totals().dropFirst(Self.figureCount).map { (name: $0.name, value: $0.value) }
    if !rest.isEmpty { blocks.append(.facts(rest)) }
    let history = state.history.totals(from: range.since, before: range.before)
    if !history.isEmpty {
      let events = Dictionary(uniqueKeysWithValues: history.map { ($0.day, $0.events) })
      blocks += heatMaps(name(of: .events), events, hasTips: true) {
        language.counted($0, .events)
      }
    }
    if let points = try pointBars() { blocks.append(points) }
    if let course = pointCourse() { blocks.append(course) }
    let records = records()
    blocks += try comparison()
    if !records.isEmpty { blocks.append(.table(language[.records], records.table(language))) }
    return ReportPage.Section(id: "overview", language[.overview], blocks)
  }

  private func pointBars() throws(SessionError) -> ReportPage.Block? {
    let ledgers: [(name: String, SeriesMetric)] = [
      (language.name(of: OccurrenceKind.spark), .sparkPoints),
      (language[.duplicateLedger], .duplicatePoints),
      (language.name(of: OccurrenceKind.mission), .missionPoints),
      (language[.earnedLedger], .earnedPoints),
      (language.name(of: OccurrenceKind.taskComplete), .taskPoints),
    ]
    var series: [BarChart.Series] = []
    var labels: [String] = []
    for (index, ledger) in ledgers.enumerated() {
      let buckets = try buckets(ledger.1)
      labels = buckets.map { label(of: $0.start) }
      guard buckets.contains(where: { ($0.value ?? 0) > 0 }) else { continue }
      series.append(
        BarChart.Series(
          ledger.name, buckets.map { $0.value.map { Double($0) } }, paint: .series(index)))
    }
    guard !series.isEmpty else { return nil }
    return .chart(
      BarChart(
        language[.pointsByLedger],
        summary: language.text(.barsSummary, language.text(range.since..<range.before)),
        heading: language[periodName], categories: labels, series: series, locale: locale))
  }

  /// Returns the line of the points over time, with the days of new levels.
  private func pointCourse() -> ReportPage.Block? {
    let course = pointCourses()
    let start = pointsBefore
    let total = course.last?.total ?? start
    let events = newLevels.map { LineChart.Event(Double($0.day.number), text($0.level)) }
    let days = state.history.totals(from: range.since, before: range.before)
    guard total > start, days.count(where: { $0.points > 0 }) >= ReportPage.leastPoints else {
      return nil
    }
    return .chart(
      LineChart(
        language[.pointsOverTime],
        summary: language.text(.courseSummary, text(start), text(total), text(events.count)),
        table: DataTable(
          columns: [language[.day], name(of: .points), language[.level]],
          rows: sampled(course).map {
            [language.shortText($0.day), text($0.total), text($0.level)]
          }
        ), over: .days,
        series: [
          LineChart.Series(
            name(of: .points),
            sampled(course, most: 200).map {
              LineChart.Series.Value(Double($0.day.number), Double($0.total))
            })
        ], events: events, including: nil, locale: locale))
  }

  // MARK: The year before

  /// Returns a comparison of the days that have come with the same days of the year before, if something was
  /// recorded in the first half of those: of a year of which the last days alone are known, it says nothing.
  private func comparison() throws(SessionError) -> [ReportPage.Block] {
    guard range.count <= 366, range.since <= today,
      let days = try? DayRange(since: range.since, before: lastDay + 1),
      let earlier = try? DayRange(since: days.since.yearBefore, before: lastDay.yearBefore + 1),
      let first = state.history.days.first?.day,
      (earlier.before - first) * 2 >= earlier.before - earlier.since,
      try session.reader.series(.activeDays, by: .year, earlier).total ?? 0 > 0
    else { return [] }
    func totals(_ metric: SeriesMetric) throws(SessionError) -> (now: Int64?, then: Int64?) {
      (
        try session.reader.series(metric, by: .year, days).total,
        try session.reader.series(metric, by: .year, earlier).total
      )
    }
    var rows: [[String]] = []
    let metrics: [SeriesMetric] = [.points, .sparks, .activeDays, .moods, .moodMean]
    for metric in metrics {
      let (now, then) = try totals(metric)
      guard let now, let then, now != 0 || then != 0 else { continue }
      func number(_ value: Int64) -> String {
        metric.isMean ? language.decimal(value, places: 2) : text(value)
      }
      // The numbers of a row agree.
      let change = metric.isMean ? now.shown(places: 2) - then.shown(places: 2) : now - then
      rows.append([
        language.name(of: metric), number(now), number(then),
        (change > 0 ? "+" : "") + number(change),
      ])
    }
    let points = try totals(.points)
    let spans = [days, earlier].map { language.text($0.since..<$0.before) }
    return [
      .text(
        language.text(
          .comparisonSentence, language.counted(points.now ?? 0, .points),
          language.counted(points.then ?? 0, .points))),
      .table(
        language[.comparison],
        DataTable(columns: [language[.value]] + spans + [language[.difference]], rows: rows)),
    ]
  }

  // MARK: Records

  /// The rows of superlatives, each with a name, a value and a time.
  private struct Records {
    var rows: [[String]] = []
    var isEmpty: Bool { rows.isEmpty }

    func table(_ language: Language) -> DataTable {
      DataTable(
        columns: [language[.record], language[.value], language[.time]], rows: rows)
    }
  }

  private func records() -> Records {
    var records = Records()
    let history = state.history.totals(from: range.since, before: range.before)
    // Of equal days, the first is the best.
    if let best = history.reduce(
      nil as DayTotals?,
      { best, day in
        best.map { day.points > $0.points } ?? (day.points > 0) ? day : best
      })
    {
      records.rows.append([
        language[.bestDay], language.counted(best.points, .points), language.shortText(best.day),
      ])
    }
    if let busiest = history.reduce(
      nil as DayTotals?,
      { best, day in
        best.map { day.thingsDone > $0.thingsDone } ?? (day.thingsDone > 0) ? day : best
      })
    {
      records.rows.append([
        language[.busiestDay], language.counted(busiest.thingsDone, .thingsDone),
        language.shortText(busiest.day),
      ])
    }
    if let run = longestRun(history.lazy.filter { $0.sparks > 0 }.map(\.day)) {
      records.rows.append([
        language[.longestSparkStreak], language.counted(run.length, .days), text(of: run),
      ])
    }
    if let hour = sparkSummary?.hour {
      records.rows.append([
        language[.busiestHour], "\(hour < 10 ? "0" : "")\(hour):00", "",
      ])
    }
    if let weekday = sparkSummary?.weekday {
      records.rows.append([
        language[.busiestWeekday], language.name(of: weekday), "",
      ])
    }
    let ratings = state.moods.ratings(from: range.since, before: range.before).lazy.map(\.day)
    if let run = longestRun(ratings) {
      records.rows.append([
        language[.longestRated], language.counted(run.length, .days), text(of: run),
      ])
    }
    return records
  }

  /// Returns the first and the last day of a run.
  private func text(of run: (start: CivilDay, length: Int)) -> String {
    run.length == 1
      ? language.shortText(run.start) : language.text(run.start..<run.start + run.length)
  }

  /// Returns the first of the longest runs of consecutive days.
  private func longestRun(
    _ days: some Sequence<CivilDay>
  ) -> (start: CivilDay, length: Int)? {
    var best: (start: CivilDay, length: Int)?
    var run: (start: CivilDay, length: Int)?
    for day in days {
      if let last = run, day - last.start == last.length {
        run = (last.start, last.length + 1)
      } else {
        run = (day, 1)
      }
      if let run, run.length > best?.length ?? 0 { best = run }
    }
    return best
  }
}
