/// A unit of the distances in written dates.
enum DateUnit: Hashable, Sendable {
  case second, minute, hour, day, week, month, year

  /// The full names, singular and plural.
  static let names = [
    "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "minute",
    "minutes", "second", "seconds",
  ]

  /// Creates the unit of a name or an abbreviation in lower case; `m` is none, since it may be a minute
  /// or a month.
  init?(name: String) {
    switch name {
    case "s", "sec", "second", "seconds": self = .second
    case "min", "mins", "minute", "minutes": self = .minute
    case "h", "hour", "hours": self = .hour
    case "d", "day", "days": self = .day
    case "w", "week", "weeks": self = .week
    case "mo", "month", "months": self = .month
    case "y", "year", "years": self = .year
    default: return nil
    }
  }

  /// The length in milliseconds; `nil` for units of the calendar.
  var milliseconds: Int64? {
    switch self {
    case .second: 1000
    case .minute: 60_000
    case .hour: 3_600_000
    case .day, .week, .month, .year: nil
    }
  }
}

/// A distance in months and days.
struct DateDistance: Hashable, Sendable {
  var months = 0
  var days = 0

  init(_ count: Int, _ unit: DateUnit) {
    switch unit {
    case .year: months = count * 12
    case .month: months = count
    case .week: days = count * 7
    case .day, .hour, .minute, .second: days = count
    }
  }
}

extension CivilDay {
  /// Returns the day at a distance, on the last day of a month that is too short; `nil` outside of the
  /// years 1 to 9999.
  func shifted(by distance: DateDistance) -> CivilDay? {
    let (year, month, day) = components
    let months = year * 12 + month - 1 + distance.months
    let target = months.dividedRoundingDown(by: 12)
    guard let first = CivilDay(year: target, month: months - target * 12 + 1, day: 1) else {
      return nil
    }
    let length = CivilDay.length(ofMonth: months - target * 12 + 1, year: target)
    let shifted = first + (min(day, length) - 1 + distance.days)
    return shifted.hasAcceptedYear ? shifted : nil
  }

  /// Whether the day is in the years 1 to 9999.
  var hasAcceptedYear: Bool { (-719_162...2_932_896).contains(number) }
}
