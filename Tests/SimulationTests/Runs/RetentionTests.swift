import Chance
import Foundation
import FlintRules
import Synchronization
import Testing
@testable import Players

@Suite struct `Retention and churn` {
  private static func plan(
    _ measures: [String], players: Int64 = 3000, days: Int64, policy: Policy
  ) throws -> Plan {
    var plan = Plan(name: "test")
    plan.seed = 11
    plan.players = players
    plan.horizon = .days(days)
    plan.measures = try measures.map { try Measure(parsing: $0) }
    plan.behaviour = .policy(policy)
    plan.variants = [Plan.Variant(name: "rules", rulebook: try Rulebook.ignition())]
    return plan
  }

  private static func run(_ plan: Plan) throws -> [Estimate] {
    try Simulator(plan, threads: 2, version: "test").run().estimates[0]
  }

  private static func churn(
    _ percent: UInt64, _ conditions: [Policy.Churn.Condition] = []
  ) -> Policy.Churn {
    var churn = Policy.Churn()
    (churn.daily, churn.after) = (.percent(percent), conditions)
    return churn
  }

  private func expect(_ estimate: Estimate, near share: Double) {
    let error = (share * (1 - share) / Double(estimate.tally.players)).squareRoot()
    #expect(
      abs(estimate.ofReached.value - share) < 4 * error,
      "\(estimate.measure): \(estimate.ofReached.value), expected \(share)")
  }

  /// Of players of whom 5 % leave for good each day, 0.95^N are left on day N.
  @Test func `under constant churn is a power of the share that stays`() throws {
    let policy = Policy(sparks: [.constant(1)], churn: Self.churn(5))
    let days = [1, 7, 30]
    let estimates = try Self.run(
      try Self.plan(days.map { "retention.\($0)" } + ["active_days"], days: 31, policy: policy))
    for (estimate, day) in zip(estimates, days) {
      let share = pow(0.95, Double(day))
      #expect(abs(try #require(estimate.exact?.mean) - share) < 1e-12)
      expect(estimate, near: share)
    }
    // The sum of 0.95^d over 31 days.
    let active = (1 - pow(0.95, 31)) / 0.05
    #expect(abs(try #require(estimates[3].exact?.mean) - active) < 1e-10)
    #expect(abs(try #require(estimates[3].zScore)) < 4)
  }

  /// A player is on day N with the chance of the chain of leaving and returning, and has a spark with 1 − e^−½.
  @Test func `counts players that are away, or have no event, as not retained`() throws {
    let policy = Policy(
      sparks: [.poisson(Fraction(1, over: 2) ?? .one)],
      lapse: Policy.Lapse(leave: .percent(20), comeBack: .percent(30)))
    let estimate = try Self.run(try Self.plan(["retention.2"], days: 3, policy: policy))[0]
    // On day 1 8 of 10 are active; on day 2 0.8 · 0.8 + 0.2 · 0.3.
    let share = 0.70 * (1 - exp(-0.5))
    #expect(abs(try #require(estimate.exact?.mean) - share) < 1e-12)
    expect(estimate, near: share)
  }

  /// Sparks from Monday to Friday: each Saturday ends a streak of five days, and on Sunday the chance is 10 times 2 %.
  @Test func `falls after the end of a streak`() throws {
    var lost = Policy.Churn.Condition()
    (lost.lost, lost.days, lost.times) = (.streak, 5, Fraction(10, over: 1) ?? .one)
    let week = (0..<7).map { DayCount.constant($0 < 5 ? 1 : 0) }
    let estimates = try Self.run(
      try Self.plan(
        ["retention.4", "retention.7", "retention.14"], days: 15,
        policy: Policy(sparks: week, churn: Self.churn(2, [lost]))))
    expect(estimates[0], near: pow(0.98, 4))
    expect(estimates[1], near: pow(0.98, 6) * 0.8)
    expect(estimates[2], near: pow(0.98, 12) * 0.64)
    #expect(estimates[0].exact == nil)
  }

  /// By a chain over the days since the last such card: one spark a day, whose chance of it is the mean of the rates.
  @Test func `falls where a card of a rarity does not come for some days`() throws {
    var dry = Policy.Churn.Condition()
    (dry.without, dry.days, dry.times) = ("rare", 4, Fraction(6, over: 1) ?? .one)
    let rulebook = try Rulebook.ignition()
    let categories = rulebook.definition.categories
    let chance =
      categories.reduce(0.0) { sum, category in
        sum
          + rulebook.rates(for: category).reduce(0.0) {
            $0 + ($1.rarity.name == "rare" ? $1.effective.approximation : 0)
          }
      } / Double(categories.count)
    var since = [1.0, 0, 0, 0, 0]
    var shares: [Double] = []
    for day in 1...21 {
      if day > 1 { for days in 0...4 { since[days] *= days == 4 ? 0.88 : 0.98 } }
      shares.append(since.reduce(0, +))
      let all = since.reduce(0, +)
      for days in stride(from: 4, through: 1, by: -1) {
        since[days] = (1 - chance) * (since[days - 1] + (days == 4 ? since[4] : 0))
      }
      since[0] = chance * all
    }
    let estimates = try Self.run(
      try Self.plan(
        ["retention.5", "retention.20"], days: 21,
        policy: Policy(sparks: [.constant(1)], churn: Self.churn(2, [dry]))))
    expect(estimates[0], near: shares[5])
    expect(estimates[1], near: shares[20])
  }

  /// 20 of 100: Wilson's interval is 13.34 to 28.88 %.
  @Test func `has Wilson's interval`() {
    var tally = Tally()
    for player in 0..<100 { tally.add(.value(player < 20 ? 1 : 0)) }
    let mean = Estimate("retention.7", tally, bound: nil, nil, exact: nil, isShare: true).ofReached
    #expect(mean.method == .wilson && mean.value == 0.2)
    #expect(abs(mean.interval.low - 0.133367) < 1e-5)
    #expect(abs(mean.interval.high - 0.288829) < 1e-5)
  }

  /// Of 50 players 12 are retained under both, 9 under the first alone, 2 under the second alone. The interval of
  /// the counts is tested by itself.
  @Test func `has differences with Newcombe's interval`() {
    var (first, second, pairs) = (Tally(), Tally(), PairTally())
    for player in 0..<50 {
      let values = (Int64(player < 21 ? 1 : 0), Int64(player < 12 || player >= 48 ? 1 : 0))
      first.add(.value(values.0))
      second.add(.value(values.1))
      pairs.add(.value(values.0), .value(values.1))
    }
    func estimate(_ tally: Tally) -> Estimate {
      Estimate("retention.7", tally, bound: nil, nil, exact: nil, isShare: true)
    }
    let difference = Difference(estimate(first), estimate(second), pairs, nil).principal
    #expect(abs(difference.value + 0.14) < 1e-12)
    let counts = PairedCounts(both: 12, onlyFirst: 9, onlySecond: 2, neither: 27)
    let interval = counts.interval(level: 0.95)
    #expect(difference.interval.low == interval.low && difference.interval.high == interval.high)
  }

  @Test func `is refused where a goal would never be reached`() throws {
    var plan = try Self.plan(
      ["points"], days: 3, policy: Policy(churn: Self.churn(1)))
    plan.horizon = .sparks(10)
    #expect(plan.faults().map(\.description).joined().contains("players who leave for good"))
    plan.horizon = .days(3)
    plan.measures = [try Measure(parsing: "retention.3")]
    #expect(plan.faults().map(\.description).joined().contains("past the horizon of 3 days"))
  }
}

