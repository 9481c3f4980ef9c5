import Foundation
package import FlintSchema

extension AssertionResult: ResultRow {
  /// The fields of an assertion and its verdict.
  package static let schema = ResultSchema<AssertionResult>(
    "AssertionResult", "The verdict on an assertion of the plan under one of its rulebooks.",
    [
      ResultField("assertion", \.claim, "The assertion in words."),
      ResultField("measure", \.assertion.measure, "The name of the measure."),
      ResultField("rules", \.variant, "The name of the rulebook."),
      ResultField(
        "verdict", .names(["holds", "fails", "undecided", "refused"]),
        "Whether it holds: not if a bound is violated or lies in the interval, the mean does not cover "
          + "all players, or nobody tried to reach the goal."
      ) { .name($0.verdict == .undecided ? "undecided" : $0.verdict.rawValue) },
      ResultField("reason", \.reason, "Why it is refused."),
      number("value", "The estimate; `never` for a quantile that is not reached.") { $0.value },
      number("low", "The lower end of its interval; absent if it is unknown.") { $0.low },
      number("high", "The upper end of its interval; absent if it is unknown.") { $0.high },
    ])

  private static func number(
    _ name: String, _ summary: String, _ number: @escaping @Sendable (AssertionResult) -> Double?
  ) -> ResultField<AssertionResult> {
    ResultField(name, .structure("number|\"never\""), summary, isOptional: true) {
      guard let number = number($0) else { return .none }
      return number == .infinity ? .name("never") : number.isFinite ? .number(number) : .none
    }
  }
}

extension AssertionResult {
  package var claim: String {
    let statistic =
      switch assertion.statistic {
      case .mean: "mean of \(assertion.measure)"
      case .restrictedMean: "restricted mean of \(assertion.measure)"
      case .meanOfReached: "mean of \(assertion.measure) of those who reached it"
      case .quantile(let share):
        "\((share * 100).significantText(6)) % quantile of \(assertion.measure)"
      case .reached: "share that reaches \(assertion.measure)"
      }
    var bounds: [String] = []
    if let least = assertion.atLeast { bounds.append("at least \(least.significantText(12))") }
    if let most = assertion.atMost { bounds.append("at most \(most.significantText(12))") }
    return "\(statistic) \(bounds.joined(separator: " and "))"
  }

  /// The assertion and its verdict, with the numbers.
  package var line: String {
    func shown(_ number: Double?) -> String {
      number.map { $0 == .infinity ? "never" : $0.significantText(6) } ?? "unknown"
    }
    if let reason { return "refused: \(claim) (\(variant)): \(reason)" }
    let word = verdict == .fails ? "FAILS" : verdict.rawValue
    return
      "\(word): \(claim) (\(variant)): \(shown(value)), interval \(shown(low)) to \(shown(high))"
  }
}

extension Double {
  /// Returns the number with a number of significant digits, never in scientific notation.
  package func significantText(_ digits: Int) -> String {
    guard isFinite, self != 0 else { return self == 0 ? "0" : "\(self)" }
    let magnitude = Int(floor(log10(magnitude)))
    let text = String(format: "%.\(Swift.max(0, Swift.min(12, digits - 1 - magnitude)))f", self)
    guard text.contains(".") else { return text }
    var trimmed = text[...]
    while trimmed.hasSuffix("0") { trimmed = trimmed.dropLast() }
    return String(trimmed.hasSuffix(".") ? trimmed.dropLast() : trimmed)
  }
}
