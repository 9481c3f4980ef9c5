import FlintJSON
import FlintRules
import Storage

/// An event whose original content a merge replaced, because another copy had recorded different
/// content under the same key earlier.
struct ReplacedOriginal: Equatable {
  var event: EventID
  /// The event, removed or with its own key, that contains the previous content.
  var superseded: EventID
}

extension StoredBatch {
  /// Whether the batch contains records from elsewhere, about which the user may have recorded
  /// something since.
  var isFromElsewhere: Bool { kind == "import" || isMerge }

  /// Whether the batch contains what other copies of the profile had.
  package var isMerge: Bool { kind == "merge" || isSync }

  /// Whether the batch was brought by a synchronization. Nobody means it by an undo or a redo of the latest
  /// batch, since it may arrive at any time.
  var isSync: Bool { kind == "sync" }

  /// The events of this profile whose original content the batch, a merge, replaced. They are not
  /// among the batch's events, so the batch stores them in its detail, with which the merge can be
  /// undone.
  var replacedOriginals: [ReplacedOriginal] {
    guard isMerge, let detail,
      case .array(let list)? = (try? JSONValue(parsing: detail))?["replaced"]
    else { return [] }
    return list.compactMap { member in
      guard case .string(let event)? = member["event"], let event = EventID(event),
        case .string(let superseded)? = member["superseded"],
        let superseded = EventID(superseded)
      else { return nil }
      return ReplacedOriginal(event: event, superseded: superseded)
    }
  }
}

extension [ReplacedOriginal] {
  /// The detail of a merge's batch, as a JSON object.
  var detail: String {
    let list = map { replaced in
      JSONValue.object([
        ("event", .string(replaced.event.description)),
        ("superseded", .string(replaced.superseded.description)),
      ])
    }
    return JSONValue.object([("replaced", .array(list))]).text()
  }
}
