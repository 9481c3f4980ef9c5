import Rules

/// How often equal keyless content was met in one source, and which events of the profile were met.
/// What a part of the work changed can be taken back.
struct Occurrences {
  private var counts: [EventID: UInt32] = [:]
  /// Bits by the places of events in the order of recording, 64 to a word.
  private var met: [Int64: UInt64] = [:]
  /// What the counts changed in this part were before, in the order of the changes.
  private var changed: [(id: EventID, before: UInt32?)]?
  /// The places met first in this part.
  private var metInPart: [Int64] = []

  subscript(id: EventID) -> UInt32? {
    @inline(__always) get { counts.isEmpty ? nil : counts[id] }
    set {
      changed?.append((id, counts[id]))
      counts[id] = newValue
    }
  }

  /// Notes that the event at a place in the order of recording was met.
  ///
  /// - Returns: whether for the first time.
  mutating func meet(_ sequence: Int64) -> Bool {
    let bit = UInt64(1) << UInt64(sequence & 63)
    let isFirst = met[sequence >> 6, default: 0] & bit == 0
    if isFirst {
      met[sequence >> 6, default: 0] |= bit
      if changed != nil { metInPart.append(sequence) }
    }
    return isFirst
  }

  /// Forgets everything.
  mutating func removeAll() { self = Occurrences() }

  /// From here on changes can be taken back.
  mutating func beginPart() { changed = [] }

  /// Ends that.
  ///
  /// - Parameter isKept: whether what was changed since stays.
  mutating func endPart(isKept: Bool) {
    if !isKept {
      for (id, before) in (changed ?? []).reversed() { counts[id] = before }
      for sequence in metInPart { met[sequence >> 6]? &= ~(1 << UInt64(sequence & 63)) }
    }
    changed = nil
    metInPart = []
  }
}
