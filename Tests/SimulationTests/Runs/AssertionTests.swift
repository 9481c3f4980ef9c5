import Rules
import Testing

@testable import Simulation

@Suite struct `Assertions` {
  /// A hundred players with the values 1 … 100, and some without one.
  private func verdict(_ assertion: Assertion, absent: Int = 0) throws -> AssertionResult {
    var set = TallySet(measures: 1, controls: [0])
    for value: Int64 in 1...100 { set.add([[value]], controls: [[]]) }
    for _ in 0..<absent { set.add([[nil]], controls: [[]]) }
    let summary = PlanSummary(
      name: "test", version: "0", seed: 1, players: Int64(100 + absent), start: "2024-01-01",
      horizon: "1 day", method: "by hand", canonical: "", measures: ["m"],
      rules: [PlanSummary.Rules(name: "r", hash: "", controls: [], exact: [nil])],
      assertions: [assertion])
    return try #require(try SimulationResult(summary, set).checks.first)
  }

  /// The mean is 50.5, its standard error sqrt(841.67/100) = 2.901: 44.81 to 56.19.
  private static let means: [(least: Double?, most: Double?, verdict: Assertion.Verdict)] = [
    (nil, 57, .holds), (nil, 44, .fails), (nil, 50, .undecided), (44, nil, .holds),
    (57, nil, .fails), (45, 57, .undecided), (44, 57, .holds),
  ]

  @Test(arguments: means)
  func `about a mean hold, fail or are left open by its interval`(
    bounds: (least: Double?, most: Double?, verdict: Assertion.Verdict)
  ) throws {
    let result = try self.verdict(
      Assertion(measure: "m", .mean, atLeast: bounds.least, atMost: bounds.most))
    #expect(result.verdict == bounds.verdict)
    #expect(result.value == 50.5)
  }

  @Test func `about a quantile go by the ranks that hold it`() throws {
    let result = try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 70))
    // Of 100 the 40th and the 61st hold the median with 95 % (Conover, table A3: B(100, 1/2)).
    #expect(result.value == 50 && result.low == 40 && result.high == 61)
    #expect(result.verdict == .holds)
    #expect(
      try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 39)).verdict == .fails)
  }

  @Test func `about a quantile that most never come to fail`() throws {
    let result = try verdict(Assertion(measure: "m", .quantile(0.5), atMost: 1000), absent: 900)
    #expect(result.value == nil && result.verdict == .fails)
  }

  @Test func `about a share go by its interval`() throws {
    let assertion = Assertion(measure: "m", .reached, atLeast: 0.05)
    #expect(try verdict(assertion, absent: 900).verdict == .holds)
    #expect(try verdict(assertion, absent: 900).value == 0.1)
  }

  @Test func `about what is not measured are refused`() {
    let error = #expect(throws: PlanProblem.self) {
      try verdict(Assertion(measure: "x", .mean, atMost: 1))
    }
    #expect(
      error?.description == "sim.assert: the plan does not measure \"x\"; it measures m")
  }
}
