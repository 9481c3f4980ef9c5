public import Rules
import Storage

extension Session {
  /// Records an event as the very one that it was in another profile of this seed: with what it said
  /// first, which its id is made of, and then with what it says now. Whether the rules let it have an
  /// effect at its place is not asked: without one it is void, as it is after a merge.
  ///
  /// - Parameters:
  ///   - content: what it says now.
  ///   - original: what it said when it was recorded, if something else.
  ///   - key: the id that its source gives it.
  ///   - occurrence: which of several equal keyless ones it is, from 0.
  ///   - isUpdating: whether one that is there and says something else is corrected.
  /// - Throws: `SessionError.field` when a time or a text is refused, `conflict` when it is there and
  ///   says something else.
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
    let records = try storing { () throws(StoreError) in try access.records(of: id) }
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

  /// Brings back an event that was taken back, saying something else maybe.
  ///
  /// - Throws: `SessionError.field` when a time or a text is refused.
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
    _ = try storing { () throws(StoreError) in
      switch content {
      case .spark(let spark): try access.insert(spark, id: id, key: key, provenance)
      case .event(let at, let offset, .roll(let category)):
        try access.insert(
          CardRoll(at: at, offset: offset, category: category), id: id, key: key, provenance)
      case .event(_, _, let action):
        try access.insert(
          content.event(id: id), content: action.content, key: key, provenance)
      }
    }
    if case .event(_, _, .roll) = content { rolled.insert(id) }
    count(id)
    related.add(content.event(id: id))
    _ = try append(content.event(id: id))
  }

  /// Refuses what could not have been recorded at all.
  private func check(_ content: Correction.Content) throws(SessionError) {
    let (at, offset) = content.time
    _ = try place(.written(Timestamp(at, offset: offset)))
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

  /// The event that the fold reads.
  fileprivate func event(id: EventID) -> Event {
    switch self {
    case .spark(let spark): spark.event(id: id)
    case .event(let at, let offset, let action):
      Event(id: id, at: at, offset: offset, action: action)
    }
  }
}
