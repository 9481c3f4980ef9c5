import FlintJSON
import FlintRules
import FlintSchema
import Testing
@testable import Chance

/// The fields of answers, against values worked out by hand.
struct `The fields of answers about odds` {
  /// The records of an answer that are not floating-point numbers, as lines `measure n value`.
  private func lines<Answer: ResultRow>(_ answer: Answer, key: String) -> [String] {
    Answer.schema.records(answer).compactMap { record in
      if case .number = record.value { return nil }
      return [record.measure, record.keys[key]?.plain ?? "", record.value.plain].joined(
        separator: " ")
    }
  }

  /// 1 − 2⁻ⁿ: 15/16 at 4, 31/32 at 5, 127/128 at 7; two rolls a day.
  @Test func `are a line each, with what rows are about`() throws {
    var question = OddsQuestion(.prize(try Prize(rate: try #require(Fraction("1/2")))))
    (question.at, question.sparksPerDay) = ([3], 2)
    let answer = try question.answer()
    #expect(
      lines(answer, key: "n") == [
        "rate  0.5", "wins  1", "median  1", "p90  4", "p95  5", "p99  7", "mean_fraction  2",
        "at_days 3 2", "days_per_day  2", "days_median  1", "days_p90  2", "days_p95  3",
        "days_p99  4", "method  \(answer.distribution.method.name)",
      ])
    #expect(answer.json["goal"] == .null && answer.json["rates"] == .null)
    let chance = OddsAnswer.schema.records(answer).first { $0.measure == "at_probability" }
    #expect(chance?.value == .number(0.875) && chance?.keys["n"] == .integer(3))
  }

  @Test func `of weights are a list`() throws {
    let weights = try ["1/2", "1/4"].map { try #require(Fraction($0)) }
    let answer = try OddsQuestion(.weights(.distinct(1), weights, rest: true)).answer()
    #expect(answer.json["weights"] == .array([.string("0.5"), .string("0.25")]))
    #expect(answer.json["rest"] == .boolean(true) && answer.json["copies"] == .integer(1))
    #expect(answer.json["mean_fraction"] == .string("4/3") && answer.json["wins"] == .null)
  }
}
