import ArgumentParser
import Calendar
import Rules
import Sessions
import Views

/// Lists missions with their progress and status.
struct MissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missions", _superCommandName: "flint",
    abstract: "List missions with progress, status, reward and deadline.",
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
  @Option(help: "Only missions with this window.")
  var window: Window?
  @Option(help: "Only missions of this difficulty.")
  var difficulty: Difficulty?
  @Option(help: "Only missions with this status.")
  var status: MissionView.Status?
  @Option(
    help: ArgumentHelp(
      "The order: rulebook (as in the rulebook), progress (nearest to the target first, "
        + "completed and expired missions last), points (highest reward first) or deadline "
        + "(soonest first).", valueName: "order"))
  var sort = MissionFilter.Order.rulebook
  @Option(
    help: ArgumentHelp("The day whose windows are shown (default: today).", valueName: "YYYY-MM-DD")
  )
  var day: CivilDay?

  func run() throws {
    try profile.reading { session in
      let views = session.rulebook.missions(
        in: try session.state(),
        filter: MissionFilter(
          window: window, difficulty: difficulty, status: status, order: sort),
        day: day, today: session.today)
      let isTable = list.format == .table
      let hasSeasons = views.contains { $0.definition.season != .always }
      var listing = Listing(
        list.format,
        columns: (isTable ? [] : ["id"]) + ["title", "window"]
          + (isTable ? ["progress"] : ["progress", "target"]) + [
            "status", "reward", "difficulty", "deadline", "completions",
          ] + (isTable ? (hasSeasons ? ["season"] : []) : ["completed_at"] + Season.columns))
      for view in views {
        let mission = view.definition
        let progress: [Cell] =
          isTable
          ? [.text("\(grouped(view.progress))/\(grouped(mission.target))")]
          : [.integer(view.progress), .integer(mission.target)]
        let deadline = view.windowEnd.map { ($0 + -1).description }
        let completedAt = view.completedAt.map { session.zone.text($0) }
        let season = mission.season
        let seasonCells: [Cell] =
          isTable
          ? (hasSeasons ? [.text(season.shown(isOn: view.isInSeason))] : [])
          : [Cell(completedAt)] + season.cells(isOn: view.isInSeason)
        listing.append(
          (isTable ? [] : [.text(mission.id)]) + [.text(mission.title), .text(mission.window.name)]
            + progress + [
              .text(isTable ? view.shownStatus : view.status.rawValue),
              .integer(mission.reward), .text(mission.difficulty.name), Cell(deadline),
              .integer(Int64(view.completions)),
            ] + seasonCells)
      }
      listing.end(empty: "no missions")
    }
  }
}

extension MissionView {
  /// The status as a table shows it; missions that cannot make progress outside their season are
  /// marked.
  fileprivate var shownStatus: String {
    let isOpen = status == .available || status == .inProgress
    return isOpen && !isInSeason ? "out of season" : status.rawValue.replacing("_", with: " ")
  }
}
