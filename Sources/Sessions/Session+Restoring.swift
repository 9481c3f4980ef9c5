import Calendar
public import Rules
import Storage

extension Session {
  /// Restores an event of another profile with the same seed: with its original content, which
  /// determines its id, and then with its current content. The rules are not applied: an event
  /// without effect is void, as after a merge.
  ///
  /// - Parameters:
  ///   - content: the current content.
  ///   - original: the content with which it was recorded, if that differs.
  ///   - key: the id that its source assigns to it.
  ///   - occurrence: the index of the event among equal keyless ones, from 0.
  ///   - isUpdating: whether an existing event with different content is corrected.
  /// - Throws: `SessionError.field` when a time or text is invalid, `conflict` when the event
  ///   exists with different content.
  public func restore(
    _ content: Correction.Content, original: Correction.Content? = nil, key: String? = nil,
    occurrence: UInt32 = 0, isUpdating: Bool = false
  ) throws(SessionError) -> Recorded {
    if let key { try check(key: key) }
    try begin()
    let first = original ?? content
    try check(first)
    if original != nil { try check(content) }
    let id = first.id(
      seed: profile.seed, key: key.map { .given($0) } ?? .content(occurrence: occurrence))
    let event = content.event(id: id)
    let records = try storing { try access.records.records(of: id) }
    if let records {
      if let current = records.current {
        if current.isIdentical(to: content) {
          tally.unchanged += 1
        } else {
          guard isUpdating else { throw .conflict(key: key ?? id.description, existing: id) }
          try correct(id, .edit, content, from: current.at)
          tally.updated += 1
        }
        return Recorded(id: id, status: .unchanged, event: event)
      }
      try correct(id, .edit, content, from: event.at)
      tally.restored += 1
      return Recorded(id: id, status: .restored, event: event)
    }
    try insert(first, id: id, key: key)
    if !content.isIdentical(to: first) {
      try correct(id, .edit, content, from: first.at)
    }
    tally.added += 1
    return Recorded(id: id, status: .added, event: event)
  }

  /// Restores a removed event, possibly with different content.
  ///
  /// - Throws: `SessionError.field` when a time or text is invalid.
  public func bringBack(_ id: EventID, as content: Correction.Content) throws(SessionError) {
    try check(content)
    try begin()
    try correct(id, .edit, content, from: content.at)
    tally.restored += 1
  }

  private func insert(
    _ content: Correction.Content, id: EventID, key: String?
  ) throws(SessionError) {
    let provenance = try provenance()
    _ = try storing {
      switch content {
      case .spark(let spark): try access.sparks.insert(spark, id: id, key: key, provenance)
      case .event(let at, let offset, .roll(let category)):
        try access.rolls.insert(
          CardRoll(at: at, offset: offset, category: category), id: id, key: key, provenance)
      case .event(_, _, let action):
        try access.events.insert(
          content.event(id: id), content: action.content, key: key, provenance)
      }
    }
    if case .event(_, _, .roll) = content { rolled.insert(id) }
    count(id)
    related.add(content.event(id: id))
    _ = try append(content.event(id: id))
  }

  /// Throws if content could not have been recorded.
  private func check(_ content: Correction.Content) throws(SessionError) {
    let (at, offset) = content.time
    _ = try resolveTime(.written(Timestamp(at, offset: offset)))
    switch content {
    case .spark(let spark):
      try check(spark.title, field: "title")
      try check(spark.notes ?? "", field: "notes")
      for tag in spark.tags { try check(tag, field: "tags") }
    case .event(_, _, let action): try action.content.checkJSONForNUL(field: "text")
    }
  }
}

extension Correction.Content {
  fileprivate var time: (at: Instant, offset: UTCOffset) {
    switch self {
    case .spark(let spark): (spark.at, spark.offset)
    case .event(let at, let offset, _): (at, offset)
    }
  }

  /// Returns the event for the fold.
  fileprivate func event(id: EventID) -> Event {
    switch self {
    case .spark(let spark): spark.event(id: id)
    case .event(let at, let offset, let action):
      Event(id: id, at: at, offset: offset, action: action)
    }
  }
}
