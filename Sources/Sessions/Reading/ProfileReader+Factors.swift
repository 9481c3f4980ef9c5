import FlintCalendar
import FlintJSON
package import FlintRules
import Storage

extension ProfileReader {
  /// Returns the factors of some kinds over all of history up to now, in the order of the kinds.
  /// Each has at least one day.
  package func factors(_ kinds: Set<DayFactor.Kind>) throws(SessionError) -> [DayFactor] {
    let state = try session.folded()
    var events = FactorEvents()
    if kinds.contains(.sparks) { try addCategories(to: &events) }
    if kinds.contains(.tags) { try addTags(to: &events) }
    if !kinds.isDisjoint(with: [.tags, .habits, .trackers]) {
      try addEntries(to: &events, kinds, state)
    }
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

  /// Returns the ratings of a range of days, and the factors of some kinds, or of all if none is given, to compare them
  /// with. Today is left out: what it lacks may still happen.
  package func ratings(
    in range: DayRange, with kinds: Set<DayFactor.Kind>
  ) throws(SessionError) -> (ArraySlice<MoodRating>, [DayFactor]) {
    let factors = try factors(kinds.isEmpty ? Set(DayFactor.Kind.allCases) : kinds)
    let before = max(range.since, min(range.before, session.today))
    return (try session.state().moods.ratings(from: range.since, before: before), factors)
  }

  /// The instant before which events are read.
  var end: Instant { Instant(milliseconds: session.now.milliseconds + 1) }

  private func addCategories(to events: inout FactorEvents) throws(SessionError) {
    try forEachSparkRow(before: end) { row in
      events.categories.add(
        row.category.name, on: session.dayStart.day(of: row.at, offset: row.offset))
      return true
    }
  }

  private func addTags(to events: inout FactorEvents) throws(SessionError) {
    try session.read { access in
      try access.sparks.forEachTagged(
        before: end, isOnlyReading: !session.options.isWriting
      ) { at, offset, tags in
        guard case .array(let tags)? = try? JSONValue(parsing: Array(tags)) else { return }
        let day = session.dayStart.day(of: at, offset: offset)
        for case .string(let tag) in tags { events.tags.add(tag, on: day) }
      }
    }
  }

  /// Adds the tags of entries, and the amounts of those of trackers that are factors.
  private func addEntries(
    to events: inout FactorEvents, _ kinds: Set<DayFactor.Kind>, _ state: ProfileState
  ) throws(SessionError) {
    let trackers = state.trackersWithAmounts(kinds)
    // Most entries of a large profile have no tags and belong to trackers that are not asked for.
    let ids = trackers.flatMap(\.ids).map(\.description)
    let texts = ids.count <= 100 ? ids + (kinds.contains(.tags) ? [#""tags":"#] : []) : nil
    if texts?.isEmpty ?? false { return }
    let entry = EntryQuery().filter(voids: state.events.voids)
    let (wanted, hasTags) = (Set(trackers.map(\.id)), kinds.contains(.tags))
    try session.read { access in
      try access.events.forEachUnordered(
        of: .trackerEntry, before: end, containing: texts,
        isOnlyReading: !session.options.isWriting
      ) { event in
        guard let entry = entry(event) else { return }
        let day = event.day(session.dayStart)
        if hasTags { for tag in entry.content.tags { events.tags.add(tag, on: day) } }
        if let tracker = state.trackers.tracker(entry.content.tracker), wanted.contains(tracker.id)
        {
          events.amounts.add(entry.content, of: tracker, on: day)
        }
      }
    }
  }
}

/// What the factors of a profile have in its events, and not in its state.
private struct FactorEvents {
  var tags = DayCollector()
  var categories = DayCollector()
  var amounts = AmountCollector()
}
