import ArgumentParser
import Rules
import Scripting
import Sessions

/// Shows a journey.
struct JourneyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey",
    abstract: "Show the journey: days, scores, streak, landscape, next goals.",
    discussion: """
      Scores lie between 0 and 1. The landscape is that of the seven days up to the
      one shown. Next goals are those of today: with another --day they are left out.
      What was known on a day, before later events, shows with --now instead.
      As CSV: one record, without the lists.

      Examples:
        flint journey
        flint journey --day 2026-03-01 --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: ArgumentHelp("As of this day; today unless given.", valueName: "YYYY-MM-DD"))
  var day: CivilDay?

  func run() throws {
    try profile.reading { session in
      let page = try JourneyPage(session, day: day)
      switch list.format {
      case .json: StandardOutput.shared.write(page.json(session).text(indented: true) + "\n")
      case .csv:
        guard case .object(let members) = page.json(session) else { return }
        let flat = members.flatMap { $0.value.flattened($0.name) }
        var listing = Listing(.csv, columns: flat.map(\.name))
        listing.append(flat.map(\.cell))
        listing.end(empty: "")
      case .table: StandardOutput.shared.write(page.text(session))
      }
    }
  }
}

/// Everything that is shown of a journey.
private struct JourneyPage {
  let view: JourneyView
  let scores: JourneyScores?
  let landscape: [LandscapePoint]
  /// The next goals; `nil` as of another day than today.
  let goals: [NextGoal]?

  init(_ session: Session, day: CivilDay?) throws {
    let day = day ?? session.today
    let ladders = session.rulebook.definition.ladders
    let journey = try session.state().journey
    view = JourneyView(journey, ladders: ladders, on: day)
    scores = journey.scores(on: day)
    landscape = journey.landscape(endingOn: day, seed: session.profile.seed)
    goals = day == session.today ? journey.nextGoals(of: ladders, today: day) : nil
  }

  func json(_ session: Session) -> JSONValue {
    // The scores' own day and days are the journey's.
    let scores = scores.map { scores in
      JSONValue.object([
        ("consistency", .millionths(scores.consistency)),
        ("self_care", .millionths(scores.selfCare)), ("stability", .millionths(scores.stability)),
      ])
    }
    return .object(
      view.members(session) + [
        ("scores", scores ?? .null), ("landscape", .array(landscape.map(\.json))),
        ("next_goals", goals.map { .array($0.map(\.json)) } ?? .null),
      ])
  }

  func text(_ session: Session) -> String {
    var text = overview(session).map { name, text in
      name + String(repeating: " ", count: 14 - name.count) + text + "\n"
    }.joined()
    if !landscape.isEmpty {
      let rows = landscape.map { point in
        [
          Cell.text(point.day.description), .decimal(point.millionths),
          .text(String(repeating: "█", count: Int((point.millionths + 25_000) / 50_000))),
        ]
      }
      text += "\nLandscape\n" + TextTable(columns: ["day", "value", ""], rows: rows).text
    }
    if let goals, !goals.isEmpty {
      let rows = goals.map { goal in
        let day = goal.waitsForJourney ? "with a journey" : goal.unlocksOn?.description
        return [
          Cell.text(goal.ladderTitle), .text(goal.achievement.title),
          .text(goal.achievement.conditionText), Cell(day),
        ]
      }
      text +=
        "\nNext goals\n"
        + TextTable(columns: ["ladder", "title", "conditions", "unlocks_on"], rows: rows).text
    }
    return text
  }

  private func overview(_ session: Session) -> [(String, String)] {
    var lines: [(String, String)] = []
    if let journey = view.journey, let days = view.days {
      lines.append(
        (
          "Journey",
          "since \(journey.start), \(counted(days, "day"))"
            + (view.day == session.today ? "" : " by \(view.day)")
        ))
    } else {
      lines.append(
        ("Journey", "none" + (view.day == session.today ? " yet" : " on \(view.day)")))
    }
    if let scores {
      let parts = [
        ("consistency", scores.consistency), ("self-care", scores.selfCare),
        ("stability", scores.stability),
      ]
      lines.append(
        (
          "Scores",
          parts.map { "\($0) \(decimalText($1, places: 2))" }.joined(separator: " · ")
        ))
    }
    let totals = view.totals
    return lines + [
      (
        "Streak",
        counted(view.streak, "active day")
          + (view.day == session.today ? ", longest \(grouped(view.longestStreak))" : "")
      ),
      (
        "Active days",
        grouped(totals.activeDays)
          + (view.firstActiveDay.map { $0 <= view.day ? ", the first \($0)" : "" } ?? "")
      ),
      (
        "Activities",
        "\(counted(totals.journals, "journal entry", "journal entries")) · "
          + "\(counted(totals.sosSessions, "sos session")) · "
          + counted(totals.selfCareSessions, "self-care session")
      ),
      ("Achievements", "\(view.achievements.unlocked) of \(view.achievements.total)"),
    ]
  }
}
