package import FlintRules

/// The totals of some players of a population under one rulebook.
package struct PopulationTotals: Equatable, Sendable {
  /// The number of events without effect, by the raw value of the reason.
  private var voidCounts = [Int64](
    repeating: 0, count: 1 + Int(VoidReason.allCases.map(\.rawValue).max() ?? 0))
  /// The tallies of the players' values, by measure.
  var tallies: [Tally]

  init(measures: Int) { tallies = [Tally](repeating: Tally(), count: measures) }

  /// The number of events without effect, by reason, most frequent first.
  package var voids: [(reason: VoidReason, count: Int64)] {
    VoidReason.allCases.map { ($0, voidCounts[Int($0.rawValue)]) }.filter { $0.1 > 0 }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// The number of events without effect.
  package var voidCount: Int64 { voidCounts.reduce(0, +) }

  mutating func add(_ totals: PlayerTotals) {
    for (reason, count) in totals.voids { voidCounts[Int(reason.rawValue)] += count }
    for (index, value) in totals.values.enumerated() { tallies[index].add(.value(value)) }
  }

  mutating func merge(_ other: PopulationTotals) {
    for index in voidCounts.indices { voidCounts[index] += other.voidCounts[index] }
    for index in tallies.indices { tallies[index].merge(other.tallies[index]) }
  }

  /// Returns the estimates of measures, which have the names.
  func estimates(_ measures: [String]) -> [Estimate] {
    zip(measures, tallies).map { name, tally in
      Estimate(
        name, tally, bound: nil, nil, exact: nil, isShare: Total(name: name)?.isShare ?? false)
    }
  }

  /// Returns whether the totals may be those of a number of players with a number of events.
  func isOf(_ players: Int64, _ events: Int64, measures: Int) -> Bool {
    voidCounts.count == PopulationTotals(measures: 0).voidCounts.count
      && voidCounts.allSatisfy { (0...events).contains($0) }
      && tallies.count == measures
      && tallies.allSatisfy { $0.players == players && $0.absent == 0 }
  }
}

extension PopulationTotals: ShardRecord {
  init() { self.init(measures: 0) }

  static var members: [ShardMember<PopulationTotals>] {
    [ShardMember("void", \.sparseVoids), ShardMember("tallies", \.tallies)]
  }

  var sparseVoids: SparseCounts {
    get { SparseCounts(voidCounts) }
    set {
      let most = voidCounts.count
      voidCounts = newValue.counts + repeatElement(0, count: max(0, most - newValue.counts.count))
    }
  }
}
