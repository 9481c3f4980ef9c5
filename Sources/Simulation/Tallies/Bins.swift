/// How often each whole number was seen: exact up to 131,071, in bins of at most 1/65,536 of the
/// number beyond, so that memory does not grow with what is counted.
///
/// Two of them are merged by adding counts, so neither order nor grouping leaves a trace. (The
/// layout is that of HdrHistogram, at 16 bits of precision.)
public struct Bins: Equatable, Sendable {
  /// Numbers below this have a bin each.
  static let exact: Int64 = 1 << 17
  private static let half = 1 << 16

  /// Counts of 0, 1, 2 …, as far as something was seen.
  private(set) var counts: [Int64] = []
  /// Counts of −1, −2 …, likewise: number `n` below zero is counted under `-(n + 1)`.
  private(set) var negative: [Int64] = []

  init() {}

  init(counts: [Int64], negative: [Int64]) {
    self.counts = counts
    self.negative = negative
  }

  /// The bin of a number of at least 0.
  @inline(__always)
  static func index(of number: Int64) -> Int {
    if number < exact { return Int(number) }
    // 17 bits of the number are kept: the leading one and 16 more.
    let shift = 47 - number.leadingZeroBitCount
    return Int(exact) + (shift - 1) * half + Int(number >> Int64(shift)) - half
  }

  /// The least number that falls into a bin, and how many do.
  static func span(of index: Int) -> (low: Int64, width: Int64) {
    if index < Int(exact) { return (Int64(index), 1) }
    let (octave, place) = (index - Int(exact)).quotientAndRemainder(dividingBy: half)
    let shift = Int64(octave + 1)
    return (Int64(place + half) << shift, 1 << shift)
  }

  /// Counts a number.
  @inline(__always)
  mutating func add(_ number: Int64) {
    if number >= 0 {
      Self.count(Self.index(of: number), in: &counts)
    } else {
      Self.count(Self.index(of: -(number + 1)), in: &negative)
    }
  }

  @inline(__always)
  private static func count(_ index: Int, in counts: inout [Int64]) {
    if index >= counts.count { grow(&counts, to: index) }
    counts[index] &+= 1
  }

  @inline(never)
  private static func grow(_ counts: inout [Int64], to index: Int) {
    counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
  }

  /// Adds what another counted.
  mutating func merge(_ other: Bins) {
    Self.merge(other.counts, into: &counts)
    Self.merge(other.negative, into: &negative)
  }

  private static func merge(_ other: [Int64], into counts: inout [Int64]) {
    if let last = other.indices.last, last >= counts.count { grow(&counts, to: last) }
    for (index, count) in other.enumerated() { counts[index] &+= count }
  }

  /// A bin in which something was counted: its least number, its greatest, and the count.
  typealias Filled = (low: Int64, high: Int64, count: Int64)

  /// Goes through the bins in which something was counted, in the order of the numbers, as long as it
  /// is wanted.
  ///
  /// - Parameter body: is given each bin; answers whether to go on.
  func forEachFilled(_ body: (Filled) -> Bool) {
    for index in negative.indices.reversed() where negative[index] > 0 {
      let span = Self.span(of: index)
      if !body((-(span.low + (span.width - 1)) - 1, -span.low - 1, negative[index])) { return }
    }
    for index in counts.indices where counts[index] > 0 {
      let span = Self.span(of: index)
      if !body((span.low, span.low + (span.width - 1), counts[index])) { return }
    }
  }

  /// The bins in which something was counted, in the order of the numbers.
  var filled: [Filled] {
    var filled: [Filled] = []
    forEachFilled { bin in
      filled.append(bin)
      return true
    }
    return filled
  }
}
