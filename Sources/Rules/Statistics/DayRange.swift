/// A half-open range of civil days with at least one day in it, all of them in the years 1 to 9999.
public struct DayRange: Hashable, Sendable {
  /// The first day.
  public let since: CivilDay
  /// The first day after it.
  public let until: CivilDay

  /// 0001-01-01.
  static let earliest = CivilDay(number: -719_162)
  /// 10000-01-01, the first day that is in no range.
  static let end = CivilDay(number: 2_932_897)

  /// Makes a range.
  ///
  /// - Throws: `FieldError` about `since` or `until`, when a day lies outside the years 1 to 9999
  ///   or there is no day between the two.
  public init(since: CivilDay, until: CivilDay) throws(FieldError) {
    guard DayRange.earliest <= since, since < DayRange.end else {
      throw FieldError(
        field: "since", expected: "a day from 0001-01-01 to 9999-12-31",
        found: since.description)
    }
    guard until <= DayRange.end else {
      throw FieldError(
        field: "until", expected: "a day up to 10000-01-01", found: until.description)
    }
    guard since < until else {
      throw FieldError(
        field: "until", expected: "a day after since (\(since))", found: until.description)
    }
    self.since = since
    self.until = until
  }

  /// How many days it has.
  public var count: Int { until - since }
  /// Its last day.
  public var last: CivilDay { until + -1 }

  /// Whether a day lies in it.
  public func contains(_ day: CivilDay) -> Bool { since <= day && day < until }
}

extension ProfileState {
  /// The range of days between two, either of which may be left open: at the beginning for the
  /// first day that anything is known of, at the end for tomorrow (or, if a traveller has been
  /// there already, the day after the last with an event). A range whose given end leaves nothing
  /// of that has one day.
  ///
  /// - Throws: `FieldError` as `DayRange` does.
  public func days(
    since: CivilDay?, until: CivilDay?, today: CivilDay
  ) throws(FieldError) -> DayRange {
    let first = [history.days.first?.day, moods.firstDay].compactMap(\.self).min() ?? today
    let last = max(today, history.days.last?.day ?? today)
    // A day beyond every calendar is left for the range to refuse.
    let given = [since, until].compactMap(\.self)
    guard given.allSatisfy({ DayRange.earliest <= $0 && $0 <= DayRange.end }) else {
      return try DayRange(since: since ?? first, until: until ?? last + 1)
    }
    let end = until ?? max(last, since ?? last) + 1
    return try DayRange(since: since ?? min(first, end + -1), until: end)
  }
}
