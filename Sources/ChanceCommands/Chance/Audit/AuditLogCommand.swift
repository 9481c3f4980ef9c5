import ArgumentParser
import Commands
import Design
import Reports
import FlintSchema
import Transfer
import Views

/// Tests a log of draws.
struct AuditLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Test a log of draws.",
    usage: "flint audit log FILE [OPTION …]",
    discussion: """
      Options state the rules, or --rules and --pool name a pool that has them;
      columns without their usual names need an option. Tested are the number of
      draws of each tier, the gaps between them, items, changes over time and
      differences between players; p-values are corrected for the number of tests.
      CSV has the tests.

      --only names the tests that are made and corrected for, such as number:gold;
      they have to be chosen before the log is seen. --sequential makes a test that
      may be looked at after every draw: its false alarms stay below --alpha.

      Examples:
        flint audit log draws.csv --rates gold=1% --complete
        flint audit log draws.csv --item-column name --rules game.lua --pool banner
        flint audit log draws.csv --item-column name --rates gold=1% --sequential
      """)

  @OptionGroup var log: DrawLogOptions
  @OptionGroup var tests: AuditTestOptions
  @Option(help: AuditTestOptions.only) var only: [String] = []
  @Flag(help: "Make a test that may be looked at after every draw.")
  var sequential = false
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try answer.begin()
    let draws: DrawLog
    let notes: [String]
    do {
      (draws, notes) = try log.log()
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
    let remarks = notes.map(\.trimmedWhitespace)
    if !quiet { for text in notes { note(text) } }
    if sequential { return try write(draws, remarks) }
    var audit: DrawAudit
    do throws(AuditError) {
      audit = try DrawAudit(
        draws, level: tests.level, power: tests.requirements, seed: log.seed, only: only)
    } catch {
      throw CommandFailure(audit: error)
    }
    audit.remarks = remarks
    try answer.write(
      audit, rows: audit.tests, log.stated.naming(ReportPage(audit, tests.requirements)))
    try tests.check(audit.decisivePValue, "the draws do not fit the rules")
  }

  private func write(_ draws: DrawLog, _ remarks: [String]) throws {
    var audit: SequentialAudit
    do throws(AuditError) {
      audit = try SequentialAudit(draws, alpha: tests.requirements.alpha, only: only)
    } catch {
      throw CommandFailure(audit: error)
    }
    audit.remarks = remarks
    try answer.write(audit, rows: audit.parts, log.stated.naming(ReportPage(audit)))
    try tests.check(audit.pValue, "the draws do not fit the rules")
  }
}

extension CommandFailure {
  /// Creates the failure of an audit: a name that an option has is a matter of usage.
  init(audit error: AuditError) {
    let isOption = [.only, .alternative].contains(error.subject)
    self.init(isOption ? .usage : .failure, (isOption ? "--" : "") + error.description)
  }
}
