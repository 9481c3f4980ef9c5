/// What was measured of many players: how many, the exact sums that moments are made of, and how
/// often each value was seen.
///
/// All of it is whole numbers, merged by addition: any grouping of the players into threads and
/// shards gives the same tally to the bit.
public struct Tally: Equatable, Sendable {
  /// The sums of the values.
  public private(set) var sums = Sums()
  /// Players that had no value.
  public private(set) var absent: Int64 = 0
  /// Of those who had none because they did not reach a goal: how long they were played.
  public private(set) var unreached = Sums()
  /// The least value; 0 when there is none.
  public private(set) var least: Int64 = 0
  /// The greatest value; 0 when there is none.
  public private(set) var greatest: Int64 = 0
  /// How often each was seen.
  private(set) var bins = Bins()
  /// Whether a value passed 64 bits.
  private var isBeyondBounds = false

  /// A tally of nobody.
  public init() {}

  init(
    sums: Sums, absent: Int64, unreached: Sums, least: Int64, greatest: Int64, bins: Bins
  ) {
    self.sums = sums
    self.absent = absent
    self.unreached = unreached
    self.least = least
    self.greatest = greatest
    self.bins = bins
  }

  /// Counts what was measured of a player.
  @inline(__always)
  public mutating func add(_ measured: Measured) {
    guard case .value(let value) = measured else {
      absent &+= 1
      if case .unreached(let played) = measured { unreached.add(played) }
      return
    }
    if count == 0 {
      (least, greatest) = (value, value)
    } else {
      if value < least { least = value }
      if value > greatest { greatest = value }
    }
    sums.add(value)
    bins.add(value)
  }

  /// Counts a player whose value does not fit into 64 bits.
  mutating func addTooLarge() { isBeyondBounds = true }

  /// Whether a value or the sum of the squares passed what can be held: then nothing else is right.
  public var isTooLarge: Bool { isBeyondBounds || restricted.isTooLarge }

  /// Adds what another tally counted.
  public mutating func merge(_ other: Tally) {
    absent += other.absent
    if other.isBeyondBounds { isBeyondBounds = true }
    unreached.merge(other.unreached)
    guard other.count > 0 else { return }
    (least, greatest) =
      count == 0
      ? (other.least, other.greatest) : (min(least, other.least), max(greatest, other.greatest))
    sums.merge(other.sums)
    bins.merge(other.bins)
  }

  /// Players that had a value.
  public var count: Int64 { sums.count }

  /// The sum of all values.
  public var sum: Int128 { sums.sum }

  /// The sums of the values, where players who did not reach a goal count with how long they were
  /// played.
  var restricted: Sums { sums.merged(with: unreached) }

  /// All players, with a value or without.
  public var players: Int64 { count + absent }

  /// The mean of the values; NaN when there is none.
  public var mean: Double { sums.mean }

  /// The variance of the values, with n − 1 below; NaN below two of them.
  public var variance: Double { sums.variance }

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
