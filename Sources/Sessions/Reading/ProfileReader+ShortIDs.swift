package import FlintRules
import Storage

extension ProfileReader {
  /// Returns the short ids of events: the shortest prefixes that `EventIDPrefix` accepts and that no
  /// other event of the profile has, of any kind and removed or not.
  ///
  /// - Complexity: O(log n) for each id among n events, after O(n) for the first of thousands.
  package func shortIDs(
    of ids: some Collection<EventID>
  ) throws(SessionError) -> [EventID: String] {
    try shortIDs(of: ids, scanningFrom: 5000)
  }

  package func shortID(of id: EventID) throws(SessionError) -> String {
    try session.read { try Self.short(id, $0) }
  }

  /// - Parameter many: The number of ids, of all calls of the session, from which on all ids are kept in
  ///   memory, rather than searched for their neighbours in the file.
  func shortIDs(
    of ids: some Collection<EventID>, scanningFrom many: Int
  ) throws(SessionError) -> [EventID: String] {
    try session.read { access in
      session.shortIDs.count += ids.count
      var short: [EventID: String] = [:]
      short.reserveCapacity(ids.count)
      if session.shortIDs.count < many {
        for id in ids { short[id] = try Self.short(id, access) }
      } else {
        let sorted = try session.shortIDs.sorted(access, session.progress.records)
        for id in ids { short[id] = sorted.prefix(of: id) }
      }
      return short
    }
  }

  private static func short(_ id: EventID, _ access: StoreAccess) throws -> String {
    let (before, after) = try access.eventIDs.neighbours(of: id)
    return id.prefix(before: before, after: after)
  }
}

/// The ids of a profile in order, once a session has shown many short ids.
struct ShortIDs {
  /// The number of ids asked for so far.
  var count = 0
  private var ids: [EventID] = []
  /// The records that the ids are those of; `nil` before the first use.
  private var records: RecordSum?

  /// Returns the ids in order, read again if records were added meanwhile.
  fileprivate mutating func sorted(_ access: StoreAccess, _ records: RecordSum) throws -> ShortIDs {
    if self.records != records {
      ids.removeAll(keepingCapacity: true)
      try access.eventIDs.forEach { ids.append($0) }
      self.records = records
    }
    return self
  }

  fileprivate func prefix(of id: EventID) -> String {
    let index = ids.partitioningIndex { $0 >= id }
    let next = index < ids.count && ids[index] == id ? index + 1 : index
    return id.prefix(
      before: index > 0 ? ids[index - 1] : nil, after: next < ids.count ? ids[next] : nil)
  }
}

extension EventID {
  /// Returns the shortest prefix that neither neighbour has, and thus no other id.
  fileprivate func prefix(before: EventID?, after: EventID?) -> String {
    let common = [before, after].compactMap { $0 }.map(commonDigits).max() ?? 0
    return String(description.prefix(max(EventIDPrefix.minimumDigits, common + 1)))
  }

  /// Returns the number of hexadecimal digits that two ids have in common at their beginning.
  private func commonDigits(with other: EventID) -> Int {
    let first = (high ^ other.high).leadingZeroBitCount / 4
    return first < 16 ? first : 16 + (low ^ other.low).leadingZeroBitCount / 4
  }
}
