/// A metric in general: what is aggregated of which occurrences.
package struct EventMetric: Hashable, Sendable {
  /// How occurrences are aggregated within a window.
  package enum Form: String, BitwiseCopyable, Sendable, CaseIterable {
    case count
    /// The number of days on which they occur or reach an amount.
    case days
    case sum
    /// The number of different values.
    case distinct
  }

  /// What is summed or distinguished.
  package enum Measure: String, BitwiseCopyable, Sendable, CaseIterable {
    case events
    case minutes
    case number
    /// The points of the event itself.
    case points
    case score
    case categories
    case trackers
    case tags
  }

  package var selector: OccurrenceSelector
  package var form: Form
  /// What is summed or distinguished, if it is given.
  package var given: Measure?
  /// What a day's sum must be for the day to count, if it is given.
  package var eachAtLeast: Int64?

  package init(
    _ selector: OccurrenceSelector, _ form: Form = .count, of given: Measure? = nil,
    eachAtLeast: Int64? = nil
  ) {
    self.selector = selector
    self.form = form
    self.given = given
    self.eachAtLeast = eachAtLeast
  }

  /// What is summed or distinguished.
  package var measure: Measure {
    if let given { return given }
    let countsEntries = selector.event == .entry
    return switch form {
    case .count: .events
    case .days: countsEntries && eachAtLeast != nil ? .number : .events
    case .sum: countsEntries ? .number : .points
    case .distinct: [.spark, .card].contains(selector.event) ? .categories : .trackers
    }
  }

  /// The measures that the form can take of the occurrences.
  var measures: [Measure] {
    let event = selector.event
    switch form {
    case .count: return [.events]
    case .days, .sum:
      let own: [Measure] =
        switch event {
        case .entry: [.minutes, .number, .points]
        case .taskComplete: [.points, .score]
        default: [.points]
        }
      return (form == .days ? [.events] : []) + own
    case .distinct:
      switch event {
      case .spark, .card: return [.categories]
      case .entry: return [.trackers, .tags]
      case .habitDone: return [.trackers]
      case .taskComplete, .mood, .activity, .questNode, .mission: return []
      }
    }
  }

  /// The name that tables and messages show, such as `days of entry`.
  var name: String {
    let shown = form == .count || measure == .events ? "" : " \(measure.rawValue) of"
    return "\(form.rawValue)\(shown.isEmpty ? " of" : shown) \(selector.event.name)"
  }

  /// The number of units in which an amount is kept: minutes and numbers are kept in millionths.
  var scale: Int64 { measure == .minutes || measure == .number ? 1_000_000 : 1 }
}

extension EventMetric.Measure {
  /// - Parameter points: the points of the event itself.
  func amount(of occurrence: Occurrence, points: Int64) -> Int64 {
    switch self {
    case .events, .categories, .trackers, .tags: 1
    case .minutes: occurrence.minutes
    case .number: occurrence.number
    case .points: points
    case .score: occurrence.score
    }
  }

  /// - Parameter categories: those of the rulebook.
  func values(
    of occurrence: Occurrence, _ names: OccurrenceNames, _ categories: FixedTable<SparkCategory>
  ) -> [String] {
    switch self {
    case .categories: occurrence.category.map { [categories[$0].name] } ?? []
    case .trackers: occurrence.tracker.map { [$0.description] } ?? []
    case .tags: names.tags
    default: []
    }
  }
}
