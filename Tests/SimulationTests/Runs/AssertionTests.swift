import FlintRules
import Testing
@testable import Players

@Suite struct `Assertions` {
  /// A hundred players with the values 1 … 100, and some who did not reach the goal within a horizon of
  /// 200.
  private func verdict(
    _ assertion: Assertion, absent: Int = 0, bound: String? = nil
  ) throws -> AssertionResult {
    var set = TallySet(measures: 1, controls: [0])
    for value: Int64 in 1...100 { set.add([[.value(value)]], controls: [[]]) }
    for _ in 0..<absent { set.add([[.unreached(after: 200)]], controls: [[]]) }
    let summary = PlanSummary(
      name: "test", version: "0", seed: "1", players: Int64(100 + absent), start: "2024-01-01",
      horizon: "1 day", method: "by hand", canonical: "",
      measures: [PlanSummary.Measure(name: "m", bound: bound)],
      rules: [PlanSummary.Rules(name: "r", hash: "", controls: [], exact: [nil])],
      assertions: [assertion])
    return try #require(try SimulationResult(summary, set).checks.first)
  }

  /// The mean is 50.5, its standard error sqrt(841.67/100) = 2.901, Student's t of 99 degrees of freedom
  /// 1.98422: 44.74 to 56.26.
  private static let means: [(least: Double?, most: Double?, verdict: Assertion.Verdict)] = [
    (nil, 57, .holds), (nil, 44, .fails), (nil, 50, .undecided), (44, nil, .holds),
    (57, nil, .fails), (45, 57, .undecided), (44, 57, .holds),
  ]

  @Test(arguments: means)
  func `about a mean hold, fail or are undecided by its interval`(
    bounds: (least: Double?, most: Double?, verdict: Assertion.Verdict)
  ) throws {
    let result = try self.verdict(
      Assertion(measure: "m", .mean, atLeast: bounds.least, atMost: bounds.most))
    #expect(result.verdict == bounds.verdict)
    #expect(result.value == 50.5)
  }

  @Test func `about a quantile use the ranks of its interval`() throws {
    let result = try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 70))
    // Of 100 the 40th and the 61st contain the median with 95 % (Conover, table A3: B(100, 1/2)).
    #expect(result.value == 50 && result.low == 40 && result.high == 61)
    #expect(result.verdict == .holds)
    #expect(
      try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 39)).verdict == .fails)
  }

  @Test func `about a quantile that most players never reach fail`() throws {
    let result = try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 1000), absent: 900)
    #expect(result.value == .infinity && result.verdict == .fails)
  }

  @Test func `about a mean are refused where a player has no value`() throws {
    let result = try verdict(
      Assertion(measure: "m", .mean, atMost: 60), absent: 1, bound: "200 days")
    #expect(result.verdict == .refused && result.value == nil && result.low == nil)
    // Also where some players have no value at all: a function returned none.
    #expect(try verdict(Assertion(measure: "m", .mean, atMost: 60), absent: 1).verdict == .refused)
  }

  @Test func `about the mean of those who reached the goal are not refused`() throws {
    let result = try verdict(
      Assertion(measure: "m", .meanOfReached, atMost: 57), absent: 100, bound: "200 days")
    #expect(result.verdict == .holds && result.value == 50.5)
  }

  /// Fifty times 200 and 1 … 100: the mean is (5050 + 10,000)/150 = 100.333, the variance
  /// (338,350 + 2,000,000 − 150 · 100.333²)/149 = 5559.4, the standard error 6.0880; with Student's t of
  /// 149 degrees of freedom, 1.97601, 88.30 to 112.36.
  @Test(arguments: [(112.4, Assertion.Verdict.holds), (112.3, .undecided), (88.29, .fails)])
  func `about a restricted mean count those who did not reach it with the horizon`(
    most: Double, verdict: Assertion.Verdict
  ) throws {
    let result = try self.verdict(
      Assertion(measure: "m", .restrictedMean, atMost: most), absent: 50, bound: "200 days")
    #expect(result.verdict == verdict)
    #expect(abs(try #require(result.value) - 15_050.0 / 150) < 1e-12)
  }

  @Test func `about a restricted mean of a measure without a horizon are errors`() {
    let error = #expect(throws: SimulationError.self) {
      try verdict(Assertion(measure: "m", .restrictedMean, atMost: 1))
    }
    #expect(
      error?.description
        == """
        sim.assert: m is not a goal within a horizon, and has no restricted \
        mean; leave of = "restricted_mean" out
        """)
  }

  @Test func `about a share use its interval`() throws {
    let assertion = Assertion(measure: "m", .reached, atLeast: 0.05)
    #expect(try verdict(assertion, absent: 900).verdict == .holds)
    #expect(try verdict(assertion, absent: 900).value == 0.1)
  }

  @Test func `about a measure that the plan lacks are errors`() {
    let error = #expect(throws: SimulationError.self) {
      try verdict(Assertion(measure: "x", .mean, atMost: 1))
    }
    #expect(
      error?.description == "sim.assert: the plan does not measure \"x\"; it measures m")
  }
}
