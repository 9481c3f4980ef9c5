import ArgumentParser
import Calendar
import Rules
import Sessions
import Views

/// Lists achievements.
struct AchievementsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "achievements", abstract: "List achievements with their conditions and unlock dates.",
    discussion: """
      The achievements of a ladder are unlocked in order, at most one per day.

      Examples:
        flint achievements --unlocked
        flint achievements --ladder time --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: ArgumentHelp("List only achievements of this ladder.", valueName: "id")) var ladder:
    String?
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
      let zone = session.zone
      Listing.write(
        views, list.format,
        [
          Column("id", in: .records, \.id), Column("ladder", \.ladderID), Column("title", \.title),
          Column("unlocked", in: .records, \.isUnlocked), Column("day", \.unlockedOn),
          Column("at", in: .records) { $0.at.map { zone.text($0) } },
          Column("conditions", in: .table, \.conditionText),
          Column("conditions", in: .records) { $0.conditions.map(\.plainText) },
        ], json: { $0.json(session) }, empty: "no achievements")
      if list.format == .table {
        StandardOutput.shared.write(
          "\n\(ofLadder.count(where: \.isUnlocked)) of \(ofLadder.count) unlocked\n")
      }
    }
  }
}
