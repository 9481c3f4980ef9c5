/// What was measured of a player.
public enum Measured: Hashable, Sendable {
  /// A value.
  case value(Int64)
  /// A goal was not reached within the horizon: how long the player was played, in sparks or days as the
  /// measure counts them.
  case unreached(after: Int64)
  /// A function of the plan's had no value to give.
  case missing

  /// A value; nothing where there is none.
  public init(_ value: Int64?) { self = value.map { .value($0) } ?? .missing }

  /// Whether there is a value.
  @inline(__always)
  var isValue: Bool { if case .value = self { true } else { false } }

  /// What a restricted mean counts: the value, or how long the player was played; `nil` where nothing
  /// is known.
  @inline(__always)
  var restricted: Int64? {
    switch self {
    case .value(let value): value
    case .unreached(let played): played
    case .missing: nil
    }
  }
}
