import ArgumentParser
import Rules
import Simulation

/// Works out exactly how long a goal takes.
struct OddsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "odds", _superCommandName: "flint",
    abstract: "Work out exactly how many sparks a goal takes.",
    discussion: """
      Nothing is tried out: mean, standard deviation, quantiles and chances are
      worked out from the rules, with drop chances, empty cells and pity taken in,
      and each with a bound of its error; one that passes 1e-9 is reported. A goal
      that has no exact method says so.
      Chances are decimals (0.006), percentages (0.6%) or fractions (1/166).

      A goal counts the cards that can be drawn on the day; first:legendary waits
      for a card of just that rarity.

      Examples:
        flint odds --goal complete --at 500,1000
        flint odds --goal first:legendary --mix idea=2,challenge=1 --per-day 3
        flint odds --goal card:the-lantern --rules my.lua --format json
        flint odds --weights 1/2,1/3,1/6
        flint odds --rate 0.6% --soft-start 74 --soft-step 6% --hard 90 --wins 7
      """)

  @Option(name: .customLong("db"), help: ProfileOptions.databaseHelp, completion: .file())
  var database: String?
  @OptionGroup var odds: OddsOptions
  @Option(help: ArgumentHelp("How to write the answer.", valueName: "table|json|csv"))
  var format = ListFormat.table

  func run() throws {
    let profile = ProfileOptions.naming(database)
    try profile.validate()
    try Sandbox.enter(profile: profile.path)
    let question = try odds.question(in: profile)
    let answer: OddsAnswer
    do {
      answer = try question.answer()
    } catch {
      throw CommandFailure(error)
    }
    switch format {
    case .table: StandardOutput.shared.write(answer.page)
    case .json: StandardOutput.shared.write(answer.json.text(indented: true) + "\n")
    case .csv: answer.writeRecords()
    }
  }
}
