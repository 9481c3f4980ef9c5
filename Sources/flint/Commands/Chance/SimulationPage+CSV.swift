import CSV
import Schema
import Simulation

extension SimulationPage {
  /// Writes a CSV record for each rulebook and measure. Unknown values are empty; a quantile that
  /// players do not reach is `never`.
  func writeCSV() {
    var writer = CSVWriter()
    var isFirst = true
    for (variant, estimates) in result.estimates.enumerated() {
      for (measure, estimate) in estimates.enumerated() {
        let difference = variant > 0 ? result.differences[variant - 1][measure] : nil
        let fields =
          [("rules", plan.rules[variant].name)] + Self.fields(estimate) + Self.fields(difference)
        if isFirst { writer.append(record: fields.map(\.0)) }
        isFirst = false
        writer.append(record: fields.map(\.1))
      }
    }
    writer.drain { span in span.withUnsafeBytes { StandardOutput.shared.write($0) } }
  }

  private typealias Field = (name: String, text: String)

  private static func fields(_ estimate: Estimate) -> [Field] {
    let tally = estimate.tally
    let principal = estimate.principal
    var fields: [Field] = [
      ("measure", estimate.measure), ("players", String(tally.players)),
      ("reached", String(tally.count)), ("reached_share", FixedCell.plain(estimate.reached)),
      ("reached_low", FixedCell.plain(estimate.reachedInterval.low)),
      ("reached_high", FixedCell.plain(estimate.reachedInterval.high)),
      ("reached_exact", FixedCell.plain(estimate.exact?.reached)),
      ("reached_z", FixedCell.plain(estimate.reachedZScore)),
    ]
    fields += Self.fields("mean", "", estimate.ofAll)
    fields += [
      ("exact", FixedCell.plain(estimate.exact?.mean)), ("z", FixedCell.plain(estimate.zScore)),
    ]
    fields += Self.fields("restricted_mean", "restricted_", estimate.restricted)
    fields += [
      ("restricted_exact", FixedCell.plain(estimate.exact?.restricted)),
      ("restricted_z", FixedCell.plain(estimate.restrictedZScore)),
    ]
    fields += Self.fields("mean_of_reached", "mean_of_reached_", estimate.ofReached)
    fields += [
      (
        "controls",
        principal.isIntegrated ? "integrated" : principal.controls.joined(separator: " ")
      ),
      ("variance_ratio", FixedCell.plain(principal.varianceRatio)),
      ("min", tally.count > 0 ? String(tally.least) : ""),
      ("max", tally.count > 0 ? String(tally.greatest) : ""),
    ]
    for quantile in estimate.quantiles {
      let percent = Int((quantile.share * 100).rounded())
      let name = "p" + (percent < 10 ? "0" : "") + "\(percent)"
      fields += [
        (name, quantile.value.plain), ("\(name)_low", quantile.low.plain),
        ("\(name)_high", quantile.high.plain),
      ]
    }
    return fields
  }

  /// Returns the fields of the difference between a rulebook and the first one; empty for the first
  /// one.
  private static func fields(_ difference: Difference?) -> [Field] {
    let interval = difference?.reached.interval(level: Estimate.level)
    let isRestricted = difference?.bound != nil
    let z = difference?.zScore
    return [
      ("reached_difference", FixedCell.plain(difference?.reached.difference)),
      ("reached_difference_low", FixedCell.plain(interval?.low)),
      ("reached_difference_high", FixedCell.plain(interval?.high)),
      ("reached_difference_exact", FixedCell.plain(difference?.exact?.reached)),
      ("reached_difference_z", FixedCell.plain(difference?.reachedZScore)),
    ] + fields("difference", "difference_", difference?.ofAll) + [
      ("difference_exact", FixedCell.plain(difference?.exact?.mean)),
      ("difference_z", FixedCell.plain(isRestricted ? nil : z)),
    ] + fields("restricted_difference", "restricted_difference_", difference?.restricted) + [
      ("restricted_difference_exact", FixedCell.plain(difference?.exact?.restricted)),
      ("restricted_difference_z", FixedCell.plain(isRestricted ? z : nil)),
    ]
  }

  /// Returns the fields of a mean, its standard error, interval and standard deviation.
  private static func fields(
    _ name: String, _ prefix: String, _ mean: MeanEstimate?
  ) -> [Field] {
    [
      (name, FixedCell.plain(mean?.value)),
      ("\(prefix)standard_error", FixedCell.plain(mean?.standardError)),
      ("\(prefix)low", FixedCell.plain(mean?.interval.low)),
      ("\(prefix)high", FixedCell.plain(mean?.interval.high)),
      ("\(prefix)sd", FixedCell.plain(mean?.standardDeviation)),
    ]
  }
}

extension Estimate.Level {
  /// The value for CSV; empty if the sample is too small.
  fileprivate var plain: String {
    switch self {
    case .value(let value): "\(value)"
    case .never: "never"
    case .unknown: ""
    }
  }
}
