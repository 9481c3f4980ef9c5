import FlintCalendar
import Storage

/// The keys of the events that one line of a file records, so that each of them is recorded once.
struct LineKeys {
  /// The key of the line, which is that of its first event.
  let key: String
  private var count = 0

  init(_ key: String) { self.key = key }

  mutating func next() -> String {
    count += 1
    return count == 1 ? key : "\(key).\(count)"
  }
}

extension Session {
  /// Records what a line says that was written earlier, completely or not at all. Its words, such as
  /// `yesterday`, and its events without a time refer to the time of writing. Its events without a key
  /// get that of the line.
  ///
  /// Lines of one time have consecutive milliseconds, so that they may refer to each other.
  ///
  /// - Parameters:
  ///   - time: The time of writing, which must not be later than now. Its offset, if it has one, is that
  ///     of the writer's clocks.
  ///   - isKept: Returns whether what was recorded is kept.
  package func line<Result>(
    writtenAt time: EventTime, key: String, isKept: () -> Bool = { true },
    _ body: () throws -> Result
  ) throws -> Result {
    let outer = progress.clock
    let instant = min(eventInstant(of: time), outer.present)
    if case .written(let timestamp) = time, let offset = timestamp.offset,
      offset != outer.zone.offset(at: instant)
    {
      progress.clock.zone = CivilZone(outer.zone, offset: offset)
    }
    progress.clock.now = instant
    progress.clock.latestGiven = outer.latestOfLines[instant]
    if let given = progress.clock.latestGiven { acceptTimes(until: given.next) }
    lineKeys = LineKeys(key)
    defer {
      let given = progress.clock.latestGiven
      progress.clock = outer
      progress.clock.latestOfLines[instant] = given
      // The state is that up to the present.
      if let given { progress.clock.present = max(outer.present, given) }
      progress.clock.latest = max(outer.latest, progress.clock.present)
      lineKeys = nil
    }
    return try savepoint(isKept: { _ in isKept() }, body)
  }

  /// Returns the keys of all events, removed or not, that begin with a text.
  ///
  /// - Complexity: O(n) for n events.
  package func keys(beginningWith start: String) throws(SessionError) -> Set<String> {
    try read { try $0.records.keys(beginningWith: start) }
  }
}
