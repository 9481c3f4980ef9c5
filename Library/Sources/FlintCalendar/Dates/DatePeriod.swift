/// A day or a longer period as it is written.
enum DatePeriod: Hashable, Sendable {
  case days(CivilDay)
  /// A number of days from today: `today`, `yesterday`, `tomorrow`.
  case fromToday(Int)
  /// A weekday; without an occurrence, it depends on the direction.
  case weekday(Weekday, DateExpression.Direction?, isTodayExcluded: Bool)
  case shifted(DateDistance)
  /// A week, month or year by its number.
  case absolute(Range<CivilDay>)
  /// The current week, month or year, or one at a distance from it.
  case current(DateUnit, offset: Int)
  /// The days of a length that end today.
  case latest(DateDistance)

  /// Whether the period is always a single day.
  var isDay: Bool {
    switch self {
    case .days, .fromToday, .weekday, .shifted: true
    case .absolute, .current, .latest: false
    }
  }

  /// Returns the days of the period; `nil` outside of the years 1 to 9999.
  func days(
    today: CivilDay, _ direction: DateExpression.Direction
  ) -> Range<CivilDay>? {
    switch self {
    case .days(let day): return day..<day + 1
    case .fromToday(let count): return today + count..<today + count + 1
    case .weekday(let weekday, let wanted, let isTodayExcluded):
      let day = Self.day(
        weekday, today: today, wanted ?? direction, isTodayExcluded: isTodayExcluded)
      return day..<day + 1
    case .shifted(let distance): return today.shifted(by: distance).map { $0..<$0 + 1 }
    case .absolute(let days): return days
    case .current(.week, let offset):
      let monday = today.week.monday + offset * 7
      return monday..<monday + 7
    case .current(let unit, let offset):
      let (year, month, _) = today.components
      let first = CivilDay(year: year, month: unit == .year ? 1 : month, day: 1)
      guard let start = first?.shifted(by: DateDistance(offset, unit)) else { return nil }
      // Not by a distance: the year after the last one has no days.
      let (startYear, startMonth, _) = start.components
      let length =
        unit == .year
        ? CivilDay.length(ofMonth: 2, year: startYear) + 337
        : CivilDay.length(ofMonth: startMonth, year: startYear)
      return start..<start + length
    case .latest(let distance): return (today + 1).shifted(by: distance).map { $0..<today + 1 }
    }
  }

  private static func day(
    _ weekday: Weekday, today: CivilDay, _ direction: DateExpression.Direction,
    isTodayExcluded: Bool
  ) -> CivilDay {
    switch direction {
    case .latest:
      let back = (today.weekday - Int(weekday.rawValue) + 7) % 7
      return today + -(back == 0 && isTodayExcluded ? 7 : back)
    case .next:
      let ahead = (Int(weekday.rawValue) - today.weekday + 7) % 7
      return today + (ahead == 0 ? 7 : ahead)
    }
  }
}
