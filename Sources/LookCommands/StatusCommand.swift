import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// Shows a summary of a profile.
struct StatusCommand: Subcommand, PagedCommand {
  static let name = "status"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Show a summary: level, points, streak, cards, fuel and more.",
    discussion: """
      flint help words explains spark, fuel, overload, token and the other words.

      Examples:
        flint status
        flint status --db work.db --now 2026-03-01 --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions

  func run() throws {
    try profile.reading { session in
      let summary = try session.reader.summary()
      let nearest = session.rulebook.nearest(in: try session.state(), today: session.today)
      list.format.write(
        session.row(summary), page: summary.page(session, nearest))
    }
  }
}

extension ProfileSummary {
  func page(_ session: Session, _ nearest: Nearest) -> TextPage {
    let categories = zip(session.rulebook.definition.categories.names, sparksByCategory)
      .map { "\($0) \(grouped($1))" }
    var lines: [(String, String)] = []
    lines.add(
      "Profile",
      "\(session.today.weekdayName) \(session.today), \(session.profile.zone), "
        + (session.dayStart == .midnight ? "" : "days from \(session.dayStart), ")
        + "rulebook \(session.rulebook.definition.id)")
    lines.add("Level", "\(level.number) · \(level.title)" + levelText)
    lines.add("Points", ledger.text(withEarned: ledger.showsEarned(under: session.rulebook)))
    lines.add("Streak", "\(counted(streak.current, "day")), longest \(grouped(streak.longest))")
    lines.add("Sparks", "\(grouped(sparks)) (\(categories.joined(separator: " · ")))")
    lines.add(
      "Cards",
      "\(grouped(cards.tally.owned)) of \(grouped(cards.tally.total))"
        + (session.rulebook.definition.drops.perDay.map {
          "; \(counted($0, "spark draws", "sparks draw")) one on a day"
        } ?? ""))
    lines.add(
      "Fuel",
      "\(grouped(fuel.amount)) of \(grouped(fuelCapacity)) · "
        + "\(counted(fuel.overloads, "overload")) · \(counted(fuel.tokens, "roll token"))")
    if !balances.isEmpty {
      lines.add(
        "Balances",
        balances.map { "\(grouped($0.balance)) \($0.currency.id)" }.joined(separator: " · "))
    }
    lines.add("Missions", "\(grouped(missionsCompleted)) completed")
    for (index, line) in nearest.lines(in: .english).enumerated() {
      lines.add(index == 0 ? "Nearest" : "", line)
    }
    for (index, card) in cards.rarest.enumerated() {
      lines.add(index == 0 ? "Rarest" : "", cardText(card, session))
    }
    if tasks.open > 0 || tasks.score > 0 {
      lines.add(
        "Tasks",
        "\(grouped(tasks.open)) open · score \(grouped(tasks.scoreToday)) today, "
          + "\(grouped(tasks.score)) in all")
    }
    if journey.achievements > 0 || journey.days != nil {
      let days = journey.days.map { "day \(grouped($0)) · " } ?? ""
      lines.add(
        "Journey",
        days + "\(grouped(journey.achievements)) of "
          + counted(journey.achievementsTotal, "achievement"))
    }
    if counts.ratedDays > 0 { lines.add("Moods", "\(counted(counts.ratedDays, "day")) rated") }
    if counts.questSteps > 0 { lines.add("Quests", "\(counted(counts.questSteps, "step")) done") }
    if counts.trackerEntries > 0 {
      lines.add("Trackers", counted(counts.trackerEntries, "entry", "entries"))
    }
    if voids > 0 {
      lines.add("Void", "\(counted(voids, "event")) without effect (flint log --void shows why)")
    }
    if let text = removedDraws.text { lines.add("Undone", text) }
    return TextPage([.facts(lines, column: 10)])
  }

  private var levelText: String {
    guard let nextThreshold = level.nextThreshold else { return "" }
    return ", \(percentText(level.progress)) of the way to \(grouped(nextThreshold)) points"
  }

  private func cardText(_ card: CardView, _ session: Session) -> String {
    let first = card.first.map { ", since \(session.zone.day(of: $0))" } ?? ""
    return "\(card.definition.name) (\(card.definition.rarity.name) "
      + "\(card.definition.category.name)\(first))"
  }
}

extension ProfileState.Ledger {
  /// Returns the total and the points by source.
  func text(withEarned: Bool) -> String {
    "\(grouped(total)) (spark \(grouped(spark)) · duplicate \(grouped(duplicate)) · "
      + "mission \(grouped(mission))" + (task == 0 ? "" : " · task \(grouped(task))")
      + (withEarned ? " · earned \(grouped(earned))" : "") + ")"
  }
}
