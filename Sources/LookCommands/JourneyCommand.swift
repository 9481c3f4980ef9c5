import ArgumentParser
import Calendar
import Commands
import JSON
import Rules
import Scripting
import Sessions
import Views

/// Shows a journey.
struct JourneyCommand: Subcommand {
  static let name = "journey"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Show the journey with scores, streak and next goals, or list activities.",
    usage: "flint journey [--day DAY] [OPTION …]\nflint journey start [DAY] [OPTION …]",
    discussion: """
      A journey counts the days from its first one, which flint journey start begins.
      Scores are between 0 and 1. The landscape covers the seven days up to the
      shown day. Next goals are shown only if the day is today.
      --day includes events that were recorded later; --now shows what was known
      at that time. CSV output is a single row; only JSON contains the lists.
      --activities lists activities, newest first.

      Examples:
        flint journey
        flint journey start yesterday
        flint journey --day 2026-03-01 --format json
        flint journey --activities --kind journal --since 2026-03-01
      """,
    subcommands: [JourneyStartCommand.self])

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Show the journey as of this day (default: today).") var day: DayArgument?

  @Flag(help: "List activities instead of the journey.") var activities = false
  @OptionGroup(title: "Filters for --activities") var filter: ActivityFilterOptions

  func validate() throws {
    if activities && day != nil {
      throw ValidationError(
        "--day and --activities cannot be combined; select activities with --since, --before or --on"
      )
    }
    if !activities, let option = filter.given {
      throw ValidationError("\(option) requires --activities")
    }
  }

  func run() throws {
    try profile.reading { session in
      if activities { return try filter.write(list, session) }
      let page = try JourneyPage(session, day: try day?.resolve(session))
      list.format.write(
        json: page.json(session), record: page.record(session), page: page.text(session))
    }
  }
}

/// The content of `flint journey`.
struct JourneyPage {
  let view: JourneyView
  let scores: JourneyScores?
  let landscape: [LandscapePoint]
  /// The next goals; `nil` if the day is not today.
  let goals: [NextGoal]?

  init(_ session: Session, day: CivilDay?) throws {
    let day = day ?? session.today
    let ladders = session.rulebook.definition.ladders
    let journey = try session.state(on: day).journey
    view = JourneyView(journey, ladders: ladders, on: day)
    scores = journey.scores(on: day)
    landscape = journey.landscape(endingOn: day, seed: session.profile.seed)
    goals = day == session.today ? journey.nextGoals(of: ladders, today: day) : nil
  }

  /// Returns the columns of a record, the same on every day; cells are empty without a journey.
  func record(_ session: Session) -> [(name: String, cell: Cell)] {
    JSONValue.object(view.members(session) + [("scores", .object(scoreMembers))]).flattened()
  }

  /// The scores. Their day and their number of days are those of the journey.
  private var scoreMembers: [(name: String, value: JSONValue)] {
    func value(_ score: Int64?) -> JSONValue { score.map { .millionths($0) } ?? .null }
    return [
      ("consistency", value(scores?.consistency)), ("self_care", value(scores?.selfCare)),
      ("stability", value(scores?.stability)),
    ]
  }

  func json(_ session: Session) -> JSONValue {
    let scores = scores.map { _ in JSONValue.object(scoreMembers) }
    return .object(
      view.members(session) + [
        ("scores", scores ?? .null), ("landscape", .array(landscape.map(\.json))),
        ("next_goals", goals.map { .array($0.map(\.json)) } ?? .null),
      ])
  }

  func text(_ session: Session) -> String {
    let points = TerminalTable.text(
      landscape,
      [
        Column("day", \.day), Column("value") { Cell.decimal($0.millionths) },
        Column("") { String(repeating: "█", count: Int(($0.millionths + 25_000) / 50_000)) },
      ], title: "Landscape")
    let nextGoals = TerminalTable.text(
      goals ?? [],
      [
        Column("ladder", \.ladderTitle), Column("title", \.achievement.title),
        Column("conditions", \.achievement.conditionText),
        Column("unlocks_on") {
          $0.waitsForJourney ? "with a journey" : $0.unlocksOn?.description
        },
      ], title: "Next goals")
    return [labelled(overview(session), width: 14), points, nextGoals].compactMap(\.self)
      .joined(separator: "\n")
  }

  private func overview(_ session: Session) -> [(String, String)] {
    let isToday = view.day == session.today
    var lines: [(String, String)] = []
    if let journey = view.journey, let days = view.days {
      lines.add(
        "Journey",
        "since \(journey.start), \(counted(days, "day"))" + (isToday ? "" : " by \(view.day)"))
    } else {
      lines.add(
        "Journey",
        "none" + (isToday ? " yet; flint journey start begins one" : " on \(view.day)"))
    }
    if let scores {
      let parts = [
        ("consistency", scores.consistency), ("self-care", scores.selfCare),
        ("stability", scores.stability),
      ]
      // Truncated, as in the goals below, so that a score that is not reached does not look reached.
      lines.add(
        "Scores",
        parts.map { "\($0) \(decimalText($1 / 10_000 * 10_000, places: 2))" }
          .joined(separator: " · "))
    }
    let totals = view.totals
    let first = view.firstActiveDay.map { $0 <= view.day ? ", the first \($0)" : "" } ?? ""
    lines.add(
      "Streak",
      counted(view.streak, "active day")
        + (isToday
          ? ", longest \(grouped(view.longestStreak))"
            + (view.streakGoal.map { "; next \(grouped($0))" } ?? "")
          : ""))
    lines.add("Active days", grouped(totals.activeDays) + first)
    lines.add(
      "Activities",
      "\(counted(totals.journals, "journal entry", "journal entries")) · "
        + "\(counted(totals.sosSessions, "sos session")) · "
        + counted(totals.selfCareSessions, "self-care session"))
    lines.add("Achievements", "\(view.achievements.unlocked) of \(view.achievements.total)")
    return lines
  }
}
