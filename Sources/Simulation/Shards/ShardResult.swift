/// What a part of a plan's players came to.
public struct ShardResult: Equatable, Sendable {
  /// What was simulated.
  public var plan: PlanSummary
  /// Which part.
  public var shard: Shard
  /// What was tallied.
  public var tallies: TallySet

  /// Names a part's result.
  public init(_ plan: PlanSummary, _ shard: Shard, _ tallies: TallySet) {
    self.plan = plan
    self.shard = shard
    self.tallies = tallies
  }

  /// Puts the parts of a plan together, in whatever order they come.
  ///
  /// - Parameter parts: the parts, and what messages call them.
  /// - Returns: what one process would have come to.
  /// - Throws: `SimulationError.shard` when parts overlap, are missing, or belong to other plans or
  ///   versions.
  public static func merge(
    _ parts: [(name: String, part: ShardResult)]
  ) throws(SimulationError) -> SimulationResult {
    guard let first = parts.first else { throw .shard("expected at least one shard") }
    var seen: [Int: String] = [:]
    var tallies = first.part.plan.nobody
    for (name, part) in parts {
      if let problem = first.part.difference(from: part) {
        throw .shard("\(name) does not go with \(first.name): \(problem)")
      }
      if let other = seen[part.shard.number] {
        throw .shard("\(name) and \(other) overlap: both are shard \(part.shard)")
      }
      seen[part.shard.number] = name
      let players = part.shard.players(of: part.plan.players)
      guard part.tallies.players == Int64(players.count) else {
        throw .shard(
          "\(name): shard \(part.shard) should have \(players.count) players, and has "
            + "\(part.tallies.players)")
      }
      tallies.merge(part.tallies)
    }
    let count = first.part.shard.count
    let missing = (1...count).filter { seen[$0] == nil }
    guard missing.isEmpty else {
      let shown = missing.prefix(10).map { "\($0)" }.joined(separator: ", ")
      throw .shard(
        "\(missing.count) of \(count) shards \(missing.count == 1 ? "is" : "are") missing: \(shown)"
          + (missing.count > 10 ? ", …" : ""))
    }
    do throws(PlanProblem) {
      return try SimulationResult(first.part.plan, tallies)
    } catch {
      throw .plan([error])
    }
  }

  /// Why another part is not one of the same simulation; `nil` when it is.
  private func difference(from other: ShardResult) -> String? {
    if plan.version != other.plan.version {
      return "it is of version \(other.plan.version), that of \(plan.version)"
    }
    if plan.canonical != other.plan.canonical {
      let lines = zip(
        plan.canonical.split(separator: "\n"), other.plan.canonical.split(separator: "\n"))
      let found = lines.first { $0 != $1 }
      return "it is of another plan"
        + (found.map { " (\($0.1) instead of \($0.0))" } ?? "")
    }
    if plan != other.plan { return "it is of another plan (\(other.plan.name))" }
    if shard.count != other.shard.count {
      return "it is one of \(other.shard.count) shards, that one of \(shard.count)"
    }
    return nil
  }
}
