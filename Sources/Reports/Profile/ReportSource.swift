import Calendar
import Charts
import Rules
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

  init(
    _ session: Session, _ range: DayRange, _ language: Language, _ options: ReportOptions
  ) throws(SessionError) {
    (self.session, self.range, self.language, self.options) = (session, range, language, options)
    state = try session.state()
    locale = language.chartLocale(weekStart: session.profile.display.weekStart)
    let needsSparks = !Set(options.subjects).isDisjoint(with: [.overview, .sparks])
    sparkSummary =
      needsSparks && state.sparkCount > 0 ? try session.reader.summary(range).sparks : nil
  }

  var today: CivilDay { session.today }
  var rulebook: Rulebook { session.rulebook }

  /// The days of the range.
  var days: [CivilDay] { (0..<range.count).map { range.since + $0 } }

  /// The days of the range that have come.
  var pastDays: ArraySlice<CivilDay> { days.prefix { $0 <= today } }

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
    case ...45: .day
    case ...190: .week
    case ...1900: .month
    default: .year
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

  /// Returns the values of a metric by period.
  func buckets(_ metric: SeriesMetric) throws(SessionError) -> [Series.Bucket] {
    try session.reader.series(metric, by: period, range).buckets
  }

  /// Returns the total of a metric.
  func total(_ metric: SeriesMetric) throws(SessionError) -> Int64 {
    try session.reader.series(metric, by: .year, range).total ?? 0
  }

  func text(_ number: some BinaryInteger) -> String { language.text(number) }

  /// Returns a name as a title: with an upper-case first letter.
  func title(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
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
