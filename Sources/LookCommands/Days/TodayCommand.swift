package import ArgumentParser
import FlintCalendar
package import Commands
import FlintRules
import Sessions
import Views

/// Shows what today is about.
package struct TodayCommand: Subcommand {
  package static let name = "today"
  package static let configuration = CommandConfiguration.command(
    name, abstract: "Show today: habits, tasks, mood, streak, missions and points.",
    discussion: """
      Check boxes: \(HabitDayStatus.checkBoxes).
      The page fits one screen; flint tasks, due and missions show everything. flint
      done takes the numbers of tasks. flint without a command shows the same page.
      flint help words explains the words.

      Examples:
        flint today
        flint today --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var language: LanguageOption

  package init() {}

  package func run() throws { try Self.show(profile, list.format, language) }

  package static func show(
    _ profile: ProfileOptions, _ format: ListFormat, _ language: LanguageOption
  ) throws {
    try profile.reading(outputs: LastShown.outputs) { session in
      let view = try TodayView(session)
      let page = TodayPage(view, in: language.language(session))
      if format.isText { LastShown(session).keepNumbers(of: view.tasks.map(\.task.id)) }
      if format == .table { return StandardOutput.shared.write(lines: page.lines) }
      format.write(session.row(view), page: page.plain)
    }
  }
}
