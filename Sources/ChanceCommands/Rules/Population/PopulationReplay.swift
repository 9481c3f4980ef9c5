import ArgumentParser
import CSV
import FlintCalendar
import Commands
import Design
import Foundation
import FlintJSON
import Players
import FlintRules
import Transfer
import Views

/// A player of a population after the replay.
struct PlayedPlayer: Sendable {
  var name: String
  var seed: UInt64
  var totals: PlayerTotals
  /// The totals under the rulebook that is compared with; `nil` where there is none.
  var others: PlayerTotals?
  /// The number of lines that repeated an event.
  var repeated: Int64
}

/// The replay of a population: its files, its settings and what it writes.
struct PopulationReplay {
  private let options: PopulationOptions
  private let format: ListFormat
  private let page: PlotOption
  private let isQuiet: Bool
  private let terms: PopulationTerms
  private let measures: PopulationMeasures
  /// What is measured under the rulebook that is compared with; `nil` where there is none.
  private let others: PopulationMeasures?
  private let settings: PopulationSettings
  /// The day through which the days of each player are opened.
  private let through: CivilDay?

  init(
    _ options: PopulationOptions, _ rulebook: Rulebook, against other: Rulebook?,
    now moment: MomentArgument?, _ list: ListOptions, _ page: PlotOption
  ) throws {
    self.options = options
    self.page = page
    format = list.format
    isQuiet = list.quiet
    var (rulebook, other) = (rulebook, other)
    rulebook.dayStart = options.dayStart ?? .midnight
    other?.dayStart = rulebook.dayStart
    let zone = try options.resolvedZone()
    let now = try moment.map { try $0.instant(in: zone) }
    terms = PopulationTerms(
      rulebook: rulebook, and: other, zone: zone.definition, givesDays: options.zone != nil,
      now: now, seed: options.seed ?? 1,
      mostEvents: options.maxEvents ?? 100_000,
      ignored: Set(options.ignore.map(PopulationOptions.names) ?? []))
    do throws(PlanProblem) {
      let names =
        options.measure.map(PopulationOptions.names)
        ?? PopulationMeasures.usual(rulebook, and: other)
      measures = try PopulationMeasures(rulebook, names: names)
      others = try other.map { other throws(PlanProblem) in
        try PopulationMeasures(other, names: names)
      }
    } catch {
      throw ValidationError("--measure: \(error)")
    }
    through = now.map { zone.day(of: $0) }
    settings = PopulationSettings(
      version: Version.number, rulebook: rulebook, against: other, seed: terms.seed,
      zone: options.zone == nil ? "" : zone.name,
      now: now.map { zone.text($0) } ?? "", measures: measures.names)
  }

  /// What a thread made of a block.
  private struct Product: Sendable {
    var file: String
    var players: [PlayedPlayer] = []
    var text: [UInt8] = []
    var rejects: [RejectedLine] = []
    var failure: InputFailure?
  }

  /// Replays the population, and writes what the options ask for. Files appear complete or not at all.
  func run() throws {
    let tallies: PopulationTallies
    do {
      tallies = try withCleanupOnInterrupt {
        try WholeOutput.writing(options.rejects) { rejects in
          try WholeOutput.writing(options.totals) { totals in
            let tallies = try replay(totals: totals, rejects: rejects)
            try WholeOutput.writing(options.tallies) {
              try $0?(Array((tallies.fileJSON.text() + "\n").utf8))
            }
            return tallies
          }
        }
      }
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
    try tallies.write(
      options.isFilter ? nil : format, page: page.output, isForced: page.replacing.force)
    guard tallies.rejected > 0, let rejects = options.rejects else { return }
    let message = "\(counted(tallies.rejected, "line")) rejected; they are in \(rejects)"
    if options.allowRejects {
      if !isQuiet { note("note: \(message)") }
      return
    }
    throw CommandFailure(.badInput, message)
  }

  /// Replays the population, and returns its tallies.
  ///
  /// - Parameters:
  ///   - totals: Receives the totals of players as text; `nil` where they are not written.
  ///   - rejects: Receives rejected lines as text; `nil` where the first is an error.
  private func replay(totals: WholeOutput.Write?, rejects: WholeOutput.Write?) throws
    -> PopulationTallies
  {
    let input = try PopulationInput(
      options.files, form: options.input?.form,
      columns: options.columnNames.map(PopulationOptions.names),
      mostEvents: terms.mostEvents)
    let form = totals.map { _ in
      TotalsText(isCSV: writesCSV, measures.names, isComparison: others != nil)
    }
    let (terms, compiled, compared, through) = (terms, measures, others, through)
    var tallies = PopulationTallies(settings)
    var seen = PlayersSeen()
    if let form { try totals?(form.header) }
    try OrderedWork<PopulationBlock, Product>(threads: options.threadCount).run(
      worker: {
        var reader = PopulationReader(terms)
        var fold = PopulationFold(compiled, through: through)
        var otherFold = compared.map { PopulationFold($0, through: through) }
        return { block in
          var product = Product(file: block.file)
          do throws(InputFailure) {
            product.rejects = try reader.read(block) { player in
              if player.events.isEmpty { return }
              let folded = fold.fold(player.events, seed: player.seed)
              let played = PlayedPlayer(
                name: player.player, seed: player.seed, totals: folded,
                others: otherFold?.fold(player.events, seed: player.seed),
                repeated: player.repeated)
              form?.append(played, to: &product.text)
              product.players.append(played)
            }
          } catch {
            product.failure = error
          }
          return product
        }
      },
      // The reader of a pipe may have enough.
      next: { StandardOutput.shared.isClosed ? nil : try input.next() }
    ) { product in
      if let failure = product.failure { throw failure }
      if let first = product.rejects.first {
        guard let rejects else {
          throw CommandFailure(
            .badInput,
            "\(product.file):\(first.line): \(shown(first.reason, most: 2000))\n"
              + "to replay the other lines, give --rejects FILE")
        }
        try rejects(Self.text(product.rejects, product.file))
      }
      tallies.add(rejected: Int64(product.rejects.count))
      for player in product.players {
        try seen.insert(player.name, product.file)
        tallies.add(player.totals, of: player.name, against: player.others)
        tallies.add(repeated: player.repeated)
      }
      if !product.text.isEmpty { try totals?(product.text) }
    }
    if let problem = tallies.problem { throw CommandFailure(problem, plan: "population") }
    return tallies
  }

  /// Whether totals are written as CSV.
  private var writesCSV: Bool {
    options.totals == "-" ? format == .csv : options.totals?.hasSuffix(".csv") ?? false
  }

  private static func text(_ rejects: [RejectedLine], _ file: String) -> [UInt8] {
    var text = ""
    for line in rejects {
      let value = JSONValue.object([
        ("file", .string(file)), ("line", .integer(Int64(line.line))),
        ("player", line.player.map { .string($0) } ?? .null), ("reason", .string(line.reason)),
        ("text", .string(line.text)),
      ])
      text += value.text() + "\n"
    }
    return Array(text.utf8)
  }
}
