/// A civil day of the proleptic Gregorian calendar, as the number of days since 1970-01-01.
public struct CivilDay: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public var number: Int32

  /// Creates the day with a number of days since 1970-01-01.
  @inlinable
  public init(number: Int32) {
    self.number = number
  }

  /// Creates the day of a year, month and day of month; `nil` when there is no such day or the year
  /// is outside 1–9999. (H. Hinnant, "chrono-compatible low-level date algorithms".)
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= CivilDay.length(ofMonth: month, year: year)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.dividedRoundingDown(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.number = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Whether the left day is earlier than the right one.
  @inlinable
  public static func < (left: CivilDay, right: CivilDay) -> Bool {
    left.number < right.number
  }

  /// Returns the day a number of days later, or earlier when the number is negative.
  @inlinable
  public static func + (day: CivilDay, count: Int) -> CivilDay {
    CivilDay(number: day.number + Int32(count))
  }

  /// Returns the number of days from the right day to the left one.
  @inlinable
  public static func - (left: CivilDay, right: CivilDay) -> Int {
    Int(left.number) - Int(right.number)
  }

  /// The year, month (1–12) and day of month (1–31).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(number) + 719_468
    let era = shifted.dividedRoundingDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The weekday: 0 = Monday … 6 = Sunday.
  @inlinable package var weekday: Int { Int((number + 3) - week.number * 7) }

  @inlinable package var week: CivilWeek {
    CivilWeek(number: (number + 3).dividedRoundingDown(by: 7))
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the Mondays of the weeks of a year in ISO 8601, of which the first contains January 4;
  /// `nil` outside of the years 1 to 9999.
  package static func mondays(ofWeeksIn year: Int) -> [CivilDay]? {
    guard let first = CivilDay(year: year, month: 1, day: 4)?.week,
      let last = CivilDay(year: year, month: 12, day: 28)?.week
    else { return nil }
    return (first.number...last.number).map { CivilWeek(number: $0).monday }
  }
}

/// A civil week, Monday to Sunday, as the number of weeks since the one that contains 1970-01-01.
@usableFromInline
package struct CivilWeek: Hashable, Comparable, Sendable {
  /// Weeks since the one that contains 1970-01-01.
  @usableFromInline package var number: Int32

  /// Creates the week with a number of weeks since the one that contains 1970-01-01.
  @inlinable
  public init(number: Int32) {
    self.number = number
  }

  @inlinable package var monday: CivilDay { CivilDay(number: number * 7 - 3) }

  @inlinable
  package static func < (left: CivilWeek, right: CivilWeek) -> Bool {
    left.number < right.number
  }
}
