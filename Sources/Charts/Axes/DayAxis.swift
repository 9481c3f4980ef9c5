import FlintCalendar

/// An axis of civil days, with ticks at the beginnings of days, weeks, months or years.
struct DayAxis {
  struct Tick: Hashable {
    let day: CivilDay
    let text: String

    init(_ day: CivilDay, _ text: String) { (self.day, self.text) = (day, text) }

    /// Creates a tick with the day of the month and the month.
    init(_ day: CivilDay, _ locale: ChartLocale) {
      let (_, month, number) = day.components
      self.init(day, "\(number) \(locale.months[month - 1])")
    }
  }

  let ticks: [Tick]

  /// - Parameters:
  ///   - days: The days of years from 1 to 9999; at least one.
  ///   - most: The greatest number of ticks; there is always one.
  init(_ days: Range<CivilDay>, most: Int, locale: ChartLocale) {
    let most = max(1, most)
    let length = days.upperBound - days.lowerBound
    // Steps that are much too small are not tried: a day in 400 years.
    let candidates = Step.all.lazy.filter { length / $0.greatestLength <= most }
      .map { $0.ticks(days, locale) }
    ticks =
      candidates.first { (1...most).contains($0.count) } ?? [Tick(days.lowerBound, locale)]
  }

  private enum Step {
    case days(Int)
    case months(Int)
    case years(Int)

    static let all: [Step] =
      [1, 2, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
      + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { .years($0) }

    /// The greatest number of days between two ticks.
    var greatestLength: Int {
      switch self {
      case .days(let count): count
      case .months(let count): 31 * count
      case .years(let count): 366 * count
      }
    }

    func ticks(_ days: Range<CivilDay>, _ locale: ChartLocale) -> [Tick] {
      switch self {
      case .days(let count):
        // Weeks begin on their first day, also where the axis begins on another.
        let start =
          count % 7 == 0
          ? (0..<7).map { days.lowerBound + $0 }
            .first { Weekday($0) == locale.weekStart } ?? days.lowerBound : days.lowerBound
        return stride(from: 0, to: days.upperBound - start, by: count)
          .map { Tick(start + $0, locale) }
      case .months(let count):
        let firsts = firsts(of: days) { ($0 - 1) % count == 0 }
        // A January has the number of its year, unless the axis is of that year alone.
        let isOneYear =
          days.lowerBound.components.year == (days.upperBound + -1).components.year
        return firsts.map { day in
          let (year, month, _) = day.components
          let name = locale.months[month - 1]
          return Tick(day, month == 1 && !isOneYear ? "\(year)" : name)
        }
      case .years(let count):
        return firsts(of: days) { $0 == 1 }.filter { $0.components.year % count == 0 }
          .map { Tick($0, "\($0.components.year)") }
      }
    }

    /// Returns the first days of the months that a condition selects.
    private func firsts(of days: Range<CivilDay>, where isWanted: (Int) -> Bool) -> [CivilDay] {
      var month = CivilMonth(days.lowerBound)
      var firsts: [CivilDay] = []
      while month.firstDay < days.upperBound {
        if month.firstDay >= days.lowerBound && isWanted(month.month) {
          firsts.append(month.firstDay)
        }
        month = CivilMonth(month.end)
      }
      return firsts
    }
  }
}
