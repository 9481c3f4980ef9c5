public import Rules

/// Which entries of trackers are wanted.
public struct EntryQuery: Sendable {
  /// Only entries of this tracker.
  public var tracker: Tracker?
  /// Only entries of the kind of this name.
  public var kind: String?
  /// Only from this instant on.
  public var since: Instant?
  /// Only before this instant.
  public var until: Instant?
  /// Only those with this tag.
  public var tag: String?
  /// Only those with this in text, title, notes, a tag or a text value, case aside.
  public var text: String?
  /// Latest first instead of earliest first.
  public var isNewestFirst = false

  /// Makes a query for all entries, earliest first.
  public init() {}

  /// The query for the events among which the wanted entries are.
  public var events: EventQuery {
    var query = EventQuery(kinds: [.trackerEntry])
    if let tracker { query.members.append(("tracker", tracker.ids.map(\.description))) }
    if let kind { query.members.append(("kind", [kind])) }
    query.since = since
    query.until = until
    query.isNewestFirst = isNewestFirst
    return query
  }

  /// What tells the wanted entries from the others that `events` finds.
  ///
  /// - Parameter voids: events without effect, which are not wanted.
  public func filter(voids: [ProfileState.Void]) -> (Event) -> TrackerEntry? {
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
  /// Everything it says in words.
  fileprivate var texts: [String] {
    var texts = [title, notes].compactMap(\.self) + tags
    if case .log(let text) = kind { texts.append(text) }
    for case .text(let text) in values.map(\.value) { texts.append(text) }
    return texts
  }
}
