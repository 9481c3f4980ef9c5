import ArgumentParser
import Chance
import Commands
import FlintRules

/// Computes how many draws a single prize takes.
struct OddsPrizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prize",
    abstract: "Compute how many rolls a single prize takes, with pity.",
    usage: "flint odds prize RATE [OPTION …]",
    discussion: """
      Pity counts the rolls since the latest prize: from --soft-start on, the chance
      grows by --soft-step with each roll, and at --hard a prize is certain.

      Examples:
        flint odds prize 1/166
        flint odds prize 0.6% --soft-start 74 --soft-step 6% --hard 90 --wins 7
      """)

  @Argument(help: "The chance of the prize at a roll, such as 0.006, 0.6% or 1/166.")
  var rate: String
  @Option(help: ArgumentHelp("The first roll with a raised chance (soft pity).", valueName: "roll"))
  var softStart: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The increase of the chance with each roll from --soft-start on.", valueName: "chance"))
  var softStep: String?
  @Option(help: ArgumentHelp("The roll that is certain to win (hard pity).", valueName: "roll"))
  var hard: Int?
  @Option(help: ArgumentHelp("The number of prizes (default: 1).", valueName: "number"))
  var wins: Int?
  @OptionGroup var numbers: NumberOptions
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try answer.begin()
    do {
      let prize = try Prize(
        rate: try chance(rate, "rate"), softStart: softStart.map { Int64($0) },
        softStep: try softStep.map { try chance($0, "soft_step") }, hard: hard.map { Int64($0) })
      try numbers.write(OddsQuestion(.prize(prize)), copies: wins, answer)
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }
}
