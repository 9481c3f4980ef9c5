package import FlintRules
import Storage

/// The state of a session's insertion of many events other than sparks and rolls.
struct EventInsertionState {
  /// The events of the profile by their ids, once a search of the file for each would be slower.
  var index: SequenceIndex?
  /// The number of events that were to be recorded from files so far.
  var expected: Int64 = 0
  /// The number of new events in a row.
  var newInARow: Int64 = 0
  /// Whether the index would have to forget events, which it cannot.
  var isUnfit = false
}

/// The insertion of many events other than sparks and rolls from files, as `BulkInserter` inserts
/// sparks: once that is faster, their ids are kept in memory, and when thousands in a row are new, the
/// file has no index of ids meanwhile.
package struct EventInserter {
  let session: Session

  /// The number of new events in a row from which on the index of the file is dropped.
  private static let leastRun: Int64 = 2048
  /// The maximum number of events whose ids are kept in memory, which limits it to 46 MB.
  private static let most: Int64 = 2_000_000

  private var access: StoreAccess { session.access }

  /// Prepares the recording of some events of a file.
  ///
  /// - Parameter total: the estimated number of rows of the file, if it is known.
  package func begin(expecting count: Int, of total: Int?) throws(SessionError) {
    try session.work {
      try session.beginAdding()
      session.bulkState.events.expected += Int64(count)
      let state = session.bulkState.events
      if state.index == nil, !state.isUnfit {
        let rows = try access.events.rowCount()
        // A search takes as long as reading about 32 ids.
        guard state.expected >= rows / 32, rows <= Self.most else { return }
        let known = Int(rows) + Int(rows) / 8
        var index = SequenceIndex(expecting: max(known, min(total ?? 0, Int(Self.most))))
        try access.bulk.forEachEvent { id, sequence in
          if let sequence = UInt32(exactly: sequence) { _ = index.insert(id, sequence: sequence) }
        }
        session.bulkState.events.index = index
      }
      // Rebuilding the index costs about as much as adding a quarter of its events.
      if let index = session.bulkState.events.index, access.bulk.areEventsIndexed,
        !session.fold.isStale, session.bulkState.events.newInARow >= Self.leastRun,
        session.bulkState.events.newInARow >= index.count / 4
      {
        try access.bulk.beginEvents()
      }
    }
  }

  /// Returns whether the profile has an event with an id that is not removed.
  package func has(_ id: EventID) throws(SessionError) -> Bool {
    try session.work {
      try session.beginAdding()
      if try uncorrectedSequence(of: id) != nil { return true }
      if let index = session.bulkState.events.index, index[id] == nil { return false }
      return try access.events.has(id: id)
    }
  }

  /// Counts a keyless event of a file as unchanged if it is known to be one that the profile had before,
  /// and that no other row was.
  ///
  /// - Parameter id: the id of the first event of its content.
  /// - Returns: whether it is; otherwise it has to be recorded.
  package func matches(_ id: EventID) throws(SessionError) -> Bool {
    guard !session.duplicates.recordsEqualAgain, session.progress.removed.others.isEmpty,
      session.duplicates.occurrences[id] == nil,
      let sequence = try session.work({ try uncorrectedSequence(of: id) }),
      !session.duplicates.isOwn(sequence),
      session.duplicates.occurrences.markMatched(sequence)
    else { return false }
    session.progress.tally.unchanged += 1
    return true
  }

  /// Adds an event to the file, unless its id exists.
  ///
  /// - Returns: whether it was added.
  func insert(_ event: ProfileEvent, content: String, key: String?) throws -> Bool {
    let provenance = try session.provenance()
    if session.bulkState.events.index != nil {
      guard let sequence = UInt32(exactly: provenance.sequence),
        session.bulkState.events.index?.count ?? 0 < Self.most
      else {
        try forget()
        return try access.events.insert(event, content: content, key: key, provenance)
      }
      if session.bulkState.events.index?.insert(event.id, sequence: sequence) != nil {
        session.bulkState.events.newInARow = 0
        return false
      }
    } else if !access.bulk.areEventsIndexed {
      try flush()
    }
    guard try access.events.insert(event, content: content, key: key, provenance) else {
      session.bulkState.events.newInARow = 0
      return false
    }
    session.bulkState.events.newInARow += 1
    return true
  }

  /// Returns the stored event with an event's id, as far as comparing the two needs it.
  func existing(_ event: ProfileEvent, content: String, key: String?) throws -> ExistingEvent? {
    // The id of a keyless event without corrections is made of its content.
    if key == nil, let sequence = try uncorrectedSequence(of: event.id) {
      return ExistingEvent(
        sequence: sequence, at: event.at, offset: event.offset, isRemoved: false, isSame: true)
    }
    return try access.events.existing(event, content: content)
  }

  /// Deletes an event of this session that the rules refused, as if it had never been recorded.
  func delete(_ id: EventID) throws {
    try access.events.delete(id: id)
    session.bulkState.events.isUnfit = true
    session.bulkState.events.index = nil
  }

  /// Returns the sequence number of an event without corrections; `nil` if it has some, or if it is not
  /// known without a search of the file.
  private func uncorrectedSequence(of id: EventID) throws -> Int64? {
    guard let sequence = session.bulkState.events.index?[id], try !session.bulk.isCorrected(id)
    else { return nil }
    return sequence
  }

  /// Restores the index of the file, so that it can be queried. Queries end a run of new events.
  func flush() throws {
    session.bulkState.events.newInARow = 0
    try access.bulk.endEvents()
  }

  /// Forgets what is known of the file, because it was changed without this type.
  func forget() throws {
    try flush()
    session.bulkState.events.index = nil
    session.bulkState.events.expected = 0
  }
}
