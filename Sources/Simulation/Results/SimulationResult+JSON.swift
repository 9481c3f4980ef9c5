import Foundation
package import JSON
import Rules

extension SimulationResult {
  /// The result as JSON: the description of the plan, and the measures of each rulebook.
  package var json: JSONValue {
    var members: [Member] = [
      ("plan", .string(plan.name)), ("version", .string(plan.version)),
      ("seed", .string(plan.seed)), ("players", .integer(players)),
      ("horizon", .string(plan.horizon)), ("start", .string(plan.start)),
      ("method", .string(plan.method)), ("events", .integer(events)),
    ]
    if let sweep = plan.sweep { members.append(("sweep", .string(sweep))) }
    let results = estimates.enumerated().map { variant, estimates in
      var members: [Member] = [
        ("rules", .string(plan.rules[variant].name)),
        ("rules_hash", .string(plan.rules[variant].hash)),
        ("measures", .array(estimates.map(\.json))),
      ]
      if variant > 0 {
        members.append(("differences", .array(differences[variant - 1].map(\.json))))
      }
      return JSONValue.object(members)
    }
    members.append(("results", .array(results)))
    if !checks.isEmpty { members.append(("assertions", .array(checks.map(\.json)))) }
    return .object(members)
  }
}

extension Estimate {
  /// The estimate as JSON. A mean of all players is null if some have no value.
  package var json: JSONValue {
    var members: [Member] = [
      ("measure", .string(measure)), ("players", .integer(tally.players)),
      ("reached", .integer(tally.count)),
    ]
    members += MeanEstimate.members(ofAll)
    members += [
      ("min", tally.count > 0 ? .integer(tally.least) : .null),
      ("max", tally.count > 0 ? .integer(tally.greatest) : .null),
      ("quantiles", .array(quantiles.map(\.json))),
      ("histogram", .bins(histogram)),
    ]
    if isPartial {
      members += [
        ("reached_share", .finite(reached)), ("reached_interval", .interval(reachedInterval)),
        ("mean_of_reached", .object(MeanEstimate.members(ofReached))),
      ]
    }
    if let bound, let restricted {
      members += [
        ("horizon", .string(bound)),
        ("restricted_mean", .object(MeanEstimate.members(restricted) + restricted.variance)),
      ]
    }
    if let exact {
      members += [
        ("exact", exact.json(mean: zScore, reached: reachedZScore, restricted: restrictedZScore))
      ]
    }
    return .object(members + (ofAll?.variance ?? []))
  }
}

extension Difference {
  /// The difference as JSON. A mean of all players is null if some have no value.
  package var json: JSONValue {
    var members: [Member] = [
      ("measure", .string(measure)), ("players", .integer(reached.players)),
      ("pairs", .integer(pairs.difference.count)),
    ]
    members += MeanEstimate.members(ofAll)
    if let restricted {
      members.append(
        ("restricted_mean", .object(MeanEstimate.members(restricted) + restricted.variance)))
    }
    if let ofBoth { members.append(("mean_of_both", .object(MeanEstimate.members(ofBoth)))) }
    if isPartial {
      let shares: [Member] = [
        ("difference", .finite(reached.difference)),
        ("interval", .interval(reached.interval(level: Estimate.level))),
        ("both", .integer(reached.both)), ("only_first", .integer(reached.onlyFirst)),
        ("only_second", .integer(reached.onlySecond)), ("neither", .integer(reached.neither)),
      ]
      members.append(("reached", .object(shares)))
    }
    // A quantile of the differences of single players, not the difference of the quantiles.
    members += [
      ("player_quantiles", .array(pairs.difference.quantiles.map(\.json))),
      ("player_histogram", .bins(pairs.difference.histogram)),
    ]
    if let exact {
      let json = exact.json(
        mean: bound == nil ? zScore : nil, reached: reachedZScore,
        restricted: bound == nil ? nil : zScore)
      members.append(("exact", json))
    }
    return .object(members + (ofAll?.variance ?? []))
  }
}

private typealias Member = (name: String, value: JSONValue)

extension MeanEstimate {
  /// Returns the mean with its errors; nulls if there is none.
  fileprivate static func members(_ mean: MeanEstimate?) -> [Member] {
    [
      ("mean", .finite(mean?.value)), ("standard_error", .finite(mean?.standardError)),
      ("interval", (mean?.interval).map { $0.low.isFinite ? .interval($0) : .null } ?? .null),
      ("interval_method", mean.map { .string($0.method.rawValue) } ?? .null),
      ("sd", .finite(mean?.standardDeviation)),
    ]
  }

  /// The methods of variance reduction.
  fileprivate var variance: [Member] {
    var members: [Member] = []
    if isIntegrated { members.append(("integrated", .boolean(true))) }
    if !controls.isEmpty { members.append(("controls", .array(controls.map { .string($0) }))) }
    if !members.isEmpty {
      members += [
        ("variance_ratio", .finite(varianceRatio)),
        ("variance_ratio_is_capped", .boolean(isRatioCapped)),
      ]
    }
    return members
  }
}

extension ExactValue {
  /// Returns the exact values, and the deviations of the estimates in standard errors.
  fileprivate func json(mean z: Double?, reached: Double?, restricted: Double?) -> JSONValue {
    .object([
      ("mean", .finite(mean)), ("reached", .finite(self.reached)),
      ("restricted_mean", .finite(self.restricted)), ("method", .string(method)),
      ("z", .finite(z)), ("reached_z", .finite(reached)),
      ("restricted_mean_z", .finite(restricted)),
    ])
  }
}

extension Estimate.Quantile {
  fileprivate var json: JSONValue {
    .object([
      ("p", .number(share)), ("value", value.json), ("low", low.json), ("high", high.json),
    ])
  }
}

extension Estimate.Level {
  /// The value, `"never"`, or null if the sample is too small to decide.
  fileprivate var json: JSONValue {
    switch self {
    case .value(let value): .integer(value)
    case .never: .string("never")
    case .unknown: .null
    }
  }
}

extension AssertionResult {
  /// The assertion as a text.
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
    if verdict == .refused {
      return
        "refused: \(claim) (\(variant)): some players have no value, so that the mean would "
        + "cover only the others; use a quantile, of = \"reached\" or of = \"restricted_mean\", "
        + "or of = \"mean_of_reached\" if only the others are meant"
    }
    let word = verdict == .fails ? "FAILS" : verdict.rawValue
    return
      "\(word): \(claim) (\(variant)): \(shown(value)), interval \(shown(low)) to \(shown(high))"
  }

  /// The result of the assertion as JSON.
  package var json: JSONValue {
    func number(_ value: Double?) -> JSONValue {
      value == .infinity ? .string("never") : .finite(value)
    }
    return .object([
      ("assertion", .string(claim)), ("measure", .string(assertion.measure)),
      ("rules", .string(variant)),
      ("verdict", .string(verdict == .undecided ? "undecided" : verdict.rawValue)),
      ("value", number(value)), ("low", number(low)), ("high", number(high)),
    ])
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

extension JSONValue {
  fileprivate static func finite(_ number: Double?) -> JSONValue {
    number.map { $0.isFinite ? .number($0) : .null } ?? .null
  }

  fileprivate static func interval(_ interval: Interval) -> JSONValue {
    .array([.number(interval.low), .number(interval.high)])
  }

  fileprivate static func bins(_ bins: [Estimate.Bin]) -> JSONValue {
    .array(
      bins.map { bin in
        .object([
          ("from", .integer(bin.from)), ("to", .integer(bin.to)), ("count", .integer(bin.count)),
        ])
      })
  }
}
