import Foundation
public import Rules
public import Simulation

extension SimulationResult {
  /// The result as JSON: the plan in words, and of each rulebook the measures.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("plan", .string(plan.name)), ("version", .string(plan.version)),
      ("seed", .string(String(plan.seed))), ("players", .integer(players)),
      ("horizon", .string(plan.horizon)), ("start", .string(plan.start)),
      ("method", .string(plan.method)), ("events", .integer(events)),
    ]
    if let sweep = plan.sweep { members.append(("sweep", .string(sweep))) }
    members.append(
      (
        "results",
        .array(
          estimates.enumerated().map { variant, estimates in
            var members: [(name: String, value: JSONValue)] = [
              ("rules", .string(plan.rules[variant].name)),
              ("rules_hash", .string(plan.rules[variant].hash)),
              ("measures", .array(estimates.map(\.json))),
            ]
            if variant > 0 {
              members.append(("differences", .array(differences[variant - 1].map(\.json))))
            }
            return .object(members)
          })
      ))
    if !checks.isEmpty { members.append(("assertions", .array(checks.map(\.json)))) }
    return .object(members)
  }
}

extension Estimate {
  /// The estimate as JSON.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("measure", .string(measure)), ("players", .integer(tally.players)),
      ("reached", .integer(tally.count)), ("mean", .finite(mean)),
      ("standard_error", .finite(standardError)),
      ("interval", .array([.finite(interval.low), .finite(interval.high)])),
      ("sd", .finite(standardDeviation)),
      ("min", tally.count > 0 ? .integer(tally.least) : .null),
      ("max", tally.count > 0 ? .integer(tally.greatest) : .null),
      (
        "quantiles",
        .array(
          quantiles.map { quantile in
            .object([
              ("p", .number(quantile.share)), ("value", .whole(quantile.value)),
              ("low", .whole(quantile.low)), ("high", .whole(quantile.high)),
            ])
          })
      ),
      (
        "histogram",
        .array(
          histogram.map { bin in
            .object([
              ("from", .integer(bin.from)), ("to", .integer(bin.to)),
              ("count", .integer(bin.count)),
            ])
          })
      ),
    ]
    if tally.absent > 0 {
      members.append(
        (
          "reached_interval",
          .array([.finite(reachedInterval.low), .finite(reachedInterval.high)])
        ))
    }
    if let exact {
      members.append(
        (
          "exact",
          .object([
            ("mean", exact.mean.map { .number($0) } ?? .null),
            ("reached", exact.reached.map { .number($0) } ?? .null),
            ("method", .string(exact.method)), ("z", zScore.map { .number($0) } ?? .null),
          ])
        ))
    }
    if isIntegrated {
      members.append(("integrated", .boolean(true)))
      members.append(("variance_ratio", .finite(varianceRatio)))
    }
    if !controls.isEmpty {
      members.append(("controls", .array(controls.map { .string($0) })))
      members.append(("variance_ratio", .finite(varianceRatio)))
    }
    return .object(members)
  }
}

extension AssertionResult {
  /// What was asserted, in words.
  public var claim: String {
    let what =
      switch assertion.statistic {
      case .mean: "mean of \(assertion.measure)"
      case .quantile(let share):
        "\((share * 100).significantText(6)) % quantile of \(assertion.measure)"
      case .reached: "share that comes to \(assertion.measure)"
      }
    var bounds: [String] = []
    if let least = assertion.atLeast { bounds.append("at least \(least.significantText(12))") }
    if let most = assertion.atMost { bounds.append("at most \(most.significantText(12))") }
    return "\(what) \(bounds.joined(separator: " and "))"
  }

  /// What came of it as JSON.
  public var json: JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .object([
      ("assertion", .string(claim)), ("measure", .string(assertion.measure)),
      ("rules", .string(variant)),
      ("verdict", .string(verdict == .undecided ? "undecided" : verdict.rawValue)),
      ("value", number(value)), ("low", number(low)), ("high", number(high)),
    ])
  }
}

extension Double {
  /// The number with so many significant digits, never as a power.
  public func significantText(_ digits: Int) -> String {
    guard isFinite, self != 0 else { return self == 0 ? "0" : "\(self)" }
    let magnitude = Int(floor(log10(magnitude)))
    let text = String(format: "%.\(Swift.max(0, Swift.min(12, digits - 1 - magnitude)))f", self)
    guard text.contains(".") else { return text }
    var trimmed = text[...]
    while trimmed.hasSuffix("0") { trimmed = trimmed.dropLast() }
    return String(trimmed.hasSuffix(".") ? trimmed.dropLast() : trimmed)
  }
}

extension JSONValue {
  fileprivate static func finite(_ number: Double) -> JSONValue {
    number.isFinite ? .number(number) : .null
  }

  fileprivate static func whole(_ number: Int64?) -> JSONValue {
    number.map { .integer($0) } ?? .null
  }
}
