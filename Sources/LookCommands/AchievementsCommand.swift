import ArgumentParser
import Calendar
import Commands
import Rules
import Sessions
import Views

/// Lists achievements.
struct AchievementsCommand: Subcommand {
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
  @OptionGroup var list: ListOptions
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

extension ConditionView {
  /// The progress, such as `journals 3 of 5` or `consistency 52 of 60 %`; the requirement while the
  /// progress is unknown.
  var text: String {
    guard let have else { return demand }
    // Truncated, so that a requirement that is not met does not look met. Progress beyond the
    // requirement is not shown.
    let number =
      have >= need ? needNumber : grouped(metric.isScore ? have / 10_000 : have)
    return "\(name) \(number) of \(needNumber)\(unit)"
  }

  /// The requirement, such as `journals 5` or `consistency 60 %`.
  var demand: String { "\(name) \(needNumber)\(unit)" }

  /// The exact progress: `journals 3/5` or `consistency 0.520000/0.600000`.
  var plainText: String {
    func number(_ value: Int64) -> String {
      (metric.isScore ? Cell.decimal(value) : .integer(value)).plainText
    }
    return "\(metric.name) \(have.map(number) ?? "")/\(number(need))"
  }

  private var name: String {
    // Spelled with a hyphen.
    metric == .selfCare ? "self-care" : metric.name.replacing("_", with: " ")
  }

  private var needNumber: String {
    guard metric.isScore else { return grouped(need) }
    return need % 10_000 == 0 ? grouped(need / 10_000) : decimalText(need * 100, places: 4)
  }

  private var unit: String { metric.isScore ? " %" : "" }
}

extension AchievementView {
  /// The conditions with their progress while the achievement is locked, and the requirements alone
  /// once it is unlocked.
  var conditionText: String {
    conditions.map { isUnlocked ? $0.demand : $0.text }.joined(separator: " · ")
  }
}
