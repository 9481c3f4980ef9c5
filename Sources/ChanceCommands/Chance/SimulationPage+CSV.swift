import Commands
import Schema
import Simulation

extension SimulationPage {
  /// Writes a CSV record for each rulebook and measure. Unknown values are empty; a quantile that
  /// players do not reach is `never`.
  func writeCSV() {
    let records = result.estimates.enumerated().flatMap { variant, estimates in
      estimates.enumerated().map { measure, estimate in
        let difference = variant > 0 ? result.differences[variant - 1][measure] : nil
        return [("rules", plan.rules[variant].name)] + Self.fields(estimate)
          + Self.fields(difference)
      }
    }
    guard let first = records.first else { return }
    var listing = Listing(.csv, columns: first.map(\.name))
    for record in records { listing.append(record.map { .text($0.text) }) }
    listing.end(empty: "")
  }

  /// Returns a number; empty if it is unknown.
  private static func plain(_ number: Double?) -> String {
    number.map { $0.isFinite ? "\($0)" : "" } ?? ""
  }

  private typealias Field = (name: String, text: String)

  private static func fields(_ estimate: Estimate) -> [Field] {
    let tally = estimate.tally
    let principal = estimate.principal
    var fields: [Field] = [
      ("measure", estimate.measure), ("players", String(tally.players)),
      ("reached", String(tally.count)), ("reached_share", plain(estimate.reached)),
      ("reached_low", plain(estimate.reachedInterval.low)),
      ("reached_high", plain(estimate.reachedInterval.high)),
      ("reached_exact", plain(estimate.exact?.reached)),
      ("reached_z", plain(estimate.reachedZScore)),
    ]
    fields += Self.fields("mean", "", estimate.ofAll)
    fields += [
      ("exact", plain(estimate.exact?.mean)), ("z", plain(estimate.zScore)),
    ]
    fields += Self.fields("restricted_mean", "restricted_", estimate.restricted)
    fields += [
      ("restricted_exact", plain(estimate.exact?.restricted)),
      ("restricted_z", plain(estimate.restrictedZScore)),
    ]
    fields += Self.fields("mean_of_reached", "mean_of_reached_", estimate.ofReached)
    fields += [
      (
        "controls",
        principal.isIntegrated ? "integrated" : principal.controls.joined(separator: " ")
      ),
      ("variance_ratio", plain(principal.varianceRatio)),
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
      ("reached_difference", plain(difference?.reached.difference)),
      ("reached_difference_low", plain(interval?.low)),
      ("reached_difference_high", plain(interval?.high)),
      ("reached_difference_exact", plain(difference?.exact?.reached)),
      ("reached_difference_z", plain(difference?.reachedZScore)),
    ] + fields("difference", "difference_", difference?.ofAll) + [
      ("difference_exact", plain(difference?.exact?.mean)),
      ("difference_z", plain(isRestricted ? nil : z)),
    ] + fields("restricted_difference", "restricted_difference_", difference?.restricted) + [
      ("restricted_difference_exact", plain(difference?.exact?.restricted)),
      ("restricted_difference_z", plain(isRestricted ? z : nil)),
    ]
  }

  /// Returns the fields of a mean, its standard error, interval and standard deviation.
  private static func fields(
    _ name: String, _ prefix: String, _ mean: MeanEstimate?
  ) -> [Field] {
    [
      (name, plain(mean?.value)),
      ("\(prefix)standard_error", plain(mean?.standardError)),
      ("\(prefix)low", plain(mean?.interval.low)),
      ("\(prefix)high", plain(mean?.interval.high)),
      ("\(prefix)sd", plain(mean?.standardDeviation)),
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
