import ArgumentParser
import Calendar
import Commands
import Foundation
import Rules
import Schema
import Sessions
import Simulation
import Views

/// Compares the moods of days with and without habits, tags, entries, sparks and tasks.
struct StatsRelateCommand: ParsableCommand {
  /// What is related to everything else.
  enum Outcome: String, ExpressibleByArgument, CaseIterable {
    case mood
  }

  static let configuration = CommandConfiguration(
    commandName: "relate", _superCommandName: "flint stats",
    abstract: "Compare the moods of days with and without a habit, a tag, a spark or a task.",
    discussion: """
      For each factor, shows the number of rated days with and without it, the
      difference of the mean moods (0 horrible to 4 great), its 95 % interval, and
      the q-value: the p-value corrected for the number of comparisons
      (Benjamini-Hochberg). The evidence is clear up to q = 0.05, possible up to
      0.2, otherwise none. Neighbouring days resemble each other, so the moods are
      permuted in blocks of days; the permutations depend on --seed alone.

      A relation is not a cause: docs/relations.md explains method and limits.

      Examples:
        flint stats relate mood
        flint stats relate mood --with habits,tags --since 2026-01-01
        flint stats relate mood --with sparks --lag 0..3 --format csv
      """)

  @ParentCommand var stats: StatsCommand
  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Argument(help: ArgumentHelp("What to relate: mood.", valueName: "mood")) var outcome: Outcome
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "The factors: habits, tags, trackers, sparks or tasks (default: all).",
      valueName: "factor,…"),
    transform: { try StatsRelateCommand.kinds($0) })
  var kinds: Set<DayFactor.Kind> = []
  @Option(
    help: ArgumentHelp(
      "The days from the factor to the mood: a number from 0 to 3, or several such as 0..3.",
      valueName: "days"),
    transform: { try StatsRelateCommand.lag($0) })
  var lag = LagRange.sameDay
  @OptionGroup var range: RangeOptions
  @Option(help: ArgumentHelp("The seed of the permutations.", valueName: "number"))
  var seed: UInt64 = 1
  @Option(help: "The maximum number of rows in a table; 0 for all.") var limit = 20

  private static func kinds(_ text: String) throws -> Set<DayFactor.Kind> {
    var kinds: Set<DayFactor.Kind> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = DayFactor.Kind(name: name) else {
        throw ValidationError(
          "expected names among \(DayFactor.Kind.names.joined(separator: ", ")), got "
            + "\"\(name)\"\(NearestName.hint(for: String(name), among: DayFactor.Kind.names))")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private static func lag(_ text: String) throws -> LagRange {
    do {
      return try LagRange(text)
    } catch {
      throw ValidationError("expected \(error.expected)")
    }
  }

  func validate() throws {
    try checkLimit(limit)
    // The parser accepts the options of `flint stats` as well.
    try refuse(
      ["--metric": stats.metric != nil, "--force": stats.pictures.replacing.force], with: "relate")
    if stats.pictures.output != nil {
      throw ValidationError(
        "flint stats relate writes no page, so that --output cannot be given; flint report moods "
          + "-o FILE draws the relations to habits and tags, and --format csv lists all")
    }
    if let option = stats.filter.given {
      throw ValidationError("\(option) and relate cannot be combined")
    }
  }

  func run() throws {
    try profile.reading { session in
      let days = try range.days(session)
      do throws(SessionError) {
        let range = try session.reader.days(since: days.since, before: days.before)
        let compared = try session.reader.ratings(in: range, with: kinds)
        let report: MoodRelationReport
        do throws(FieldError) {
          report = try MoodRelationReport(range, compared, lags: lag, seed: seed)
        } catch {
          throw .field(error)
        }
        switch list.format {
        case .json: StandardOutput.shared.write(json: report.json)
        case .csv: report.writeCSV()
        case .table: write(report)
        }
      } catch {
        throw StatsCommand.explained(error)
      }
    }
  }

  private func write(_ report: MoodRelationReport) {
    if report.relations.ratedDays == 0 {
      StandardOutput.shared.write("no rated days\n")
      return
    }
    let all = report.relations.relations
    let shown = limit == 0 ? all[...] : all.prefix(limit)
    StandardOutput.shared.write(report.page(shown, withLag: lag.lags.count > 1))
    if shown.count < all.count, !list.quiet {
      note("\(grouped(all.count - shown.count)) more with no more evidence; --limit 0 shows all")
    }
    if !list.quiet {
      StandardOutput.shared.write(page: "\n" + report.caveats.map { wrapped($0) }.joined())
    }
  }
}

extension MoodRelationReport {
  /// Returns the relations as a page of text.
  fileprivate func page(_ shown: ArraySlice<Relation>, withLag: Bool) -> String {
    var text =
      "\(range.since) to \(range.last): \(counted(relations.ratedDays, "rated day")), "
      + "\(counted(relations.relations.count, "comparison"))"
    if !relations.relations.isEmpty {
      text += ", blocks of \(counted(relations.blockLength, "day"))"
    }
    text += "\n"
    if !shown.isEmpty {
      text +=
        "\n"
        + TerminalTable(
          shown,
          [
            Column("evidence", \.evidence.rawValue), Column("factor", \.name),
            Column("kind", \.kind.singular), Column("lag", if: withLag, \.lag),
            Column("with", \.with.days), Column("without", \.without.days),
            Column("differs by") { Cell.rounded(signed($0.difference)) },
            Column("95 % interval") { relation in
              Cell.rounded(
                relation.interval.map { "\(signed($0.low)) to \(signed($0.high))" } ?? "")
            },
            Column("q") { relation in
              Cell.rounded(
                relation.qValue < 0.001 ? "< 0.001" : String(format: "%.3f", relation.qValue))
            },
          ]
        ).text
    }
    if let untested { text += "\n" + wrapped(untested) }
    return text
  }

  /// The factors that were not compared.
  private var untested: String? {
    let most = 5
    var names: [String] = []
    // A factor that is compared at no lag is named once.
    for relation in relations.untested {
      let name =
        "\(relation.kind.singular) \(relation.name) (\(relation.with) with, "
        + "\(relation.without) without)"
      if relation.lag == relations.untested.first?.lag { names.append(name) }
    }
    if names.isEmpty { return nil }
    let more = names.count > most ? ", and \(grouped(names.count - most)) more" : ""
    return "Too few days: \(names.prefix(most).joined(separator: ", "))\(more)"
  }

  /// Writes the relations as CSV, those that were not tested last.
  fileprivate func writeCSV() {
    func digits(_ number: Double?) -> Cell {
      number.map { .text(String(format: "%.12g", $0)) } ?? .none
    }
    var listing = Listing<[Cell]>(
      .csv,
      columns: [
        "kind", "factor", "lag", "days_with", "days_without", "mean_with", "mean_without",
        "difference", "low", "high", "p_value", "q_value", "evidence",
      ])
    for relation in relations.relations {
      listing.append([
        .text(relation.kind.singular), .text(relation.name), .integer(Int64(relation.lag)),
        .integer(Int64(relation.with.days)), .integer(Int64(relation.without.days)),
        digits(relation.with.mean), digits(relation.without.mean), digits(relation.difference),
        digits(relation.interval?.low), digits(relation.interval?.high), digits(relation.pValue),
        digits(relation.qValue), .text(relation.evidence.rawValue),
      ])
    }
    for relation in relations.untested {
      listing.append(
        [
          .text(relation.kind.singular), .text(relation.name), .integer(Int64(relation.lag)),
          .integer(Int64(relation.with)), .integer(Int64(relation.without)),
        ] + [Cell](repeating: .none, count: 7) + [.text("too few days")])
    }
    listing.end(empty: "")
  }
}

/// Returns a difference with its sign and two decimal places.
private func signed(_ number: Double) -> String {
  let text = String(format: "%+.2f", number)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
