import FlintCalendar
import Charts
package import FlintRules
package import Sessions
package import Views

/// What a calendar shows of each day.
package enum CalendarSubject: Sendable {
  case metric(SeriesMetric)
  case habit(HabitView)
  case moods
  case tracker(Tracker)
}

extension ReportPage {
  /// Creates a page with a calendar of weeks for each year of a range.
  package init(
    calendarOf subject: CalendarSubject, _ session: Session, _ range: DayRange, language: Language
  ) throws(SessionError) {
    let source = try ReportSource(session, range, language, ReportOptions([]))
    self.init(source, subject, try source.calendars(of: subject))
  }

  /// Creates a page with a picture of months and days for each year of a range.
  package init(
    yearsOf subject: CalendarSubject, _ session: Session, _ range: DayRange, language: Language
  ) throws(SessionError) {
    let source = try ReportSource(session, range, language, ReportOptions([]))
    self.init(source, subject, try source.pixels(of: subject))
  }

  private init(_ source: ReportSource, _ subject: CalendarSubject, _ blocks: [Block]) {
    let range = source.range.since..<source.range.before
    let days = source.title(source.language.text(range))
    self.init(
      "\(source.title(of: subject)), \(source.yearText(of: range))",
      lead: [days] + (blocks.isEmpty ? [source.language[.nothingRecorded]] : []),
      sections: [Section(id: "calendar", source.language[.calendar], blocks)],
      notes: [source.contents(of: subject)], language: source.language)
  }
}

extension ReportSource {
  /// Returns the name of what a calendar shows.
  func title(of subject: CalendarSubject) -> String {
    switch subject {
    case .metric(let metric): language.name(of: metric)
    case .habit(let habit): habit.tracker.content.name
    case .moods: language[.moods]
    case .tracker(let tracker): calendarTitle(of: tracker)
    }
  }

  /// Returns what a page about a subject contains, in a sentence.
  fileprivate func contents(of subject: CalendarSubject) -> String {
    switch subject {
    case .habit: language[.habitCalendarContents]
    case .moods: language[.moodCalendarContents]
    default: language.text(.numberCalendarContents, title(of: subject))
    }
  }

  func calendars(of subject: CalendarSubject) throws(SessionError) -> [ReportPage.Block] {
    switch limited(subject) {
    case .habit(let habit): return calendars(of: habit, among: 1)
    case .moods: return moodCalendars()
    case .tracker(let tracker): return calendars(of: tracker, hasTips: true)
    case .metric(let metric):
      return heatMaps(
        language.name(of: metric), try amounts(metric), isMean: metric.isMean, hasTips: true
      ) { number($0, isMean: metric.isMean) }
    }
  }

  /// Returns the pictures of months and days of a subject.
  func pixels(of subject: CalendarSubject) throws(SessionError) -> [ReportPage.Block] {
    let cells: [CivilDay: DayCell]
    let texts: [CivilDay: String]
    let legend: [LegendEntry]
    switch limited(subject) {
    case .moods: return moodPixels()
    case .habit(let habit):
      let records = habit.record.days.filter { range.contains($0.day) }
      cells = Dictionary(uniqueKeysWithValues: records.map { ($0.day, habit.cell(of: $0)) })
      texts = Dictionary(uniqueKeysWithValues: records.map { ($0.day, $0.status.sign) })
      legend = habitLegend(records, habit)
    case .metric(let metric):
      (cells, texts, legend) = levels(try amounts(metric), isMean: metric.isMean)
    case .tracker(let tracker):
      let (unit, amounts) = amounts(of: tracker)
      (cells, texts, legend) = levels(amounts, isMean: unit == .mean)
    }
    return calendarYears.compactMap { year, days in
      let shown = (0..<(days.upperBound - days.lowerBound)).map { days.lowerBound + $0 }
      guard shown.contains(where: { texts[$0] != nil }) else { return nil }
      return .chart(
        YearInPixels(
          "\(title(of: subject)), \(year)",
          summary: language.text(.yearInPixels, "\(year)"),
          table: weekTable(shown) { texts[$0] ?? "" }, year: year, months: months(of: days),
          cells: cells, legend: legend, locale: locale))
    }
  }

  /// Returns the tracker of a habit that was not one yet, or no longer, in the range.
  private func limited(_ subject: CalendarSubject) -> CalendarSubject {
    guard case .habit(let habit) = subject,
      !habit.record.days.contains(where: { range.contains($0.day) })
    else { return subject }
    return .tracker(habit.tracker)
  }

  /// Returns the cells, the numbers and the legend of amounts of days.
  private func levels(
    _ amounts: [CivilDay: Int64], isMean: Bool
  ) -> (cells: [CivilDay: DayCell], texts: [CivilDay: String], legend: [LegendEntry]) {
    let scale = LevelScale(amounts.values.map { Double($0) })
    let cells = pastDays.map { day in
      (day, DayCell(.level(scale.level(of: Double(amounts[day] ?? 0)))))
    }
    return (
      Dictionary(uniqueKeysWithValues: cells),
      amounts.mapValues { number($0, isMean: isMean) },
      legend(of: scale, isMean: isMean)
    )
  }

  /// Returns the amounts of the days that have one; those of means in millionths.
  private func amounts(_ metric: SeriesMetric) throws(SessionError) -> [CivilDay: Int64] {
    let buckets = try session.reader.series(metric, by: .day, range).buckets
    return Dictionary(
      uniqueKeysWithValues: buckets.compactMap { bucket in
        bucket.value.flatMap { $0 == 0 ? nil : (bucket.start, $0) }
      })
  }
}
