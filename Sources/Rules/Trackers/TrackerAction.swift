/// What an event about trackers says.
public indirect enum TrackerAction: Hashable, Sendable {
  /// A tracker was created; it is known by the event's id.
  case create(TrackerContent)
  /// The tracker that an event created was changed.
  case update(EventID, TrackerChange)
  /// An entry was made.
  case entry(EntryContent)

  /// The kind of event it is.
  public var kind: EventKind {
    switch self {
    case .create: .trackerCreate
    case .update: .trackerUpdate
    case .entry: .trackerEntry
    }
  }

  /// The tracker that must be there for the event to have an effect, if one must.
  public var tracker: EventID? {
    switch self {
    case .create: nil
    case .update(let id, _): id
    case .entry(let content): content.tracker
    }
  }

  /// Writes the canonical content, in this order and without what is absent:
  ///
  /// - a tracker: `name`, `description`, `category` (left out when `personal`), `goal`, `target`,
  ///   `fields`, each `{"name", "type"}`;
  /// - a change: `tracker`, then `name`, `description`, `category`, `goal`, `target` where they
  ///   change (`null` for what is cleared), `remove_fields`, `add_fields`;
  /// - an entry: `tracker`, `kind`, then `minutes`, `number`, `text`, `done` or `rating` by kind,
  ///   `minutes` of what is no session, `title`, `notes`, `tags`, `values`.
  ///
  /// Decimal numbers are texts, since a JSON number is not read back exactly by everyone. In
  /// `values` a number is `{"number": …}` and a day `{"day": …}`; texts and truths are themselves.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .create(let tracker): tracker.write(to: &content)
    case .update(let tracker, let change):
      content.write("tracker", tracker)
      change.write(to: &content)
    case .entry(let entry): entry.write(to: &content)
    }
  }

  /// Reads the content of a kind; members that are not known are passed over.
  ///
  /// - Throws: `ContentError` when a member is absent or makes no sense, or the kind is none of
  ///   trackers.
  public static func read(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> TrackerAction {
    switch kind {
    case .trackerCreate: .create(try TrackerContent(from: &content))
    case .trackerUpdate: try change(&content)
    case .trackerEntry: .entry(try EntryContent(from: &content))
    default: throw ContentError("expected a kind of tracker event, got \(kind.name)")
    }
  }

  private static func change(_ content: inout ContentReader) throws(ContentError) -> TrackerAction {
    var tracker: EventID?
    let change = try TrackerChange(from: &content, tracker: &tracker)
    guard let tracker else { throw ContentError("expected a tracker") }
    return .update(tracker, change)
  }
}
