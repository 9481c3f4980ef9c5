/// Where a sum is going: the 7 days up to the last of a range against the 7 before them.
public struct Trend: Hashable, Sendable {
  /// Which way.
  public enum Direction: String, Sendable, CaseIterable {
    /// More than 5 % above.
    case rising
    /// More than 5 % below.
    case falling
    /// Neither; 5 % to the digit is still steady.
    case steady

    /// Which way it goes from one sum to a later one; from nothing to anything is rising.
    init(from before: Int64, to recent: Int64) {
      // Wide enough for any sums times a percentage.
      let (before, recent) = (Int128(before), Int128(recent))
      if recent * 100 > before * 105 {
        self = .rising
      } else {
        self = recent * 100 < before * 95 ? .falling : .steady
      }
    }
  }

  /// How many days are held against as many.
  static let days = 7

  /// The later 7 days.
  public let recent: Int64
  /// The 7 days before.
  public let before: Int64

  /// Makes a trend of two sums.
  public init(recent: Int64, before: Int64) {
    self.recent = recent
    self.before = before
  }

  /// Which way; from nothing to anything is rising.
  public var direction: Direction { Direction(from: before, to: recent) }

  /// The change as a share of the 7 days before, in millionths, truncated toward zero; `nil` when
  /// they had nothing.
  public var change: Int64? {
    if before == 0 { return nil }
    return Int64(clamping: (Int128(recent) - Int128(before)) * 1_000_000 / Int128(before))
  }
}
