import ArgumentParser
import Calendar
import Commands
import Rules
import Sessions
import Views

/// Lists missions with their progress and status.
struct MissionsCommand: Subcommand {
  static let name = "missions"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List missions with progress, status, reward and deadline.",
    discussion: """
      Missions of a day, a week or a month are shown for those of today, or of --day;
      a rolling window is the last days up to it. --board shows the missions in
      columns by their status.

      A mission with a season makes progress only during that season.

      Examples:
        flint missions --status in_progress --sort progress
        flint missions --window week --day 2026-03-01
        flint missions --board --window day
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "List only missions with this window.") var window: MissionFilter.Window?
  @Option(help: "List only missions of this difficulty.") var difficulty: Difficulty?
  @Option(help: "List only missions with this status.") var status: MissionView.Status?
  @Option(
    help: ArgumentHelp(
      "The order: rulebook (as in the rulebook), progress (nearest to the target first, "
        + "completed and expired missions last), points (highest reward first) or deadline "
        + "(soonest first).", valueName: "order"))
  var sort = MissionFilter.Order.rulebook
  @Option(help: "The day to show, with its week and month (default: today).")
  var day: DayArgument?
  @Flag(help: "Show the missions in columns by their status.") var board = false

  func validate() throws {
    if board, list.format != .table { throw ValidationError("--board requires --format table") }
  }

  func run() throws {
    try profile.reading { session in
      let views = session.rulebook.missions(
        in: try session.state(),
        filter: MissionFilter(
          window: window, difficulty: difficulty, status: status, order: sort),
        day: try day?.resolve(session), today: session.today)
      if board { return Self.write(board: views) }
      let zone = session.zone
      Listing.write(
        views, list.format,
        [
          Column("id", in: .records, \.definition.id), Column("title", \.definition.title),
          Column("window", \.definition.period.name),
          Column("progress", in: .table) {
            $0.shownProgress
          },
          // Only a sum may have decimals.
          Column("progress", in: .records) {
            $0.amount % 1_000_000 == 0 ? Cell.integer($0.progress) : .decimal($0.amount)
          },
          Column("target", in: .records, \.definition.target),
          Column("status", in: .table, \.shownStatus),
          Column("status", in: .records, \.status.rawValue),
          Column("reward", \.definition.reward),
          Column("difficulty", \.definition.difficulty.name),
          Column("deadline") { $0.windowEnd.map { $0 + -1 } },
          Column("completions", \.completions),
          Column(
            "requires", in: .table, if: views.contains { !$0.definition.requires.isEmpty }
          ) { $0.definition.requires.joined(separator: ", ") },
          Column("completed_at", in: .records) { $0.completedAt.map { zone.text($0) } },
        ]
          + Season.columns(of: views.map(\.definition.season)) {
            ($0.definition.season, $0.isInSeason)
          }, empty: "no missions")
    }
  }

  /// Writes the missions in a column for each status that any has.
  private static func write(board views: [MissionView]) {
    let order = ["in progress", "available", "locked", "out of season", "completed", "expired"]
    let columns = order.map { status in views.filter { $0.shownStatus == status } }
    let rows = (0..<(columns.map(\.count).max() ?? 0)).map { row in
      columns.map { $0.indices.contains(row) ? $0[row] : nil }
    }
    Listing.write(
      rows, .table,
      zip(order.indices, order).filter { !columns[$0.0].isEmpty }.map { position, status in
        Column(status) { row in
          row[position].map { view in
            view.definition.title + (view.status == .completed ? "" : " " + view.shownProgress)
          }
        }
      }, empty: "no missions")
  }
}

extension MissionView {
  /// The progress beside the target.
  fileprivate var shownProgress: String {
    "\(Language.english.amount(amount))/\(grouped(definition.target))"
  }

  /// The status as a table shows it; missions that cannot make progress outside their season are
  /// marked.
  fileprivate var shownStatus: String {
    let isOpen = status == .available || status == .inProgress
    if isOpen && isLocked { return "locked" }
    return isOpen && !isInSeason ? "out of season" : status.rawValue.replacing("_", with: " ")
  }
}
