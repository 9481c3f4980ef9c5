package import FlintCalendar
package import FlintRules

/// An entry of a tracker with everything that its recording needs, which is then many times faster than
/// that of an action: its content is written once, and its id is made of it once.
package struct PreparedEntry: Sendable {
  /// The id by its key, or as the first entry with its content.
  package let id: EventID
  package let at: Instant
  let offset: UTCOffset
  let action: ProfileEvent.Action
  /// The canonical content of the action.
  let content: String
  package let key: String?
  let isTimeKnown: Bool

  /// Whether the content has characters that JSON escapes, such as line ends.
  package var hasEscapes: Bool {
    var text = content
    return text.withUTF8 { $0.contains(UInt8(ascii: "\\")) }
  }
}

extension Session {
  /// Returns the time of an event, without counting it; `nil` for one that is refused, and for a local
  /// time that clocks showed twice or skipped.
  package func plainTime(_ time: EventTime) -> (at: Instant, offset: UTCOffset)? {
    guard let resolved = try? zone.resolve(time, until: progress.clock.latest),
      resolved.note == nil
    else { return nil }
    return (resolved.at, resolved.offset)
  }

  /// Returns an entry that is ready to be recorded.
  package func prepare(
    _ entry: EntryContent, at time: (at: Instant, offset: UTCOffset), key: String?,
    isTimeKnown: Bool
  ) -> PreparedEntry {
    let content = entry.canonicalText
    let id = ProfileEvent.id(
      ofKind: .trackerEntry, content: content, at: time.at, offset: time.offset,
      seed: profile.seed, key: key.map { .given($0) } ?? .first)
    return PreparedEntry(
      id: id, at: time.at, offset: time.offset, action: .tracker(.entry(entry)),
      content: content, key: key, isTimeKnown: isTimeKnown)
  }

  /// Records a prepared entry like `record`, except that errors are not explained.
  package func record(_ entry: PreparedEntry) throws(SessionError) -> Recorded {
    try work {
      if let key = entry.key { try key.checkAsKey() }
      try beginAdding()
      return try EventRecorder(session: self).record(entry)
    }
  }

  package var eventInserter: EventInserter { EventInserter(session: self) }
}
