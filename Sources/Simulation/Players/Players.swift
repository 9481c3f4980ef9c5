/// Plays players of a plan, one chunk after another, on one thread.
public protocol Players: AnyObject {
  /// Plays players and counts what is measured of them. What came of earlier ones leaves no trace.
  ///
  /// - Parameters:
  ///   - players: whom; a chunk of the plan, or a part of one.
  ///   - tallies: counts them.
  /// - Throws: `SimulationError`.
  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError)
}

/// Why a simulation ended without a result.
public enum SimulationError: Error, Sendable, CustomStringConvertible {
  /// The plan is not one that can be played.
  case plan([PlanProblem])
  /// A policy failed; players are counted from 0, days from 1.
  case policy(player: Int64, day: Int64, message: String)
  /// A policy ran past a limit; players are counted from 0, days from 1.
  case limit(Limit, player: Int64, day: Int64, message: String)
  /// It was interrupted.
  case interrupted
  /// A shard is not what it should be.
  case shard(String)
  /// The system refused something.
  case system(String)

  /// What a policy may use up.
  public enum Limit: Sendable {
    /// Wall time.
    case time
    /// Memory.
    case memory
    /// Anything else.
    case other
  }

  /// The reason, in one or more lines.
  public var description: String {
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
