import Rules
import Testing

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
