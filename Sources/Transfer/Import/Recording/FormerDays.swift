import FlintCalendar
import FlintRules
import Sessions

/// The instants at which earlier versions recorded an event of a day: the start of the day, or a
/// millisecond later, under the day start that the profile had. Now it is recorded at 12:00.
///
/// The time of an event is part of its content, and of its identity if it has no key, so a file that
/// is imported again has to be compared with what earlier versions recorded. This is the one place
/// that knows their instants; it can be deleted at 1.0.
struct FormerDays {
  /// The day starts of the profile, past and present; none if nothing was imported into it yet.
  let starts: [DayStart]
  private let zones: [CivilZone]
  /// The number of events that were found at a former time.
  fileprivate(set) var count = 0

  init(zone: String, _ session: Session) throws(SessionError) {
    let isNew = try !session.history.batches().contains { $0.kind == "import" }
    starts = isNew ? [] : [session.dayStart] + (try session.history.earlierDayStarts())
    zones = try starts.map { (start) throws(SessionError) in
      try CivilZone.named(zone, dayStart: start)
    }
  }

  /// Returns the notes about the events of a source.
  mutating func takeNotes() -> [String] {
    defer { count = 0 }
    if count == 0 { return [] }
    return [
      "Rows with only a day that an earlier version recorded at the start of the day keep their "
        + "time: \(count)."
    ]
  }

  /// Returns the former times of an event of a day.
  fileprivate func times(on day: CivilDay) -> [(at: Instant, offset: UTCOffset)] {
    zones.flatMap { zone in
      let (at, offset, _) = zone.start(of: day)
      return [(at, offset), (Instant(milliseconds: at.milliseconds + 1), offset)]
    }
  }
}

extension ImportRecorder {
  /// Gives events that an earlier version recorded the keys, and those for which the file states only a
  /// day the times, with which the profile has them.
  func useStoredIdentities(_ units: inout [ImportUnit]) throws {
    if days.starts.isEmpty { return }
    for index in units.indices {
      guard case .events(let events) = units[index].outcome else { continue }
      let moved = try events.map { try atStoredDay(try withStoredKey($0)) }
      units[index].outcome = .events(moved)
    }
  }

  /// Whether an earlier version may have recorded an entry under another key, or at another time.
  func mayBeFormer(_ entry: PreparedEntry, at time: EventTime) throws(SessionError) -> Bool {
    if days.starts.isEmpty { return false }
    if let key = entry.key {
      return time.day != nil || hasFormerKeys && RowKeyReader.formerKey(key) != nil
    }
    if time.day == nil { return false }
    return try !session.eventInserter.has(entry.id)
  }

  private func atStoredDay(_ event: ImportedEvent) throws -> ImportedEvent {
    switch event {
    case .entry(var entry):
      guard entry.at.day != nil, let tracker = try trackers.existing(entry.tracker),
        let content = try? EntryContent(
          tracker: tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
          notes: entry.notes, tags: entry.tags, values: entry.values),
        let found = try stored(.tracker(.entry(content)), key: entry.key, at: entry.at)
      else { return event }
      entry.at = found.at
      return .entry(entry)
    case .action(var action):
      let isBefore = action.kind == .taskAdd && !action.isTimeKnown && action.key == nil
      guard action.at.day != nil || isBefore, let content = try? action.action(references),
        let found = try stored(content, key: action.key, at: action.at, before: isBefore)
      else { return event }
      // The completion of a task is identified by the task.
      if let name = action.reference { references.note(name, content.kind, found.id) }
      action.at = found.at
      return .action(action)
    default: return event
    }
  }

  /// Returns the id and the former time with which the profile has an event; `nil` if it has it at
  /// the time that it has now, or not at all.
  ///
  /// - Parameter isBefore: whether the event may be a millisecond earlier, as tasks were of which only
  ///   the completion is known.
  private func stored(
    _ action: ProfileEvent.Action, key: String?, at time: EventTime, before isBefore: Bool = false
  ) throws -> (id: EventID, at: EventTime)? {
    guard case .written(let timestamp) = time else { return nil }
    let (at, offset, _) = readingZone.resolveEvent(timestamp)
    var former = time.day.map { days.times(on: $0) } ?? [(at, offset)]
    if isBefore {
      former += former.map { (Instant(milliseconds: $0.at.milliseconds - 1), $0.offset) }
    }
    if let key {
      let id = session.id(ofKind: action.kind, key: key)
      guard let known = try session.history.records(of: id) else { return nil }
      for case .event(let at, let offset, _)? in [known.current, known.original]
      where former.contains(where: { $0.at == at }) {
        return (id, .written(Timestamp(at, offset: offset)))
      }
      return nil
    }
    func id(_ at: Instant, _ offset: UTCOffset) -> EventID {
      let content = Correction.Content.event(at: at, offset: offset, action)
      return content.id(seed: session.profile.seed, key: .first)
    }
    if try session.reader.hasEvent(id: id(at, offset)) { return nil }
    for (at, offset) in former where try session.reader.hasEvent(id: id(at, offset)) {
      days.count += 1
      return (id(at, offset), .written(Timestamp(at, offset: offset)))
    }
    return nil
  }
}

extension EventTime {
  /// The day, if it is only a day.
  fileprivate var day: CivilDay? {
    guard case .written(let timestamp) = self, timestamp.isDay else { return nil }
    return timestamp.local.day
  }
}
