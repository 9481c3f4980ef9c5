public import Calendar
public import Rules
import Schema
import Storage

/// Statistics of the profile over days, as of now.
extension Session {
  /// Returns the range between two days, either of which may be omitted: see
  /// `ProfileState.days(since:before:today:)`.
  ///
  /// - Throws: `SessionError.field` about `since` or `until`.
  public func days(since: CivilDay?, before: CivilDay?) throws(SessionError) -> DayRange {
    let state = try state()
    return try checking { () throws(FieldError) in
      try state.days(since: since, before: before, today: today)
    }
  }

  /// Returns a metric over a range of days.
  ///
  /// - Throws: `SessionError.field` about `by` when there would be too many buckets, or about a
  ///   filter that the metric does not support or that names something that the profile does not
  ///   have.
  public func series(
    _ metric: SeriesMetric, by period: SeriesPeriod, _ range: DayRange,
    where filter: StatisticsFilter = StatisticsFilter()
  ) throws(SessionError) -> Series {
    let query = try checking { () throws(FieldError) in
      try SeriesQuery(metric, by: period, range, where: filter)
    }
    let state = try state()
    if let problem = state.problem(with: filter) { throw .field(problem) }
    return try rulebook.series(query, in: state, sparks: sparkFacts)
  }

  /// Returns the totals of a range of days.
  ///
  /// - Throws: `SessionError.field` about a filter that does not apply to sparks.
  public func summary(
    _ range: DayRange, where filter: StatisticsFilter = StatisticsFilter()
  ) throws(SessionError) -> StatisticsSummary {
    let query = try checking { () throws(FieldError) in try SummaryQuery(range, where: filter) }
    return try rulebook.summary(query, of: try state(), sparks: sparkFacts)
  }

  private func sparkFacts(
    _ query: SparkQuery, _ body: (SparkFact) -> Void
  ) throws(SessionError) {
    try begin()
    try storing {
      try access.sparks.forEachFact(query, through: now, body)
    }
  }

  private func checking<Value>(
    _ body: () throws(FieldError) -> Value
  ) throws(SessionError) -> Value {
    do throws(FieldError) {
      return try body()
    } catch {
      throw .field(error)
    }
  }
}
