import ArgumentParser
import Commands
import JSON
import Reports
import Rules
import Simulation
import Views

/// Computes exactly how many sparks a goal takes.
struct OddsCommand: Subcommand {
  static let name = "odds"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Compute exactly how many sparks a goal takes.",
    discussion: """
      Mean, standard deviation, quantiles and chances are computed from the rules
      rather than simulated, and include drop chances, empty cells and pity. Each
      number has an error bound; bounds above 1e-9 are reported. Goals without an
      exact method are refused with an error.
      Chances are decimals (0.006), percentages (0.6%) or fractions (1/166).

      A goal covers the cards that can be drawn on --day; first:legendary means a
      card of exactly that rarity.

      --disclose states every probability of the pools of a rulebook, and what
      follows from it, for players, stores and regulators.

      Examples:
        flint odds --goal complete --at 500,1000
        flint odds --goal first:legendary --mix idea=2,challenge=1 --per-day 3
        flint odds --goal card:the-lantern --rules my.lua --format json
        flint odds --weights 1/2,1/3,1/6
        flint odds --rate 0.6% --soft-start 74 --soft-step 6% --hard 90 --wins 7
        flint odds --goal complete --per-day 3 -o complete.html

      With --table, the odds are those of a loot table, a Lua, JSON (Minecraft's
      form included) or CSV file, or a folder of such files: the chance of at least
      one and the expected number of each item; with --item the law of the number of
      one, or the chances of several together; with --until the number of openings.

        flint odds --table chest.json --flags night,looting=3 --luck 2
        flint odds --table chest.csv --item gem --open 10 --at 1,2,3
        flint odds --table chest.lua --until gem:5 --at 20,50
        flint odds --table chest.lua --until all --simulate 100000
        flint odds --disclose --rules my.lua -o odds.html
      """)

  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  var database: String?
  @OptionGroup var odds: OddsOptions
  @Option(help: ListFormat.help) var format = ListFormat.table
  @OptionGroup var output: OddsOutput
  @OptionGroup var sandbox: SandboxOptions
  @Option(help: ArgumentHelp(TimeLimit.help, valueName: "duration"))
  var time = TimeLimit(duration: .seconds(300))

  func validate() throws {
    try output.check(with: format, isDisclosure: odds.disclosure.disclose)
  }

  func run() throws {
    let profile = ProfileOptions.naming(database)
    try profile.validate()
    try output.checkFile()
    try Sandbox.enter(profile: profile.path, outputs: output.outputs)
    time.start()
    if odds.disclosure.disclose { return try disclose(in: profile) }
    if let inquiry = try odds.inquiry(in: profile) { return try answer(inquiry) }
    if odds.loot.table != nil { return try runTable() }
    let question = try odds.question(in: profile)
    let answer: OddsAnswer
    do {
      answer = try question.answer()
    } catch {
      throw CommandFailure(error)
    }
    try output.write(ReportPage(answer))
    switch format {
    case .table where output.isTerminal: break
    case .table: StandardOutput.shared.write(answer.page)
    case .json: StandardOutput.shared.write(json: answer.json)
    case .csv: answer.writeRecords()
    }
  }

  /// Answers a question about a loot table.
  private func runTable() throws {
    var question = try odds.loot.question()
    question.at = try odds.numbers()
    if let seed = odds.seed { question.seed = seed }
    let answer: LootAnswer
    do {
      answer = try question.answer()
    } catch {
      throw CommandFailure(error, path: odds.loot.table)
    }
    try output.write(ReportPage(answer))
    switch format {
    case .table where output.isTerminal: break
    case .table: StandardOutput.shared.write(answer.page)
    case .json: StandardOutput.shared.write(json: answer.json)
    case .csv: answer.writeRecords()
    }
  }
}

extension OddsCommand {
  /// Discloses the pools of a rulebook: as a file, if one is named, or on standard output.
  private func disclose(in profile: ProfileOptions) throws {
    let disclosure = try odds.disclosed(in: profile)
    let page = { ReportPage(disclosure, language: odds.disclosure.language.orOfLocale) }
    try output.write(page())
    try output.write(disclosure)
    switch format {
    case .table where output.target != nil: break
    case .table: StandardOutput.shared.write(page: page())
    case .json: StandardOutput.shared.write(json: disclosure.json)
    case .csv: StandardOutput.shared.write(disclosure.records)
    }
  }

