internal import FlintRandom

/// Random orders of days that keep blocks of consecutive days together.
///
/// The days form a circle, which is cut at a random day and from there on into blocks, the last of which
/// may be shorter; the blocks are put in random order. So neighbours stay neighbours, as in the circular
/// block bootstrap (Politis & Romano, "A circular block-resampling procedure for stationary data", 1992),
/// but every day occurs exactly once.
struct BlockPermutations {
  let days: Int
  let blockLength: Int
  /// The seed of all orders.
  let seed: UInt64

  /// The purpose of the streams ("rela"); the identity is the number of the order.
  private static let purpose: UInt32 = 0x7265_6C61

  /// Writes the order of a number: the index of the day that each day is replaced by.
  func write(_ number: Int, into order: inout [Int]) {
    var stream = StreamReader(key: seed, identity: UInt64(number), purpose: Self.purpose)
    let start = Int(stream.bounded(UInt64(days)))
    var blocks = Array(0..<(days + blockLength - 1) / blockLength)
    for last in stride(from: blocks.count - 1, to: 0, by: -1) {
      blocks.swapAt(last, Int(stream.bounded(UInt64(last + 1))))
    }
    order.removeAll(keepingCapacity: true)
    for block in blocks {
      for day in block * blockLength..<min(days, (block + 1) * blockLength) {
        let shifted = start + day
        order.append(shifted < days ? shifted : shifted - days)
      }
    }
  }
}
