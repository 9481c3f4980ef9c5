import ArgumentParser
import Commands
import LookCommands

/// What `flint` without a command shows: today, or how to begin.
struct WelcomeCommand: PagedCommand {
  @OptionGroup var language: LanguageOption

  func run() throws {
    let profile = ProfileOptions.naming(nil)
    if profile.existsOrIsNamed { return try TodayCommand.show(profile, .table, language) }
    StandardOutput.shared.write(
      """
      There is no profile yet; what you record first creates it. Five lines to type:

        flint demo                            an invented year, to look at
        flint mood good                       how today was, horrible to great
        flint task "Buy milk" --due tomorrow  what is to do; then flint done milk
        flint habit add Read                  a habit; then flint habit done read
        flint today                           what today brought, and what is open

      flint help words explains the words, and flint --help lists the commands.
      flint init --zone Europe/Rome takes another time zone than the system's.

      """)
  }
}
