/// How large an estimate is made where there is no exact method.
package struct EstimateSize: Hashable, Sendable {
  /// The number of players, with a precision their maximum number; `nil` for as many as make it precise to 1 % within
  /// reach.
  package var players: Int?
  /// The half-width of the 95 % interval of the mean, relative to the mean, at which the estimate ends.
  package var precision: Double?
  /// The key of the random streams.
  package var seed: UInt64 = 1

  /// Creates the usual size.
  package init() {}

  /// Throws an error for a number that is out of range.
  package func check() throws(OddsError) {
    if let players { try PoolLimits.check("players", players, in: 1...PoolOdds.mostPlayers) }
    if let precision, !(precision > 0 && precision < 1) {
      throw .invalid(
        "precision", "expected a share between 0 and 1, such as 0.5%, got \(precision)")
    }
  }

  /// Whether a size is asked for, which an exact answer does not need.
  package var isGiven: Bool { players != nil || precision != nil }

  /// What an exact answer says where a size is asked for.
  package static let noEffect = "the answer is exact, so that players and precision have no effect"
}
