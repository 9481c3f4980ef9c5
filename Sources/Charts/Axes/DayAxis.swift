public import Calendar

/// An axis of civil days, with ticks at the beginnings of days, weeks, months or years.
public struct DayAxis: Hashable, Sendable {
  /// A tick.
  public struct Tick: Hashable, Sendable {
    /// The day.
    public let day: CivilDay
    /// Its text.
    public let text: String
  }

  /// The days.
  public let days: Range<CivilDay>
  /// The ticks, ascending.
  public let ticks: [Tick]

  /// Creates an axis.
  ///
  /// - Parameters:
  ///   - days: The days; at least one.
  ///   - most: The greatest number of ticks.
  public init(_ days: Range<CivilDay>, most: Int, locale: ChartLocale) {
    self.days = days
    let candidates = Step.all.lazy.map { $0.ticks(days, locale) }
    ticks = candidates.first { $0.count <= max(1, most) } ?? []
  }

  /// Returns the share of the axis at the beginning of a day.
  public func share(of day: CivilDay) -> Double {
    Double(day - days.lowerBound) / Double(max(1, days.upperBound - days.lowerBound))
  }

  /// A distance between ticks.
  private enum Step {
    case days(Int)
    case months(Int)
    case years(Int)

    static let all: [Step] =
      [1, 2, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
      + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { .years($0) }

    /// Returns the ticks within days.
    func ticks(_ days: Range<CivilDay>, _ locale: ChartLocale) -> [Tick] {
      switch self {
      case .days(let count):
        // Weeks begin on their first day, whatever day the axis begins on.
        let start =
          count % 7 == 0
          ? (0..<7).map { days.lowerBound + $0 }
            .first { Weekday($0) == locale.weekStart } ?? days.lowerBound : days.lowerBound
        return stride(from: 0, to: days.upperBound - start, by: count).map {
          let day = start + $0
          let (_, month, number) = day.components
          return Tick(day: day, text: "\(number) \(locale.months[month - 1])")
        }
      case .months(let count):
        let firsts = firsts(of: days) { ($0 - 1) % count == 0 }
        // A January has the number of its year, unless the axis is of that year alone.
        let isOneYear = firsts.first?.components.year == firsts.last?.components.year
        return firsts.map { day in
          let (year, month, _) = day.components
          let name = locale.months[month - 1]
          return Tick(day: day, text: month == 1 && !isOneYear ? "\(year)" : name)
        }
      case .years(let count):
        return firsts(of: days) { $0 == 1 }.filter { $0.components.year % count == 0 }
          .map { Tick(day: $0, text: "\($0.components.year)") }
      }
    }

    /// Returns the first days of the months that a condition selects.
    private func firsts(of days: Range<CivilDay>, where isWanted: (Int) -> Bool) -> [CivilDay] {
      var (year, month, day) = days.lowerBound.components
      if day > 1 { (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1) }
      day = 1
      var firsts: [CivilDay] = []
      while let first = CivilDay(year: year, month: month, day: 1), first < days.upperBound {
        if isWanted(month) { firsts.append(first) }
        (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
      }
      return firsts
    }
  }
}
