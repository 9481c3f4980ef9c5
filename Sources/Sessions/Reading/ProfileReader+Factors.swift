import Calendar
import JSON
public import Rules

extension ProfileReader {
  /// Returns the factors of some kinds over all of history up to now, in the order of the kinds.
  /// Each has at least one day.
  public func factors(_ kinds: Set<DayFactor.Kind>) throws(SessionError) -> [DayFactor] {
    let state = try session.folded()
    var events = FactorEvents()
    if kinds.contains(.tags) || kinds.contains(.sparks) {
      try addSparks(to: &events, withTags: kinds.contains(.tags))
    }
    if !kinds.isDisjoint(with: [.tags, .habits, .trackers]) { try addEntries(to: &events, state) }
    let factors = DayFactor.Kind.allCases.filter(kinds.contains).flatMap { kind in
      switch kind {
      case .tags: events.tags.factors(kind)
      case .sparks: events.categories.factors(kind)
      case .habits, .trackers:
        state.factors(kind, today: session.today) + events.amounts.factors(kind, of: state)
      case .tasks: state.factors(kind, today: session.today)
      }
    }
    return factors.filter { !$0.days.isEmpty }
  }

  /// The instant before which events are read.
  private var end: Instant { Instant(milliseconds: session.now.milliseconds + 1) }

  private func addSparks(
    to events: inout FactorEvents, withTags: Bool
  ) throws(SessionError) {
    try forEachSparkRow(before: end) { row in
      let day = session.dayStart.day(of: row.at, offset: row.offset)
      events.categories.add(row.category.name, on: day)
      if withTags, let list = row.tags,
        case .array(let values)? = try? JSONValue(parsing: Array(list))
      {
        for case .string(let tag) in values { events.tags.add(tag, on: day) }
      }
      return true
    }
  }

  private func addEntries(
    to events: inout FactorEvents, _ state: ProfileState
  ) throws(SessionError) {
    let entry = EntryQuery().filter(voids: state.events.voids)
    try forEachExportedEvent(of: [.trackerEntry], before: end) { stored in
      guard let entry = entry(stored.event) else { return true }
      let day = stored.event.day(session.dayStart)
      for tag in entry.content.tags { events.tags.add(tag, on: day) }
      if let tracker = state.trackers.tracker(entry.content.tracker) {
        events.amounts.add(entry.content, of: tracker, on: day)
      }
      return true
    }
  }
}

/// What the factors of a profile have in its events, and not in its state.
private struct FactorEvents {
  var tags = DayCollector()
  var categories = DayCollector()
  var amounts = AmountCollector()
}
