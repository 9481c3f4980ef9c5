import Rules

/// An approximate set of ids. An id that is not in the set is certainly new; a new id is mistaken
/// for a known one with a probability of about 1:1000. Uses two bytes per id, for any number of
/// ids.
///
/// A split-block Bloom filter (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom
/// filters", 2007): an id sets one bit in each of the eight words of one block of 64 bytes, so that
/// it costs one memory access. When the filter is full, a second one of twice the size is added.
struct SeenIDs {
  private struct Filter {
    private var words: [UInt64]
    private let blocks: UInt64
    private(set) var room: Int

    init(expecting count: Int) {
      // 16 bits per id: 32 ids per block.
      blocks = UInt64(max(count, 1024) / 32 + 1)
      words = [UInt64](repeating: 0, count: Int(blocks) * 8)
      room = Int(blocks) * 32
    }

    @inline(__always)
    private func block(of id: EventID) -> Int {
      // Ids are hashes: one half selects the block, the other half the bits.
      Int(truncatingIfNeeded: id.low.multipliedFullWidth(by: blocks).high) * 8
    }

    @inline(__always)
    func contains(_ id: EventID) -> Bool {
      let start = block(of: id)
      return words.withUnsafeBufferPointer { words in
        var missing: UInt64 = 0
        for word in 0..<8 {
          missing |= ~words[start + word] & (1 << ((id.high >> UInt64(word * 6)) & 63))
        }
        return missing == 0
      }
    }

    @inline(__always)
    mutating func insert(_ id: EventID) {
      let start = block(of: id)
      room -= 1
      words.withUnsafeMutableBufferPointer { words in
        for word in 0..<8 {
          words[start + word] |= 1 << ((id.high >> UInt64(word * 6)) & 63)
        }
      }
    }
  }

  /// The filters, the newest last; ids are added to that one only.
  private var filters: [Filter]
  private(set) var count = 0

  init(expecting count: Int) {
    filters = [Filter(expecting: count)]
  }

  /// Inserts an id.
  ///
  /// - Returns: whether it is certainly new.
  @inline(__always)
  mutating func insert(_ id: EventID) -> Bool {
    for filter in filters where filter.contains(id) { return false }
    if filters[filters.count - 1].room == 0 { filters.append(Filter(expecting: count * 2)) }
    filters[filters.count - 1].insert(id)
    count += 1
    return true
  }
}
