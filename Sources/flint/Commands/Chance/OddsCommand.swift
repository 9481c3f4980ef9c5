import ArgumentParser
import JSON
import Rules
import Simulation

/// Computes exactly how many sparks a goal takes.
struct OddsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "odds", abstract: "Compute exactly how many sparks a goal takes.",
    discussion: """
      Mean, standard deviation, quantiles and chances are computed from the rules
      rather than simulated, and include drop chances, empty cells and pity. Each
      number has an error bound; bounds above 1e-9 are reported. Goals without an
      exact method are refused with an error.
      Chances are decimals (0.006), percentages (0.6%) or fractions (1/166).

      A goal covers the cards that can be drawn on --day; first:legendary means a
      card of exactly that rarity.

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
  @Option(help: ListFormat.help) var format = ListFormat.table

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
    case .json: StandardOutput.shared.write(json: answer.json)
    case .csv: answer.writeRecords()
    }
  }
}
