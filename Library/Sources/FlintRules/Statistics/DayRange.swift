package import FlintCalendar
package import FlintSchema

/// A half-open range of at least one civil day, within the years 1 to 9999.
package struct DayRange: Hashable, Sendable {
  package let since: CivilDay
  /// The first day after the last.
  package let before: CivilDay

  /// 0001-01-01.
  static let earliest = CivilDay(number: -719_162)
  /// 10000-01-01, the exclusive end of all ranges.
  static let end = CivilDay(number: 2_932_897)

  /// - Throws: `FieldError` about `since` or `until`, when a day is outside the years 1 to 9999 or
  ///   the range is empty.
  package init(since: CivilDay, before: CivilDay) throws(FieldError) {
    guard DayRange.earliest <= since, since < DayRange.end else {
      throw FieldError(
        field: "since", expected: "a day from 0001-01-01 to 9999-12-31",
        found: since.description)
    }
    guard before <= DayRange.end else {
      throw FieldError(
        field: "before", expected: "a day up to 10000-01-01", found: before.description)
    }
    guard since < before else {
      throw FieldError(
        field: "before", expected: "a day after since (\(since))", found: before.description)
    }
    self.since = since
    self.before = before
  }

  package var count: Int { before - since }
  package var last: CivilDay { before + -1 }

  package func contains(_ day: CivilDay) -> Bool { since <= day && day < before }
}

extension ProfileState {
  /// Returns the range between two days, both optional. The default start is the first day with any
  /// data. The default end is tomorrow, or the day after the last event if that is later, as it can
  /// be after a change of time zone. The result has at least one day, even when a given day excludes
  /// all others of the default range.
  package func days(
    since: CivilDay?, before: CivilDay?, today: CivilDay
  ) throws(FieldError) -> DayRange {
    let first = [history.days.first?.day, moods.firstDay].compactMap(\.self).min() ?? today
    let last = max(today, history.days.last?.day ?? today)
    // A day outside the calendar is reported by the range.
    let given = [since, before].compactMap(\.self)
    guard given.allSatisfy({ DayRange.earliest <= $0 && $0 <= DayRange.end }) else {
      return try DayRange(since: since ?? first, before: before ?? last + 1)
    }
    let end = before ?? max(last, since ?? last) + 1
    return try DayRange(since: since ?? min(first, end + -1), before: end)
  }
  /// Returns the days of a range up to today, or up to the last day with an event if that is later: days
  /// to come would lower every mean and trend. A range of nothing but days to come is left as it is.
  package func passed(_ range: DayRange, today: CivilDay) throws(FieldError) -> DayRange {
    let last = max(today, history.days.last?.day ?? today)
    guard range.since <= last && range.last > last else { return range }
    return try DayRange(since: range.since, before: last + 1)
  }
}
