/// A month of a year of the proleptic Gregorian calendar.
public struct CivilMonth: Hashable, Comparable, Sendable {
  /// The English names of the months.
  public static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The year, 1–9999.
  public let year: Int
  /// The month, 1–12.
  public let month: Int
  /// The first day of the month.
  public let firstDay: CivilDay

  /// Creates a month; `nil` when the year is outside 1–9999 or the month outside 1–12.
  public init?(year: Int, month: Int) {
    guard let firstDay = CivilDay(year: year, month: month, day: 1) else { return nil }
    self.year = year
    self.month = month
    self.firstDay = firstDay
  }

  /// Creates the month that contains a day.
  public init(_ day: CivilDay) {
    let (year, month, dayOfMonth) = day.components
    self.year = year
    self.month = month
    firstDay = day + (1 - dayOfMonth)
  }

  /// The first day after the month.
  public var end: CivilDay { firstDay + CivilDay.length(ofMonth: month, year: year) }

  /// Whether the left month is earlier than the right one.
  public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    left.firstDay < right.firstDay
  }
}

extension CivilMonth: CustomStringConvertible {
  /// `YYYY-MM`.
  public var description: String { String(firstDay.description.dropLast(3)) }
}
