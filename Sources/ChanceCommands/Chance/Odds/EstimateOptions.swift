import ArgumentParser
import Chance
import FlintRules

/// How large an estimate is made where there is no exact method.
struct EstimateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of players; the maximum with --precision.",
      valueName: "number"))
  var players: Int?
  @Option(
    help: ArgumentHelp(
      "The relative precision of an estimate (default: 1%).", valueName: "share"))
  var precision: String?

  /// Returns the size of an estimate.
  func size(seed: UInt64?) throws(OddsError) -> EstimateSize {
    var size = EstimateSize()
    size.players = players
    if let precision {
      size.precision = try Odds.chance(parsing: precision, "precision").approximation
    }
    if let seed { size.seed = seed }
    return size
  }
}
