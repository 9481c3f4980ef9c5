import Chance
import FlintRandom
internal import RealModule
import FlintRules

/// Logs of one length, drawn by an alternative and tested against the rules.
struct PowerTrial {
  let names: [DrawTest.Name]
  let logs: Int
  /// In how many logs any test finds the alternative, corrected for the number of tests.
  private(set) var found = 0
  private(set) var foundSequentially = 0
  /// In how many logs each test finds it, corrected for the number of tests.
  private(set) var foundCorrected: [Int]
  /// In how many logs each test finds it as the only one.
  private(set) var foundAlone: [Int]
  /// In how many logs drawn by the rules any test finds something.
  private(set) var foundUnderRules = 0
  /// The number of these.
  let checkedLogs: Int

  private static let purpose: UInt32 = 0x706F_7772

  init(
    _ model: DrawModel, _ alternative: DrawModel, players: Int, draws: Int, logs: Int,
    ruledLogs: Int, _ requirements: AuditPower, seed: UInt64, only: [String]
  ) throws(AuditError) {
    let rules = try DrawChain(model)
    let other = try DrawChain(alternative)
    var random = StreamReader(key: seed, purpose: Self.purpose)
    let shape = DrawnLog.shape(model, rules, players: players, draws: draws, &random)
    let history = DrawHistory(shape, rules)
    let plan = KnownDraws(shape, rules, history).plan
    let course = SequentialCourse(shape, rules)
    let known =
      DrawAudit.testNames(shape, rules, history, [], playerCount: plan.playerCount)
      + course.names.filter { $0.kind == .items }
    names = only.isEmpty ? known : try DrawTest.Name.chosen(only, among: known)
    self.logs = logs
    foundCorrected = Array(repeating: 0, count: names.count)
    foundAlone = foundCorrected
    var test = PowerTest(model, plan, shape, names)
    for log in 0..<ruledLogs {
      random.begin(identity: UInt64(log) + 1)
      test.addRuled(
        DrawnLog(plan, counting: rules, drawing: rules, model, featured: model.featured, &random))
    }
    test.sort()
    let sequential = course.keeping(names)
    checkedLogs = logs
    for log in 0..<2 * logs {
      random.begin(identity: UInt64(ruledLogs + log) + 1)
      let isRuled = log >= logs
      let drawn = DrawnLog(
        plan, counting: rules, drawing: isRuled ? rules : other, model,
        featured: isRuled ? model.featured : alternative.featured ?? model.featured, &random)
      var tests = test.tests(of: drawn, isAsked: !only.isEmpty, &random)
      DrawTest.adjust(&tests)
      let isFound = tests.contains { ($0.adjusted ?? 1) < requirements.alpha }
      guard !isRuled else {
        if isFound { foundUnderRules += 1 }
        continue
      }
      if isFound { found += 1 }
      for test in tests {
        guard
          let index = names.firstIndex(where: {
            $0.kind == test.kind && $0.subject == test.subject
          })
        else { continue }
        if test.pValue < requirements.alpha { foundAlone[index] += 1 }
        if (test.adjusted ?? 1) < requirements.alpha { foundCorrected[index] += 1 }
      }
      if drawn.isFound(sequential, shape, plan, bound: -.log(requirements.alpha)) {
        foundSequentially += 1
      }
    }
  }
}

/// A log that was drawn, with the counters that the rules have before each draw.
struct DrawnLog {
  private(set) var states: [Int32] = []
  private(set) var tiers: [UInt8] = []
  /// Whether each draw gave a featured prize.
  private(set) var isFeatured: [Bool] = []

  init(
    _ plan: DrawPlan, counting rules: DrawChain, drawing chain: DrawChain, _ model: DrawModel,
    featured: DrawModel.Featured?, _ random: inout StreamReader
  ) {
    states.reserveCapacity(plan.order.count)
    tiers.reserveCapacity(plan.order.count)
    isFeatured.reserveCapacity(plan.order.count)
    var counted = [Int32](repeating: 0, count: plan.sequences)
    var drawn = counted
    var isFree = [Bool](repeating: true, count: plan.sequences)
    let share = featured?.share.approximation ?? 0
    for sequence in plan.order.lazy.map(Int.init) {
      let tier = chain.tier(Double(random.next32()) * 0x1p-32, in: Int(drawn[sequence]))
      states.append(counted[sequence])
      tiers.append(UInt8(tier))
      counted[sequence] = rules.following[Int(counted[sequence]) * rules.tierCount + tier]
      drawn[sequence] = chain.following[Int(drawn[sequence]) * chain.tierCount + tier]
      guard let featured, tier == model.featuredTier else {
        isFeatured.append(false)
        continue
      }
      let isWon =
        featured.isGuaranteed && !isFree[sequence] || Double(random.next32()) * 0x1p-32 < share
      isFree[sequence] = isWon
      isFeatured.append(isWon)
    }
  }

  /// Returns a complete log of players who draw in turn, drawn by the rules: what logs of its shape have in common.
  static func shape(
    _ model: DrawModel, _ chain: DrawChain, players: Int, draws: Int, _ random: inout StreamReader
  ) -> DrawLog {
    var log = DrawLog(model, isComplete: true)
    var states = [Int32](repeating: 0, count: players)
    for _ in 0..<draws {
      for player in 0..<players {
        let tier = chain.tier(Double(random.next32()) * 0x1p-32, in: Int(states[player]))
        states[player] = chain.following[Int(states[player]) * chain.tierCount + tier]
        _ = log.append(
          "\(tier)", rarity: model.tiers[tier].name, player: players == 1 ? "" : "\(player + 1)")
      }
    }
    return log
  }

  /// Returns the draws of the featured tier as a log, which has all that the tests of featured prizes need.
  func featuredLog(_ model: DrawModel, _ plan: DrawPlan) -> DrawLog? {
    guard let featured = model.featured, let tier = model.featuredTier,
      let name = featured.names.first
    else { return nil }
    var log = DrawLog(model, isComplete: true)
    for index in tiers.indices where Int(tiers[index]) == tier {
      _ = log.append(
        isFeatured[index] ? name : "", rarity: model.tiers[tier].name,
        player: "\(plan.order[index])")
    }
    return log
  }

  /// Whether the sequential test passes the level at any draw.
  func isFound(
    _ start: SequentialCourse, _ shape: DrawLog, _ plan: DrawPlan, bound: Double
  ) -> Bool {
    var course = start
    var overdue = [UInt32](repeating: 0, count: plan.sequences)
    for index in tiers.indices {
      let sequence = Int(plan.order[index])
      let others = overdue[sequence]
      let isOverdue = plan.chain.isOverdue(
        Int(tiers[index]), in: Int(states[index]), &overdue[sequence])
      for rule in plan.chain.lengths.indices
      where overdue[sequence] & ~others & 1 << UInt32(rule) != 0 {
        course.addOverrun(ofRule: rule)
      }
      course.add(
        tier: Int(tiers[index]), isFeatured: isFeatured[index], name: nil,
        sequence: sequence, state: isOverdue ? -1 : Int(states[index]))
      if course.logarithm >= bound { return true }
    }
    return false
  }
}
