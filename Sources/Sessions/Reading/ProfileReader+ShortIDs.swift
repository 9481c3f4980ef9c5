public import Rules
import Storage

extension ProfileReader {
  /// Returns the short ids of events: the shortest prefixes that `EventIDPrefix` accepts and that no
  /// other event of the profile has, of any kind and removed or not.
  ///
  /// - Complexity: O(k log n) for k ids among n events; O(k + n) if k is large.
  public func shortIDs(
    of ids: some Collection<EventID>
  ) throws(SessionError) -> [EventID: String] {
    try shortIDs(of: ids, scanningFrom: 5000)
  }

  /// Returns the short id of an event.
  public func shortID(of id: EventID) throws(SessionError) -> String {
    try session.read { try Self.short(id, $0) }
  }

  /// - Parameter many: The number of ids from which on all ids are read, rather than their neighbours.
  func shortIDs(
    of ids: some Collection<EventID>, scanningFrom many: Int
  ) throws(SessionError) -> [EventID: String] {
    try session.read { access in
      var short: [EventID: String] = [:]
      short.reserveCapacity(ids.count)
      if ids.count < many {
        for id in ids {
          short[id] = try Self.short(id, access)
        }
        return short
      }
      let wanted = Set(ids)
      var (before, current): (EventID?, EventID?)
      func add(_ after: EventID?) {
        if let current, wanted.contains(current) {
          short[current] = current.prefix(before: before, after: after)
        }
        (before, current) = (current, after)
      }
      try access.eventIDs.forEach(add)
      add(nil)
      return short
    }
  }

  private static func short(_ id: EventID, _ access: StoreAccess) throws -> String {
    let (before, after) = try access.eventIDs.neighbours(of: id)
    return id.prefix(before: before, after: after)
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
