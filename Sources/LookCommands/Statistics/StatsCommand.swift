import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Reports
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

/// Shows statistics of a range of days, or a metric by day, week, month or year.
struct StatsCommand: Subcommand, PagedCommand {
  static let name = "stats"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Show statistics of a range of days, or a metric over time.",
    usage: """
      flint stats [--on RANGE] [FILTER …] [OPTION …]
      flint stats --metric METRIC [--by PERIOD] [--on RANGE] [FILTER …] [OPTION …]
      flint stats relate SERIES [SERIES …] [OPTION …]
      """,
    discussion: """
      Without --metric, shows a summary of the whole range. With --metric, lists one
      row per period. Tables omit periods without data unless --empty is given; JSON
      and CSV contain all periods. Weeks begin on Monday. The first and the last
      period contain only days within the range. The range is by default from the
      day of the first event to today. The metric amount shows the entries of a
      tracker, or of its own field, as count, sum, mean, minimum and maximum.

      Examples:
        flint stats last month
        flint stats --metric sparks --by week --category idea
        flint stats --metric amount --tracker Run.Distance --by month
        flint stats --metric task_score --by month --project House --format csv
        flint stats --metric points --by week -o points.html
        flint stats relate mood
      """,
    subcommands: [StatsRelateCommand.self])

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(help: "The metric to compute for each period.") var metric: StatsMetric?
  @Option(help: "Group results by day, week, month or year (default: day).") var by: SeriesPeriod?
  @Flag(help: "With --metric: include periods without data in a table.") var empty = false
  @OptionGroup var range: RangeOptions
  @OptionGroup var pictures: PlotOption
  @OptionGroup(title: "Filters") var filter: StatisticsFilterOptions

  func validate() throws {
    try pictures.check(with: list.format)
    try range.checkDays()
    if let unit = amountUnit { try checkAmounts(in: unit) }
  }

  func run() throws {
    // Not in `validate`: the parser lets `flint stats` read the options of `relate`, too.
    let given = firstGiven(["--by": by != nil, "--empty": empty]) ?? list.given
    if metric == nil, let option = given {
      throw ValidationError("\(option) requires --metric")
    }
    try pictures.checkFile()
    try profile.reading(outputs: pictures.outputs) { session in
      let words = filter.words
      let filter = amountUnit == nil ? try filter.filter(in: session) : StatisticsFilter()
      let days = try range.days(session)
      do {
        let range = try session.reader.days(since: days.since, before: days.before)
        let last = max(session.today, try session.reader.lastDay ?? session.today)
        if range.since > last {
          throw ValidationError(
            "\(self.range.given ?? "--since"): expected a day that is not to come, got \(range.since)"
          )
        }
        if let unit = amountUnit {
          try writeAmounts(in: unit, range, session)
        } else if case .counted(let metric) = metric {
          let series = try session.reader.series(metric, by: by ?? .day, range, where: filter)
          try pictures.write(ReportPage(series, filter: words), permissionsOf: profile.path)
          if !pictures.isTerminal { try write(series, session) }
        } else {
          let summary = try session.reader.summary(range, where: filter)
          try pictures.write(ReportPage(summary, filter: words), permissionsOf: profile.path)
          if !pictures.isTerminal {
            list.format.write(summary, page: summary.page)
          }
        }
      } catch let error as SessionError {
        throw Self.explained(error)
      }
    }
  }

  /// Returns an error of the session as one about options.
  static func explained(_ error: SessionError) -> any Error {
    guard case .field(let field) = error else { return error }
    let option = field.field.replacing("_", with: "-")
    let expected = field.expected.replacing("after since", with: "after --since")
    // Names of series are words, and not the value of an option.
    let dashes = field.field == "series" ? "" : "--"
    let message = "\(dashes)\(option): expected \(expected), got \(field.found)"
    // A name that the profile does not have is no wrong command line.
    return field.field == "tracker"
      ? CommandFailure(.failure, message) : ValidationError(message)
  }

  private func write(_ series: Series, _ session: Session) throws {
    let rows = series.rows
    let shown = list.format.isText && !empty ? rows.filter { !$0.isEmpty } : rows
    try ResultList.write(shown, SeriesBucket.schema, list, session: session, empty: "nothing")
    guard list.format == .table else { return }
    let hidden = rows.count - shown.count
    let total =
      series.total.map { total in
        series.metric.isMean ? "mean \(groupedDecimal(total))" : "total \(grouped(total))"
      } ?? "nothing to average"
    StandardOutput.shared.write(
      "\n\(series.metric.name): \(total), \(counted(series.query.range.count, "day"))"
        + (hidden > 0 ? ", \(Self.hidden(hidden, by ?? .day)) without any" : "") + "\n")
  }

  /// Returns the number of omitted periods with their unit.
  private static func hidden(_ count: Int, _ period: SeriesPeriod) -> String {
    period == .day ? "\(grouped(count)) of them" : counted(count, period.rawValue)
  }
}

