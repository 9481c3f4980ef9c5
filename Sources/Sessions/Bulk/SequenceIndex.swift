import FlintRules

/// The sequence numbers of a profile's sparks, or of its other events, by their ids, in memory: it
/// answers whether one exists without a search of the file.
///
/// It stores 96 bits of each id, which are unique within a profile for all practical purposes, in
/// an open hash table with linear probing, of which at most 7/10 are occupied: 23 bytes for each
/// event, up to 46 after it has grown.
struct SequenceIndex {
  private struct Slot {
    var low: UInt64 = 0
    var high: UInt32 = 0
    /// The sequence number; never 0 in an occupied slot.
    var sequence: UInt32 = 0
  }

  /// The maximum number of events, which limits the memory.
  static let most: Int64 = 16_000_000

  private var slots: [Slot]
  private(set) var count = 0

  init(expecting count: Int) { slots = Self.slots(for: max(1024, count)) }

  private static func slots(for count: Int) -> [Slot] {
    [Slot](repeating: Slot(), count: count / 7 * 10 + 10)
  }

  /// Inserts an event, unless its id exists.
  ///
  /// - Parameter sequence: the sequence number, from 1 to that of `UInt32.max`.
  /// - Returns: the sequence number of the existing event with the id, if there is one.
  @inline(__always)
  mutating func insert(_ id: EventID, sequence: UInt32) -> Int64? {
    if count * 10 >= slots.count * 7 { grow() }
    return slots.withUnsafeMutableBufferPointer { slots in
      let high = UInt32(truncatingIfNeeded: id.high)
      let index = Self.index(of: id.low, high, UnsafeBufferPointer(slots))
      if slots[index].sequence != 0 { return Int64(slots[index].sequence) }
      slots[index] = Slot(low: id.low, high: high, sequence: sequence)
      count += 1
      return nil
    }
  }

  /// The sequence number of the event with an id; `nil` if there is none.
  subscript(id: EventID) -> Int64? {
    slots.withUnsafeBufferPointer { slots in
      let found = slots[Self.index(of: id.low, UInt32(truncatingIfNeeded: id.high), slots)]
      return found.sequence == 0 ? nil : Int64(found.sequence)
    }
  }

  /// Returns the index of the slot of an id, or of the empty slot where it belongs.
  @inline(__always)
  private static func index(
    of low: UInt64, _ high: UInt32, _ slots: UnsafeBufferPointer<Slot>
  ) -> Int {
    // Ids are hashes: their bits need no further mixing.
    var index = Int(
      truncatingIfNeeded: low.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[index].sequence != 0, slots[index].low != low || slots[index].high != high {
      index += 1
      if index == slots.count { index = 0 }
    }
    return index
  }

  private mutating func grow() {
    var larger = Self.slots(for: count * 2)
    larger.withUnsafeMutableBufferPointer { larger in
      for slot in slots where slot.sequence != 0 {
        larger[Self.index(of: slot.low, slot.high, UnsafeBufferPointer(larger))] = slot
      }
    }
    slots = larger
  }
}
