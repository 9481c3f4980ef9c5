/// What a log of draws that does not say enough can be given with, as the command line or Lua has it.
package struct PoolStartHints: Sendable {
  /// How the player of a log of several is chosen.
  let player: String
  /// How draws from unknown pools are.
  let pools: String
  /// How the rarity of a card is corrected.
  let ranks: String
  /// How the log has rarities.
  let rarity: String
  /// How the cards of a pack are told from those of another.
  let packs: String
  /// Where terms of the state are.
  let state: String

  package static let options = PoolStartHints(
    player: "choose one with --player",
    pools:
      "choose those of the pool with --only-pool, or name the column of the pool's id with --pool-column",
    ranks: "correct the log, or say with --ranks which rarity is meant",
    rarity: "with --rank-column",
    packs:
      "name a column of times or ids that the cards of one pack share with --time-column or --id-column",
    state: "--state")

  package static let fields = PoolStartHints(
    player: "choose one with player", pools: "give each draw the id of its pool",
    ranks: "correct its rarity", rarity: "with a rarity",
    packs: "give the cards of one pack the same event", state: "state")
}
