import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Sessions

struct JourneyStartCommand: SeparateSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a journey today, or on an earlier day.",
    discussion: """
      The new journey replaces the current one; achievements that were unlocked
      remain unlocked. flint undo reverts the start.

      Examples:
        flint journey start
        flint journey start 2026-03-01
      """)

  @OptionGroup var options: RecordOptions
  @Argument(help: "The first day (default: today).") var day: String?

  func run() throws {
    let words = ["journey", "start"] + [day].compactMap(\.self)
    let given = try day.map { try DayArgument($0, of: "day") }
    try options.recording(words) { session in
      let today = session.today
      let start = try given?.resolve(session) ?? today
      let action = JourneyAction.start(day: start)
      if let problem = action.problem(recordedOn: today) { throw ValidationError(problem) }
      return [try session.recorded(.journey(action))]
    }
  }
}
