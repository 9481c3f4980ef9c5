package import FlintCalendar

package struct EntryQuery: Sendable {
  /// The tracker, if only its entries are wanted.
  package var tracker: Tracker?
  /// The name of the kind, if only its entries are wanted.
  package var kind: String?
  /// The inclusive start of the range.
  package var since: Instant?
  /// The exclusive end of the range.
  package var before: Instant?
  package var tag: String?
  /// A text that must occur in text, title, notes, a tag or a text value, ignoring case.
  package var text: String?
  /// Whether the latest entry comes first instead of the earliest.
  package var isNewestFirst = false

  /// Creates a query for all entries, earliest first.
  package init() {}

  /// The query for events, which include the wanted entries.
  package var events: EventQuery {
    var query = EventQuery(kinds: [.trackerEntry])
    if let tracker { query.members.append(("tracker", tracker.ids.map(\.description))) }
    if let kind { query.members.append(("kind", [kind])) }
    query.since = since
    query.before = before
    query.isNewestFirst = isNewestFirst
    return query
  }

  /// Returns a filter that selects the wanted entries among the events of the query.
  ///
  /// - Parameter voids: the events without effect, which are excluded.
  package func filter(voids: [FoldedEvents.Void]) -> (ProfileEvent) -> TrackerEntry? {
    let voids = Set(voids.map(\.event))
    let (tag, text) = (tag?.lowercased(), text?.lowercased())
    return { event in
      guard !voids.contains(event.id), let entry = TrackerEntry(event) else { return nil }
      if let tag, !entry.content.tags.contains(tag) { return nil }
      if let text, !entry.content.texts.contains(where: { $0.lowercased().contains(text) }) {
        return nil
      }
      return entry
    }
  }
}

extension EntryContent {
  fileprivate var texts: [String] {
    var texts = [title, notes].compactMap(\.self) + tags
    if case .log(let text) = kind { texts.append(text) }
    for case .text(let text) in values.map(\.value) { texts.append(text) }
    return texts
  }
}
