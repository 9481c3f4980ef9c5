import ArgumentParser
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Sessions
import Views

/// Groups the tests whether observed drops fit the expected rates.
struct AuditCommand: Subcommand {
  static let name = "audit"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Test whether observed drops fit the expected rates.",
    discussion: """
      The tests are chi-square, G and, where feasible, the exact multinomial test;
      each rate is shown with confidence intervals.

      With --fail-below, the exit status is 1 if the p-value is below the bound,
      otherwise 0. The p-value is that of the exact test where it was computed,
      otherwise that of chi-square; for a profile, it is twice the smaller of the
      p-values of categories and of cards; for a log, the smallest corrected one.

      Without one of the commands below, the drops of the profile are tested.

      Examples:
        flint audit --fail-below 0.001 -o audit.html
        flint audit counts 6031,2987,779,203 --rates 60,30,8,2
        flint audit log draws.csv --item-column name --rates gold=1% --complete
      """,
    subcommands: [
      AuditProfileCommand.self, AuditCountsCommand.self, AuditLogCommand.self,
      AuditPowerCommand.self,
    ],
    defaultSubcommand: AuditProfileCommand.self)

  @OptionGroup var usual: UsualOptions<AuditProfileCommand>
}

/// Tests the drops of the profile.
struct AuditProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Test the drops of the profile.",
    usage: "flint audit profile [OPTION …]",
    discussion: """
      Each spark and roll is compared with the effective rates of its category when
      it was drawn, which include the drop chance, the rule for empty cells, seasons
      and pity. The test statistics of the categories are summed. Within each
      category and rarity, cards are tested for equal probability. CSV has the
      rarities of each category.

      Examples:
        flint audit
        flint audit --db work.db --fail-below 0.001 -o audit.html
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var tests: AuditTestOptions
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try answer.pictures.checkFile()
    try profile.reading(outputs: answer.pictures.outputs) { session in
      answer.limit.start()
      guard
        let audit = ProfileAudit(
          try session.reader.draws(), session.rulebook, level: tests.level,
          power: tests.requirements)
      else {
        throw CommandFailure(.failure, "the profile has no drops yet: nothing to audit")
      }
      var page = ReportPage(audit, tests.requirements)
      page.provenance?.sources = [PageProvenance.Source(session.rulebook.definition)]
      try answer.write(audit, rows: audit.outcomes, page, permissionsOf: profile.path)
      try tests.check(audit.decisivePValue, "the drops do not fit the rates")
    }
  }
}
