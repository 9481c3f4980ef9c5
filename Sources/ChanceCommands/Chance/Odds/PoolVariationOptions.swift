import ArgumentParser
import Chance
import FlintRules
import FlintSchema

/// The numbers of a rulebook that vary in a question about pools, or that are looked for.
struct PoolVariationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Vary a number of the rulebook: soft_step=2%,4% or hard=60..90/4; repeat the option to vary two.",
      valueName: "path=values"))
  var sweep: [String] = []
  @Option(
    help: ArgumentHelp(
      "Find the number for --mean, --quantile or --at.", valueName: "path"))
  var solve: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The mean that --solve leads to.", valueName: "rolls"))
  var mean: String?
  @Option(
    help: ArgumentHelp(
      "The quantile that --solve leads to, such as 90%=120.", valueName: "p=rolls"))
  var quantile: String?

  /// Throws if a number is looked for without an aim, or an aim is given without a number.
  ///
  /// - Parameter at: The value of `--at`.
  func check(at: String?) throws {
    let chances = aims(at)
    let aims = (mean == nil ? 0 : 1) + (quantile == nil ? 0 : 1) + chances.count
    if solve != nil {
      if !sweep.isEmpty { throw ValidationError("--solve cannot be used with --sweep") }
      if aims != 1 {
        throw ValidationError(
          "--solve: expected one of --mean 62.5, --quantile 90%=120, --at 90=60% and --at budget=60%"
        )
      }
    } else if aims > 0 {
      throw ValidationError("--mean, --quantile and --at n=p require --solve")
    }
  }

  func sweeps() throws -> [Sweep] {
    do {
      return try sweep.map { try Sweep(parsing: $0, most: PoolComparison.mostVariants) }
    } catch let error as RulebookNumberError {
      throw ValidationError("--sweep: \(error)")
    }
  }

  /// Returns the answer that `--solve` leads to.
  func aim(at: String?) throws -> PoolSolution.Aim {
    let number = try mean.map { text in
      guard let number = Double(text), number > 0, number.isFinite else {
        throw ValidationError(
          "--mean: expected a number of rolls above 0, such as 62.5, got \"\(text)\"")
      }
      return number
    }
    return try PoolSolution.Aim(mean: number, quantile: quantile, chance: aims(at).first)
  }

  /// Returns the numbers of `--at` without a chance.
  func plainNumbers(_ at: String?) -> String? {
    guard solve != nil, let at else { return at }
    let plain = parts(at).filter { !$0.contains("=") }
    return plain.isEmpty ? nil : plain.joined(separator: ",")
  }

  private func aims(_ at: String?) -> [String] { parts(at ?? "").filter { $0.contains("=") } }

  private func parts(_ at: String) -> [String] {
    at.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
