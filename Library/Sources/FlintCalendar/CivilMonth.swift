/// A month of a year of the proleptic Gregorian calendar.
package struct CivilMonth: Hashable, Comparable, Sendable {
  package static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The year, 1–9999.
  package let year: Int
  /// The month, 1–12.
  package let month: Int
  package let firstDay: CivilDay

  /// Creates a month; `nil` when the year is outside 1–9999 or the month outside 1–12.
  package init?(year: Int, month: Int) {
    guard let firstDay = CivilDay(year: year, month: month, day: 1) else { return nil }
    self.year = year
    self.month = month
    self.firstDay = firstDay
  }

  package init(_ day: CivilDay) {
    let (year, month, dayOfMonth) = day.components
    self.year = year
    self.month = month
    firstDay = day + (1 - dayOfMonth)
  }

  /// The first day after the month.
  package var end: CivilDay { firstDay + CivilDay.length(ofMonth: month, year: year) }

  package static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    left.firstDay < right.firstDay
  }
}

extension CivilMonth: CustomStringConvertible {
  /// `YYYY-MM`.
  package var description: String { String(firstDay.description.dropLast(3)) }
}
