import Rules

/// Where the sparks of a profile stand in the order of recording, by their ids: 96 bits of them,
/// which no two of a profile will ever share.
struct KnownRows {
  private struct Slot {
    var low: UInt64 = 0
    var high: UInt32 = 0
    /// Never 0 in a slot that is taken.
    var sequence: UInt32 = 0
  }

  private var slots: [Slot]
  private let mask: Int

  /// Of so many sparks at most: 32 to 64 bytes each.
  static let most: Int64 = 2_000_000

  init(expecting count: Int) {
    var capacity = 1 << 12
    while capacity < count * 2 { capacity *= 2 }
    slots = [Slot](repeating: Slot(), count: capacity)
    mask = capacity - 1
  }

  /// Notes a spark. At most as many may be as were expected.
  mutating func insert(_ id: EventID, sequence: UInt32) {
    var place = Int(truncatingIfNeeded: id.low) & mask
    while slots[place].sequence != 0 { place = (place + 1) & mask }
    slots[place] = Slot(
      low: id.low, high: UInt32(truncatingIfNeeded: id.high), sequence: sequence)
  }

  /// Where the spark of an id stands; `nil` when there is none.
  @inline(__always)
  func sequence(of id: EventID) -> Int64? {
    slots.withUnsafeBufferPointer { slots in
      var place = Int(truncatingIfNeeded: id.low) & mask
      while slots[place].sequence != 0 {
        if slots[place].low == id.low, slots[place].high == UInt32(truncatingIfNeeded: id.high) {
          return Int64(slots[place].sequence)
        }
        place = (place + 1) & mask
      }
      return nil
    }
  }
}
