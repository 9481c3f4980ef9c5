import ArgumentParser
import Chance
import Commands
import Reports
import FlintRules
import FlintSchema

/// Computes how many rolls goals in pools of a rulebook take.
struct OddsPoolCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pool",
    abstract: "Compute how many rolls goals in pools take, and what they cost.",
    usage: "flint odds pool POOL [OPTION …]",
    discussion: """
      Without a pool, each goal names its own; they are reached one after another.
      Without an exact method, players are simulated. Numbers are named by paths such
      as pools.banner.pity.five.soft_step, or what of them is needed, soft_step.

      Examples:
        flint odds pool banner --rules game.lua --goal card:lantern*2 --at 90,180
        flint odds pool --rules game.lua --goal "limited/featured*2, arms/card:blade"
        flint odds pool banner --rules game.lua --sweep soft_step=2%,4%,6%
        flint odds pool banner --rules game.lua --solve soft_step --mean 62.5
      """)

  @Argument(help: "The pool of the rulebook to roll in.", completion: .profile(.pools))
  var pool: String?
  @Option(
    help: ArgumentHelp(
      "The goal (default: featured), or POOL/GOAL, ….",
      valueName: "goal"))
  var goal: String?
  @Option(
    help: ArgumentHelp("The number of copies of each card (default: 1).", valueName: "number"))
  var copies: Int?
  @OptionGroup var source: RulebookComparisonOptions
  @OptionGroup var variation: PoolVariationOptions
  @Option(
    help: ArgumentHelp(
      "The state before the first roll, pity.epic=63,guaranteed or current, the profile's.",
      valueName: "term,…"))
  var state: String?
  @OptionGroup var log: StateLogOptions
  @Option(
    help: ArgumentHelp(
      "What can be spent, such as gems=28800,money=100.", valueName: "currency=n,…"))
  var budget: String?
  @Option(
    help: ArgumentHelp(
      "Also show the chances within these numbers of rolls.",
      valueName: "n,n,…"))
  var at: String?
  @Option(
    help: ArgumentHelp(
      "Also show the cards that these numbers of rolls give.", valueName: "n,n,…"))
  var rolls: String?
  @Option(
    help: ArgumentHelp(
      "The quantiles to show (default: 0.5,0.9,0.95,0.99).",
      valueName: "p,p,…"))
  var quantiles: String?
  @Flag(help: "Buy bundles only, and count their certain cards.") var bundles = false
  @Flag(help: "Show the probability of each number of rolls.")
  var distribution = false
  @OptionGroup var estimate: EstimateOptions
  @Option(help: ArgumentHelp("The seed of an estimate (default: 1).", valueName: "seed"))
  var seed: UInt64?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    try variation.check(at: at)
    let names = source.rules.map(\.name)
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw ValidationError("--rules: \(names[twice]) is given twice")
    }
    if names.count > 1 {
      try refuse(
        [
          "--sweep": !variation.sweep.isEmpty, "--solve": variation.solve != nil,
          "--rolls": rolls != nil, "--distribution": distribution,
        ], with: "several --rules")
    }
    if !variation.sweep.isEmpty {
      try refuse(["--rolls": rolls != nil, "--distribution": distribution], with: "--sweep")
    }
    guard pool == nil else { return }
    if goal == nil { throw ValidationError("expected a pool, or --goal POOL/GOAL, got nothing") }
    try refuse(["--copies": copies != nil], with: "goals of several pools")
  }

  func run() throws {
    try answer.begin(source.profile)
    let rulebooks = try source.rulebooks()
    do {
      let question = try question(rulebooks[0].rulebook)
      if rulebooks.count > 1 {
        let comparison = try PoolComparison(
          question, under: rulebooks.map { ($0.name, $0.rulebook.definition) })
        return try answer.write(comparison, ReportPage(comparison))
      }
      if !variation.sweep.isEmpty {
        let comparison = try PoolComparison(question, sweeping: try variation.sweeps())
        return try answer.write(comparison, ReportPage(comparison))
      }
      if let number = variation.solve {
        let solution = try PoolSolution(question, solving: number, for: try variation.aim(at: at))
        return try answer.write(solution, ReportPage(solution))
      }
      try write(try question.answer())
    } catch let error as OddsError {
      throw CommandFailure(error)
    }
  }

  private func write(_ odds: PoolAnswer) throws {
    // The distribution is a table by itself.
    if let steps = odds.steps { return try answer.write(odds, rows: steps, ReportPage(odds)) }
    try answer.write(odds, ReportPage(odds))
  }

  /// Returns the question.
  private func question(_ rulebook: Rulebook) throws -> PoolQuestion {
    var question = PoolQuestion(
      rulebook.definition,
      try PoolQuestion.stages(
        pool: pool, goal: pool == nil ? nil : goal, copies: copies ?? 1,
        order: pool == nil ? goal : nil))
    if let state {
      question.start = try StateTerms(state).start(
        of: source.profile, asked: question.stages, isLogged: log.stateLog != nil)
    }
    let logged = try log.start(of: rulebook, asked: question.stages, given: question.start)
    (question.start, question.remarks) = (logged.start, logged.notes)
    question.buysBundles = bundles
    question.listsRolls = distribution
    question.at = try numbers(variation.plainNumbers(at), of: "--at")
    question.rolls = try numbers(rolls, of: "--rolls")
    if let quantiles {
      let texts = quantiles.split(separator: ",", omittingEmptySubsequences: false)
      question.levels = try PoolQuestion.levels(texts.map(String.init))
    }
    question.players = estimate.players
    question.precision = try estimate.precision.map { try chance($0, "precision").approximation }
    if let budget { question.budget = try PoolQuestion.Budget(parsing: budget) }
    if let seed { question.seed = seed }
    return question
  }
}