extension StatisticsSummary {
  var page: TextPage {
    var lines: [(String, String)] = []
    lines.add("Days", "\(range.since) to \(range.last), \(counted(range.count, "day"))")
    lines.add(
      "Sparks",
      "\(grouped(sparks.count)) on \(counted(sparks.days, "day")) · "
        + "\(grouped(sparks.points)) points · \(Language.english.duration(sparks.minutes))")
    if sparks.count > 0 { addSparks(to: &lines) }
    if let productivity = sparks.productivity { lines.add("Productive", percent(productivity)) }
    lines.add("Trend", trendText)
    totals?.add(to: &lines)
    return TextPage([.facts(lines, column: 12)])
  }

  private func addSparks(to lines: inout [(String, String)]) {
    func shares<Value>(_ shares: [Share<Value>], _ name: (Value) -> String) -> String {
      shares.map { "\(name($0.value)) \(percent($0.millionths))" }.joined(separator: " · ")
    }
    var busiest: [String] = []
    if let hour = sparks.hour { busiest.append("\(hour < 10 ? "0" : "")\(hour):00") }
    if let weekday = sparks.weekday { busiest.append(weekday.name) }
    lines.add("Categories", shares(sparks.categories, \.name))
    lines.add(
      "Intensity",
      "mean \(decimalText(sparks.meanIntensity ?? 0, places: 2)) · "
        + shares(sparks.intensities, \.name))
    lines.add("Busiest", busiest.joined(separator: ", "))
  }

  private var trendText: String {
    let change = trend.change.map { " (\($0 < 0 ? "−" : "+")\(percent(abs($0))))" } ?? ""
    return "\(trend.direction.rawValue): \(grouped(trend.recent)) points in the last 7 days, "
      + "\(grouped(trend.before)) in the 7 before\(change)"
  }
}

extension StatisticsSummary.Totals {
  fileprivate func add(to lines: inout [(String, String)]) {
    let mood = moodMean.map { " · mean mood \(decimalText($0, places: 2))" } ?? ""
    lines.add("Points", points.text(withEarned: showsEarned))
    lines.add("Cards", "\(grouped(cards)), \(counted(duplicates, "duplicate"))")
    lines.add(
      "Missions",
      "\(grouped(missions)) completed · \(counted(overloads, "overload")) · "
        + counted(achievements, "achievement"))
    lines.add("Tasks", "\(grouped(subjects.tasks)) completed, score \(grouped(subjects.taskScore))")
    lines.add(
      "Also",
      "\(counted(subjects.questSteps, "quest step")) · "
        + "\(counted(subjects.activities, "activity", "activities")) · "
        + "\(counted(subjects.entries, "entry", "entries")) · "
        + "\(counted(subjects.moods, "rated day"))\(mood)")
    lines.add("Events", "\(grouped(events)) on \(counted(activeDays, "day"))")
  }
}

/// Returns millionths as a percentage with one decimal place.
private func percent(_ millionths: Int64) -> String {
  Language.english.percent(millionths, places: 1)
}
