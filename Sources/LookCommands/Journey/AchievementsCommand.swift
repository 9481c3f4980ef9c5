import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

struct AchievementsCommand: Subcommand, PagedCommand {
  static let name = "achievements"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List achievements with their conditions and unlock dates.",
    discussion: """
      The achievements of a ladder are unlocked in order, at most one per day.

      Examples:
        flint achievements --unlocked
        flint achievements --ladder time --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(
    help: ArgumentHelp("List only achievements of this ladder.", valueName: "id"),
    completion: .profile(.ladders))
  var ladder: String?
  @Flag(help: "List only unlocked achievements.") var unlocked = false
  @Flag(help: "List only locked achievements.") var locked = false

  func validate() throws {
    if locked { try refuse(["--unlocked": unlocked], with: "--locked") }
  }

  func run() throws {
    try profile.reading { session in
      let ladders = session.rulebook.definition.ladders
      if let ladder, !ladders.contains(where: { $0.id == ladder }) {
        throw CommandFailure.unknown(
          "ladder", ladder, among: ladders.map(\.id), listedBy: "flint achievements")
      }
      let ofLadder = try session.state().journey.achievements(of: ladders, today: session.today)
        .filter { ladder == nil || $0.ladderID == ladder }
      let views = ofLadder.filter { $0.isUnlocked ? !locked : !unlocked }
      try ResultList.write(
        session.rows(views), AchievementView.schema, list, session: session,
        empty: "no achievements")
      if list.format == .table {
        StandardOutput.shared.write(
          "\n\(ofLadder.count(where: \.isUnlocked)) of \(ofLadder.count) unlocked\n")
      }
    }
  }
}
