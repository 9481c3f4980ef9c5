import ArgumentParser
import Rules
import Scripting
import Sessions

/// Shows a journey.
struct JourneyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey", _superCommandName: "flint",
    abstract: "Show the journey: days, scores, streak, next goals; list activities.",
    discussion: """
      Scores lie between 0 and 1. The landscape is that of the seven days up to
      the one shown. Next goals are those of today: with another --day they are
      left out. What was known on a day, before later events, shows with --now
      instead. As CSV: one record, without the lists, which JSON has. With
      --activities: what was done, newest first.

      Examples:
        flint journey
        flint journey --day 2026-03-01 --format json
        flint journey --activities --kind journal --since 2026-03-01
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: ArgumentHelp("As of this day; today unless given.", valueName: "YYYY-MM-DD"))
  var day: CivilDay?

  @Flag(help: "List activities instead.") var activities = false
  @OptionGroup(title: "Which activities") var filter: ActivityFilterOptions

  func validate() throws {
    if activities && day != nil {
      throw ValidationError(
        "--day looks at the journey; --since and --until say which --activities are listed")
    }
    if !activities, let option = filter.given.first {
      throw ValidationError("\(option) chooses activities; ask for those with --activities")
    }
  }

  func run() throws {
    try profile.reading { session in
      if activities { return try filter.write(list, session) }
      let page = try JourneyPage(session, day: day)
      switch list.format {
      case .json: StandardOutput.shared.write(page.json(session).text(indented: true) + "\n")
      case .csv:
        let record = page.record(session)
        var listing = Listing(.csv, columns: record.map(\.name))
        listing.append(record.map(\.cell))
        listing.end(empty: "")
      case .table: StandardOutput.shared.write(page.text(session))
      }
    }
  }
}
