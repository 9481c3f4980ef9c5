import FlintCalendar
package import FlintSchema

/// The series of days that a profile has, by name.
package struct SeriesCatalog: Sendable {
  /// The series, metrics first, then those of each tracker, then the others.
  package private(set) var all: [DaySeries] = []
  /// The days of the series that are factors.
  package let factors: [DayFactor]
  /// What a name may mean, for errors.
  private let expected: String

  /// - Parameters:
  ///   - state: the state of the profile.
  ///   - factors: the habits, tags, categories and tasks to include.
  package init(_ state: ProfileState, factors: [DayFactor]) {
    self.factors = factors
    expected =
      "mood, points or another metric, a tracker, a tracker's field such as Run.Distance, a habit, a "
      + "tag, a category or a project"
    all = SeriesMetric.allCases.map(DaySeries.init)
    for tracker in state.trackers.trackers {
      append(tracker, tracker.amountUnits)
      append(habit: tracker)
    }
    for factor in factors where factor.kind != .habits {
      all.append(DaySeries(factor, factor.name))
    }
  }

  /// Creates the catalog of what the entries of trackers add up to, checklists included.
  package init(amountsOf state: TrackersState) {
    factors = []
    expected = "a tracker of the profile, or a tracker's field such as Run.Distance"
    for tracker in state.trackers {
      var units = tracker.amountUnits
      if tracker.checklists.count > 0 {
        units = units.main.isEmpty ? ([.done], units.others) : (units.main, units.others + [.done])
      }
      append(tracker, units)
    }
  }

  private mutating func append(
    _ tracker: Tracker, _ units: (main: [AmountUnit], others: [AmountUnit])
  ) {
    let name = tracker.content.name
    for unit in units.main + units.others {
      all.append(
        DaySeries(tracker, unit, isMain: units.main.contains(unit), isOnly: units.main == [unit]))
    }
    for field in tracker.content.fields where field.type == .number {
      all.append(
        DaySeries(
          "\(name).\(field.name)", .field(tracker: tracker.id, field.name), of: tracker.id,
          ofDay: .sum,
          ofPeriod: .mean, isZeroWithout: false))
    }
  }

  private mutating func append(habit tracker: Tracker) {
    let name = tracker.content.name
    let main = tracker.amountUnits.main
    guard let habit = factors.first(where: { $0.kind == .habits && $0.name == name }) else {
      return
    }
    all.append(
      DaySeries(
        habit, main.isEmpty ? name : "\(name).done", names: ["\(name).done"], of: tracker.id))
  }

  /// Returns the series that one is compared with: those named, or else the mood, sparks, tasks and everything that is
  /// tracked, except by the same tracker.
  ///
  /// - Parameter kinds: the kinds that they belong to if none is named; any if empty.
  /// - Throws: `FieldError` about `series` when a name means no series, several, or the same one.
  package func series(
    comparedWith outcome: DaySeries, _ names: [String], _ kinds: Set<DayFactor.Kind>
  ) throws(FieldError) -> [DaySeries] {
    if names.isEmpty {
      return all.filter { other in
        if other == outcome || (other.tracker != nil && other.tracker == outcome.tracker) {
          return false
        }
        guard case .metric(let metric) = other.source else {
          return kinds.isEmpty || other.factorKind.map(kinds.contains) ?? false
        }
        return kinds.isEmpty && [.moodMean, .sparks, .tasks].contains(metric)
      }
    }
    var series: [DaySeries] = []
    for name in names {
      let other = try self.series(named: name, field: "series")
      guard other.source != outcome.source else {
        throw FieldError(
          field: "series", expected: "a series other than \(outcome.name)", found: "\"\(name)\"")
      }
      if !series.contains(other) { series.append(other) }
    }
    return series
  }

  /// Returns the series that a text names: its name in any letter case, after its kind and a colon if others share it,
  /// and before `.sum` or `.mean` if its numbers are to be combined in that way.
  ///
  /// - Throws: `FieldError` about a field when the text names none, or several.
  package func series(named text: String, field: String) throws(FieldError) -> DaySeries {
    let key = text.trimmedWhitespace.lowercased()
    var found = matches(key)
    if found.isEmpty, let dot = key.lastIndex(of: "."),
      let combination = DaySeries.Combination(name: key[key.index(after: dot)...])
    {
      found = matches(String(key[..<dot])).map { series in
        var series = series
        (series.ofDay, series.ofPeriod) = (combination, combination)
        return series
      }
    }
    if found.count == 1, let series = found.first { return series }
    guard !found.isEmpty else {
      throw FieldError(
        field: field,
        expected: expected,
        found: "\"\(text)\"" + NearestName.hint(for: key, among: all.flatMap(\.names)))
    }
    let names = found.map(\.name)
    let isClear = Set(names.map { $0.lowercased() }).count == names.count
    throw FieldError(
      field: field,
      expected: (isClear ? names : found.map { "\($0.kind):\($0.name)" }).alternatives,
      found: "\"\(text)\", which may be each of them")
  }

  private func matches(_ key: String) -> [DaySeries] {
    let exact = all.filter { series in series.names.contains { $0.lowercased() == key } }
    if !exact.isEmpty { return exact }
    guard let colon = key.firstIndex(of: ":") else { return [] }
    let (kind, name) = (key[..<colon], key[key.index(after: colon)...])
    return all.filter { series in
      (series.kind == kind || (series.kind == "habit" && kind == "tracker"))
        && series.names.contains { $0.lowercased() == name }
    }
  }
}

