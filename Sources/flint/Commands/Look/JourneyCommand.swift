import ArgumentParser
import Calendar
import JSON
import Rules
import Scripting
import Sessions

/// Shows a journey.
struct JourneyCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "journey", abstract: "Show the journey with scores, streak and next goals, or list activities.",
    discussion: """
      Scores are between 0 and 1. The landscape covers the seven days up to the
      shown day. Next goals are shown only if the day is today.
      --day includes events that were recorded later; --now shows what was known
      at that time. CSV output is a single row; only JSON contains the lists.
      --activities lists activities, newest first.

      Examples:
        flint journey
        flint journey --day 2026-03-01 --format json
        flint journey --activities --kind journal --since 2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Show the journey as of this day (default: today).") var day: CivilDay?

  @Flag(help: "List activities instead of the journey.") var activities = false
  @OptionGroup(title: "Filters for --activities") var filter: ActivityFilterOptions

  func validate() throws {
    if activities && day != nil {
      throw ValidationError(
        "--day and --activities cannot be combined; select activities with --since and --before")
    }
    if !activities, let option = filter.given {
      throw ValidationError("\(option) requires --activities")
    }
  }

  func run() throws {
    try profile.reading { session in
      if activities { return try filter.write(list, session) }
      let page = try JourneyPage(session, day: day)
      list.format.write(
        json: page.json(session), record: page.record(session), page: page.text(session))
    }
  }
}
