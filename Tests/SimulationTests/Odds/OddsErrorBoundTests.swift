import FlintRules
import Testing
@testable import Chance

/// The error bounds in answers.
@Suite struct `Error bounds of odds` {
  private func distribution(_ goal: Goal, _ weights: [String], copies: Int) throws -> Distribution {
    try Odds.distribution(
      of: goal, weights: weights.map { try #require(Fraction($0)) }, copies: copies)
  }

  @Test(arguments: [
    (0, 1e-15), (1e-15, 1e-15), (1.1e-15, 1e-14), (3e-10, 1e-9), (1e-9, 1e-9), (0.02, 0.02),
    (0.5, 0.5), (1, .infinity), (.infinity, .infinity), (.nan, .infinity),
  ])
  func `are reported as powers of ten that are not smaller`(error: Double, magnitude: Double) {
    #expect(BoundedValue(1, error: error).errorMagnitude == magnitude)
  }

  /// Means and deviations of `OddsManyCopiesTests`; the errors of both are smaller.
  @Test(arguments: [
    (50, 100, 6195.304893399789, 258.1585229185127),
    (10, 1000, 10492.254978040777, 162.48162191880712),
    (1000, 1000, 1105723.8867694284, 11864.697850777458),
  ])
  func `contain the error, and are within the promised one`(
    cards: Int, copies: Int, mean: Double, deviation: Double
  ) throws {
    let distribution = try distribution(
      .complete, Array(repeating: "1/\(cards)", count: cards), copies: copies)
    for (value, expected) in [
      (distribution.boundedMean, mean), (distribution.boundedDeviation, deviation),
    ] {
      #expect(!value.isImprecise)
      // The reference has some thirteen digits.
      #expect(abs(value.value - expected) <= (value.error + 3e-13) * expected)
    }
    let chance = distribution.chance(doneWithin: Int64(mean))
    #expect(!chance.isImprecise && chance.value > 0.5 && chance.value < 0.6)
  }

  /// The thousandth copy of a card that all but one in a million rolls give: E T and the variance of T
  /// agree to six digits, of which the difference has none.
  @Test func `exceed the promised error where digits cancel, and are reported`() throws {
    var question = OddsQuestion(
      .weights(
        .distinct(1), try ["0.999999", "0.000001"].map { try #require(Fraction($0)) }))
    question.copies = 1000
    let answer = try question.answer()
    // √(1000 · 10⁻⁶ · 0.999999⁻²), the negative binomial distribution; the other card hardly ever comes first.
    let expected = (1000 * 1e-6).squareRoot() / 0.999999
    #expect(abs(answer.distribution.standardDeviation - expected) <= 1e-3 * expected)
    #expect(answer.imprecise.map(\.name) == ["sd"])
    #expect(answer.distribution.boundedDeviation.error < 1e-3)
  }

  /// A distribution that cannot be computed.
  private struct Nothing: ArrivalDistribution {
    var least: Int64 { 1 }
    var boundedMean = BoundedValue(1, error: 0)
    var boundedDeviation = BoundedValue(1, error: 0)
    func chance(doneWithin rolls: Int64) -> BoundedValue { BoundedValue(.nan, error: .nan) }
    func probability(notWithin rolls: Int64) -> Double { .nan }
    func guess(_ probability: Double) -> Double { 1 }
  }

  @Test func `of NaN make the answer an error`() throws {
    let question = OddsQuestion(.weights(.complete, try [#require(Fraction("1"))]))
    #expect(Nothing().probability(doneWithin: 5).isNaN)
    #expect(Nothing().quantile(0.5) == .max)
    let error = #expect(throws: OddsError.self) {
      try OddsAnswer(question: question, distribution: Distribution(Nothing(), method: .poisson))
    }
    #expect(error?.code == .noExactMethod)
    var distribution = Nothing()
    distribution.boundedMean = BoundedValue(.nan, error: 0)
    let mean = #expect(throws: OddsError.self) {
      try OddsAnswer(question: question, distribution: Distribution(distribution, method: .poisson))
    }
    #expect(
      mean?.description
        == "no exact method within reach: the error of the mean is too large; use flint simulate")
  }
}
