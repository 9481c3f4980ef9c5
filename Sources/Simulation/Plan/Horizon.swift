/// How long a player is played.
public enum Horizon: Hashable, Sendable {
  /// So many days.
  case days(Int64)
  /// So many sparks.
  case sparks(Int64)
  /// Until a milestone is come to, but no longer than so many days.
  case until(Milestone, atMost: Int64)

  /// The most days that a player can be played: from the first to the last day that can be written,
  /// less some to begin with.
  public static let mostDays: Int64 = 2_900_000
  /// The most sparks that a player can be played: ordinals have 32 bits.
  public static let mostSparks: Int64 = 1 << 31
}

extension Horizon: CustomStringConvertible {
  /// The horizon in words.
  public var description: String {
    switch self {
    case .days(let days): days == 1 ? "1 day" : "\(days) days"
    case .sparks(let sparks): sparks == 1 ? "1 spark" : "\(sparks) sparks"
    case .until(let milestone, _): "until \(milestone)"
    }
  }
}