  /// Answers a question about pools.
  private func answer(_ inquiry: PoolInquiry) throws {
    let answer: PoolAnswer
    do {
      answer = try inquiry.answer()
    } catch {
      throw CommandFailure(error)
    }
    let withLaw = odds.pools.law
    try output.write(ReportPage(answer, withLaw: withLaw))
    switch format {
    case .table where output.isTerminal: break
    case .table: StandardOutput.shared.write(answer.page(withLaw: withLaw))
    case .json: StandardOutput.shared.write(json: answer.json(withLaw: withLaw))
    case .csv: answer.writeRecords(withLaw: withLaw)
    }
  }
}

extension OddsAnswer {
  /// The answer as a page of text.
  var page: String {
    let columns = ["", question.unit] + (days == nil ? [] : ["days"])
    var rows: [[Cell]] = [
      [.text("mean"), .rounded(law.mean)] + (days.map { [.rounded($0.mean)] } ?? []),
      [.text("sd"), .rounded(law.standardDeviation)]
        + (days.map { [.rounded($0.standardDeviation)] } ?? []),
    ]
    for (quantile, level) in zip(quantiles, Self.levels) {
      rows.append(
        [.text(quantile.name), .integer(quantile.sparks)]
          + (days.map { [.integer($0.quantile(level.probability))] } ?? []))
    }
    var text = question.title + "\n\n" + TerminalTable(columns: columns, rows: rows).text
    if let fraction = law.meanFraction, fraction.contains("/") {
      text += "\nmean exactly \(fraction)\n"
    }
    let chances = TerminalTable.text(
      at,
      [
        Column(question.unit, \.sparks), Column("done") { chanceText($0.probability) },
        Column("different cards", if: at.contains { $0.distinct != nil }) {
          $0.distinct.map { Cell.rounded($0) }
        },
      ])
    let rateTable = TerminalTable.text(
      rates,
      [
        Column("rate", \.rarity.name), Column("nominal") { chanceText($0.nominal.approximation) },
        Column(question.hasPity ? "without pity" : "effective") { chanceText($0.effective) },
      ])
    for table in [chances, rateTable].compactMap(\.self) { text += "\n" + table }
    for (name, value) in imprecise {
      text +=
        "\naccuracy: \(name) "
        + (value.errorMagnitude.isFinite
          ? "has a relative error of up to \(value.errorMagnitude)" : "has no certain digit")
    }
    if !imprecise.isEmpty { text += "\n" }
    return text + "\nmethod: \(law.method.name)\n"
  }

  /// Writes the answer as CSV records: the measure, the number of sparks, and the value.
  func writeRecords() {
    var listing = Listing(.csv, columns: ["measure", "n", "value"])
    func add(_ measure: String, after sparks: Int64? = nil, _ value: String) {
      listing.append([.text(measure), sparks.map { .ordinal($0) } ?? .none, .text(value)])
    }
    add("mean", "\(law.mean)")
    if let fraction = law.meanFraction { add("mean_fraction", fraction) }
    add("sd", "\(law.standardDeviation)")
    add("mean_error", "\(law.boundedMean.errorMagnitude)")
    add("sd_error", "\(law.boundedDeviation.errorMagnitude)")
    for quantile in quantiles { add(quantile.name, "\(quantile.sparks)") }
    for chance in at {
      add("probability", after: chance.sparks, "\(chance.probability)")
      add("probability_error", after: chance.sparks, "\(chance.chance.errorMagnitude)")
      if let distinct = chance.distinct { add("distinct", after: chance.sparks, "\(distinct)") }
    }
    if let days {
      add("days_mean", "\(days.mean)")
      add("days_sd", "\(days.standardDeviation)")
      add("days_mean_error", "\(days.boundedMean.errorMagnitude)")
      add("days_sd_error", "\(days.boundedDeviation.errorMagnitude)")
      for level in Self.levels {
        add("days_\(level.name)", "\(days.quantile(level.probability))")
      }
    }
    for rate in rates {
      add("nominal_\(rate.rarity.name)", "\(rate.nominal.approximation)")
      add("effective_\(rate.rarity.name)", "\(rate.effective)")
    }
    add("method", law.method.name)
    listing.end(empty: "")
  }
}

extension Cell {
  /// Returns a cell with a number of any size, with two decimal places if it is not too large.
  fileprivate static func rounded(_ number: Double) -> Cell {
    abs(number) < 9e12 ? .decimal(Int64((number * 1e6).rounded())) : .text("\(number)")
  }
}
