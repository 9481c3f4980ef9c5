import Calendar
import JSON
public import Rules

extension ProfileReader {
  /// Returns the factors of some kinds over all of history up to now, in the order of the kinds.
  /// Each has at least one day.
  public func factors(_ kinds: Set<DayFactor.Kind>) throws(SessionError) -> [DayFactor] {
    let state = try session.folded()
    let isOfSparks = kinds.contains(.tags) || kinds.contains(.sparks)
    let (tags, categories) =
      isOfSparks
      ? try textFactors(state, withTags: kinds.contains(.tags)) : (DayCollector(), DayCollector())
    return DayFactor.Kind.allCases.filter(kinds.contains).flatMap { kind in
      switch kind {
      case .tags: tags.factors(kind)
      case .sparks: categories.factors(kind)
      case .habits, .trackers, .tasks: state.factors(kind).filter { !$0.days.isEmpty }
      }
    }
  }

  /// Returns the days of tags, of sparks and entries, and of the categories of sparks.
  private func textFactors(
    _ state: ProfileState, withTags: Bool
  ) throws(SessionError) -> (tags: DayCollector, categories: DayCollector) {
    var (tags, categories) = (DayCollector(), DayCollector())
    let end = Instant(milliseconds: session.now.milliseconds + 1)
    try forEachSparkRow(before: end) { row in
      let day = session.dayStart.day(of: row.at, offset: row.offset)
      categories.add(row.category.name, on: day)
      if withTags, let list = row.tags,
        case .array(let values)? = try? JSONValue(parsing: Array(list))
      {
        for case .string(let tag) in values { tags.add(tag, on: day) }
      }
      return true
    }
    guard withTags else { return (tags, categories) }
    let entry = EntryQuery().filter(voids: state.events.voids)
    try forEachExportedEvent(of: [.trackerEntry], before: end) { stored in
      guard let entry = entry(stored.event) else { return true }
      for tag in entry.content.tags { tags.add(tag, on: stored.event.day(session.dayStart)) }
      return true
    }
    return (tags, categories)
  }
}
