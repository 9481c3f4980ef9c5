import ArgumentParser
import Rules
import Sessions

/// Lists missions and how they stand.
struct MissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missions", _superCommandName: "flint",
    abstract: "List missions: progress, status, reward and deadline.",
    discussion: """
      Daily and weekly missions are shown for today's day and week, or for those
      of --day.

      A mission with a season counts only in it: from its first day on, before the
      first after it.

      Examples:
        flint missions --status in_progress --sort progress
        flint missions --window week --day 2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Only missions of this window: \(Window.names.joined(separator: ", ")).")
  var window: Window?
  @Option(help: "Only missions of this difficulty: \(Difficulty.names.joined(separator: ", ")).")
  var difficulty: Difficulty?
  @Option(help: "Only missions that are available, in_progress, completed or expired.")
  var status: MissionView.Status?
  @Option(
    help: ArgumentHelp(
      "The order: rulebook; progress, nearest to its target first, completed and expired ones last; "
        + "points, the highest reward first; or deadline, the soonest first.", valueName: "order"))
  var sort = MissionFilter.Order.rulebook
  @Option(help: ArgumentHelp("The day whose windows are shown.", valueName: "YYYY-MM-DD"))
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
  /// The status as a table shows it: what cannot count is not to look as if it could.
  fileprivate var shownStatus: String {
    let isOpen = status == .available || status == .inProgress
    return isOpen && !isInSeason ? "out of season" : status.rawValue.replacing("_", with: " ")
  }
}
