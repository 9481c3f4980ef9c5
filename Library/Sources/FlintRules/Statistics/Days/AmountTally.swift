package import FlintCalendar
import FlintSchema

/// The amounts of entries by day, for some series of trackers.
package struct AmountTally {
  /// The series of each tracker.
  private var wanted: [EventID: [DaySeries.Source]] = [:]
  /// The totals of the entries of each day, by series.
  package private(set) var days: [DaySeries.Source: [CivilDay: ValueTotals]] = [:]

  package init(_ series: some Sequence<DaySeries>) {
    for series in series {
      guard let tracker = series.tracker, series.hasAmounts, days[series.source] == nil else {
        continue
      }
      wanted[tracker, default: []].append(series.source)
      days[series.source] = [:]
    }
  }

  /// The trackers whose entries are to be added.
  package var trackers: Set<EventID> { Set(wanted.keys) }

  package mutating func add(_ entry: EntryContent, of tracker: Tracker, on day: CivilDay) {
    for source in wanted[tracker.id] ?? [] {
      if let amount = entry.amount(of: source) {
        days[source, default: [:]][day, default: ValueTotals()].add(amount)
      }
    }
  }
}

extension DaySeries {
  /// Whether the numbers are those of entries.
  fileprivate var hasAmounts: Bool {
    switch source {
    case .amounts, .field: true
    case .metric, .factor: false
    }
  }
}

extension EntryContent {
  /// Returns the amount in millionths that the entry adds to a series of its tracker, if it has one.
  fileprivate func amount(of source: DaySeries.Source) -> Int64? {
    switch source {
    case .amounts(_, let unit):
      switch (unit, kind) {
      case (.minutes, .session), (.number, .measurement), (.rating, .rating), (.done, .checklist):
        kind.millionths
      case (.minutes, _): minutes.map(\.saturatingMillionths)
      case (.entries, _): 1_000_000
      default: nil
      }
    case .field(_, let name):
      values.lazy.compactMap { value -> Int64? in
        guard case .number(let number) = value.value, value.name.lowercased() == name.lowercased()
        else { return nil }
        return number.millionths
      }.first
    case .metric, .factor: nil
    }
  }
}
