import ArgumentParser
import Calendar
import Rules
import Sessions
import Views

/// Lists achievements.
struct AchievementsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "achievements", _superCommandName: "flint",
    abstract: "List achievements with their conditions and unlock dates.",
    discussion: """
      The achievements of a ladder are unlocked in order, at most one per day.

      Examples:
        flint achievements --unlocked
        flint achievements --ladder time --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: ArgumentHelp("Only achievements of this ladder.", valueName: "id")) var ladder:
    String?
  @Flag(help: "Only unlocked achievements.") var unlocked = false
  @Flag(help: "Only locked achievements.") var locked = false

  func validate() throws {
    if unlocked && locked { throw ValidationError("--unlocked and --locked cannot be combined") }
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
      switch list.format {
      case .json: StandardOutput.shared.write(list: views.map { $0.json(session) })
      case .csv: write(views, session)
      case .table:
        let columns = ["ladder", "title", "day", "conditions"]
        var listing = Listing(.table, columns: columns)
        for view in views {
          listing.append([
            .text(view.ladderID), .text(view.title), Cell(view.unlockedOn?.description),
            .text(view.conditionText),
          ])
        }
        listing.end(empty: "no achievements")
        StandardOutput.shared.write(
          "\n\(ofLadder.count(where: \.isUnlocked)) of \(ofLadder.count) unlocked\n")
      }
    }
  }

  private func write(_ views: [AchievementView], _ session: Session) {
    var listing = Listing(
      .csv, columns: ["id", "ladder", "title", "unlocked", "day", "at", "conditions"])
    for view in views {
      listing.append([
        .text(view.id), .text(view.ladderID), .text(view.title), .flag(view.isUnlocked),
        Cell(view.unlockedOn?.description), Cell(view.at.map { session.zone.text($0) }),
        .list(view.conditions.map(\.plainText)),
      ])
    }
    listing.end(empty: "")
  }
}
