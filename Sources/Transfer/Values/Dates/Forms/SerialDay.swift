import FlintCalendar
import FlintRules
import FlintSchema

/// Reads the numbers of days with which spreadsheets count time: 45123 is 2023-07-16, and 45123.75
/// its 18:00.
///
/// Day 1 is 1900-01-01, and day 60 the 29 February that 1900 did not have; days before it are refused,
/// since programs disagree about them. Times are rounded to whole seconds.
package enum SerialDay {
  /// The reason for which a text is not read, after its value in an error message.
  package struct Fault: Error, Hashable, Sendable {
    package var message: String
  }

  /// Returns the date of a number, without a time where the number is whole.
  package static func read(
    _ text: String, mark: DecimalMark? = .point
  ) throws(Fault) -> WrittenDate {
    guard let number = NumberReader(mark: mark, isRounding: true).read(text)?.millionths else {
      throw Fault(message: "expected the number of a day, such as 45123 or 45123.75")
    }
    var (day, fraction) = number.quotientAndRemainder(dividingBy: 1_000_000)
    guard day >= 61 else {
      throw Fault(
        message: "expected 61 (1900-03-01) or more: spreadsheets disagree about the days before it")
    }
    guard day <= 2_958_465 else {
      throw Fault(message: "expected 2958465 (9999-12-31) or less, the last day of spreadsheets")
    }
    guard let zero = CivilDay(year: 1899, month: 12, day: 30) else {
      throw Fault(message: "expected the number of a day")
    }
    if fraction == 0 { return try accepted(WrittenDate(day: zero + Int(day))) }
    // Half a second up.
    let seconds = (fraction * 86_400 + 500_000) / 1_000_000
    (day, fraction) = (day + seconds / 86_400, seconds % 86_400)
    return try accepted(WrittenDate(day: zero + Int(day), time: Int32(fraction) * 1000))
  }

  private static func accepted(_ date: WrittenDate) throws(Fault) -> WrittenDate {
    if date.isAccepted { return date }
    throw Fault(message: "expected a time from \(Instant.earliest) to \(Instant.latest)")
  }
}