@Suite struct `Players who leave before a goal` {
  /// Nobody reaches level 9 in three days of one spark. With a churn of all, a player has one spark and is counted for
  /// three days; the restricted mean of sparks is 1 instead of 3.
  @Test(arguments: [(UInt64(100), 1.0), (0, 3)])
  func `count until the end of the horizon in days, and with what they had in sparks`(
    percent: UInt64, sparks: Double
  ) throws {
    var plan = Plan(name: "test")
    (plan.players, plan.horizon) = (20, .days(3))
    plan.measures = try ["sparks until level:9", "days until level:9"].map {
      try Measure(parsing: $0)
    }
    var churn = Policy.Churn()
    churn.daily = .percent(percent)
    plan.behaviour = .policy(
      Policy(sparks: [.constant(1)], churn: percent == 0 ? nil : churn))
    plan.variants = [Plan.Variant(name: "rules", rulebook: try Rulebook.ignition())]
    let simulator = try Simulator(plan, threads: 1, version: "test")
    let means = try simulator.run().estimates[0].map { try #require($0.restricted).value }
    #expect(means == [sparks, 3])
    #expect(simulator.summary.measures.map(\.fallsByLeaving) == [percent > 0, false])
    // An upper bound would reward churn.
    let assertion = Assertion(measure: "sparks until level:9", .restrictedMean, atMost: 2)
    if percent > 0 {
      let error = #expect(throws: SimulationError.self) {
        try Simulator(plan, threads: 1, version: "test", assertions: [assertion])
      }
      #expect(error?.description.contains("falls as more players leave") ?? false)
    } else {
      _ = try Simulator(plan, threads: 1, version: "test", assertions: [assertion])
    }
  }
}

