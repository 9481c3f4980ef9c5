package import Chance
package import FlintRules

/// A comparison of the draws of a log with the rates, the pity and the featured prizes of a model.
package struct DrawAudit: Sendable {
  package struct TierResult: Equatable, Sendable {
    package var name: String
    /// The rate of a draw before any pity.
    package var nominal: Fraction
    /// The share of draws in the long run, pity included.
    package var effective: Double
    package var observed: Int64
    /// The observed share of all draws.
    package var rate: Double
    /// The expected number among as many draws: at the effective rate, or, in a complete log, from the first
    /// draw of each sequence on, so that the wait for the first prize counts in full.
    package var expected: Double
    /// The number of prizes among the draws with known counters.
    package var knownObserved: Int64
    /// The sum of the chances that these draws had.
    package var knownExpected: Double
    /// The standard deviation of the difference between the two.
    package var deviation: Double
    /// The standard deviation of the observed number.
    package var spread: Double
    /// The interval of observed over expected.
    package var ratio: Interval
    /// The range of observed over expected that the test would probably not find.
    package var unseen: Interval?

    /// Observed over expected.
    package var observedRatio: Double { Double(observed) / expected }
  }

  package struct Month: Equatable, Sendable {
    /// The month, as `2026-03`.
    package var name: String
    package var draws: Int64
    package var knownDraws: Int64
    /// The prizes of each tested tier, among these.
    package var tiers: [Tier]

    /// The prizes of a tier.
    package struct Tier: Equatable, Sendable {
      package var name: String
      package var observed: Int64
      /// The sum of the chances that the draws had.
      package var expected: Double
    }
  }

  package struct PlayerResult: Equatable, Sendable {
    package var name: String
    package var draws: Int64
    /// The number of prizes of the rarest tier.
    package var prizes: Int64
    /// The number of prizes among the draws with known counters.
    package var knownPrizes: Int64
    /// The sum of the chances of these draws.
    package var knownExpected: Double
    /// The excess of these prizes in standard deviations; `nil` without such draws.
    package var residual: Double?
    /// The completed gaps between prizes of the rarest tier.
    package var gaps: Int64
    /// The mean of their lengths; `nil` without any.
    package var meanGap: Double?
    /// The greatest of their lengths; `nil` without any.
    package var longestGap: Int?
  }

  /// The point at which the rate of a tier changed most.
  package struct Change: Equatable, Sendable {
    package var tier: String
    /// The number of draws with known counters before it.
    package var draws: Int64
    /// The number of the first draw after it in the log, from 1.
    package var draw: Int
    /// Its day, if the log has times, as `2026-03-14`.
    package var day: String?
    /// Observed over expected before it; `nil` where none is expected.
    package var before: Double?
    /// Observed over expected after it; `nil` where none is expected.
    package var after: Double?
  }

  package let model: DrawModel
  package let draws: Int64
  package let knownDraws: Int64
  /// Whether the log begins with each player's first draw.
  package let isComplete: Bool
  /// The number of sequences: of players and pools.
  package let sequences: Int
  /// The number of draws that were made and cannot be read.
  package let unread: Int
  /// The number of these whose item or rarity does not fit the rules, so that they are not missing by chance.
  package let misfits: Int
  /// The number of draws whose order is not known, since others of their player and pool are missing at unknown
  /// places.
  package let unordered: Int64
  /// The number of draws that are left out since a prize was certain and has not come.
  package let overdue: Int64
  /// The results of the tiers, rarest first.
  package let tiers: [TierResult]
  /// The gaps of the rarest tier, and of each tier with pity.
  package let gaps: [GapAudit]
  /// The featured prizes, if the model has any.
  package let featured: FeaturedAudit?
  /// The prizes within the tiers.
  package let groups: [PrizeGroup]
  /// The prizes that the model does not have, with their number of draws, the most frequent first.
  package let unknownPrizes: [(name: String, draws: Int64)]
  /// The months, if the log has times.
  package let months: [Month]
  /// The greatest change of each tested tier.
  package let changes: [Change]
  /// The players, if there are several, those with the most draws first.
  package let players: [PlayerResult]
  package let playerCount: Int
  package let tests: [DrawTest]
  /// The names of the tests that were asked for; `nil` where all were.
  package let only: [String]?
  /// The confidence level of the intervals.
  package let level: Double
  /// The seed of the logs that the model draws.
  package let seed: UInt64
  /// What was left out of the log, and the draws that cannot be used, in sentences.
  package var remarks: [String] = []

  /// The maximum number of players, months and unknown prizes that are listed.
  static let mostListed = 1000

  /// - Parameters:
  ///   - log: the draws.
  ///   - level: the confidence level of the intervals.
  ///   - power: the required power of the tests, for the ranges of undetectable deviations.
  ///   - seed: the seed of the logs that the model draws in the stead of the observed one.
  ///   - only: the names of the tests that are computed and corrected for, such as `number:legendary`; none for all.
  /// - Throws: `AuditError` when the log has no draws, or none of a tier that the model names, when pity has too
  ///   many combined counts, or when there is no test of a name.
  package init(
    _ log: DrawLog, level: Double = 0.95, power: AuditPower = AuditPower(), seed: UInt64 = 1,
    only: [String] = []
  ) throws(AuditError) {
    guard log.count > 0 else { throw AuditError.emptyLog }
    let chain = try DrawChain(log.model)
    let history = DrawHistory(log, chain)
    let course = KnownDraws(log, chain, history)
    let plan = course.plan
    let groups = PrizeGroup.groups(log, level: level, power: power, seed: seed)
    let names = Self.testNames(log, chain, history, groups, playerCount: plan.playerCount)
    let chosen = only.isEmpty ? names : try DrawTest.Name.chosen(only, among: names)
    self.only = only.isEmpty ? nil : chosen.map(\.description)
    func isChosen(_ kinds: DrawTest.Kind..., of subject: String? = nil) -> Bool {
      only.isEmpty
        || chosen.contains {
          kinds.contains($0.kind) && (subject == nil || $0.subject == subject)
        }
    }
    // Without pity the numbers have binomial distributions.
    func isSimulated(_ name: DrawTest.Name) -> Bool {
      name.kind.isSimulated && (name.kind != .rate || !chain.pityTiers.isEmpty)
    }
    var statistics = DrawStatistics(plan, states: course.states, tiers: course.tiers)
    // Between draws that are left out the lengths are not those of the known draws.
    if history.overdueDraws > 0 {
      statistics.gaps = zip(plan.cells, history.gaps).map { $0.chiSquare(of: $1) }
    }
    let replicates = DrawReplicates(
      plan, comparedWith: statistics, seed: seed,
      count: course.states.isEmpty || !chosen.contains(where: isSimulated)
        ? 0 : DrawReplicates.count(draws: course.states.count))
    model = log.model
    draws = Int64(log.count)
    knownDraws = Int64(course.states.count)
    isComplete = log.isComplete
    (sequences, unread, misfits) = (log.owners, log.unread, log.misfits)
    let areOrdered = log.areOrdered
    unordered =
      areOrdered.contains(false)
      ? Int64(log.draws.count { !areOrdered[Int($0.sequence)] }) : 0
    overdue = history.overdueDraws
    (self.level, self.seed) = (level, seed)
    tiers = Self.tiers(log, chain, course, statistics, level, power)
    let gaps = history.subjects.indices.map {
      GapAudit(log, chain, history, $0, plan.cells[$0], replicates, level: level, power: power)
    }.filter { isChosen(.gaps, .certainty, of: $0.name) }
    self.gaps = gaps
    featured =
      isChosen(.share, .guarantee, .runs)
      ? FeaturedAudit(log, level: level, power: power) : nil
    self.groups = groups.filter { isChosen(.items, of: $0.name) }
    unknownPrizes = Self.unknownPrizes(log)
    months = Self.months(log, chain, history)
    let changes = Self.changes(log, course, statistics)
    self.changes = changes.filter { isChosen(.drift, of: $0.tier) }
    playerCount = plan.playerCount
    players = Self.players(log, course, history, statistics)
    var tests = Self.rateTests(
      tiers, log, chain, course, statistics, replicates, level, overdue: history.overdueDraws)
    tests += gaps.flatMap(\.tests)
    tests += featured?.tests ?? []
    tests += self.groups.map(\.test)
    tests += Self.driftTests(changes, statistics, replicates)
    if let test = Self.playerTest(plan, statistics, replicates, level) { tests.append(test) }
    if !only.isEmpty {
      tests = chosen.flatMap { name in
        let made = tests.filter { $0.kind == name.kind && $0.subject == name.subject }
        return made.isEmpty ? DrawTest.kept(name).map { [$0] } ?? [] : made
      }
    }
    DrawTest.adjust(&tests)
    self.tests = tests
  }

  /// The p-value that decides: the smallest of those corrected for the number of tests; 1 where no test has one.
  package var decisivePValue: Double { tests.compactMap(\.adjusted).min() ?? 1 }

  /// The decisive tests whose corrected p-values are below a level, the smallest first.
  package func findings(below alpha: Double) -> [DrawTest] {
    tests.filter { ($0.adjusted ?? 1) < alpha }
      .sorted { ($0.adjusted ?? 1, $0.pValue) < ($1.adjusted ?? 1, $1.pValue) }
  }

  private static func unknownPrizes(_ log: DrawLog) -> [(name: String, draws: Int64)] {
    guard !log.model.prizes.isEmpty else { return [] }
    let featured = Set(log.model.featured?.names ?? [])
    let isUnknown = log.names.map { log.model.prizes[$0] == nil && !featured.contains($0) }
    var counts: [Int32: Int64] = [:]
    for draw in log.draws where isUnknown[Int(draw.name)] { counts[draw.name, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostListed)
      .map { (log.names[Int($0.key)], $0.value) }
  }
}

/// The draws of a log with known counters, apart from the others.
struct KnownDraws {
  let states: [Int32]
  let tiers: [UInt8]
  /// The index of each in the log.
  let positions: [Int32]
  let plan: DrawPlan
  /// The names of the players, in the order in which they occur.
  let playerNames: [String]

  init(_ log: DrawLog, _ chain: DrawChain, _ history: DrawHistory) {
    var states: [Int32] = []
    var tiers: [UInt8] = []
    var positions: [Int32] = []
    var order: [Int32] = []
    for (index, draw) in log.draws.enumerated() where history.states[index] >= 0 {
      states.append(history.states[index])
      tiers.append(UInt8(draw.tier))
      positions.append(Int32(index))
      order.append(draw.sequence)
    }
    (self.states, self.tiers, self.positions) = (states, tiers, positions)
    var indices: [String: Int32] = [:]
    var names: [String] = []
    let players = log.sequences.map { sequence -> Int32 in
      if let known = indices[sequence.player] { return known }
      let new = Int32(names.count)
      indices[sequence.player] = new
      names.append(sequence.player)
      return new
    }
    playerNames = names
    plan = DrawPlan(
      chain: chain, subjects: history.subjects,
      cells: history.subjects.indices.map {
        GapCells(chain, history.subjects[$0], gaps: history.gaps[$0])
      },
      order: order, sequences: log.sequences.count, players: players, playerCount: names.count,
      areOrdered: log.areOrdered, beginAtZero: log.beginAtZero)
  }
}
