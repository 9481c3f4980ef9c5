import Testing
@testable import FlintRules

/// The rates that pity raises.
@Suite struct `Weights under pity` {
  /// 1 in 10, with 5 more from the third card on: 6 at the third, 11, so that it is certain, at the fourth.
  @Test func `are full where the steps or the hard count make them so`() {
    func full(_ rule: PityDefinition, base: UInt64 = 1) -> Int64 {
      PityWeight(rule, softStep: rule.softStep == .zero ? 0 : 5).full(from: base, of: 10)
    }
    let half = Fraction(1, over: 2) ?? .zero
    #expect(full(PityDefinition(softStart: 3, softStep: half)) == 4)
    #expect(full(PityDefinition(softStart: 3, softStep: half), base: 5) == 3)
    #expect(full(PityDefinition(softStart: 3, softStep: half, hard: 2)) == 2)
    #expect(full(PityDefinition(hard: 90)) == 90)
    #expect(full(PityDefinition(softStart: .max, softStep: half)) == .max)
    #expect(full(PityDefinition(first: 7)) == .max)
  }

  /// 1 in 100; 5 from the 3rd on, 7 more with every second one from the 6th on, 60 from the 10th on.
  @Test func `are steps and ramps`() {
    var rule = PityDefinition()
    rule.rates = [
      PityRate(from: 3, step: .percent(5)), PityRate(from: 6, step: .percent(7), every: 2),
      PityRate(from: 10, rate: .percent(60)), PityRate(from: 12, step: .percent(20)),
    ]
    func weight(last: [PityRate] = [], _ weights: [UInt64] = []) -> PityWeight {
      rule.rates += last
      return PityWeight(
        rule, softStep: 0,
        curve: PityCurve(rule.rates, weights: [5, 7, 60, 20] + weights, of: 100))
    }
    #expect(
      (1...14).map { weight().raised(1, coming: $0, denominator: 100) }
        == [1, 1, 6, 11, 16, 23, 23, 30, 30, 60, 60, 80, 100, 100])
    #expect(weight().full(from: 1, of: 100) == 13)
    #expect(
      weight(last: [PityRate(from: 13, rate: .percent(90))], [90]).full(from: 1, of: 100) == .max)
    #expect(weight([90]).constant(from: 1, of: 100) == 13)
  }

  @Test func `are the rates of the definition`() {
    let rule = PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)
    let expected: [(card: Int64, rate: Double)] = [
      (1, 0.006), (73, 0.006), (74, 0.066), (89, 0.966), (90, 1), (91, 1),
    ]
    #expect([1, 73, 74, 89, 90, 91].map(rule.steps) == [0, 0, 1, 16, nil, nil])
    let weight = PityWeight(rule, softStep: 60)
    for (card, rate) in expected {
      let raised = weight.raised(6, coming: card, denominator: 1000)
      #expect(abs(Double(raised) / 1000 - rate) < 1e-12)
    }
  }
}
