package import FlintCalendar
import FlintSchema

package enum SeriesPeriod: String, NamedChoice {
  case day
  /// A civil week, Monday to Sunday.
  case week
  case month
  case year

  package var name: String { rawValue }

  /// Returns the first day after the period that contains a day.
  package func end(containing day: CivilDay) -> CivilDay {
    switch self {
    case .day: day + 1
    case .week: day.week.monday + 7
    case .month: CivilMonth(day).end
    case .year:
      CivilMonth(year: day.components.year, month: 12)?.end ?? day + 1
    }
  }

  /// Returns the first day of the period that contains a day.
  package func start(containing day: CivilDay) -> CivilDay {
    switch self {
    case .day: day
    case .week: day.week.monday
    case .month: day + (1 - day.components.day)
    case .year: day + (1 - day.dayOfYear)
    }
  }

  func count(in range: DayRange) -> Int {
    let (first, last) = (range.since, range.last)
    switch self {
    case .day: return range.count
    case .week: return Int(last.week.number) - Int(first.week.number) + 1
    case .month:
      let (a, b) = (first.components, last.components)
      return (b.year - a.year) * 12 + b.month - a.month + 1
    case .year: return last.components.year - first.components.year + 1
    }
  }

  /// Returns the name of the period that contains a day: `2026-03-01`, `2026-W09` (ISO 8601: a week
  /// belongs to the year of its Thursday), `2026-03` or `2026`.
  package func label(containing day: CivilDay) -> String {
    switch self {
    case .day: return day.description
    case .week:
      let thursday = day.week.monday + 3
      let number = (thursday.dayOfYear - 1) / 7 + 1
      return thursday.description.prefix(4) + (number < 10 ? "-W0" : "-W") + String(number)
    case .month: return CivilMonth(day).description
    case .year: return String(day.description.prefix(4))
    }
  }
}

extension CivilDay {
  /// The ordinal day of the year, from 1.
  fileprivate var dayOfYear: Int {
    let (year, month, day) = components
    return (1..<month).reduce(day) { $0 + CivilDay.length(ofMonth: $1, year: year) }
  }
}
