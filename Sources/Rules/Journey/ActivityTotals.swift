/// How often something was done, over all of history up to a day.
public struct ActivityTotals: Equatable, Sendable {
  /// Journal entries.
  public var journals: Int64
  /// Sos sessions.
  public var sosSessions: Int64
  /// Self-care sessions.
  public var selfCareSessions: Int64
  /// Days on which anything of the profile happened.
  public var activeDays: Int64
}

extension JourneyState {
  /// How often something was done up to the end of a day.
  public func activityTotals(through day: CivilDay) -> ActivityTotals {
    let counts = log.counts(through: day)
    return ActivityTotals(
      journals: counts.journals, sosSessions: counts.sos, selfCareSessions: counts.selfCare,
      activeDays: Int64(log.count(through: day)))
  }
}
