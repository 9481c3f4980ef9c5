import ArgumentParser
import Commands
import Design
import Views

/// The significance level and the power of tests.
struct AuditPowerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The significance level of tests.", valueName: "share"))
  var alpha = 0.05
  @Option(help: ArgumentHelp("The power of tests.", valueName: "share"))
  var power = 0.8

  var requirements: AuditPower { AuditPower(alpha: alpha, power: power) }

  func validate() throws {
    try checkShares([("alpha", alpha), ("power", power)])
  }
}

struct AuditTestOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The confidence level of intervals.", valueName: "share"))
  var level = 0.95
  @OptionGroup var required: AuditPowerOptions
  @Option(
    help: ArgumentHelp("Exit with status 1 if the p-value is below this.", valueName: "share"))
  var failBelow: Double?

  /// The help of `--only`.
  static let only = ArgumentHelp(
    "The tests to make, such as number:gold (default: all); may be repeated.",
    valueName: "name,…")

  var requirements: AuditPower { required.requirements }

  func validate() throws {
    try checkShares([("level", level)])
    if let failBelow, !(failBelow > 0 && failBelow <= 1) {
      throw ValidationError("--fail-below: expected a number from 0 to 1, got \(failBelow)")
    }
  }

  /// Throws if a p-value is below the bound.
  func check(_ pValue: Double, _ finding: String) throws {
    guard let failBelow, pValue < failBelow else { return }
    throw CommandFailure(
      .failure, "\(finding): p-value \(significant(pValue)) is below --fail-below \(failBelow)")
  }
}

/// Throws if the value of an option is no share between 0 and 1.
private func checkShares(_ shares: [(name: String, share: Double)]) throws {
  for (name, share) in shares where !(share > 0 && share < 1) {
    throw ValidationError("--\(name): expected a number between 0 and 1, got \(share)")
  }
}
