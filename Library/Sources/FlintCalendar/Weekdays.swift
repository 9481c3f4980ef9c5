/// A day of the week; weeks begin on Monday.
package enum Weekday: UInt8, Sendable, CaseIterable, Comparable {
  case monday = 0
  case tuesday = 1
  case wednesday = 2
  case thursday = 3
  case friday = 4
  case saturday = 5
  case sunday = 6

  package init(_ day: CivilDay) {
    self = Weekday.allCases[day.weekday]
  }

  /// The English name, `Monday` … `Sunday`.
  package var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// The number where weeks begin on Sunday: 1 = Sunday … 7 = Saturday.
  package var numberFromSunday: Int { self == .sunday ? 1 : Int(rawValue) + 2 }

  /// Creates the weekday of an English name or its first three letters, in any letter case.
  package init?(name: some StringProtocol) {
    let name = name.lowercased()
    let found = Weekday.allCases.first { weekday in
      let full = weekday.name.lowercased()
      return name == full || name == full.prefix(3)
    }
    guard let found else { return nil }
    self = found
  }

  /// Returns the number of days from this weekday to another one: its column, 0 to 6, in a calendar
  /// whose weeks begin on this one.
  package func column(of other: Weekday) -> Int { (Int(other.rawValue) - Int(rawValue) + 7) % 7 }

  package static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}

package struct Weekdays: OptionSet, BitwiseCopyable, Hashable, Sendable {
  /// One bit for each weekday, Monday the lowest.
  package let rawValue: UInt8

  /// Creates a set from its bits; the highest bit is ignored.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue & 0x7f
  }

  package init(_ weekday: Weekday) {
    self.init(rawValue: 1 << weekday.rawValue)
  }

  package static let all = Weekdays(rawValue: 0x7f)

  package func contains(_ day: CivilDay) -> Bool { rawValue & (1 << UInt8(day.weekday)) != 0 }

  /// The weekdays in the set, Monday first.
  package var weekdays: [Weekday] { Weekday.allCases.filter { contains(Weekdays($0)) } }

  /// Returns the number of days of the set before a day, counted from the Monday of the week of
  /// 1970-01-01 and negative before it. Consecutive days of the set differ by 1.
  package func ordinal(of day: CivilDay) -> Int {
    let before = rawValue & ((1 << UInt8(day.weekday)) - 1)
    return Int(day.week.number) * rawValue.nonzeroBitCount + before.nonzeroBitCount
  }
}
