import FlintRules

/// The number of times that equal keyless content occurred in one source, and the events of the
/// profile that were matched. Changes within a savepoint can be rolled back.
struct OccurrenceCounts {
  private var counts: [EventID: UInt32] = [:]
  /// Bits by the sequence numbers of the matched events, 64 to a word.
  private var matched: [Int64: UInt64] = [:]
  /// The previous values of the counts changed in the savepoint, in the order of the changes; `nil`
  /// without a savepoint.
  private var changed: [(id: EventID, before: UInt32?)]?
  /// The sequence numbers that were first matched in the savepoint.
  private var matchedInSavepoint: [Int64] = []

  subscript(id: EventID) -> UInt32? {
    @inline(__always) get { counts.isEmpty ? nil : counts[id] }
    set {
      changed?.append((id, counts[id]))
      counts[id] = newValue
    }
  }

  /// - Returns: whether this is the first time.
  mutating func markMatched(_ sequence: Int64) -> Bool {
    let bit = UInt64(1) << UInt64(sequence & 63)
    let isFirst = matched[sequence >> 6, default: 0] & bit == 0
    if isFirst {
      matched[sequence >> 6, default: 0] |= bit
      if changed != nil { matchedInSavepoint.append(sequence) }
    }
    return isFirst
  }

  mutating func removeAll() { self = OccurrenceCounts() }

  mutating func beginSavepoint() { changed = [] }

  /// - Parameter isKept: whether the changes since its beginning are kept.
  mutating func endSavepoint(isKept: Bool) {
    if !isKept {
      for (id, before) in (changed ?? []).reversed() { counts[id] = before }
      for sequence in matchedInSavepoint {
        matched[sequence >> 6]? &= ~(1 << UInt64(sequence & 63))
      }
    }
    changed = nil
    matchedInSavepoint = []
  }
}
