import ArgumentParser
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Views

struct AuditCountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counts",
    abstract: "Test numbers of draws, without a profile.",
    usage: "flint audit counts N,N,… [OPTION …]",
    discussion: """
      Rates are decimals, percentages or fractions that sum to 1, or plain numbers
      that sum to 100 and are then percentages. Any other sum is an error.

      --detect computes the number of draws needed to detect a deviation: 10% means
      that each rate in turn differs by a tenth of its value; legendary=0.025 means
      that this one rate has another value. CSV has the outcomes.

      Examples:
        flint audit counts 6031,2987,779,203 --rates 60,30,8,2
        flint audit counts 3,0,1 --rates 1/2,1/3,1/6 --labels bronze,silver,gold
        flint audit counts 40,1 --rates 98%,2% --detect 2=3% --power 0.9
      """)

  @Argument(
    help: ArgumentHelp("The number of draws of each outcome.", valueName: "n,n,…"))
  var counts: String
  @Option(help: ArgumentHelp("The expected rate of each outcome.", valueName: "rate,rate,…"))
  var rates: String
  @Option(help: ArgumentHelp("The name of each outcome (default: 1, 2, …).", valueName: "name,…"))
  var labels: String?
  @Option(
    help: ArgumentHelp("A deviation to detect; may be repeated.", valueName: "share|name=rate"))
  var detect: [String] = []
  @Option(
    help: ArgumentHelp(
      "The outcomes to test, chosen before looking; all others are tested as one (default: all); may be repeated.",
      valueName: "name,…"))
  var only: [String] = []
  @OptionGroup var tests: AuditTestOptions
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try answer.begin()
    let audited = try audited()
    try answer.write(
      audited, rows: audited.audit.cells, ReportPage(audited, tests.requirements))
    try tests.check(audited.audit.decisivePValue, "the counts do not fit the rates")
  }

  /// Returns the audit of the counts and rates that the command line gives.
  private func audited() throws -> CountsAudit {
    let counts = try split(counts).map { text in
      guard let count = Int64(text), count >= 0 else {
        throw ValidationError("counts: expected whole numbers from 0, got \"\(text)\"")
      }
      return count
    }
    let rates = try split(rates).map { text in
      guard let rate = Fraction(text) else {
        throw ValidationError(
          "--rates: expected decimals, percentages or fractions, got \"\(text)\"")
      }
      return rate
    }
    do throws(AuditError) {
      let audit = try Audit(
        counts: counts, rates: AuditRates(rates), labels: labels.map { split($0) }, only: only,
        level: tests.level, power: tests.requirements)
      return try CountsAudit(audit, detecting: detect, tests.requirements, only: only)
    } catch {
      let word = error.description.hasPrefix("counts") ? "" : "--"
      throw ValidationError(word + error.description)
    }
  }

  private func split(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).trimmedWhitespace }
  }
}
