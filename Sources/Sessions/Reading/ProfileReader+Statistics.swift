package import FlintCalendar
package import FlintRules
import Storage

/// Summaries of the profile as of now.
extension ProfileReader {
  package func summary() throws(SessionError) -> ProfileSummary {
    var summary = session.rulebook.summary(of: try session.state(), today: session.today)
    summary.removedDraws = try removedDraws()
    return summary
  }

  /// Returns the draws of events that were removed or undone.
  package func removedDraws() throws(SessionError) -> RemovedDraws {
    try session.read { access in
      let (sparks, rolls) = try access.corrections.removedDraws(
        records: session.progress.records.count)
      let others = try access.events.removed(of: session.rulebook.drawingKinds)
      return session.rulebook.removedDraws(sparks: sparks, rolls: rolls, others: others)
    }
  }

  /// Returns the range between two days, either of which may be omitted: see
  /// `ProfileState.days(since:before:today:)`.
  ///
  /// - Throws: `SessionError.field` about `since` or `until`.
  package func days(since: CivilDay?, before: CivilDay?) throws(SessionError) -> DayRange {
    try session.work {
      try session.state().days(since: since, before: before, today: session.today)
    }
  }

  /// - Throws: `SessionError.field` about `by` when there would be too many buckets, or about a
  ///   filter that the metric does not support or that names something that the profile does not
  ///   have.
  package func series(
    _ metric: SeriesMetric, by period: SeriesPeriod, _ range: DayRange,
    where filter: StatisticsFilter = StatisticsFilter()
  ) throws(SessionError) -> Series {
    let query = try session.work { try SeriesQuery(metric, by: period, range, where: filter) }
    let state = try session.state()
    if let problem = state.problem(with: filter) { throw .field(problem) }
    return try session.rulebook.series(query, in: state, sparks: sparkFacts)
  }

  /// Returns the totals of the days of a range that have passed: see `ProfileState.passed(_:today:)`.
  ///
  /// - Throws: `SessionError.field` about a filter that does not apply to sparks.
  package func summary(
    _ range: DayRange, where filter: StatisticsFilter = StatisticsFilter()
  ) throws(SessionError) -> StatisticsSummary {
    let state = try session.state()
    let query = try session.work {
      try SummaryQuery(state.passed(range, today: session.today), where: filter)
    }
    return try session.rulebook.summary(query, of: state, sparks: sparkFacts)
  }

  /// The last day with an event or a rating; `nil` if nothing was recorded.
  package var lastDay: CivilDay? {
    get throws(SessionError) {
      let state = try session.state()
      return [state.history.days.last?.day, state.moods.lastDay].compactMap(\.self).max()
    }
  }

  private func sparkFacts(
    _ query: SparkQuery, _ body: (SparkFact) -> Void
  ) throws(SessionError) {
    try session.read { access in
      try access.sparks.forEachFact(
        session.scaled(query), through: session.now, isOnlyReading: !session.options.isWriting, body
      )
    }
  }

  /// Returns what is due, the most urgent deadline first.
  ///
  /// - Parameters:
  ///   - span: the time to look ahead.
  ///   - kinds: the kinds to return; all if empty.
  package func dues(
    within span: DueSpan = .usual, kinds: Set<DueView.Kind> = []
  ) throws(SessionError) -> [DueView] {
    session.rulebook.dues(
      of: try session.state(), clock(within: span),
      kinds: kinds.isEmpty ? Set(DueView.Kind.allCases) : kinds)
  }

  private func clock(within span: DueSpan) -> DueClock {
    let (zone, now) = (session.zone, session.now)
    let end = { (day: CivilDay) in zone.start(of: day + 1).instant }
    let until: Instant
    let lastDay: CivilDay
    switch span {
    case .days(let days):
      lastDay = session.today + days
      until = Instant(milliseconds: end(lastDay).milliseconds - 1)
    case .minutes(let minutes):
      until = Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000)
      lastDay = zone.day(of: until)
    }
    return DueClock(
      now: now, time: CivilTime(now, offset: zone.offset(at: now)), dayStart: zone.dayStart,
      until: until, lastDay: lastDay, end: end)
  }
}
