import FlintCalendar
import Chance
import Charts
import FlintRules
import FlintSchema
import Sessions
import Views

/// What the sections of a report are made of: a profile's state, the days, and the language.
struct ReportSource {
  let session: Session
  let state: ProfileState
  let range: DayRange
  let language: Language
  let options: ReportOptions
  let locale: ChartLocale
  /// The statistics of the sparks, for which all of them are read.
  let sparkSummary: StatisticsSummary.Sparks?
  let removedDraws: RemovedDraws
  /// The differences of moods with and without what days have; `nil` where no subject asks for them.
  let moodRelations: MoodRelationReport?
  private(set) var habitViews: [HabitView] = []

  init(
    _ session: Session, _ range: DayRange, _ language: Language, _ options: ReportOptions
  ) throws(SessionError) {
    (self.session, self.language, self.options) = (session, language, options)
    state = try session.state()
    removedDraws = try session.reader.removedDraws()
    let range = state.limited(range, today: session.today)
    self.range = range
    locale = language.chartLocale(weekStart: session.profile.display.weekStart)
    let needsSparks = !Set(options.subjects).isDisjoint(with: [.overview, .sparks])
    sparkSummary =
      needsSparks && state.sparkCount > 0 ? try session.reader.summary(range).sparks : nil
    let needsMoods = !Set(options.subjects).isDisjoint(with: [.overview, .moods])
    moodRelations = needsMoods ? try Self.relations(session, range) : nil
    habitViews = sortedHabits()
  }

  private static func relations(
    _ session: Session, _ range: DayRange
  ) throws(SessionError) -> MoodRelationReport {
    let compared = try session.reader.ratings(in: range, with: [.habits, .tags])
    do throws(FieldError) {
      return try MoodRelationReport(range, compared, lags: .sameDay, seed: 1)
    } catch {
      throw .field(error)
    }
  }

  var today: CivilDay { session.today }
  var rulebook: Rulebook { session.rulebook }

  var days: [CivilDay] { (0..<range.count).map { range.since + $0 } }

  /// The days of the range that have come.
  var pastDays: ArraySlice<CivilDay> { days.prefix { $0 <= today } }

  /// The last day of the range that has come, as of which what grows over time is shown.
  var lastDay: CivilDay { max(range.since, min(today, range.last)) }

  /// Whether anything was recorded on the days of the range.
  var hasRecords: Bool { !state.history.totals(from: range.since, before: range.before).isEmpty }

  /// Whether the present is within the range.
  var hasToday: Bool { range.contains(today) }

  /// The calendar years of the range, each with all of its days.
  var calendarYears: [(year: Int, days: Range<CivilDay>)] {
    (range.since.components.year...range.last.components.year).compactMap { year in
      guard let first = CivilDay(year: year, month: 1, day: 1),
        let end = CivilMonth(year: year, month: 12)?.end
      else { return nil }
      return (year, max(first, range.since)..<min(end, range.before))
    }
  }

  func months(of days: Range<CivilDay>) -> ClosedRange<Int> {
    let first = days.lowerBound.components.month
    return first...max(first, (days.upperBound + -1).components.month)
  }

  /// Returns every so many elements and the last, about as many as wanted.
  func sampled<Element>(_ elements: [Element], most: Int = 53) -> [Element] {
    guard let last = elements.last, elements.count > most else { return elements }
    let step = (elements.count + most - 1) / most
    var sampled = stride(from: 0, to: elements.count, by: step).map { elements[$0] }
    if (elements.count - 1) % step != 0 { sampled.append(last) }
    return sampled
  }

  /// The calendar years of the range, each limited to it.
  var years: [Range<CivilDay>] {
    // A year that does not begin in January is one picture too.
    if range.count <= 371 { return [range.since..<range.before] }
    var years: [Range<CivilDay>] = []
    var start = range.since
    while start < range.before {
      let next = CivilMonth(year: start.components.year, month: 12)?.end ?? range.before
      years.append(start..<min(next, range.before))
      start = next
    }
    return years
  }

  /// The period in which bars sum up days, so that there are neither few nor many.
  var period: SeriesPeriod {
    switch range.count {
    // Bars of single days would be too thin for their parts.
    case ...16: .day
    case ...190: .week
    case ...1900: .month
    default: .year
    }
  }

  var periodName: Phrase {
    switch period {
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }

  /// Returns the short name of a period that begins on a day.
  func label(of start: CivilDay) -> String {
    let (year, month, day) = start.components
    return switch period {
    case .day, .week: "\(day) \(locale.months[month - 1])"
    case .month:
      range.count > 371 ? "\(locale.months[month - 1]) \(year)" : locale.months[month - 1]
    case .year: "\(year)"
    }
  }

  func name(of metric: SeriesMetric) -> String { language.name(of: metric) }

  func buckets(_ metric: SeriesMetric) throws(SessionError) -> [Series.Bucket] {
    try session.reader.series(metric, by: period, range).buckets
  }

  func total(_ metric: SeriesMetric) throws(SessionError) -> Int64 {
    try session.reader.series(metric, by: .year, range).total ?? 0
  }

  func text(_ number: some BinaryInteger) -> String { language.text(number) }

  /// Returns the title of a table, with how many of all it lists where it lists some only.
  func titleOfSome(_ title: String, _ listed: Int, of all: Int) -> String {
    listed < all ? language.text(.someOfAll, title, text(listed), text(all)) : title
  }

  /// Returns a name as a title: with an upper-case first letter.
  func title(_ name: String) -> String { name.capitalizedFirst }
}

extension ProfileState {
  /// Returns a range without the years before anything was recorded and those to come.
  fileprivate func limited(_ range: DayRange, today: CivilDay) -> DayRange {
    guard let whole = try? days(since: nil, before: nil, today: today),
      let first = CivilMonth(year: whole.since.components.year, month: 1)?.firstDay,
      let end = CivilMonth(year: whole.last.components.year, month: 12)?.end
    else { return range }
    // A day is enough to show that many years are empty.
    guard range.since < end, range.before > first else {
      if range.count <= 366 { return range }
      return (try? DayRange(since: range.since, before: range.since + 1)) ?? range
    }
    let limited = try? DayRange(since: max(range.since, first), before: min(range.before, end))
    return limited ?? range
  }
}

extension Language {
  /// The words and the signs of numbers of charts.
  func chartLocale(weekStart: Weekday = .monday) -> ChartLocale {
    ChartLocale(
      months: (1...12).map { shortMonthName($0) },
      weekdays: Weekday.allCases.map { shortName(of: $0) },
      groupSeparator: groupSeparator, decimalSeparator: decimalSeparator,
      leastGroupedDigits: self == .spanish ? 5 : 4, weekStart: weekStart)
  }
}
