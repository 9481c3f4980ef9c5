import Rules

/// The sequence numbers of a profile's sparks by their ids. It stores 96 bits of each id, which are
/// unique within a profile for all practical purposes.
struct KnownRows {
  private struct Slot {
    var low: UInt64 = 0
    var high: UInt32 = 0
    /// The sequence number; never 0 in an occupied slot.
    var sequence: UInt32 = 0
  }

  private var slots: [Slot]
  private let mask: Int

  /// The maximum number of sparks, which take 32 to 64 bytes each.
  static let most: Int64 = 2_000_000

  init(expecting count: Int) {
    var capacity = 1 << 12
    while capacity < count * 2 { capacity *= 2 }
    slots = [Slot](repeating: Slot(), count: capacity)
    mask = capacity - 1
  }

  /// Adds a spark. The number of sparks must not exceed the expected one.
  mutating func insert(_ id: EventID, sequence: UInt32) {
    var index = Int(truncatingIfNeeded: id.low) & mask
    while slots[index].sequence != 0 { index = (index + 1) & mask }
    slots[index] = Slot(
      low: id.low, high: UInt32(truncatingIfNeeded: id.high), sequence: sequence)
  }

  /// Returns the sequence number of the spark with an id; `nil` if there is none.
  @inline(__always)
  func sequence(of id: EventID) -> Int64? {
    slots.withUnsafeBufferPointer { slots in
      var index = Int(truncatingIfNeeded: id.low) & mask
      while slots[index].sequence != 0 {
        if slots[index].low == id.low, slots[index].high == UInt32(truncatingIfNeeded: id.high) {
          return Int64(slots[index].sequence)
        }
        index = (index + 1) & mask
      }
      return nil
    }
  }
}
