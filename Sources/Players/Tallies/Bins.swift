/// A histogram of whole numbers: exact up to 131,071, in bins of at most 1/65,536 of the number beyond,
/// so that memory does not grow with the number of values.
///
/// Two histograms are merged by adding counts, so neither order nor grouping affects the result. (The
/// layout is that of HdrHistogram, at 16 bits of precision.)
package struct Bins: Equatable, Sendable {
  /// The bound below which every number has a bin of its own.
  static let exact: Int64 = 1 << 17
  private static let half = 1 << 16

  /// The counts of 0, 1, 2 …, up to the last bin with a count.
  var counts: [Int64] = []
  /// The counts of −1, −2 …, likewise: number `n` below zero is counted under `-(n + 1)`.
  var negative: [Int64] = []

  /// Returns the index of the bin of a number of at least 0.
  @inline(__always)
  static func index(of number: Int64) -> Int {
    if number < exact { return Int(number) }
    // The bin retains 17 bits of the number: the leading one and 16 more.
    let shift = 47 - number.leadingZeroBitCount
    return Int(exact) + (shift - 1) * half + Int(number >> Int64(shift)) - half
  }

  /// Returns the least number that falls into a bin, and the number of values that do.
  static func span(of index: Int) -> (low: Int64, width: Int64) {
    if index < Int(exact) { return (Int64(index), 1) }
    let (octave, offset) = (index - Int(exact)).quotientAndRemainder(dividingBy: half)
    let shift = Int64(octave + 1)
    return (Int64(offset + half) << shift, 1 << shift)
  }

  @inline(__always)
  package mutating func add(_ number: Int64) {
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

  /// Adds the counts of another histogram.
  package mutating func merge(_ other: Bins) {
    Self.merge(other.counts, into: &counts)
    Self.merge(other.negative, into: &negative)
  }

  private static func merge(_ other: [Int64], into counts: inout [Int64]) {
    if let last = other.indices.last, last >= counts.count { grow(&counts, to: last) }
    for (index, count) in other.enumerated() { counts[index] &+= count }
  }

  /// A bin with a count above 0: its least number, its greatest, and the count.
  typealias Filled = (low: Int64, high: Int64, count: Int64)

  /// Visits the bins with counts above 0, in the order of the numbers, until the body returns false.
  ///
  /// - Parameter body: receives each bin; returns whether to continue.
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

  /// The bins with counts above 0, in the order of the numbers.
  var filled: [Filled] {
    var filled: [Filled] = []
    forEachFilled { bin in
      filled.append(bin)
      return true
    }
    return filled
  }
}
