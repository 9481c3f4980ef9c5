import FlintCalendar
package import FlintRules
import Storage

/// The numbers of days: of anything that is counted or tracked.
extension ProfileReader {
  /// Returns the series of days that the profile has.
  ///
  /// - Parameter hasFactors: whether to include tags and categories, for which all events are read.
  package func seriesCatalog(withFactors hasFactors: Bool) throws(SessionError) -> SeriesCatalog {
    let state = try session.folded()
    let today = session.today
    var factors = state.factors(.habits, today: today)
    if hasFactors {
      factors += try self.factors([.tags, .sparks])
      factors += state.factors(.tasks, today: today).filter { !$0.days.isEmpty }
    }
    return SeriesCatalog(state, factors: factors)
  }

  /// Returns the amounts of a series of a tracker in each period of a range of days.
  ///
  /// - Throws: `SessionError.field` about `by` when there would be too many periods.
  package func amounts(
    of series: DaySeries, by period: SeriesPeriod, _ range: DayRange
  ) throws(SessionError) -> AmountSeries {
    let query = try session.work { try SeriesQuery(.entries, by: period, range) }
    let days = try tally([series]).days[series.source] ?? [:]
    return AmountSeries(series, by: query.period, query.range, days)
  }

  /// Returns the numbers of some series, in their order. Those of a metric are only of the days of a range; all others
  /// are of all of history up to now.
  ///
  /// - Parameter catalog: the catalog that has the series, with the factors that are asked for.
  package func values(
    of series: [DaySeries], in range: DayRange, _ catalog: SeriesCatalog
  ) throws(SessionError) -> [DayValues] {
    let tally = try tally(series)
    var values: [DayValues] = []
    for series in series {
      switch series.source {
      case .metric(let metric): values.append(try self.values(of: series, metric, range))
      case .amounts, .field:
        values.append(DayValues(series, tally.days[series.source] ?? [:]))
      case .factor(let kind, let name):
        let factor = catalog.factors.first { $0.kind == kind && $0.name == name }
        values.append(DayValues(series, factor ?? DayFactor(kind, name, days: [])))
      }
    }
    return values
  }

  /// Returns the numbers of a series and of those that it is to be compared with.
  ///
  /// - Parameters:
  ///   - name: the name of the series.
  ///   - others: the names of the others; without any, the usual ones except those of the same tracker.
  ///   - kinds: the kinds that the others belong to; any if empty.
  ///   - range: the days of the series that are asked about.
  /// - Returns: the numbers, and the days of the range that are over: what today lacks may still happen.
  /// - Throws: `SessionError.field` about `series` when a name means no series, or several.
  package func related(
    _ name: String, to others: [String], with kinds: Set<DayFactor.Kind>, in range: DayRange
  ) throws(SessionError) -> (outcome: DayValues, others: [DayValues], range: DayRange?) {
    let catalog = try seriesCatalog(withFactors: true)
    let outcome = try session.work { try catalog.series(named: name, field: "series") }
    let compared = try session.work { try catalog.series(comparedWith: outcome, others, kinds) }
    let history = try days(since: nil, before: nil)
    // Numbers before the range are compared with a lag.
    let first = max(history.since, range.since + -1_500)
    let read = try session.work {
      try DayRange(since: first, before: max(range.before, first + 1))
    }
    let end = min(range.before, session.today)
    let asked =
      end > range.since
      ? try session.work { try DayRange(since: range.since, before: end) } : nil
    let values = try self.values(of: [outcome] + compared, in: read, catalog)
    // What the profile does not have is not compared unless it is named.
    let present = values.dropFirst().filter { other in
      !others.isEmpty || other.days.contains { $0.value != 0 }
    }
    return (values[0], present, asked)
  }

  private func values(
    of series: DaySeries, _ metric: SeriesMetric, _ range: DayRange
  ) throws(SessionError) -> DayValues {
    let scale: Int64 = metric.isMean ? 1 : 1_000_000
    let buckets = try self.series(metric, by: .day, range).buckets
    let days = buckets.lazy.compactMap { bucket in
      bucket.value.map { (day: bucket.start, value: $0 &* scale) }
    }
    return DayValues(series, days)
  }

  /// Returns the amounts of some series of trackers, over all of history up to now.
  private func tally(_ series: [DaySeries]) throws(SessionError) -> AmountTally {
    var tally = AmountTally(series)
    if tally.trackers.isEmpty { return tally }
    let state = try session.folded()
    let ids = state.trackers.trackers.filter { tally.trackers.contains($0.id) }.flatMap(\.ids)
    let texts = ids.count <= 100 ? ids.map(\.description) : nil
    let entry = EntryQuery().filter(voids: state.events.voids)
    try session.read { access in
      try access.events.forEachUnordered(
        of: .trackerEntry, before: end, containing: texts,
        isOnlyReading: !session.options.isWriting
      ) { event in
        guard let entry = entry(event),
          let tracker = state.trackers.tracker(entry.content.tracker)
        else { return }
        tally.add(entry.content, of: tracker, on: event.day(session.dayStart))
      }
    }
    return tally
  }
}
