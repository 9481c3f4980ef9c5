import Chance
import Lua
import FlintRules

extension OddsModule {
  /// The arguments that say how large an estimate is.
  static let estimateSize: [HostField] = [
    .optional(
      "players", .integer(1...Int64(PoolOdds.mostPlayers)),
      "The number of players of an estimate, where there is no exact method; with a precision, their "
        + "maximum number."),
    .optional(
      "precision", .either(.string, .number()),
      "The relative precision of an estimate, such as 0.005 or \"0.5%\"."),
  ]

  /// Returns the size of an estimate that a call asks for.
  static func estimateSize(
    of call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> EstimateSize {
    var size = EstimateSize()
    size.players = call.optionalInteger("players").map { Int(clamping: $0) }
    if call.isPresent("precision") {
      let text = try call.value("precision").exactText
      do throws(OddsError) {
        size.precision = try Odds.chance(parsing: text, "precision").approximation
      } catch {
        throw .message("\(function): \(error)")
      }
    }
    return size
  }
}
