/// The action that a tracker event records.
public indirect enum TrackerAction: Hashable, Sendable {
  /// A tracker was created; the event's id is the tracker's.
  case create(TrackerContent)
  /// The tracker created by an event was changed.
  case update(EventID, TrackerChange)
  /// An entry was added.
  case entry(EntryContent)

  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .create: .trackerCreate
    case .update: .trackerUpdate
    case .entry: .trackerEntry
    }
  }

  /// The id of the tracker that must exist for the event to have an effect, if any.
  public var tracker: EventID? {
    switch self {
    case .create: nil
    case .update(let id, _): id
    case .entry(let content): content.tracker
    }
  }

  /// Writes the canonical content, in this order and without absent values:
  ///
  /// - a tracker: `name`, `description`, `category` (omitted when `personal`), `goal`, `target`,
  ///   `fields`, each `{"name", "type"}`;
  /// - a change: `tracker`, then `name`, `description`, `category`, `goal`, `target` where they
  ///   change (`null` clears a field), `remove_fields`, `add_fields`;
  /// - an entry: `tracker`, `kind`, then `minutes`, `number`, `text`, `done` or `rating` by kind,
  ///   `minutes` of an entry that is no session, `title`, `notes`, `tags`, `values`.
  ///
  /// Decimal numbers are texts, since not all JSON readers return JSON numbers exactly. In `values`
  /// a number is `{"number": …}` and a day `{"day": …}`; texts and booleans are plain.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .create(let tracker): tracker.write(to: &content)
    case .update(let tracker, let change):
      content.write("tracker", tracker)
      change.write(to: &content)
    case .entry(let entry): entry.write(to: &content)
    }
  }

  /// Reads the content of an event; unknown members are ignored.
  ///
  /// - Throws: `ContentError` when a member is missing or invalid, or when `kind` is not a kind of
  ///   tracker event.
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
