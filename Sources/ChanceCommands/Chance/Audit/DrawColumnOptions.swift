import ArgumentParser
import FlintCalendar
import Transfer

/// The columns of a log of draws, of which an empty name stands for none, what its cells mean, and whose draws are read.
struct DrawColumnOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The player of a log of several.", valueName: "name"))
  var player: String?
  @Option(
    help: ArgumentHelp("The item's column (default: item, card or name).", valueName: "column"))
  var itemColumn: String?
  @Option(
    help: ArgumentHelp("The rarity's column (default: rarity, rank or tier).", valueName: "column"))
  var rankColumn: String?
  @Option(help: ArgumentHelp("The pool's column (default: pool or banner).", valueName: "column"))
  var poolColumn: String?
  @Option(
    help: ArgumentHelp("The player's column (default: player, uid or user).", valueName: "name"))
  var playerColumn: String?
  @Option(
    help: ArgumentHelp("The id of draw or event (default: id or event).", valueName: "column"))
  var idColumn: String?
  @Option(help: ArgumentHelp("The time's column (default: time, date or at).", valueName: "column"))
  var timeColumn: String?
  @Option(help: ArgumentHelp("The order of day, month and year.", valueName: "order"))
  var dates: DateOrder?
  @Option(
    help: ArgumentHelp(
      "The log's rarities, such as 5=legendary,4=epic.", valueName: "rarity=tier,…"))
  var ranks: String?

  /// Which options are given.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("--player", player != nil), ("--item-column", itemColumn != nil),
      ("--rank-column", rankColumn != nil),
      ("--pool-column", poolColumn != nil), ("--player-column", playerColumn != nil),
      ("--id-column", idColumn != nil), ("--time-column", timeColumn != nil),
      ("--dates", dates != nil), ("--ranks", ranks != nil),
    ]
  }

  /// The columns, with the order of day, month and year.
  var columns: DrawColumns {
    DrawColumns(
      name: itemColumn, rarity: rankColumn, pool: poolColumn, player: playerColumn, id: idColumn,
      time: timeColumn, dateOrder: dates)
  }
}
