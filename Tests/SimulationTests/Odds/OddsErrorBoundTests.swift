import Rules
import Testing

@testable import Simulation

/// The bounds of errors that answers come with.
@Suite struct `Error bounds of odds` {
  private func law(_ goal: Goal, _ weights: [String], copies: Int) throws -> OddsLaw {
    try Odds.law(
      of: goal, weights: weights.map { try #require(Fraction($0)) }, copies: copies)
  }

  @Test(arguments: [
    (0, 1e-15), (1e-15, 1e-15), (1.1e-15, 1e-14), (3e-10, 1e-9), (1e-9, 1e-9), (0.02, 0.1),
    (0.5, 1), (1, .infinity), (.infinity, .infinity), (.nan, .infinity),
  ])
  func `are told as powers of ten that are no less`(error: Double, magnitude: Double) {
    #expect(BoundedValue(1, error: error).errorMagnitude == magnitude)
  }

  /// Means and deviations of `OddsManyCopiesTests`; both they and the results are off by less.
  @Test(arguments: [
    (50, 100, 6195.304893399789, 258.1585229185127),
    (10, 1000, 10492.254978040777, 162.48162191880712),
    (1000, 1000, 1105723.8867694284, 11864.697850777458),
  ])
  func `hold, and are what is promised`(
    cards: Int, copies: Int, mean: Double, deviation: Double
  ) throws {
    let law = try law(
      .complete, Array(repeating: "1/\(cards)", count: cards), copies: copies)
    for (value, expected) in [(law.boundedMean, mean), (law.boundedDeviation, deviation)] {
      #expect(!value.isDoubtful)
      // The reference has some thirteen digits.
      #expect(abs(value.value - expected) <= (value.error + 3e-13) * expected)
    }
    let chance = law.chance(doneWithin: Int64(mean))
    #expect(!chance.isDoubtful && chance.value > 0.5 && chance.value < 0.6)
  }

  /// The thousandth of something that all but one in a million rolls gives or its like: E T and the
  /// variance of T agree to six digits, of which the difference has none.
  @Test func `pass what is promised where digits cancel, and are told`() throws {
    var question = OddsQuestion(
      .weights(
        .distinct(1), try ["0.999999", "0.000001"].map { try #require(Fraction($0)) }))
    question.copies = 1000
    let answer = try question.answer()
    // √(1000 · 10⁻⁶ · 0.999999⁻²), the negative binomial law; the other card hardly ever comes first.
    let expected = (1000 * 1e-6).squareRoot() / 0.999999
    #expect(abs(answer.law.standardDeviation - expected) <= 1e-3 * expected)
    #expect(answer.doubtful.map(\.name) == ["sd"])
    #expect(answer.law.boundedDeviation.error < 1e-3)
  }

  /// A law that cannot be worked out.
  private struct Nothing: ArrivalLaw {
    var least: Int64 { 1 }
    var boundedMean = BoundedValue(1, error: 0)
    var boundedDeviation = BoundedValue(1, error: 0)
    func chance(doneWithin rolls: Int64) -> BoundedValue { BoundedValue(.nan, error: .nan) }
    func probability(notWithin rolls: Int64) -> Double { .nan }
    func guess(_ probability: Double) -> Double { 1 }
  }

  @Test func `of what is no number refuse the answer`() throws {
    let question = OddsQuestion(.weights(.complete, try [#require(Fraction("1"))]))
    #expect(Nothing().probability(doneWithin: 5).isNaN)
    #expect(Nothing().quantile(0.5) == .max)
    let error = #expect(throws: OddsError.self) {
      try OddsAnswer(question: question, law: OddsLaw(Nothing(), method: .poisson))
    }
    #expect(error?.code == .noExactMethod)
    var law = Nothing()
    law.boundedMean = BoundedValue(.nan, error: 0)
    #expect(throws: OddsError.self) {
      try OddsAnswer(question: question, law: OddsLaw(law, method: .poisson))
    }
  }
}
