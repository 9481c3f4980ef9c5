extension JourneyState {
  /// The journey that counts on a day: of those recorded on it or before, the last. On a day by
  /// which none was recorded, the first that was recorded later and had begun by then: somebody who
  /// says today that a journey began ten days ago has been on it for ten days. Otherwise `nil`.
  public func journey(on day: CivilDay) -> Journey? {
    journeys.last { $0.recordedOn <= day } ?? journeys.first { $0.start <= day }
  }

  /// The scores as of the end of a past day, or as of now for the latest day opened; of a day after
  /// that as if nothing happened until then. What was done counts on the civil day of its event,
  /// an achievement from the day after it unlocked.
  ///
  /// - Returns: `nil` on a day on no journey: see `journey(on:)`.
  public func scores(on day: CivilDay) -> JourneyScores? {
    guard let journey = journey(on: day) else { return nil }
    let counts = log.counts(through: day)
    return JourneyScores(
      day: day,
      JourneyScores.Terms(
        days: Int64(day - journey.start), journals: counts.journals, sessions: counts.sessions,
        activeDays: Int64(log.count(through: day) - log.count(before: journey.start)),
        unlocked: Int64(unlocks.firstPosition(from: day))))
  }

  /// What ladders look at, as of the end of a day: a count, or millionths of a score.
  ///
  /// - Returns: `nil` when the metric has no value on the day, since it is on no journey.
  public func value(of metric: LadderMetric, on day: CivilDay) -> Int64? {
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

  /// Consecutive active days up to a day, or to the day before when that one is not active (yet):
  /// one day of grace. Otherwise 0.
  public func activityStreak(on day: CivilDay) -> Int { Int(log.streak(on: day)) }

  /// The most active days in a row, over all of history.
  public var longestActivityStreak: Int { Int(log.longestRun) }

  /// Whether anything happened on a day.
  public func isActive(on day: CivilDay) -> Bool {
    log.count(before: day) < log.count(through: day)
  }
}
