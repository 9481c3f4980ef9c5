import ArgumentParser
import Commands
import Design
import Reports
import Schema
import Transfer
import Views

/// Tests a log of draws.
struct AuditLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Test a log of draws.",
    usage: "flint audit log FILE [OPTION …]",
    discussion: """
      Options name the columns and state the rules, or --rules and --pool name a
      pool that has them. Tested are the number of draws of each tier, the gaps
      between them, items, changes over time and differences between players;
      p-values are corrected for the number of tests. CSV has the tests.

      Examples:
        flint audit log draws.csv --item-column name --rates gold=1% --complete
        flint audit log draws.csv --item-column name --rules game.lua --pool banner
      """)

  @OptionGroup var log: DrawLogOptions
  @OptionGroup var tests: AuditTestOptions
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
    var audit: DrawAudit
    do throws(AuditError) {
      audit = try DrawAudit(draws, level: tests.level, power: tests.requirements, seed: log.seed)
    } catch {
      throw CommandFailure(.failure, error.description)
    }
    audit.remarks = notes.map(\.trimmedWhitespace)
    if !quiet { for text in notes { note(text) } }
    try answer.write(audit, rows: audit.tests, ReportPage(audit, tests.requirements))
    try tests.check(audit.decisivePValue, "the draws do not fit the rules")
  }
}
