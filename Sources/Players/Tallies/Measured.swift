/// The measured value of a player.
package enum Measured: Hashable, Sendable {
  case value(Int64)
  /// A goal that was not reached within the horizon, with the time that the player was played, in sparks
  /// or days as the measure counts them.
  case unreached(after: Int64)
  /// A goal that was not reached since the player never tried: without a roll in its pool, or for cards without a spark
  /// or roll; with the time that the player was played.
  case untried(after: Int64)
  /// A function of the plan that returned no value.
  case missing
  /// The player does not belong to the segment that is measured.
  case outside

  /// Creates a value; `missing` for `nil`.
  package init(_ value: Int64?) { self = value.map { .value($0) } ?? .missing }

  @inline(__always)
  var isValue: Bool { if case .value = self { true } else { false } }

  /// The contribution to a restricted mean: the value, or the time that the player was played; `nil`
  /// where neither is known.
  @inline(__always)
  var restricted: Int64? {
    switch self {
    case .value(let value): value
    case .unreached(let played), .untried(let played): played
    case .missing, .outside: nil
    }
  }
}
