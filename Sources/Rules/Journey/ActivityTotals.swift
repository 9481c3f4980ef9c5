public import Calendar

/// The totals of activities over the whole history up to a day.
public struct ActivityTotals: Equatable, Sendable {
  /// The number of journal entries.
  public var journals: Int64
  /// The number of sos sessions.
  public var sosSessions: Int64
  /// The number of self-care sessions.
  public var selfCareSessions: Int64
  /// The number of days with at least one event of any kind.
  public var activeDays: Int64
}

extension JourneyState {
  /// Returns the totals of activities up to the end of a day.
  public func activityTotals(through day: CivilDay) -> ActivityTotals {
    let counts = log.counts(through: day)
    return ActivityTotals(
      journals: counts.journals, sosSessions: counts.sos, selfCareSessions: counts.selfCare,
      activeDays: Int64(log.count(through: day)))
  }
}
