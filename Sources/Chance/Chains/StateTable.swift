/// States numbered in the order in which they are found, each packed into whole words by the number of bits
/// that its parts need.
package struct StateTable {
  private let widths: [UInt64]
  private let words: Int
  private var keys: [UInt64] = []
  private var slots: [Int32] = [Int32](repeating: -1, count: 1 << 10)
  private(set) var count = 0
  private var key: [UInt64]

  /// Creates a table of states whose parts are below the radices.
  package init(radices: [Int32]) {
    widths = radices.map { UInt64(32 - max(0, $0 - 1).leadingZeroBitCount) }
    // A part does not straddle two words.
    var (words, used) = (1, UInt64(0))
    for width in widths {
      if used + width > 64 { (words, used) = (words + 1, 0) }
      used += width
    }
    self.words = words
    key = [UInt64](repeating: 0, count: words)
  }

  private mutating func pack(_ state: [Int32]) {
    var (word, used, packed) = (0, UInt64(0), UInt64(0))
    for index in widths.indices {
      if used + widths[index] > 64 {
        key[word] = packed
        (word, used, packed) = (word + 1, 0, 0)
      }
      packed |= UInt64(UInt32(bitPattern: state[index])) &<< used
      used += widths[index]
    }
    key[word] = packed
  }

  package func unpack(_ number: Int, into state: inout [Int32]) {
    var (word, used) = (number * words, UInt64(0))
    for index in widths.indices {
      if used + widths[index] > 64 { (word, used) = (word + 1, 0) }
      let width = widths[index]
      let part = used < 64 ? keys[word] &>> used & ((1 &<< width) &- 1) : 0
      state[index] = Int32(truncatingIfNeeded: part)
      used += width
    }
  }

  /// Returns the number of a state, a new one where it is found for the first time.
  package mutating func number(of state: [Int32]) -> Int32 {
    pack(state)
    var hash: UInt64 = 0
    for word in key {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let start = Int(slots[slot]) * words
      if keys[start..<start + words].elementsEqual(key) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(count)
    keys += key
    count += 1
    if count * 2 > slots.count { grow() }
    return Int32(count - 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for number in 0..<count {
      var hash: UInt64 = 0
      for word in keys[number * words..<(number + 1) * words] {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash &>> 29
      }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(number)
    }
  }
}
