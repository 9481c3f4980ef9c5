import Calendar
import Rules
import Sessions

/// The days of a profile under the day starts that it had before.
///
/// An event for which a file states only a day is recorded at the start of the day. Without a key its
/// time is part of its identity, so a file that is imported again after a change of the day start has
/// to be compared with what was recorded under the earlier one.
struct EarlierDays {
  /// The earlier day starts.
  let starts: [DayStart]
  private let zones: [Zone]
  /// The number of events that were found at the start of their day under an earlier day start.
  fileprivate(set) var count = 0

  /// Creates the days of a zone under some day starts.
  init(zone: String, _ starts: [DayStart]) throws(SessionError) {
    self.starts = starts
    zones = try starts.map { (start) throws(SessionError) in
      try Zone.named(zone, dayStart: start)
    }
  }

  /// Returns the notes about the events of a source.
  mutating func takeNotes() -> [String] {
    defer { count = 0 }
    if count == 0 { return [] }
    return [
      "Rows with only a day that were recorded before the day start was changed keep their time: "
        + "\(count)."
    ]
  }

  /// Returns the times of an event of a day: the starts of the day.
  fileprivate func times(on day: CivilDay) -> [EventTime] {
    zones.map { zone in
      let start = zone.start(of: day)
      return .written(Timestamp(start.instant, offset: start.offset))
    }
  }

  /// Returns the times of an entry of a day: a millisecond after its starts.
  fileprivate func entryTimes(on day: CivilDay) -> [EventTime] {
    starts.map { start in
      var local = start.start(of: day)
      local.milliseconds += 1
      return .written(Timestamp(local: local, offset: nil))
    }
  }
}

extension ImportRecorder {
  /// Gives events without a key for which the file states only a day the time at which the profile
  /// has them, if they were recorded under an earlier day start.
  func useStoredDays(_ units: inout [ImportUnit]) throws {
    if days.starts.isEmpty { return }
    for index in units.indices {
      guard case .events(let events) = units[index].outcome else { continue }
      let moved = try events.map { try atStoredDay($0) }
      units[index].outcome = .events(moved)
    }
  }

  private func atStoredDay(_ event: ImportedEvent) throws -> ImportedEvent {
    switch event {
    case .entry(var entry) where entry.key == nil && !entry.statesTime:
      guard let day = entry.at.day, let tracker = try trackers.existing(entry.tracker),
        let content = try? EntryContent(
          tracker: tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
          notes: entry.notes, tags: entry.tags, values: entry.values),
        let found = try stored(
          .tracker(.entry(content)), at: time(of: entry), or: days.entryTimes(on: day))
      else { return event }
      (entry.at, entry.statesTime) = (found.at, true)
      return .entry(entry)
    case .action(var action) where action.key == nil:
      guard let day = action.at.day, let content = try? action.action(references),
        let found = try stored(content, at: action.at, or: days.times(on: day))
      else { return event }
      // The completion of a task is identified by the task.
      if let name = action.reference { references.note(name, content.kind, found.id) }
      action.at = found.at
      return .action(action)
    default: return event
    }
  }

  /// Returns the id and the time with which the profile has an event of a day; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - time: the time that the event has under the current day start.
  ///   - others: its times under earlier ones.
  private func stored(
    _ action: Event.Action, at time: EventTime, or others: [EventTime]
  ) throws -> (id: EventID, at: EventTime)? {
    for (index, time) in ([time] + others).enumerated() {
      guard case .written(let timestamp) = time else { continue }
      let (at, offset, _) = readingZone.resolve(timestamp)
      let content = Correction.Content.event(at: at, offset: offset, action)
      let id = content.id(seed: session.profile.seed, key: .first)
      guard try session.reader.hasEvent(id: id) else { continue }
      if index == 0 { return (id, time) }
      days.count += 1
      return (id, .written(Timestamp(at, offset: offset)))
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
