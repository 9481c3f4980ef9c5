import FlintJSON
import FlintSchema

package indirect enum TrackerAction: Hashable, Sendable {
  /// A tracker was created; the event's id is the tracker's.
  case create(TrackerContent)
  case update(EventID, TrackerChange)
  case entry(EntryContent)

  package var kind: EventKind {
    switch self {
    case .create: .trackerCreate
    case .update: .trackerUpdate
    case .entry: .trackerEntry
    }
  }

  /// The id of the tracker that must exist for the event to have an effect, if any.
  package var tracker: EventID? {
    switch self {
    case .create: nil
    case .update(let id, _): id
    case .entry(let content): content.tracker
    }
  }
}

/// The canonical content of a tracker is its fields, without defaults; of a change `tracker`, the
/// changed fields, `remove_fields` and `add_fields`; of an entry its fields.
extension TrackerAction: EventAction {
  var content: Content {
    switch self {
    case .create(let tracker): TrackerContent.schema.content(of: tracker)
    case .update(let tracker, let change):
      [("tracker", .string(tracker.description))] + change.content
    case .entry(let entry): EntryContent.schema.content(of: entry)
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .trackerCreate: self = .create(try TrackerContent.schema.record(content))
    case .trackerUpdate:
      self = .update(
        try content.required("tracker"),
        try TrackerChange(
          try TrackerContent.schema.change(content.removing("fields")),
          removedFields: try content.optional("remove_fields") ?? [],
          addedFields: try [TrackerField](
            content["add_fields"].map { .json($0) } ?? .none, field: "add_fields")))
    case .trackerEntry: self = .entry(try EntryContent.schema.record(content))
    default: throw .wrongKind(kind)
    }
  }
}

extension TrackerChange {
  fileprivate var content: Content {
    var members = values.content
    if !removedFields.isEmpty {
      members.append(("remove_fields", .array(removedFields.map { .string($0) })))
    }
    if !addedFields.isEmpty { members.append(("add_fields", addedFields.fieldValue.json)) }
    return members
  }
}
