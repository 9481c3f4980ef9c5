import ArgumentParser
import Calendar
import Transfer

/// The columns of a log of draws; an empty name stands for none.
struct DrawColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of what was drawn (default: item, card or name).", valueName: "column"))
  var itemColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column of the rarity (default: rarity, rank or tier).", valueName: "column"))
  var rankColumn: String?
  @Option(
    help: ArgumentHelp("The column of the pool (default: pool or banner).", valueName: "column"))
  var poolColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column of the player (default: player, uid or user).", valueName: "name"))
  var playerColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column of the id of the draw or event (default: id or event).", valueName: "column"))
  var idColumn: String?
  @Option(
    help: ArgumentHelp("The column of the time (default: time, date or at).", valueName: "column"))
  var timeColumn: String?

  /// The columns that are given, by option.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("--item-column", itemColumn != nil), ("--rank-column", rankColumn != nil),
      ("--pool-column", poolColumn != nil), ("--player-column", playerColumn != nil),
      ("--id-column", idColumn != nil), ("--time-column", timeColumn != nil),
    ]
  }

  /// Returns the columns, with the order of day, month and year.
  func columns(_ dates: DateOrder?) -> DrawColumns {
    DrawColumns(
      name: itemColumn, rarity: rankColumn, pool: poolColumn, player: playerColumn, id: idColumn,
      time: timeColumn, dateOrder: dates)
  }
}
