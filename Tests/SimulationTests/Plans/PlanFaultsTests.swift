import FlintRules
import Testing
@testable import Chance
@testable import Players

@Suite struct `Invalid plans` {
  private func plan(_ change: (inout Plan) throws -> Void) throws -> [String] {
    var plan = Plan(name: "test")
    plan.variants = [Plan.Variant(name: "ignition", rulebook: try Rulebook.ignition())]
    plan.measures = Plan.defaultMeasures(for: plan.horizon)
    try change(&plan)
    return plan.faults().map(\.description)
  }

  @Test func `differ from a valid plan, which has no errors`() throws {
    #expect(try plan { _ in } == [])
  }

  @Test func `have no players or days`() throws {
    #expect(
      try plan {
        $0.players = 0
        $0.horizon = .days(0)
      } == [
        "players: expected a number from 1 to 4294967296, got 0",
        "days: expected a number from 1 to 2900000, got 0",
      ])
  }

  @Test(arguments: [Horizon.sparks(20), .until(.level(3), atMost: 100)])
  func `measure a day that players who are done no longer play`(horizon: Horizon) throws {
    let faults = try plan {
      $0.horizon = horizon
      $0.measures = try ["retention.7", "level on day 30", "points"].map {
        try Measure(parsing: $0)
      }
    }
    #expect(
      faults
        == [("1", "retention.7"), ("2", "level on day 30")].map { number, name in
          "measure[\(number)]: \"\(name)\" is about one day, and players stop at the end of the horizon "
            + "(\(horizon)), which may be before it; give a number of days as the horizon"
        })
  }

  @Test func `wait for a goal that is never reached`() throws {
    let idle = Policy(sparks: [.constant(0)])
    #expect(
      try plan {
        $0.behaviour = .policy(idle)
        $0.horizon = .until(.level(3), atMost: 100)
        $0.measures = Plan.defaultMeasures(for: $0.horizon)
      } == ["horizon: it never ends: the policy has no sparks"])
    #expect(
      try plan { $0.measures = [try Measure(parsing: "days until level:11")] } == [
        "measure[1]: level:11 cannot be reached: rulebook ignition has 10 levels"
      ])
    #expect(
      try plan { $0.measures = [try Measure(parsing: "sparks until card:idea-nothing")] } == [
        "measure[1]: rulebook ignition has no card \"idea-nothing\""
      ])
  }

  @Test func `never end for some players, with the chance of that`() throws {
    // One spark a day, a tenth leave each day, one roll in 83⅓ is a legendary: of the D active days,
    // P(D = d) = 0.1·0.9^(d−1), none has it with chance Σ P(D = d)·0.988^d = 0.1·0.988/(1 − 0.9·0.988).
    let leaving = Policy(
      sparks: [.constant(1)], lapse: Policy.Lapse(leave: .percent(10), comeBack: .zero))
    let faults = try plan {
      $0.behaviour = .policy(leaving)
      $0.horizon = .until(.cards(.first(.legendary), copies: 1), atMost: Horizon.mostDays)
      $0.measures = Plan.defaultMeasures(for: $0.horizon)
    }
    #expect(faults.count == 1)
    #expect(faults[0].hasPrefix("horizon: it never ends with a chance of 0.89169675"))
    #expect(
      faults[0].hasSuffix(
        """
         under ignition: players leave for good before they reach first:legendary; set at_most to \
        a maximum number of days
        """))
    #expect(
      try plan {
        $0.behaviour = .policy(leaving)
        $0.horizon = .until(.level(3), atMost: Horizon.mostDays)
        $0.measures = Plan.defaultMeasures(for: $0.horizon)
      } == [
        """
        horizon: it never ends for players who leave for good before they reach level:3, since \
        come_back is 0; set at_most to a maximum number of days
        """
      ])
    // With a maximum number of days it is valid.
    #expect(
      try plan {
        $0.behaviour = .policy(leaving)
        $0.horizon = .until(.level(3), atMost: 100)
        $0.measures = Plan.defaultMeasures(for: $0.horizon)
      } == [])
  }

  @Test func `wait for cards that the mix never gives`() throws {
    let faults = try plan {
      $0.behaviour = .policy(Policy(mix: try CategoryMix(weights: [1, 0, 0, 0, 0])))
      $0.horizon = .until(.cards(.first(.legendary), copies: 1), atMost: 50)
      $0.measures = Plan.defaultMeasures(for: $0.horizon)
    }
    #expect(faults.count == 1 && faults[0].hasPrefix("horizon: it ends with a chance of 0: "))
  }

  @Test func `have a measure twice, or a day past the end`() throws {
    #expect(
      try plan {
        $0.measures = try ["points", "points", "points on day 366"].map { try Measure(parsing: $0) }
      } == [
        "measure[2]: \"points\" is measured already",
        "measure[3]: day 366 is past the horizon of 365 days",
      ])
  }

  @Test func `have an invalid policy`() throws {
    let policy = Policy(
      sparks: [.constant(1), .constant(2)], intensities: [0, 0, 0, 0], hours: 20..<25)
    #expect(
      try plan { $0.behaviour = .policy(policy) } == [
        "sparks: expected a number a day, or seven from Monday to Sunday, got 2 numbers",
        "intensities: expected weights up to 1,000,000,000, not all 0",
        "hours: expected two hours from 0 to 24, the first before the second",
      ])
  }
}