extension DaySeries {
  fileprivate init(_ metric: SeriesMetric) {
    let isMood = metric == .moodMean
    self.init(
      isMood ? "mood" : metric.name, names: isMood ? [metric.name] : [], .metric(metric),
      ofDay: metric.isMean ? .mean : .sum, ofPeriod: metric.isMean ? .mean : .sum,
      isZeroWithout: !metric.isMean)
  }

  fileprivate init(
    _ factor: DayFactor, _ name: String, names: [String] = [], of tracker: EventID? = nil
  ) {
    self.init(
      name, names: names, .factor(factor.kind, factor.name), of: tracker, ofDay: .sum,
      ofPeriod: .sum,
      isZeroWithout: false)
  }

  /// - Parameters:
  ///   - isMain: whether the tracker's name alone may mean the unit.
  ///   - isOnly: whether it cannot mean another one.
  fileprivate init(_ tracker: Tracker, _ unit: AmountUnit, isMain: Bool, isOnly: Bool) {
    let name = tracker.content.name
    let complete = "\(name).\(unit.name)"
    self.init(
      isOnly ? name : complete, names: isOnly ? [complete] : isMain ? [name] : [],
      .amounts(tracker: tracker.id, unit), of: tracker.id,
      ofDay: unit == .rating ? .mean : .sum,
      ofPeriod: unit == .rating || unit == .number ? .mean : .sum, isZeroWithout: unit == .entries)
  }
}

extension Tracker {
  /// The units of the amounts that the tracker's name alone may mean, and the other ones that its entries have. The
  /// checklists of a tracker are amounts only in a table of these: as a series of days they are a habit.
  fileprivate var amountUnits: (main: [AmountUnit], others: [AmountUnit]) {
    var main: [AmountUnit] = []
    if sessions.count > 0 { main.append(.minutes) }
    if measurements.count > 0 { main.append(.number) }
    if ratings.count > 0 { main.append(.rating) }
    var others: [AmountUnit] = []
    if sessions.count == 0 && otherMinutes > 0 {
      if main.isEmpty { main.append(.minutes) } else { others.append(.minutes) }
    }
    if habit == nil && checklists.count == 0 {
      if main.isEmpty { main.append(.entries) } else { others.append(.entries) }
    }
    return (main, others)
  }
}
