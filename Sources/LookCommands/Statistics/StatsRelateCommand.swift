import ArgumentParser
import FlintCalendar
import Chance
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

/// Compares a series of days, such as the moods or the hours of sleep, with others.
struct StatsRelateCommand: ParsableCommand, PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "relate", _superCommandName: "flint stats",
    abstract: "Compare the moods, or what is tracked, with everything else.",
    usage: """
      flint stats relate mood [OPTION …]
      flint stats relate SERIES [OTHER …] [--by PERIOD] [OPTION …]
      """,
    discussion: """
      flint stats relate mood compares the moods of days with and without each
      factor: the number of rated days, the difference of the mean moods (0
      horrible to 4 great), and its 95 % interval.

      Any other series is compared with the others named, or else with the mood,
      sparks, tasks and everything tracked: the correlation (-1 to 1), its 95 %
      interval, and how much the series differs where the other is greater by 1.
      A series is mood or a metric of flint stats, a tracker (Sleep), a unit of
      its entries (Run.minutes), its own field (Run.Distance), a habit, a tag, a
      category or a project; tracker:mood is a tracker of that name. With --by
      week, amounts of measurements and fields are the mean of the days that have
      one, all others the sum; NAME.sum and NAME.mean choose.

      The q-value is the p-value corrected for the number of comparisons
      (Benjamini-Hochberg). The evidence is clear up to q = 0.05, possible up to
      0.2, otherwise none. Neighbouring days resemble each other, so the days are
      permuted in blocks; the permutations depend on --seed alone.

      A relation is not a cause: docs/relations.md explains method and limits.

      Examples:
        flint stats relate mood
        flint stats relate mood --with habits,tags --since 2026-01-01
        flint stats relate Sleep
        flint stats relate mood Sleep Run.Distance --by week --format csv
      """)

  @ParentCommand var stats: StatsCommand
  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Argument(
    help: ArgumentHelp(
      "The series to explain, and those to compare it with (default: all).", valueName: "series"),
    completion: .profile(.metrics, .trackers))
  var series: [String]
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "The factors: habits, tags, trackers, sparks or tasks (default: all).",
      valueName: "factor,…"),
    transform: { try StatsRelateCommand.kinds($0) })
  var kinds: Set<DayFactor.Kind> = []
  @Option(
    help: ArgumentHelp(
      "The days, or periods, from the factor to the series: a number from 0 to 3, or several such as "
        + "0..3.",
      valueName: "days"),
    transform: { try StatsRelateCommand.lag($0) })
  var lag = LagRange.sameDay
  @Option(help: "Compare days, weeks, months or years (default: day).") var by: SeriesPeriod?
  @OptionGroup var range: RangeOptions
  @Option(help: ArgumentHelp("The seed of the permutations.", valueName: "number"))
  var seed: UInt64 = 1

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
    // The parser accepts the options of `flint stats` as well.
    try refuse(
      [
        "--metric": stats.metric != nil, "--empty": stats.empty,
        "--force": stats.pictures.replacing.force,
      ], with: "relate")
    if stats.pictures.output != nil {
      throw ValidationError(
        "flint stats relate writes no page, so that --output cannot be given; flint report moods "
          + "-o FILE draws the relations to habits and tags, and --format csv lists all")
    }
    if let option = stats.filter.given {
      throw ValidationError("\(option) and relate cannot be combined")
    }
    let others = series.dropFirst()
    if let kind = ["habits", "tags", "trackers"].first(where: others.contains) {
      throw ValidationError(
        "did you mean flint stats relate \(series[0]) --with \(kind)?"
          + (kind == "habits" ? " metric:habits is the number of habits done" : ""))
    }
    if series.count > 1, !kinds.isEmpty {
      throw ValidationError("--with and names of other series cannot be combined")
    }
  }

  /// The period of which numbers are compared, which the parser may have read as an option of `flint stats`.
  var period: SeriesPeriod { by ?? stats.by ?? .day }

  /// Whether only the moods of days with and without factors are compared.
  private var isOfMoods: Bool {
    series.count == 1 && series.first?.lowercased() == "mood" && period == .day
  }

  func run() throws {
    try profile.reading { session in
      guard isOfMoods else { return try relateSeries(session) }
      let days = try range.days(session)
      let report: MoodRelationReport
      do throws(SessionError) {
        let range = try session.reader.days(since: days.since, before: days.before)
        let compared = try session.reader.ratings(in: range, with: kinds)
        do throws(FieldError) {
          report = try MoodRelationReport(range, compared, lags: lag, seed: seed)
        } catch {
          throw .field(error)
        }
      } catch {
        throw StatsCommand.explained(error)
      }
      let hasValues = report.relations.ratedDays > 0
      try write(
        report, heading: hasValues ? report.heading : "no rated days\n",
        untested: report.untestedNames, hasValues: hasValues, session)
    }
  }

  /// Writes comparisons: as a table those that were made, and below it which were not.
  ///
  /// - Parameter hasValues: whether there was anything to compare.
  func write<Report: RelationReport>(
    _ report: Report, heading: String, untested: String?, hasValues: Bool, _ session: Session
  ) throws {
    let output = StandardOutput.shared
    if list.format == .json, list.isOrdinary { return output.write(json: report.json) }
    typealias Row = RelationRow<Report.Tested>
    let rows = report.rows(showsLag: lag.lags.count > 1)
    guard list.format == .table else {
      return try ResultList.write(
        rows, Row.schema, list, session: session, empty: "nothing to compare")
    }
    output.write(heading)
    guard hasValues else { return }
    let tested = rows.prefix(report.tested.count)
    if !tested.isEmpty {
      output.write("\n")
      var table = try ResultList(Row.schema, list, isLong: true, session: session)
      try table.append(tested)
      try table.end(empty: "nothing to compare")
      if table.isCut {
        list.note(
          list.isOrdinary
            ? "\(grouped(tested.count - table.count)) more with no more evidence"
            : "not all rows shown")
      }
    }
    if let untested { output.write(page: "\n" + wrapped(untested)) }
    if !list.quiet { output.write(page: "\n" + report.caveats.map { wrapped($0) }.joined()) }
  }
}

extension MoodRelationReport {
  /// The range and the size of the comparisons in a line.
  fileprivate var heading: String {
    var text =
      "\(range.since) to \(range.last): \(counted(relations.ratedDays, "rated day")), "
      + "\(counted(relations.relations.count, "comparison"))"
    if !relations.relations.isEmpty {
      text += ", blocks of \(counted(relations.blockLength, "day"))"
    }
    return text + "\n"
  }

  /// The factors that were not compared.
  fileprivate var untestedNames: String? {
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
}
