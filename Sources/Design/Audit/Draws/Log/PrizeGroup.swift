import FlintRandom
import FlintRules

/// A comparison of the prizes drawn from one tier and pool with their weights.
package struct PrizeGroup: Equatable, Sendable {
  /// The pool; empty where the log names none.
  package var pool: String
  package var tier: String
  /// Whether the prizes are the featured ones, or the others of their tier; `nil` without a featured set.
  package var isFeatured: Bool?
  /// Whether the model says which prizes there are; otherwise they are those that were drawn, as if equally
  /// likely.
  package var isModelled: Bool
  package var audit: Audit
  package var pValue: Double
  /// How it was computed.
  package var method: DrawTest.Method

  /// The maximum number of prizes of a group that are tested.
  static let mostPrizes = 1000
  /// The maximum number of groups.
  static let mostGroups = 500
  private static let mostOutcomes: Int64 = 300_000
  private static let purpose: UInt32 = 0x6472_6970

  private struct Key: Hashable {
    var pool: String
    package var tier: Int
    var isFeatured: Bool?
  }

  /// Returns the groups of a log, in the order of the tiers and of their first draws.
  package static func groups(_ log: DrawLog, level: Double, power: AuditPower, seed: UInt64)
    -> [PrizeGroup]
  {
    let model = log.model
    let featuredNames = Set(model.featured?.names ?? [])
    var counts: [Key: [String: Int64]] = [:]
    var keys: [Key] = []
    for draw in log.draws {
      let (name, tier) = (log.names[Int(draw.name)], Int(draw.tier))
      let isFeatured = model.featuredTier == tier ? featuredNames.contains(name) : nil
      let key = Key(
        pool: log.sequences[Int(draw.sequence)].pool, tier: tier, isFeatured: isFeatured)
      if counts[key] == nil { keys.append(key) }
      counts[key, default: [:]][name, default: 0] += 1
    }
    let sorted = keys.enumerated().sorted {
      ($0.element.tier, $0.offset) < ($1.element.tier, $1.offset)
    }
    var groups: [PrizeGroup] = []
    for key in sorted.map(\.element) where groups.count < mostGroups {
      guard let drawn = counts[key] else { continue }
      if let group = PrizeGroup(key, drawn, model, level, power, seed) { groups.append(group) }
    }
    return groups
  }

  private init?(
    _ key: Key, _ drawn: [String: Int64], _ model: DrawModel, _ level: Double, _ power: AuditPower,
    _ seed: UInt64
  ) {
    let tier = model.tiers[key.tier].name
    guard !model.untested.contains(tier) else { return nil }
    let featured = Set(model.featured?.names ?? [])
    var weights: [String: Double] = [:]
    for prize in model.prizes.values where prize.tier == tier {
      if key.isFeatured == nil || featured.contains(prize.name) == key.isFeatured {
        weights[prize.name] = prize.weight.approximation
      }
    }
    if key.isFeatured == true {
      for name in featured where weights[name] == nil { weights[name] = 1 }
    }
    isModelled = !weights.isEmpty
    if weights.isEmpty { weights = drawn.mapValues { _ in 1 } }
    guard weights.count >= 2, weights.count <= Self.mostPrizes else { return nil }
    let names = weights.keys.sorted()
    let sum = names.reduce(0.0) { $0 + (weights[$1] ?? 0) }
    let chances = names.map { (weights[$0] ?? 0) / sum }
    let counts = names.map { drawn[$0] ?? 0 }
    guard counts.contains(where: { $0 > 0 }) else { return nil }
    (pool, self.tier, isFeatured) = (key.pool, tier, key.isFeatured)
    audit = Audit(
      [Audit.Stratum(chances: chances, counts: counts)], labels: names, level: level, power: power,
      mostOutcomes: Self.mostOutcomes)
    if case .value(let exact) = audit.exact {
      (pValue, method) = (exact, .exact)
      return
    }
    let logs = DrawReplicates.count(draws: Int(audit.draws))
    guard !audit.sparse.isEmpty, logs > 0 else {
      (pValue, method) = (audit.pValue, .chiSquare)
      return
    }
    pValue = Self.simulated(chances, audit, logs: logs, seed: seed)
    method = .monteCarlo(logs: logs)
  }

  /// Returns the p-value of Pearson's statistic among counts drawn with the chances.
  private static func simulated(
    _ chances: [Double], _ audit: Audit, logs: Int, seed: UInt64
  ) -> Double {
    var bounds = chances
    for index in bounds.indices.dropFirst() { bounds[index] += bounds[index - 1] }
    bounds[bounds.count - 1] = 1
    var random = StreamReader(key: seed, purpose: purpose)
    let draws = Double(audit.draws)
    var reached = 0
    for log in 0..<logs {
      random.begin(identity: UInt64(log))
      var counts = [Double](repeating: 0, count: chances.count)
      for _ in 0..<audit.draws {
        let number = Double(random.next32()) * 0x1p-32
        var (low, high) = (0, bounds.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if number < bounds[middle] { high = middle } else { low = middle + 1 }
        }
        counts[low] += 1
      }
      var sum = 0.0
      for (count, chance) in zip(counts, chances) {
        let off = count - draws * chance
        sum += off * off / (draws * chance)
      }
      if sum >= audit.chiSquare - 1e-9 { reached += 1 }
    }
    return Double(reached + 1) / Double(logs + 1)
  }
}
