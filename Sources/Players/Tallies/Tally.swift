package import Chance

/// The measured values of many players: the number of players, the exact sums for moments, and a
/// histogram.
///
/// All of it is whole numbers, merged by addition: any grouping of the players into threads and shards
/// has the same tally to the bit.
package struct Tally: Equatable, Sendable {
  package internal(set) var sums = Sums()
  /// The number of players without a value.
  package internal(set) var absent: Int64 = 0
  /// The times that players were played who had no value because they did not reach a goal.
  package internal(set) var unreached = Sums()
  /// The number of players without a value who never tried to reach the goal.
  var untried: Int64 = 0
  /// The least value; 0 when there is none.
  package internal(set) var least: Int64 = 0
  /// The greatest value; 0 when there is none.
  package internal(set) var greatest: Int64 = 0
  /// The histogram of the values.
  var bins = Bins()
  /// Whether a value exceeded 64 bits.
  private var isBeyondBounds = false

  /// Adds the measured value of a player.
  @inline(__always)
  package mutating func add(_ measured: Measured) {
    guard case .value(let value) = measured else {
      if case .outside = measured { return }
      absent &+= 1
      if let played = measured.restricted { unreached.add(played) }
      if case .untried = measured { untried &+= 1 }
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

  /// Records that the value of a player does not fit into 64 bits.
  mutating func addTooLarge() { isBeyondBounds = true }

  /// Whether a value or the sum of the squares overflowed: then all other results are invalid.
  package var isTooLarge: Bool { isBeyondBounds || restricted.isTooLarge }

  /// Adds the counts of another tally.
  package mutating func merge(_ other: Tally) {
    absent += other.absent
    untried += other.untried
    if other.isBeyondBounds { isBeyondBounds = true }
    unreached.merge(other.unreached)
    guard other.count > 0 else { return }
    (least, greatest) =
      count == 0
      ? (other.least, other.greatest) : (min(least, other.least), max(greatest, other.greatest))
    sums.merge(other.sums)
    bins.merge(other.bins)
  }

  package var count: Int64 { sums.count }

  /// Whether no player tried to reach the goal that is measured.
  var isUntried: Bool {
    count == 0 && absent > 0
      && (untried == absent || unreached.count == absent && unreached.sum == 0)
  }

  package var sum: Int128 { sums.sum }

  /// The sums of the values, where players who did not reach a goal count with the time that they were
  /// played.
  var restricted: Sums {
    var all = sums
    all.merge(unreached)
    return all
  }

  /// The number of all players, with a value or without.
  package var players: Int64 { count + absent }

  /// Returns the value of a rank among all players, from 1; those without a value rank last.
  ///
  /// - Returns: `nil` where the rank is that of a player without a value, or of none. Beyond 131,071 the
  ///   least value of a bin, which is accurate to 1/65,536.
  package func value(atRank rank: Int64) -> Int64? {
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

  /// Returns the least value that at least a share of the players do not exceed; `nil` without a value.
  package func value(atShare share: Double) -> Int64? {
    value(atRank: min(max(1, Int64((share * Double(players)).rounded(.up))), players))
  }
}
