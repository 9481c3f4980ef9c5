import FlintSchema

/// A number that days have: what it is of, how several numbers become one, and what a day without one means.
///
/// Statistics and relations read this declaration, and get the numbers from
/// `ProfileReader.values(of:)`.
package struct DaySeries: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case metric(SeriesMetric)
    /// The amounts of a tracker's entries in one unit.
    case amounts(tracker: EventID, AmountUnit)
    /// The numbers of a tracker's own field, under its name.
    case field(tracker: EventID, String)
    /// 1 on a day that has something, such as a habit that is done, and 0 on a day that has not.
    case factor(DayFactor.Kind, String)
  }

  /// How several numbers become one.
  package enum Combination: String, NamedChoice {
    case sum, mean

    package var name: String { rawValue }
  }

  /// The shortest name that says what the series is of, such as `Sleep`, `Run.Distance` or `mood`.
  package let name: String
  /// All names, in any letter case: the one shown, the complete one, and those that several series may share.
  let names: [String]
  package let source: Source
  /// The tracker that the series is of, if it is of one.
  package let tracker: EventID?
  /// How the numbers of a day's entries become that of the day.
  package internal(set) var ofDay: Combination
  /// How the numbers of days become that of a week, month or year.
  package internal(set) var ofPeriod: Combination
  /// Whether a day without a number counts as 0, from the first day with one on. If not, it is unknown.
  package let isZeroWithout: Bool

  init(
    _ name: String, names: [String] = [], _ source: Source, of tracker: EventID? = nil,
    ofDay: Combination,
    ofPeriod: Combination, isZeroWithout: Bool
  ) {
    self.name = name
    self.names = [name] + names
    self.source = source
    self.tracker = tracker
    self.ofDay = ofDay
    self.ofPeriod = ofPeriod
    self.isZeroWithout = isZeroWithout
  }

  /// The word for the kind of the series, which distinguishes series of one name: `tracker:mood`.
  package var kind: String {
    switch source {
    case .metric: "metric"
    case .amounts, .field: "tracker"
    case .factor(let kind, _): kind.singular
    }
  }

  /// The kind of factors that the series belongs to; `nil` for a metric.
  package var factorKind: DayFactor.Kind? {
    switch source {
    case .metric: nil
    case .amounts, .field: .trackers
    case .factor(let kind, _): kind
    }
  }
}

/// What the entries of a tracker are counted in.
package enum AmountUnit: String, NamedChoice {
  /// The minutes of sessions, and the durations of other entries.
  case minutes
  /// The numbers of measurements.
  case number
  case rating
  /// The checklists: 1 for done, 0 for not done.
  case done
  /// The entries themselves, each counting 1.
  case entries

  package var name: String { rawValue }
}
