/// The period for which a player is simulated.
package enum Horizon: Hashable, Sendable, CustomStringConvertible {
  case days(Int64)
  case sparks(Int64)
  /// Until a milestone is reached, with a maximum number of days.
  case until(Milestone, atMost: Int64)

  /// The maximum number of days: from the first to the last day that can be written, less some margin.
  package static let mostDays: Int64 = 2_900_000
  /// The maximum number of sparks: ordinals have 32 bits.
  package static let mostSparks: Int64 = 1 << 31

  /// Whether players may stop on different days.
  var isEarlyForSome: Bool { if case .days = self { false } else { true } }

  package var description: String {
    switch self {
    case .days(let days): days == 1 ? "1 day" : "\(days) days"
    case .sparks(let sparks): sparks == 1 ? "1 spark" : "\(sparks) sparks"
    case .until(let milestone, _): "until \(milestone)"
    }
  }
}
