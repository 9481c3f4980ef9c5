import ArgumentParser
import Commands

/// Groups the exact answers to questions about chance.
struct OddsCommand: Subcommand {
  static let name = "odds"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Compute odds exactly: goals, pools, prizes, loot tables, disclosures.",
    discussion: """
      Mean, standard deviation, quantiles and chances are computed from the rules
      rather than simulated. Each number has an error bound; bounds above 1e-9 are
      reported. Goals without an exact method are estimated from simulated players,
      with an interval, or refused with an error.
      Chances are decimals (0.006), percentages (0.6%) or fractions (1/166).

      Without one of the commands below, flint odds is flint odds goal.

      Examples:
        flint odds --goal complete --at 500,1000
        flint odds pool banner --rules game.lua --budget gems=28800
        flint odds prize 0.6% --soft-start 74 --soft-step 6% --hard 90
        flint odds table chest.json --until gem:5
        flint odds disclose --rules my.lua -o odds.html
      """,
    subcommands: [
      OddsGoalCommand.self, OddsPoolCommand.self, OddsPrizeCommand.self, OddsTableCommand.self,
      OddsDiscloseCommand.self,
    ],
    defaultSubcommand: OddsGoalCommand.self)

  @OptionGroup var usual: UsualOptions<OddsGoalCommand>
}
