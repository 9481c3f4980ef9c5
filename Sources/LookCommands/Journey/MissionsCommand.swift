import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// Lists missions with their progress and status.
struct MissionsCommand: Subcommand, PagedCommand {
  static let name = "missions"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List open missions, the nearest first, with progress, reward and deadline.",
    discussion: """
      The table has the missions that can be completed now, the nearest first; the
      others are completed, locked, expired or out of season. --all, --status and
      --day list these, too, and JSON and CSV have all, as in the rulebook.

      Missions of a day, a week or a month are shown for those of today, or of --day;
      a rolling window is the last days up to it. --board shows the missions in
      columns by their status.

      A mission with a season makes progress only during that season.

      Examples:
        flint missions --all --sort rulebook
        flint missions --window week --day 2026-03-01
        flint missions --board --window day
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(help: "List only missions with this window.") var window: MissionView.Filter.Window?
  @Option(help: "List only missions of this difficulty.") var difficulty: Difficulty?
  @Option(help: "List only missions with this status.") var status: MissionView.Status?
  @Option(
    help: ArgumentHelp(
      "The order (default of tables: progress): rulebook (as in the rulebook), progress (nearest to the target first, "
        + "completed and expired missions last), points (highest reward first) or deadline "
        + "(soonest first).", valueName: "order"))
  var sort: MissionView.Filter.Order?
  @Flag(help: "List the missions that are not open, too.") var all = false
  @Option(help: "The day to show, with its week and month (default: today).")
  var day: DayArgument?
  @Flag(help: "Show the missions in columns by their status.") var board = false

  func validate() throws {
    if all { try refuse(["--status": status != nil], with: "--all") }
    if board, list.format != .table { throw ValidationError("--board requires --format table") }
  }

  func run() throws {
    try profile.reading { session in
      let isTable = list.format == .table
      let found = session.rulebook.missions(
        in: try session.state(),
        filter: MissionView.Filter(
          window: window, difficulty: difficulty, status: status,
          order: sort ?? (isTable && !board ? .progress : .rulebook)),
        day: try day?.resolve(session), today: session.today)
      if board { return Self.write(board: found) }
      let isWhole = all || status != nil || day != nil || !isTable
      let views = isWhole ? found : found.filter(\.isOpen)
      try ResultList.write(
        session.rows(views), MissionView.schema, list, session: session, empty: "no missions")
      if views.count < found.count {
        StandardOutput.shared.write(
          "\n\(counted(found.count - views.count, "other")): flint missions --all\n")
      }
    }
  }

  /// Writes the missions in a column for each status that any has.
  private static func write(board views: [MissionView]) {
    let order = ["in progress", "available", "locked", "out of season", "completed", "expired"]
    let columns = order.map { status in views.filter { $0.shownStatus == status } }
    let shown = order.indices.filter { !columns[$0].isEmpty }
    if shown.isEmpty { return StandardOutput.shared.write("no missions\n") }
    let rows = (0..<(columns.map(\.count).max() ?? 0)).map { row in
      shown.map { column -> Cell in
        guard columns[column].indices.contains(row) else { return .none }
        let view = columns[column][row]
        return .text(
          view.definition.title + (view.status == .completed ? "" : " " + view.shownProgress))
      }
    }
    let board = TerminalTable(columns: shown.map { order[$0] }, rows: rows)
    StandardOutput.shared.write(rendered: board.text(width: StandardOutput.shared.columns))
  }
}
