import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

struct JourneyCommand: Subcommand, PagedCommand {
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
  @OptionGroup var list: ResultOptions
  @Option(help: "Show the journey as of this day (default: today).") var day: DayArgument?

  @Flag(help: "List activities instead of the journey.") var activities = false
  @OptionGroup(title: "Filters for --activities") var filter: ActivityFilterOptions

  func validate() throws {
    if activities && day != nil {
      throw ValidationError(
        "--day and --activities cannot be combined; select activities with --since, --before or --on"
      )
    }
    if !activities, let option = filter.given ?? list.given {
      throw ValidationError("\(option) requires --activities")
    }
  }

  func run() throws {
    try profile.reading { session in
      if activities { return try filter.write(list, session) }
      let page = try JourneyPage(session, day: try day?.resolve(session))
      list.format.write(page, page: page.shown)
    }
  }
}

extension JourneyPage {
  /// What people see of the page.
  fileprivate var shown: TextPage {
    TextPage(
      [.facts(overview, column: 14)]
        + TextPage.table(of: landscape, LandscapePoint.schema, title: "Landscape")
        + TextPage.table(of: goals ?? [], NextGoal.schema, title: "Next goals"))
  }

  private var overview: [(String, String)] {
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
