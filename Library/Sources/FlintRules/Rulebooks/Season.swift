package import FlintCalendar

/// A period of civil days in which a mission counts or a card can be drawn. A missing start or end
/// leaves it open.
package struct Season: BitwiseCopyable, Hashable, Sendable {
  /// The first day, if any. Of a season that recurs, the day of a year.
  package var from: CivilDay?
  /// The first day after the last, if any. Of a season that recurs, the day of a year.
  package var before: CivilDay?
  /// Whether it recurs every year.
  package var isYearly = false

  /// Creates a season.
  package init(from: CivilDay? = nil, before: CivilDay? = nil) {
    self.from = from
    self.before = before
  }

  /// The season without start and end.
  package static let always = Season()

  /// The last day as rulebooks write days; `nil` for a season without end.
  package var lastText: String? {
    before.map { end in
      let last = (end + -1).description
      return isYearly ? String(last.suffix(5)) : last
    }
  }

  /// The first day as rulebooks write it; `nil` for a season without start.
  package var firstText: String? { from?.seasonText }

  package func contains(_ day: CivilDay) -> Bool {
    guard isYearly else {
      return (from.map { $0 <= day } ?? true) && (before.map { day < $0 } ?? true)
    }
    guard let from, let before else { return false }
    let (first, end, day) = (from.monthAndDay, before.monthAndDay, day.monthAndDay)
    return first < end ? first <= day && day < end : first <= day || day < end
  }

  /// Returns the season itself, or the occurrence of one that recurs: that which contains a day or, if none
  /// does, the next one.
  package func occurrence(near day: CivilDay) -> Season {
    guard isYearly, let from, let before else { return self }
    let year = day.components.year
    let wraps = before.monthAndDay <= from.monthAndDay
    for first in [year - 1, year, year + 1] {
      let (start, end) = (from.inYear(first), before.inYear(wraps ? first + 1 : first))
      if let start, let end, day < end { return Season(from: start, before: end) }
    }
    return Season(from: day, before: day + 1)
  }
}

extension CivilDay {
  /// The year in whose days the seasons of every year are kept; it has a 29 February.
  package static let nominalYear = 4

  /// The month and the day as one number, in the order of a year.
  var monthAndDay: Int {
    let (_, month, day) = components
    return month * 100 + day
  }

  /// Returns the day of the same month and number in a year; where there is no 29 February, 1 March.
  func inYear(_ year: Int) -> CivilDay? {
    let (_, month, day) = components
    return CivilDay(year: year, month: month, day: day)
      ?? CivilDay(year: year, month: month + 1, day: 1)
  }

  /// The day as rulebooks write it: that of every year without its year.
  var seasonText: String {
    components.year == Self.nominalYear ? String(description.suffix(5)) : description
  }
}
