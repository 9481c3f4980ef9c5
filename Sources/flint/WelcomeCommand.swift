import ArgumentParser
import Commands
import LookCommands

/// What `flint` without a command shows: today, or how to begin.
struct WelcomeCommand: ParsableCommand {
  @OptionGroup var language: LanguageOption

  func run() throws {
    let profile = ProfileOptions.naming(nil)
    if profile.existsOrIsNamed { return try TodayCommand.show(profile, .table, language) }
    StandardOutput.shared.write(
      """
      There is no profile yet; what you record first creates it. Five lines to type:

        flint demo                              an invented year, to look at
        flint mood good                         how today was, from horrible to great
        flint task "Buy milk" --due tomorrow    what is to do; flint done milk completes it
        flint habit add Read                    a habit of every day; flint habit done read
        flint today                             what the day has brought, and what is open

      flint help words explains the words, and flint --help lists the commands.
      flint init --zone Europe/Rome takes another time zone than the system's.

      """)
  }
}
