import FlintRandom

/// A random choice among a few numbers by whole weights.
struct WeightedChoice: Sendable {
  /// The sums of the weights up to each number.
  private let bounds: [UInt64]
  private let total: UInt64
  /// The number chosen for each draw below the total, where the total is small.
  private let table: [UInt8]
  private static let maximumEntries: UInt64 = 256

  /// - Parameter weights: at most 256 weights, whose sum is above 0 and below 2⁶⁴.
  init(_ weights: [UInt64]) {
    var sum: UInt64 = 0
    bounds = weights.map { weight in
      sum += weight
      return sum
    }
    total = sum
    table =
      sum > Self.maximumEntries
      ? []
      : weights.enumerated().flatMap { Array(repeating: UInt8($0), count: Int($1)) }
  }

  @inline(__always)
  func draw(_ stream: inout some WordSource) -> Int {
    let draw = stream.bounded(total)
    if !table.isEmpty { return Int(table[Int(draw)]) }
    var number = 0
    while draw >= bounds[number] { number += 1 }
    return number
  }
}
