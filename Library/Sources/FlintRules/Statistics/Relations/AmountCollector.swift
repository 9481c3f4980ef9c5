package import FlintCalendar
import FlintSchema

/// The sums of the amounts of trackers by day: minutes of sessions, numbers of measurements, and ratings.
package struct AmountCollector {
  private var sums: [EventID: [CivilDay: Int128]] = [:]

  package init() {}

  package mutating func add(_ entry: EntryContent, of tracker: Tracker, on day: CivilDay) {
    switch entry.kind {
    case .session, .measurement, .rating:
      sums[tracker.id, default: [:]][day, default: 0] += Int128(entry.kind.millionths ?? 0)
    case .checklist, .log: break
    }
  }

  /// Returns a factor for each tracker whose amounts differ, in the order of the trackers: the days with
  /// more than the median of all days with an amount. The other days are those with less or as much; a
  /// day without an entry is neither.
  package func factors(_ kind: DayFactor.Kind, of state: ProfileState) -> [DayFactor] {
    state.trackers(kind).compactMap { tracker in
      guard let sums = sums[tracker.id] else { return nil }
      let ordered = sums.values.sorted()
      let median = ordered[(ordered.count - 1) / 2]
      let above = sums.filter { $0.value > median }.keys
      if above.isEmpty { return nil }
      let bound = DecimalNumber(millionths: Int64(clamping: median))?.description ?? "its median"
      return DayFactor(
        kind, "\(tracker.content.name) above \(bound)", days: Array(above),
        others: Array(sums.filter { $0.value <= median }.keys))
    }
  }
}
