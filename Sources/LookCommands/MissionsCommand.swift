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
      Daily missions are shown for today and weekly missions for this week; with
      --day, they are shown for that day and its week.

      A mission with a season makes progress only during that season.

      Examples:
        flint missions --status in_progress --sort progress
        flint missions --window week --day 2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "List only missions with this window.") var window: Window?
  @Option(help: "List only missions of this difficulty.") var difficulty: Difficulty?
  @Option(help: "List only missions with this status.") var status: MissionView.Status?
  @Option(
    help: ArgumentHelp(
      "The order: rulebook (as in the rulebook), progress (nearest to the target first, "
        + "completed and expired missions last), points (highest reward first) or deadline "
        + "(soonest first).", valueName: "order"))
  var sort = MissionFilter.Order.rulebook
  @Option(help: "The day to show, with its week (default: today).") var day: DayArgument?

  func run() throws {
    try profile.reading { session in
      let views = session.rulebook.missions(
        in: try session.state(),
        filter: MissionFilter(
          window: window, difficulty: difficulty, status: status, order: sort),
        day: try day?.resolve(session), today: session.today)
      let zone = session.zone
      Listing.write(
        views, list.format,
        [
          Column("id", in: .records, \.definition.id), Column("title", \.definition.title),
          Column("window", \.definition.period.name),
          Column("progress", in: .table) {
            "\(grouped($0.progress))/\(grouped($0.definition.target))"
          },
          Column("progress", in: .records, \.progress),
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
}

extension MissionView {
  /// The status as a table shows it; missions that cannot make progress outside their season are
  /// marked.
  fileprivate var shownStatus: String {
    let isOpen = status == .available || status == .inProgress
    if isOpen && isLocked { return "locked" }
    return isOpen && !isInSeason ? "out of season" : status.rawValue.replacing("_", with: " ")
  }
}
