import Rules

/// Which ids have been seen, by the low halves of them: what it does not know is new for certain,
/// what it knows was met before, or, once in many millions of millions, another with equal low
/// half. Eight bytes an id at most half full.
struct KnownIDs {
  private var slots: [UInt64]
  private var count = 0
  private var hasZero = false

  init(expecting: Int) {
    var capacity = 1 << 14
    while capacity < expecting * 2 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
  }

  /// Adds an id.
  ///
  /// - Returns: whether it was not known.
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
    var place = Int(truncatingIfNeeded: value) & mask
    while slots[place] != 0 {
      if slots[place] == value { return false }
      place = (place + 1) & mask
    }
    slots[place] = value
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    let mask = slots.count - 1
    for value in old where value != 0 {
      var place = Int(truncatingIfNeeded: value) & mask
      while slots[place] != 0 { place = (place + 1) & mask }
      slots[place] = value
    }
  }
}
