/// What was measured of many players: how many, the exact sums that moments are made of, and how
/// often each value was seen.
///
/// All of it is whole numbers, merged by addition: any grouping of the players into threads and
/// shards gives the same tally to the bit.
public struct Tally: Equatable, Sendable {
  /// Players that had a value.
  public private(set) var count: Int64 = 0
  /// Players that had none: what was waited for did not come within the horizon.
  public internal(set) var absent: Int64 = 0
  /// The sum of all values.
  public private(set) var sum: Int128 = 0
  /// The sum of their squares.
  public private(set) var squares: Int128 = 0
  /// The least value; 0 when there is none.
  public private(set) var least: Int64 = 0
  /// The greatest value; 0 when there is none.
  public private(set) var greatest: Int64 = 0
  /// How often each was seen.
  private(set) var bins = Bins()
  /// Whether a value or the sum of the squares passed what can be held: then nothing else is right.
  public private(set) var isTooLarge = false

  /// A tally of nobody.
  public init() {}

  init(
    count: Int64, absent: Int64, sum: Int128, squares: Int128, least: Int64, greatest: Int64,
    bins: Bins
  ) {
    self.count = count
    self.absent = absent
    self.sum = sum
    self.squares = squares
    self.least = least
    self.greatest = greatest
    self.bins = bins
  }

  /// Counts a player's value; `nil` when there is none.
  @inline(__always)
  public mutating func add(_ value: Int64?) {
    guard let value else {
      absent &+= 1
      return
    }
    if count == 0 {
      (least, greatest) = (value, value)
    } else {
      if value < least { least = value }
      if value > greatest { greatest = value }
    }
    count &+= 1
    sum &+= Int128(value)
    add(squares: Int128(value) &* Int128(value))
    bins.add(value)
  }

  /// Squares are never negative: where their sum passes 128 bits, it does so in any order.
  @inline(__always)
  private mutating func add(squares: Int128) {
    let (sum, overflow) = self.squares.addingReportingOverflow(squares)
    self.squares = sum
    if overflow { isTooLarge = true }
  }

  /// Counts a player whose value does not fit into 64 bits.
  mutating func addTooLarge() { isTooLarge = true }

  /// Adds what another tally counted.
  public mutating func merge(_ other: Tally) {
    absent += other.absent
    if other.isTooLarge { isTooLarge = true }
    guard other.count > 0 else { return }
    (least, greatest) =
      count == 0
      ? (other.least, other.greatest) : (min(least, other.least), max(greatest, other.greatest))
    count += other.count
    sum &+= other.sum
    add(squares: other.squares)
    bins.merge(other.bins)
  }

  /// All players, with a value or without.
  public var players: Int64 { count + absent }

  /// The mean of the values; NaN when there is none.
  public var mean: Double { Double(sum) / Double(count) }

  /// The sum of squared deviations from the mean, times the count: exact until it is rounded once.
  var scaledDeviations: Double {
    let count = Int128(count)
    let (square, overflow) = sum.multipliedReportingOverflow(by: sum)
    let (scaled, overflowed) = squares.multipliedReportingOverflow(by: count)
    if !overflow && !overflowed { return Double(scaled - square) }
    return Double(squares) * Double(count) - Double(sum) * Double(sum)
  }

  /// The variance of the values, with n − 1 below; NaN below two of them.
  public var variance: Double {
    guard count > 1 else { return .nan }
    return max(0, scaledDeviations / Double(count) / Double(count - 1))
  }

  /// The value of a rank among all players, from 1; those without a value rank last.
  ///
  /// - Returns: `nil` where the rank is that of a player without a value, or of none. Beyond
  ///   131,071 the least value of a bin, which is right to 1/65,536.
  public func value(atRank rank: Int64) -> Int64? {
    guard rank >= 1, rank <= count else { return nil }
    if rank == 1 { return least }
    if rank == count { return greatest }
    var below: Int64 = 0
    var value = greatest
    bins.forEachFilled { bin in
      below += bin.count
      if below >= rank { value = min(max(bin.low, least), greatest) }
      return below < rank
    }
    return value
  }

  /// How many values are at most a number.
  public func count(upTo number: Int64) -> Int64 {
    var sum: Int64 = 0
    bins.forEachFilled { bin in
      if bin.low <= number { sum += bin.count }
      return bin.low <= number
    }
    return sum
  }
}
