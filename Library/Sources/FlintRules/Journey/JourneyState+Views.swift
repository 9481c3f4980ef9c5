package import FlintCalendar

/// The totals of activities over the whole history up to a day.
package struct ActivityTotals: Equatable, Sendable {
  package var journals: Int64
  package var sosSessions: Int64
  package var selfCareSessions: Int64
  /// The number of days with at least one event of any kind.
  package var activeDays: Int64
}

extension JourneyState {
  /// Returns the journey that applies to a day: the last one recorded on or before it. For a day
  /// before every recording, it is the first one recorded later whose start is not after the day: a
  /// journey that is recorded today with a start ten days ago applies to those ten days. Otherwise
  /// `nil`.
  package func journey(on day: CivilDay) -> Journey? {
    journeys.last { $0.recordedOn <= day } ?? journeys.first { $0.start <= day }
  }

  /// Returns the scores as of the end of a past day, or the current ones for the latest open day;
  /// for a later day they assume no further events. Activities count on the civil day of their
  /// event, an achievement from the day after it unlocked.
  ///
  /// - Returns: `nil` for a day without a journey; see `journey(on:)`.
  package func scores(on day: CivilDay) -> JourneyScores? {
    guard let journey = journey(on: day) else { return nil }
    let counts = log.counts(through: day)
    return JourneyScores(
      day: day,
      JourneyScores.Terms(
        days: Int64(day - journey.start), journals: counts.journals, sessions: counts.sessions,
        activeDays: Int64(log.count(through: day) - log.count(before: journey.start)),
        unlocked: Int64(unlocks.firstPosition(from: day))))
  }

  /// Returns the value of a metric as of the end of a day: a count, or millionths of a score.
  ///
  /// - Returns: `nil` when the metric has no value, because the day has no journey.
  package func value(of metric: LadderMetric, on day: CivilDay) -> Int64? {
    switch metric {
    case .days: journey(on: day).map { Int64(day - $0.start) }
    case .activityStreak: Int64(log.streak(on: day))
    case .journals: log.counts(through: day).journals
    case .sosSessions: log.counts(through: day).sos
    case .activeDays: Int64(log.count(through: day))
    case .consistency: scores(on: day)?.consistency
    case .selfCare: scores(on: day)?.selfCare
    case .stability: scores(on: day)?.stability
    }
  }

  /// Returns the number of consecutive active days that end on a day, or on the day before if the
  /// day itself is not active (yet): one day of grace. Otherwise 0.
  package func activityStreak(on day: CivilDay) -> Int { Int(log.streak(on: day)) }

  /// The maximum number of consecutive active days in the whole history.
  package var longestActivityStreak: Int { Int(log.longestRun) }

  /// Returns whether at least one event happened on a day.
  package func isActive(on day: CivilDay) -> Bool {
    log.count(before: day) < log.count(through: day)
  }

  package func activityTotals(through day: CivilDay) -> ActivityTotals {
    let counts = log.counts(through: day)
    return ActivityTotals(
      journals: counts.journals, sosSessions: counts.sos, selfCareSessions: counts.selfCare,
      activeDays: Int64(log.count(through: day)))
  }
}
