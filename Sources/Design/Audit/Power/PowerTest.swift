import Chance
import FlintRandom
internal import RealModule
import FlintRules

/// The tests of logs of one shape, with the statistics that logs drawn by the rules have.
struct PowerTest {
  private let model: DrawModel
  private let plan: DrawPlan
  private let log: DrawLog
  private let names: [DrawTest.Name]
  /// The expected number of prizes of the rarest tier where it is compared with logs drawn by the rules.
  private let expectedRarest: Double?
  /// The statistics of the logs drawn by the rules, by test, in ascending order once sorted.
  private var ruled: [[Double]]
  /// The exact p-values by tier and number of prizes.
  private var exact: [Int: [Int64: Double]] = [:]

  init(_ model: DrawModel, _ plan: DrawPlan, _ log: DrawLog, _ names: [DrawTest.Name]) {
    (self.model, self.plan, self.log, self.names) = (model, plan, log, names)
    expectedRarest =
      plan.chain.pityTiers.first == 0 && plan.sequences > 1 ? plan.expectedRarest.number : nil
    ruled = Array(repeating: [], count: names.count)
  }

  mutating func addRuled(_ drawn: DrawnLog) {
    let statistics = DrawStatistics(plan, states: drawn.states, tiers: drawn.tiers)
    for index in names.indices {
      if let value = statistic(names[index], statistics) { ruled[index].append(value) }
    }
  }

  mutating func sort() { for index in ruled.indices { ruled[index].sort() } }

  /// Returns the tests of a log that was drawn.
  ///
  /// - Parameter isAsked: whether the tests were asked for by name, so that what was not broken counts, too.
  mutating func tests(
    of drawn: DrawnLog, isAsked: Bool, _ random: inout StreamReader
  ) -> [DrawTest] {
    let statistics = DrawStatistics(plan, states: drawn.states, tiers: drawn.tiers)
    let isAboutFeatured = names.contains { [.share, .guarantee, .runs].contains($0.kind) }
    let featured =
      isAboutFeatured
      ? drawn.featuredLog(model, plan).flatMap {
        FeaturedAudit($0, level: 0.95, power: AuditPower())
      } : nil
    let ofFeatured = featured?.tests ?? []
    return names.indices.compactMap { index in
      let name = names[index]
      let kept = isAsked ? DrawTest.kept(name) : nil
      switch name.kind {
      case .share, .guarantee, .runs: return ofFeatured.first { $0.kind == name.kind } ?? kept
      case .certainty: return isBroken(name, drawn) ? test(name, 0) : kept
      case .items: return test(name, Double(random.next32()) * 0x1p-32)
      case .rate, .chances, .gaps, .drift, .players:
        if name.kind == .rate, let value = exactPValue(name, drawn) { return test(name, value) }
        return statistic(name, statistics).map { test(name, pValue($0, ruled[index])) }
      }
    }
  }

  private func test(_ name: DrawTest.Name, _ pValue: Double) -> DrawTest {
    DrawTest(
      kind: name.kind, subject: name.subject, statisticName: "", statistic: nil, df: nil,
      pValue: pValue, method: .exact, adjusted: nil, effect: nil)
  }

  /// Returns the share of logs drawn by the rules with at least a statistic, the log itself counted.
  private func pValue(_ statistic: Double, _ ruled: [Double]) -> Double {
    var (low, high) = (0, ruled.count)
    while low < high {
      let middle = (low + high) / 2
      if ruled[middle] >= statistic - 1e-9 { high = middle } else { low = middle + 1 }
    }
    return Double(ruled.count - low + 1) / Double(ruled.count + 1)
  }

  private func statistic(_ name: DrawTest.Name, _ statistics: DrawStatistics) -> Double? {
    let tier = model.tier(named: name.tier) ?? 0
    switch name.kind {
    case .rate where tier == 0:
      return expectedRarest.map { abs(statistics.prizes - $0) } ?? statistics.deviations[tier]
    case .rate, .chances: return statistics.deviations[tier]
    case .drift: return statistics.drift[tier]
    case .gaps:
      return plan.subjects.firstIndex { $0.tier == tier }.map { statistics.gaps[$0] }
    case .players: return statistics.dispersion
    case .certainty, .share, .guarantee, .runs, .items: return nil
    }
  }

  /// Returns the exact p-value of the number of prizes of a tier, where the audit of a log computes it.
  private mutating func exactPValue(_ name: DrawTest.Name, _ drawn: DrawnLog) -> Double? {
    let chain = plan.chain
    let tier = model.tier(named: name.tier) ?? 0
    let isRenewal = tier == 0 && chain.pityTiers.first == 0 && plan.sequences == 1
    guard chain.pityTiers.isEmpty || isRenewal else { return nil }
    let count = Int64(drawn.tiers.count { Int($0) == tier })
    if let known = exact[tier]?[count] { return known }
    let draws = Int64(drawn.tiers.count)
    let value =
      isRenewal
      ? DrawAudit.renewalPValue(chain, count: count, draws: draws)
      : Binomial.pValue(
        count, trials: draws, chance: model.tiers[tier].rate.approximation)
    exact[tier, default: [:]][count] = value
    return value
  }

  /// Whether a prize that its own rule made certain did not come.
  private func isBroken(_ name: DrawTest.Name, _ drawn: DrawnLog) -> Bool {
    let chain = plan.chain
    guard let tier = model.tier(named: name.tier),
      let rule = chain.pityTiers.firstIndex(of: tier)
    else { return false }
    return drawn.tiers.indices.contains {
      chain.isMissed(byRule: rule, Int(drawn.tiers[$0]), in: Int(drawn.states[$0]))
    }
  }
}
