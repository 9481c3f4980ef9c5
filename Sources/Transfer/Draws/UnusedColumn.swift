/// A column of players or of pools, by its name, that no option names: with several values it would interleave
/// sequences of draws that have counters of their own.
struct UnusedColumn {
  let index: Int
  private let name: String
  private let isOfPlayers: Bool
  private var first: String?

  private static let players = [
    "player", "playerid", "uid", "user", "userid", "account", "accountid",
  ]
  private static let pools = ["pool", "poolid", "banner", "bannerid", "gachatype", "uigfgachatype"]

  /// Creates a column; `nil` for one of something else, or of what an option names in another column.
  init?(_ index: Int, _ name: String, hasPlayer: Bool, hasPool: Bool) {
    let letters = name.lowercased().filter(\.isLetter)
    isOfPlayers = Self.players.contains(letters)
    guard isOfPlayers ? !hasPlayer : Self.pools.contains(letters) && !hasPool else { return nil }
    (self.index, self.name) = (index, name)
  }

  /// Returns why the column has to be named, at its first other value.
  ///
  /// A row without a player is of an unknown one, a row without a pool of none.
  mutating func problem(with value: String) -> String? {
    if isOfPlayers && value.isEmpty { return nil }
    let first = first ?? value
    self.first = first
    if first == value { return nil }
    return "the column \"\(name)\" has several values, \"\(first)\" and \"\(value)\": give "
      + (isOfPlayers
        ? "--player-column \(name), since each player has counters of their own"
        : "--pool-column \(name), since each pool has counters of its own")
      + "; or remove the column"
  }
}
