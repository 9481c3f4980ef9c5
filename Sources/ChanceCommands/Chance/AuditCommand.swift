import ArgumentParser
import Commands
import JSON
import Reports
import Rules
import Schema
import Scripting
import Sessions
import Simulation
import Transfer
import Views

/// Tests whether observed drops fit the expected rates.
struct AuditCommand: Subcommand {
  static let name = "audit"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Test whether observed drops fit the expected rates.",
    discussion: """
      The tests are chi-square, G and, where feasible, the exact multinomial test;
      each rate is shown with confidence intervals.

      With --counts and --rates, the given counts are tested without a profile.
      Rates are decimals, percentages or fractions that sum to 1, or plain numbers
      that sum to 100 and are then percentages. Any other sum is an error.

      Without --counts, the drops of the profile are tested. Each spark and roll is
      compared with the effective rates of its category when it was drawn, which
      include the drop chance, the rule for empty cells, seasons and pity. The test
      statistics of the categories are summed. Within each category and rarity,
      cards are tested for equal probability.

      --detect computes the number of draws needed to detect a deviation: 10% means
      that each rate in turn differs by a tenth of its value; legendary=0.025 means
      that this one rate has another value.

      With --draws, a log of draws is tested: a CSV file with the columns named by
      --item, --rank, --time and others, or a UIGF file. --rates names the tiers
      (legendary=0.6%,epic=5.1%), --pity their pity, --featured the featured
      items. The numbers of each tier, the numbers of draws from one to the next,
      featured items and their guarantee, the items of a tier, changes over time
      and differences between players are tested, by exact laws where there are
      any, otherwise by logs drawn by the rules. p-values are corrected for the
      number of tests. With --rules and --pool, a pool of a rulebook says all of
      that; the log then has the ids or names of its cards, or their rarities.

      With --fail-below, the exit status is 1 if the p-value is below the bound.
      The p-value is that of the exact test where it was computed, otherwise that
      of chi-square; for a profile, it is twice the smaller of the p-values of
      categories and of cards; for a log, the smallest corrected one. Without
      --fail-below, the exit status is 0.

      Examples:
        flint audit --counts 6031,2987,779,203 --rates 60,30,8,2
        flint audit --counts 3,0,1 --rates 1/2,1/3,1/6 --labels bronze,silver,gold
        flint audit --counts 40,1 --rates 98%,2% --detect 2=3% --power 0.9
        flint audit --draws log.csv --item name --rates gold=1% --complete
        flint audit --draws log.csv --item name --rules game.lua --pool banner
        flint audit --db work.db --fail-below 0.001 -o audit.html
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: ArgumentHelp(
      "The number of draws of each outcome, instead of a profile's drops.", valueName: "n,n,…"))
  var counts: String?
  @Option(
    help: ArgumentHelp("The expected rate of each outcome.", valueName: "rate,rate,…"))
  var rates: String?
  @Option(help: ArgumentHelp("The name of each outcome (default: 1, 2, …).", valueName: "name,…"))
  var labels: String?
  @Option(
    help: ArgumentHelp(
      "A deviation to detect; requires --counts; may be repeated.", valueName: "share|name=rate"))
  var detect: [String] = []
  @Option(help: ArgumentHelp("The confidence level of intervals.", valueName: "share"))
  var level = 0.95
  @Option(
    help: ArgumentHelp(
      "The significance level: the chance that a test rejects correct rates.", valueName: "share"))
  var alpha = 0.05
  @Option(
    help: ArgumentHelp(
      "The power: the chance that a test detects an existing deviation.", valueName: "share"))
  var power = 0.8
  @Option(
    help: ArgumentHelp("Exit with status 1 if the p-value is below this.", valueName: "share"))
  var failBelow: Double?
  // --time is the column of a log's times.
  @Option(help: ArgumentHelp(TimeLimit.help, valueName: "duration"))
  var maxTime = TimeLimit(duration: .seconds(300))
  @OptionGroup(title: "Logs of draws") var log: DrawAuditOptions
  @OptionGroup var pictures: PlotOption
  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    try pictures.check(with: list.format)
    for (name, share) in [("level", level), ("alpha", alpha), ("power", power)]
    where !(share > 0 && share < 1) {
      throw ValidationError("--\(name): expected a number between 0 and 1, got \(share)")
    }
    if let failBelow, !(failBelow > 0 && failBelow <= 1) {
      throw ValidationError("--fail-below: expected a number from 0 to 1, got \(failBelow)")
    }
    if log.draws != nil {
      try refuse(
        [
          "--counts": counts != nil, "--labels": labels != nil, "--detect": !detect.isEmpty,
          "--db": profile.database != nil,
        ], with: "--draws")
      if log.rules != nil { try refuse(["--rates": rates != nil], with: "--rules") }
      if rates == nil, log.rules == nil {
        throw ValidationError("--draws requires --rates or --rules")
      }
    } else if (counts == nil) != (rates == nil) {
      throw ValidationError("--counts and --rates must be given together")
    }
    if log.draws == nil && counts == nil && labels != nil {
      throw ValidationError("--labels requires --counts")
    }
    if log.draws == nil && counts == nil && !detect.isEmpty {
      throw ValidationError("--detect requires --counts and --rates")
    }
    if counts != nil { try refuse(["--db": profile.database != nil], with: "--counts") }
  }

  func run() throws {
    try pictures.checkFile()
    if log.draws != nil { return try auditLog() }
    if counts != nil {
      maxTime.start("--max-time")
      let (audit, detections) = try audited()
      try pictures.write(ReportPage(audit, detections, test))
      write(audit, detections)
      try check(audit.decisivePValue, "the counts do not fit the rates")
      return
    }
    try profile.reading(outputs: pictures.outputs) { session in
      maxTime.start("--max-time")
      guard
        let audit = ProfileAudit(
          try session.reader.draws(), session.rulebook, level: level, power: test)
      else {
        throw CommandFailure(.failure, "the profile has no drops yet: nothing to audit")
      }
      try pictures.write(ReportPage(audit, test), permissionsOf: profile.path)
      write(audit)
      try check(audit.decisivePValue, "the drops do not fit the rates")
    }
  }

  /// Audits the log of draws that the options name.
  private func auditLog() throws {
    try Sandbox.enter(outputs: pictures.outputs)
    maxTime.start("--max-time")
    let draws: DrawLog
    let notes: [String]
    do {
      (draws, notes) =
        try log.rules.map { try log.log(under: $0) } ?? log.log(try log.model(rates: rates ?? ""))
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
    let audit: DrawAudit
    do throws(AuditError) {
      audit = try DrawAudit(draws, level: level, power: test, seed: log.seed)
    } catch {
      throw CommandFailure(.failure, error.description)
    }
    if !list.quiet { for text in notes { note(text) } }
    try pictures.write(ReportPage(audit, test))
    switch list.format {
    case .json: StandardOutput.shared.write(json: audit.json)
    case .csv: audit.writeRecords()
    case .table where pictures.isTerminal: break
    case .table: StandardOutput.shared.write(audit.page(test))
    }
    try check(audit.decisivePValue, "the draws do not fit the rules")
  }

  /// The requirements on the tests.
  private var test: AuditPower { AuditPower(alpha: alpha, power: power) }

  private func check(_ pValue: Double, _ finding: String) throws {
    guard let failBelow, pValue < failBelow else { return }
    throw CommandFailure(
      .failure, "\(finding): p-value \(significant(pValue)) is below --fail-below \(failBelow)")
  }

  /// Returns the audit of the counts and rates that the options give.
  private func audited() throws -> (Audit, [AuditDetection]) {
    let counts = try split(counts).map { text in
      guard let count = Int64(text), count >= 0 else {
        throw ValidationError("--counts: expected whole numbers from 0, got \"\(text)\"")
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
        counts: counts, rates: AuditRates(rates), labels: labels.map { split($0) }, level: level,
        power: test)
      var deviations: [AuditDeviation] = []
      for text in detect { deviations.append(try AuditDeviation(text)) }
      return (audit, try audit.detections(of: deviations, test))
    } catch {
      throw ValidationError("--\(error.description)")
    }
  }

  private func split(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).trimmedWhitespace }
  }

  private func write(_ audit: Audit, _ detections: [AuditDetection]) {
    switch list.format {
    case .json:
      var value = audit.json()
      if !detect.isEmpty, case .object(let members) = value {
        value = .object(members + [("detect", .array(detections.map(\.json)))])
      }
      StandardOutput.shared.write(json: value)
    case .csv:
      Listing.write(audit.cells, .csv, AuditCell.columns { $0 })
    case .table where pictures.isTerminal: break
    case .table:
      StandardOutput.shared.write(audit.page(detections, alpha: alpha, power: power))
    }
  }

  private func write(_ audit: ProfileAudit) {
    switch list.format {
    case .json: StandardOutput.shared.write(json: audit.json)
    case .csv:
      let rows = audit.categories.flatMap { part in
        part.audit.cells.enumerated().map { index, cell in
          let nominal = index < part.nominal.count ? part.nominal[index].description : nil
          return (category: part.category.name, nominal: nominal, cell: cell)
        }
      }
      Listing.write(
        rows, .csv,
        [Column("category") { $0.category }, Column("nominal_rate") { $0.nominal }]
          + AuditCell.columns { $0.cell })
    case .table where pictures.isTerminal: break
    case .table: StandardOutput.shared.write(audit.page)
    }
  }
}
