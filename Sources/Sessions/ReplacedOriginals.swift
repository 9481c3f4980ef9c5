import Rules
import Storage

/// An event of which a merge found that another copy had recorded something else under its key, earlier:
/// the event says that since.
struct ReplacedOriginal: Equatable {
  /// The event.
  var event: EventID
  /// The event, removed or of a key of its own, that keeps what it said before.
  var superseded: EventID
}

extension StoredBatch {
  /// Whether the batch brought what was recorded elsewhere, about which the user may have recorded
  /// something since.
  var isFromElsewhere: Bool { kind == "import" || kind == "merge" }

  /// The events of this profile that the batch, a merge, made say something else. They are no part of
  /// the batch's events, so the batch keeps them in its detail: with that it can be undone.
  var replacedOriginals: [ReplacedOriginal] {
    guard kind == "merge", let detail,
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
  /// What the batch of a merge keeps, as a JSON object.
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
