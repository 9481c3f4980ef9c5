import Rules

/// A set of ids that stores only their low halves. An id that is not in the set is certainly new.
/// An id that is in the set was inserted before or, with negligible probability, has
/// the same low half as another one. Uses eight bytes per slot, of which at most half are occupied.
struct KnownIDs {
  private var slots: [UInt64]
  private var count = 0
  private var hasZero = false

  init(expecting: Int) {
    var capacity = 1 << 14
    while capacity < expecting * 2 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
  }

  /// Inserts an id.
  ///
  /// - Returns: whether it was not in the set.
  @inline(__always)
  mutating func insert(_ id: EventID) -> Bool {
    let value = id.low
    if value == 0 {
      defer { hasZero = true }
      return !hasZero
    }
    if count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    // Ids are hashes: their bits need no further mixing.
    var index = Int(truncatingIfNeeded: value) & mask
    while slots[index] != 0 {
      if slots[index] == value { return false }
      index = (index + 1) & mask
    }
    slots[index] = value
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    let mask = slots.count - 1
    for value in old where value != 0 {
      var index = Int(truncatingIfNeeded: value) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = value
    }
  }
}
