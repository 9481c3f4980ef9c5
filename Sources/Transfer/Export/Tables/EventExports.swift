import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions

protocol EventRowExport: ExportTable {
  var events: ExportedEvents { get }

  /// Returns the row of an event, one value for each of `columns`; `nil` if it has none.
  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]?
}

extension EventRowExport {
  func hasFractions(_ session: Session) throws -> Bool { try events.hasFractions(session) }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    try session.eachEvent(of: events.kinds, events.range) { stored in
      try row(of: stored, session).map(body) ?? true
    }
  }

  /// Returns a row with the columns that tables of different events have in common.
  func commonRow(of stored: StoredEvent, _ session: Session) -> ExportRow {
    var row = ExportRow(Self.columns)
    row["at"] = .time(stored.event.at, stored.event.offset)
    row["key"] = FieldValue(text: stored.key)
    row["id"] = .name(stored.event.id.description)
    row["day"] = .day(stored.event.day(session.dayStart))
    return row
  }
}

struct ExportedEvents {
  /// The kinds; all except sparks and rolls if empty.
  let kinds: [EventKind]
  let range: ExportRange

  init(_ options: ExportOptions, _ kinds: [EventKind]) {
    self.kinds = kinds
    range = options.range
  }

  /// Whether any of them happened at a fraction of a second.
  func hasFractions(_ session: Session) throws -> Bool {
    if kinds == [.roll] {
      var isFound = false
      try session.eachEvent(of: kinds, range) { stored in
        isFound = stored.event.at.milliseconds % 1000 != 0
        return !isFound
      }
      return isFound
    }
    return try session.reader.hasFractions(of: kinds, since: range.since, before: range.before)
  }
}

/// Activities, and the starts of journeys among them.
struct ActivityExport: EventRowExport {
  static let columns = [
    .at, ExportColumn("kind"), ExportColumn("text"),
    ExportColumn("start", "The first day of a journey, where kind is \(journey).", .day), .key, .id,
    .day,
  ].including(Activity.schema)
  /// The value of the column `kind` for the start of a journey.
  static let journey = "journey"

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, [.journeyStart, .activity])
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .journey(let action) = stored.event.action else { return nil }
    var row = commonRow(of: stored, session)
    switch action {
    case .start(let day):
      row["kind"] = .name(Self.journey)
      row["start"] = .day(day)
    case .activity(let activity): row.put(activity, session.zone)
    }
    return row.values
  }
}

/// The creations of trackers, and the changes to them.
struct TrackerExport: EventRowExport {
  static let columns = [
    ExportColumn("id", "The id of the tracker."),
    ExportColumn("at", "When it was created, or changed.", .time), ExportColumn("name"),
    ExportColumn("description"), ExportColumn("category"), ExportColumn("goal"),
    ExportColumn("target", "The target for the total of the entries' values."),
    ExportColumn("fields", "Its own fields as name:type, with | between them."), .key,
    ExportColumn("group", presence: .whenNeeded),
    ExportColumn("change", "\(update) in the row of a change.", presence: .whenNeeded),
    ExportColumn(
      "remove_fields", "The own fields that a change removes, with | between them.",
      presence: .whenNeeded),
    ExportColumn(
      "cleared", "The columns that a change empties, with | between them.", presence: .whenNeeded),
  ].including(TrackerContent.schema)
  /// The value of the column `change` for an update of a tracker.
  static let update = "update"

  let events: ExportedEvents
  private(set) var needed: Set<String> = []

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, [.trackerCreate, .trackerUpdate])
    var (hasChanges, hasGroups) = (false, false)
    try session.eachEvent(of: [.trackerCreate, .trackerUpdate], events.range) { stored in
      switch stored.event.action {
      case .tracker(.create(let tracker)): hasGroups = hasGroups || tracker.group != nil
      case .tracker(.update(_, let change)):
        hasChanges = true
        hasGroups = hasGroups || change.values["group"] != nil
      default: break
      }
      return !(hasChanges && hasGroups)
    }
    if hasGroups { needed.insert("group") }
    if hasChanges { needed.formUnion(["change", "remove_fields", "cleared"]) }
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    var row = commonRow(of: stored, session)
    func list(_ fields: [TrackerField]) -> FieldValue {
      .list(fields.map { "\($0.name):\($0.type.name)" })
    }
    switch stored.event.action {
    case .tracker(.create(let tracker)):
      row.put(tracker, session.zone)
      row["fields"] = list(tracker.fields)
    case .tracker(.update(let id, let change)):
      row["cleared"] = .list(row.put(change.values, session.zone))
      row["id"] = .name(id.description)
      row["change"] = .name(Self.update)
      row["fields"] = list(change.addedFields)
      row["remove_fields"] = .list(change.removedFields)
    default: return nil
    }
    return row.values
  }
}

