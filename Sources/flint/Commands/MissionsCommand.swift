import ArgumentParser
import Rules
import Sessions

/// Lists missions and how they stand.
struct MissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "missions",
    abstract: "List missions: progress, status, reward and deadline.",
    discussion: """
      Daily and weekly missions are shown for today's day and week, or for those of --day.

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
  @Option(help: "The order: rulebook, progress, points or deadline.")
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
      var listing = Listing(
        list.format,
        columns: (isTable ? [] : ["id"]) + ["title", "window"]
          + (isTable ? ["progress"] : ["progress", "target"]) + [
            "status", "reward", "difficulty", "deadline", "completions",
          ] + (isTable ? [] : ["completed_at"]))
      for view in views {
        let mission = view.definition
        let progress: [Cell] =
          isTable
          ? [.text("\(grouped(view.progress))/\(grouped(mission.target))")]
          : [.integer(view.progress), .integer(mission.target)]
        let deadline = view.windowEnd.map { ($0 + -1).description }
        let completedAt = view.completedAt.map { session.zone.text($0) }
        listing.append(
          (isTable ? [] : [.text(mission.id)]) + [.text(mission.title), .text(mission.window.name)]
            + progress + [
              .text(view.status.rawValue.replacing("_", with: isTable ? " " : "_")),
              .integer(mission.reward), .text(mission.difficulty.name), Cell(deadline),
              .integer(Int64(view.completions)),
            ] + (isTable ? [] : [Cell(completedAt)]))
      }
      listing.end(empty: "no missions")
    }
  }
}