@Suite struct `Energy` {
  @Test func `refills one by one up to its maximum`() {
    var policy = Policy.Energy()
    (policy.most, policy.refillMinutes) = (5, 30)
    var meter = EnergyMeter(policy)
    func spend(_ times: Int, at minute: Double) -> Int {
      (0..<times).count { _ in meter.spend(at: Int64(minute * 60_000)) }
    }
    #expect(spend(9, at: 0) == 5)
    #expect(spend(1, at: 29.999) == 0)
    #expect(spend(2, at: 30) == 1)
    #expect(spend(9, at: 150) == 4)
    #expect(spend(9, at: 10_000) == 5)
    meter.begin()
    #expect(spend(9, at: 0) == 5)
  }

  /// Without a refill within the horizon, there are as many sparks as the maximum pays.
  @Test(arguments: [(spark: Int64(1), sparks: Int64(7)), (2, 3)])
  func `limits the sparks of players`(energy: (spark: Int64, sparks: Int64)) throws {
    var policy = Policy(sparks: [.constant(4)], energy: Policy.Energy())
    policy.energy?.most = 7
    policy.energy?.refillMinutes = 1_000_000
    policy.energy?.spark = energy.spark
    var plan = Plan(name: "test")
    plan.players = 20
    plan.horizon = .days(5)
    plan.measures = [try Measure(parsing: "sparks")]
    plan.behaviour = .policy(policy)
    plan.variants = [Plan.Variant(name: "rules", rulebook: try Rulebook.ignition())]
    let estimate = try Simulator(plan, threads: 1, version: "test").run().estimates[0][0]
    #expect(estimate.tally.least == energy.sparks && estimate.tally.greatest == energy.sparks)
    #expect(estimate.exact == nil)
  }
}

@Suite struct `Players of a simulation` {
  private func plan() throws -> Plan {
    var plan = Plan(name: "test")
    plan.players = 700
    plan.horizon = .days(8)
    plan.measures = try ["points", "level", "level on day 8", "days until level:3"].map {
      try Measure(parsing: $0)
    }
    plan.segments = [
      Plan.Segment(name: "few", share: .percent(40), policy: Policy(sparks: [.constant(1)])),
      Plan.Segment(name: "many", share: .percent(60), policy: Policy(sparks: [.constant(5)])),
    ]
    plan.variants = [Plan.Variant(name: "rules", rulebook: try Rulebook.ignition())]
    return plan
  }

  @Test func `come in their order on any number of threads, with the sums of the estimates`() throws
  {
    let plan = try plan()
    var texts: [String] = []
    for threads in [1, 3] {
      let written = Mutex([UInt8]())
      let sink = PlayerRowSink(
        text: { row, bytes in
          let values = row.values[0].map { value in
            if case .value(let number) = value { "\(number)" } else { "-" }
          }
          bytes +=
            "\(row.player) \(row.segment(of: 2) ?? -1) \(values.joined(separator: " "))\n".utf8
        },
        write: { bytes in
          written.withLock { $0 += bytes }
          return true
        })
      let result = try Simulator(plan, threads: threads, version: "test").run(rows: sink)
      texts.append(String(decoding: written.withLock { $0 }, as: UTF8.self))
      let rows = texts[texts.count - 1].split(separator: "\n").map { $0.split(separator: " ") }
      #expect(rows.map { $0[0] } == (1...700).map { "\($0)" })
      for (column, estimate) in result.estimates[0].enumerated() {
        let values = rows.compactMap { Int128($0[2 + column]) }
        #expect(values.reduce(0, +) == estimate.tally.sum && values.count == estimate.tally.count)
      }
      #expect(
        rows.allSatisfy { ($0[1] == "0") == ($0[3] != "-") && ($0[1] == "1") == ($0[4] != "-") })
      // The last day is the end of the horizon.
      #expect(rows.allSatisfy { $0[5] == $0[8] })
    }
    #expect(texts[0] == texts[1])
  }
}
