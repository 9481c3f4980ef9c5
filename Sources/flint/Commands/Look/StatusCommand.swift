import ArgumentParser
import Calendar
import JSON
import Rules
import Sessions
import Views

/// Shows a summary of a profile.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", _superCommandName: "flint",
    abstract: "Show a summary: level, points, streak, cards, fuel and more.",
    discussion: """
      Examples:
        flint status
        flint status --db work.db --now 2026-03-01 --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions

  func run() throws {
    try profile.reading { session in
      let summary = try session.reader.summary()
      list.format.write(json: summary.json(session), page: summary.page(session))
    }
  }
}

extension ProfileSummary {
  func page(_ session: Session) -> String {
    let categories = zip(Category.names, sparksByCategory).map { "\($0) \(grouped($1))" }
    var lines: [(String, String)] = [
      (
        "Profile",
        "\(session.today.weekdayName) \(session.today), \(session.profile.zone), "
          + "rulebook \(session.rulebook.definition.id)"
      ),
      ("Level", "\(level) · \(levelTitle)" + levelText),
      (
        "Points",
        "\(grouped(ledger.total)) (spark \(grouped(ledger.spark)) · duplicate "
          + "\(grouped(ledger.duplicate)) · mission \(grouped(ledger.mission))"
          + (ledger.task != 0 ? " · task \(grouped(ledger.task))" : "") + ")"
      ),
      (
        "Streak",
        "\(counted(currentStreak, "day")), longest \(grouped(longestStreak))"
      ),
      ("Sparks", "\(grouped(sparks)) (\(categories.joined(separator: " · ")))"),
      ("Cards", "\(grouped(cards.owned)) of \(grouped(cards.total))"),
      (
        "Fuel",
        "\(grouped(fuel)) of \(grouped(fuelCapacity)) · \(counted(overloads, "overload")) · "
          + counted(tokens, "roll token")
      ),
      ("Missions", "\(grouped(missionsCompleted)) completed"),
    ]
    for (index, card) in rarest.enumerated() {
      lines.append((index == 0 ? "Rarest" : "", cardText(card, session)))
    }
    if openTasks > 0 || taskScore > 0 {
      lines.append(
        (
          "Tasks",
          "\(grouped(openTasks)) open · score \(grouped(taskScoreToday)) today, "
            + "\(grouped(taskScore)) in all"
        ))
    }
    if achievements > 0 || journeyDays != nil {
      let days = journeyDays.map { "day \(grouped($0)) · " } ?? ""
      lines.append(
        (
          "Journey",
          days + "\(grouped(achievements)) of \(counted(achievementsTotal, "achievement"))"
        ))
    }
    if ratedDays > 0 { lines.append(("Moods", "\(counted(ratedDays, "day")) rated")) }
    if questSteps > 0 { lines.append(("Quests", "\(counted(questSteps, "step")) done")) }
    if trackerEntries > 0 {
      lines.append(("Trackers", counted(trackerEntries, "entry", "entries")))
    }
    if voids > 0 {
      lines.append(
        ("Void", "\(counted(voids, "event")) without effect (flint log --void shows why)"))
    }
    return labelled(lines, width: 10)
  }

  private var levelText: String {
    guard let nextThreshold else { return "" }
    let percent = levelProgress / 10_000
    return ", \(percent) % of the way to \(grouped(nextThreshold)) points"
  }

  private func cardText(_ card: CardView, _ session: Session) -> String {
    let first = card.first.map { ", since \(session.zone.day(of: $0))" } ?? ""
    return "\(card.definition.name) (\(card.definition.rarity.name) "
      + "\(card.definition.category.name)\(first))"
  }
}