/// The loaded quest sets, and the progress in them.
struct QuestExport: EventRowExport {
  static let columns = [
    .at,
    ExportColumn("kind", "What happened: \(kinds.map(name(of:)).joined(separator: ", "))."),
    ExportColumn("set", "The id of the quest set."),
    ExportColumn("mission", "The id of a mission that was reset."),
    ExportColumn("node", "The id of the node that was completed or reset."),
    ExportColumn("gate", "The id of the gate that was opened."),
    ExportColumn("level", "The level that was set.", .number),
    ExportColumn("cascade", "Whether a reset includes the nodes that depend on it.", .flag),
    ExportColumn("definition", "The set that was loaded, as JSON."), .key, .id, .day,
  ]
  static let kinds: [EventKind] = [
    .questLoad, .questComplete, .questReset, .questGate, .questLevel,
  ]

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, Self.kinds)
  }

  /// Returns the value of the column `kind` for a kind of event: `load`, `complete`, …
  static func name(of kind: EventKind) -> String {
    String(kind.name.dropFirst("quest.".utf8.count))
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .quest(let action) = stored.event.action else { return nil }
    var row = commonRow(of: stored, session)
    row["kind"] = .name(Self.name(of: action.kind))
    func put(_ reference: QuestReference, _ column: String) {
      row["set"] = .text(reference.set)
      row[column] = .text(reference.id)
    }
    switch action {
    case .load(let set):
      row["set"] = .text(set.id)
      row["definition"] = .json(set.json)
    case .complete(let node): put(node, "node")
    case .reset(let scope, let isCascading):
      if isCascading { row["cascade"] = .boolean(true) }
      switch scope {
      case .node(let node): put(node, "node")
      case .mission(let mission): put(mission, "mission")
      case .set(let id): row["set"] = .text(id)
      case .everything: break
      }
    case .openGate(let gate): put(gate, "gate")
    case .setLevel(let level): row["level"] = FieldValue(level)
    }
    return row.values
  }
}

/// Events of all kinds except sparks and rolls, in Flint's own representation.
struct EventExport: EventRowExport {
  static let columns = [
    .at, ExportColumn("kind", "The kind of the event."),
    ExportColumn("content", "What the event says, as JSON."), .key,
    ExportColumn("id", "The id of the event."), .day,
    ExportColumn("void", "Why the event has no effect, if it has none.", presence: .onRequest),
  ]

  let events: ExportedEvents
  private let voids: [EventID: VoidReason]

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, options.eventKinds)
    voids = Dictionary(
      try session.state().events.voids.map { ($0.event, $0.reason) },
      uniquingKeysWith: { first, _ in first })
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    let event = stored.event
    return [
      .time(event.at, event.offset), .name(event.action.kind.name),
      .json(event.action.contentJSON), FieldValue(text: stored.key),
      .name(event.id.description),
      .day(event.day(session.dayStart)), FieldValue(name: voids[event.id]?.text),
    ]
  }
}

/// Roll tokens spent on cards.
struct RollExport: EventRowExport {
  static let columns = [
    .at, ExportColumn("category", "The category whose card was drawn."), .key, .id, .day,
  ]

  let events: ExportedEvents

  init(_ session: Session, _ options: ExportOptions) throws {
    events = ExportedEvents(options, [.roll])
  }

  func row(of stored: StoredEvent, _ session: Session) -> [FieldValue]? {
    guard case .roll(let category) = stored.event.action else { return nil }
    var row = commonRow(of: stored, session)
    row["category"] = .name(category.name)
    return row.values
  }
}
