/// A simulation of players of a plan, one chunk after another, on one thread.
package protocol PlayerGroup: AnyObject {
  /// Plays players and adds their measured values to tallies. Earlier players do not affect the result.
  ///
  /// - Parameters:
  ///   - players: the numbers of the players; a chunk of the plan, or a range within one.
  ///   - tallies: receives the measured values.
  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError)
}

/// An error that ended a simulation without a result.
package enum SimulationError: Error, Sendable, CustomStringConvertible {
  case plan([PlanProblem])
  /// A policy failed; players are counted from 0, days from 1.
  case policy(player: Int64, day: Int64, message: String)
  /// A policy exceeded a limit; players are counted from 0, days from 1.
  case limit(Limit, player: Int64, day: Int64, message: String)
  case interrupted
  case shard(String)
  /// The system refused a request.
  case system(String)

  package enum Limit: Sendable {
    /// Wall time.
    case time
    /// Memory.
    case memory
    /// Anything else.
    case other
  }

  /// The error in one or more lines.
  package var description: String {
    switch self {
    case .plan(let problems): problems.map(\.description).joined(separator: "\n")
    case .policy(let player, let day, let message),
      .limit(_, let player, let day, let message):
      "player \(player + 1), day \(day): \(message)"
    case .interrupted: "interrupted"
    case .shard(let problem), .system(let problem): problem
    }
  }
}
