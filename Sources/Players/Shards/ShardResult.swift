/// The result of one shard of a plan's players.
package struct ShardResult: Equatable, Sendable {
  package var plan: PlanSummary
  package var shard: Shard
  package var tallies: TallySet
  /// The version of the format in which the result was written.
  var form = Self.newestForm
  /// The hash of the content with which the result was written, as 32 hexadecimal digits; `nil` in form 2.
  var writtenHash: String?

  /// The version of the format in which results are written.
  static let newestForm: Int64 = 3

  package init(_ plan: PlanSummary, _ shard: Shard, _ tallies: TallySet) {
    self.plan = plan
    self.shard = shard
    self.tallies = tallies
  }

  /// Merges the shards of a plan, given in any order.
  ///
  /// - Parameter shards: the results of the shards, with their names in errors.
  /// - Returns: the result, equal to that of a run in one process.
  /// - Throws: `SimulationError.shard` when shards overlap, are missing, or belong to other plans or
  ///   versions.
  package static func merge(
    _ shards: [(name: String, shard: ShardResult)]
  ) throws(SimulationError) -> SimulationResult {
    guard let first = shards.first else { throw .shard("expected at least one shard") }
    var seen: [Int: String] = [:]
    var tallies = first.shard.plan.emptyTallies
    for (name, result) in shards {
      if let problem = first.shard.difference(from: result) {
        throw .shard("\(name) does not go with \(first.name): \(problem)")
      }
      if let other = seen[result.shard.number] {
        throw .shard("\(name) and \(other) overlap: both are shard \(result.shard)")
      }
      seen[result.shard.number] = name
      let players = result.shard.players(of: result.plan.players)
      guard result.tallies.players == Int64(players.count) else {
        throw .shard(
          "\(name): shard \(result.shard) should have \(players.count) players, and has "
            + "\(result.tallies.players)")
      }
      tallies.merge(result.tallies)
    }
    let count = first.shard.shard.count
    let missing = (1...count).filter { seen[$0] == nil }
    guard missing.isEmpty else {
      let shown = missing.prefix(10).map { "\($0)" }.joined(separator: ", ")
      throw .shard(
        "\(missing.count) of \(count) shards \(missing.count == 1 ? "is" : "are") missing: \(shown)"
          + (missing.count > 10 ? ", …" : ""))
    }
    return try SimulationResult(first.shard.plan, tallies)
  }

  /// Returns the reason why another shard is not one of the same simulation; `nil` when it is.
  private func difference(from other: ShardResult) -> String? {
    if plan.version != other.plan.version {
      return "it was made by version \(other.plan.version), not \(plan.version)"
    }
    if plan.canonical != other.plan.canonical {
      let lines = zip(
        plan.canonical.split(separator: "\n"), other.plan.canonical.split(separator: "\n"))
      let found = lines.first { $0 != $1 }
      return "it belongs to another plan"
        + (found.map { " (\($0.1) instead of \($0.0))" } ?? "")
    }
    if plan != other.plan { return "it belongs to another plan (\(other.plan.name))" }
    if shard.count != other.shard.count {
      return "it is one of \(other.shard.count) shards, not of \(shard.count)"
    }
    return nil
  }
}
