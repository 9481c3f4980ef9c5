import ArgumentParser
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Views

/// Computes the power of an audit before the log is taken.
struct AuditPowerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Ask what an audit of a log would find, before the log is taken.",
    usage: "flint audit power --draws N --alternative CHANGE [OPTION …]",
    discussion: """
      Options state the rules, as in flint audit log. The alternative is what may be
      drawn instead: the pool of another rulebook, or changes of the rules: a rate
      (rate:gold=4%), pity (pity:gold=76:6%:90, pity:gold=none), the share of
      featured items (share=35%) or the guarantee (guarantee=no). The answer is how
      often each test of flint audit log finds it, and after how many draws that
      reaches --power. CSV has the tests.

      Examples:
        flint audit power --rates gold=1% --alternative rate:gold=0.8% --draws 5000
        flint audit power --rules a.lua --against b.lua --draws 300 --players 20
      """)

  @OptionGroup var stated: DrawRuleOptions
  @Option(help: ArgumentHelp("The draws of each player.", valueName: "number"))
  var draws: Int
  @Option(help: ArgumentHelp("The number of players.", valueName: "number"))
  var players = 1
  @Option(
    help: ArgumentHelp(
      "A change of the rules, such as rate:gold=4%; may be repeated.", valueName: "change"))
  var alternative: [String] = []
  @Option(
    help: ArgumentHelp(
      "A rulebook whose pool of the same name is drawn instead.", valueName: "rulebook"))
  var against: RulebookOption?
  @Option(help: AuditTestOptions.only) var only: [String] = []
  @Option(
    help: ArgumentHelp("The number of logs drawn by the alternative.", valueName: "number"))
  var logs = 1000
  @OptionGroup var required: AuditPowerOptions
  @Option(help: ArgumentHelp("The seed of the logs.", valueName: "seed"))
  var seed: UInt64 = 1
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard (100...10_000).contains(logs) else {
      throw ValidationError("--logs: expected 100 to 10000, got \(logs)")
    }
    if alternative.isEmpty, against == nil {
      throw ValidationError("expected --alternative or --against, got nothing")
    }
    if against != nil, stated.rules == nil { throw ValidationError("--against requires --rules") }
  }

  func run() throws {
    try answer.begin()
    let study: DrawPower
    do {
      let model = try model(stated.rules)
      let other = try against.map { try self.model($0) } ?? model
      study = try DrawPower(
        model, against: try other.altered(by: alternative), players: players, draws: draws,
        logs: logs, requirements: required.requirements, seed: seed, only: only)
    } catch let error as AuditError {
      throw error.subject == .draws
        ? CommandFailure(.usage, error.description) : CommandFailure(audit: error)
    }
    try answer.write(study, rows: study.tests, stated.naming(ReportPage(study)))
  }

  /// Returns the rules of the pool of a rulebook, or those that the options state.
  private func model(_ rules: RulebookOption?) throws -> DrawModel {
    guard let rules else { return try stated.model() }
    let rulebook = try rules.definition()
    return try DrawnPool(try stated.pool(of: rulebook), in: rulebook).model
  }
}
