import FlintCalendar
import FlintRules
import Sessions

/// The trackers of the entries of an import: those that the profile has, and those that are created
/// because it has none of their key or name. None is later than its earliest entry.
struct EntryTrackers {
  /// The tracker of an entry, which may have to be created, and the instant of the entry.
  typealias ExpectedEntry = (tracker: ImportedTracker, at: Instant)

  private let session: Session
  /// The trackers with entries, and the instants of their creation.
  private var known: [ImportedTracker: (id: EventID, since: Instant)] = [:]
  /// The trackers that were created, or moved to an earlier time, since this set was last cleared.
  var changed: Set<ImportedTracker> = []
  /// The earliest instant of the expected entries, by tracker.
  var earliest: [ImportedTracker: Instant] = [:]

  init(_ session: Session) {
    self.session = session
  }

  /// Registers entries that will be recorded.
  ///
  /// - Parameter entries: the trackers and instants of the entries, in the order of time.
  /// - Returns: The trackers that may have to be created, each with the instant of its first entry,
  ///   sorted by that. At one instant, a tracker precedes its entries.
  @discardableResult
  mutating func expect(
    _ entries: some Sequence<ExpectedEntry>
  ) -> [(tracker: ImportedTracker, entry: Instant)] {
    var first: [ImportedTracker: Instant] = [:]
    for (tracker, at) in entries where first[tracker] == nil { first[tracker] = at }
    // In the order of the fold: out of it, each creation would have the state folded again.
    return first.compactMap { tracker, at -> (FoldPosition, (ImportedTracker, Instant))? in
      let entry = min(earliest[tracker] ?? at, at)
      earliest[tracker] = entry
      if let known = known[tracker], known.since <= entry { return nil }
      let id = session.id(ofKind: .trackerCreate, key: tracker.identity)
      return (
        FoldPosition(at: entry, rank: EventKind.trackerCreate.rank, id: id), (tracker, entry)
      )
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Creates a tracker, unless the profile contains it.
  mutating func create(_ tracker: ImportedTracker, before entry: Instant) throws(SessionError) {
    do throws(SessionError) {
      _ = try id(of: tracker, at: entry)
    } catch {
      // The error is reported with the tracker's first entry.
      if !error.isRowError { throw error }
    }
  }

  /// Whether the tracker of an entry was created or moved for that entry.
  func wasChanged(for entry: ExpectedEntry) -> Bool {
    changed.contains(entry.tracker) && earliest[entry.tracker] == entry.at
  }

  /// Returns the id of the tracker of an entry, created if necessary, and not later than its
  /// earliest entry.
  mutating func id(of tracker: ImportedTracker, at: Instant) throws(SessionError) -> EventID {
    if let known = known[tracker], known.since <= at { return known.id }
    // No tracker is created or moved for an event that is refused.
    try session.checkTime(at)
    let key = tracker.identity
    let action = ProfileEvent.Action.tracker(.create(tracker.content))
    let entry = min(earliest[tracker] ?? at, at)
    let id: EventID
    var since = entry
    if let existing = try stored(tracker) {
      id = existing.id
      if existing.createdAt > entry {
        _ = try session.edit(id, of: .trackerCreate, at: .instant(entry), tracker.creating)
        changed.insert(tracker)
      } else {
        since = existing.createdAt
      }
    } else {
      id = try session.record(action, at: .instant(entry), key: key, isTimeKnown: false).id
      changed.insert(tracker)
    }
    known[tracker] = (id, since)
    return id
  }

  /// Returns the id of the tracker of an entry; `nil` if the profile has none of its key or name.
  func existing(_ tracker: ImportedTracker) throws(SessionError) -> EventID? {
    try stored(tracker)?.id
  }

  /// Returns the ids of the trackers of entries; `nil` if any tracker has to be created or moved.
  ///
  /// - Parameter entries: the earliest entry of each tracker; the id for `nil` is `nil`.
  mutating func existing(
    before entries: [ExpectedEntry?]
  ) throws(SessionError) -> [EventID?]? {
    var ids: [EventID?] = []
    for entry in entries {
      if let (tracker, at) = entry, known[tracker].map({ $0.since > at }) ?? true {
        guard let existing = try stored(tracker), existing.createdAt <= at else { return nil }
        known[tracker] = (existing.id, existing.createdAt)
      }
      ids.append(entry.flatMap { known[$0.tracker]?.id })
    }
    return ids
  }

  /// Returns the tracker of the profile for an entry. No copy of the state outlives the call, since the
  /// next event would then copy all of it.
  private func stored(
    _ tracker: ImportedTracker
  ) throws(SessionError) -> (id: EventID, createdAt: Instant)? {
    let trackers = try session.definitions().trackers
    let ownID = session.id(ofKind: .trackerCreate, key: tracker.identity)
    return (trackers.tracker(ownID) ?? trackers.tracker(named: tracker.content.name)).map {
      ($0.id, $0.createdAt)
    }
  }

  /// Forgets which trackers exist: those created in a savepoint do not exist after it was rolled
  /// back, and the others are looked up again.
  mutating func forget() { known = [:] }
}

extension ImportedTracker {
  /// Returns the creation of a tracker as this earlier one of the same name defines it.
  fileprivate func creating(_ action: ProfileEvent.Action) -> ProfileEvent.Action {
    guard case .tracker(.create(let later)) = action,
      later.name.lowercased() == content.name.lowercased()
    else { return action }
    var earlier = content
    earlier.merge(later)
    return .tracker(.create(earlier))
  }
}
