/// The change of a sum: the last 7 days of a range compared with the 7 days before them.
package struct Trend: Hashable, Sendable {
  package enum Direction: String, Sendable, CaseIterable {
    /// More than 5 % above.
    case rising
    /// More than 5 % below.
    case falling
    /// A change of at most 5 %.
    case steady

    /// Creates the direction from one sum to a later one; any increase from 0 is rising.
    init(from before: Int64, to recent: Int64) {
      // 128 bits hold any sum multiplied by a percentage.
      let (before, recent) = (Int128(before), Int128(recent))
      if recent * 100 > before * 105 {
        self = .rising
      } else {
        self = recent * 100 < before * 95 ? .falling : .steady
      }
    }
  }

  /// The number of days in each of the two sums.
  static let days = 7

  /// The sum of the later 7 days.
  package let recent: Int64
  /// The sum of the 7 days before.
  package let before: Int64

  /// The direction; any increase from 0 is rising.
  package var direction: Direction { Direction(from: before, to: recent) }

  /// The change as a share of the earlier sum, in millionths, truncated; `nil` when that is 0.
  package var change: Int64? {
    if before == 0 { return nil }
    return Int64(clamping: (Int128(recent) - Int128(before)) * 1_000_000 / Int128(before))
  }
}
