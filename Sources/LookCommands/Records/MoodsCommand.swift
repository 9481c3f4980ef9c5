import ArgumentParser
import FlintCalendar
import Charts
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

struct MoodsCommand: Subcommand, PagedCommand {
  static let name = "moods"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List moods by day, show a month as a calendar, or summarise a year.",
    discussion: """
      Lists rated days, earliest first. After mood.fill(true) in a script, also lists
      the days without a rating. CSV output is always a list of days, even with
      --month or --year.

      Examples:
        flint moods --since 2026-03-01 --weekdays sat,sun
        flint moods --month 2026-03
        flint moods --year 2026 --format json
        flint moods --format csv > moods.csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @OptionGroup var range: RangeOptions
  @Option(
    name: .customLong("weekdays"),
    help: ArgumentHelp("List only these weekdays, such as mon,tue.", valueName: "day,…"))
  var wantedWeekdays: Weekdays?
  @Option(help: "Show this month as a calendar.") var month: CivilMonth?
  @Option(
    help: ArgumentHelp("Show a summary of this year.", valueName: "YYYY"),
    transform: { try MoodsCommand.year($0) })
  var year: Int?

  private var weekdays: Weekdays { wantedWeekdays ?? .all }

  private static func year(_ text: String) throws -> Int {
    guard text.utf8.count == 4, let year = Int(text), year > 0 else {
      throw ValidationError("expected a year of four digits such as 2026")
    }
    return year
  }

  func validate() throws {
    if year != nil { try refuse(["--month": month != nil], with: "--year") }
    if let option = range.given, month != nil || year != nil {
      throw ValidationError(
        "\(option) cannot be combined with \(month == nil ? "--year" : "--month")")
    }
    try range.checkDays()
  }

  func run() throws {
    try profile.reading { session in
      let moods = try session.state().moods
      if let month {
        let isTable = list.format == .table
        if list.given != nil || !isTable && list.format != .json {
          return try writeDays(from: month.firstDay, before: month.end, moods, session)
        }
        // A grid in JSON begins weeks on Monday, whoever reads it.
        let weekStart = isTable ? session.profile.display.weekStart : .monday
        let grid = moods.month(
          month, weekdays: weekdays, weekStart: weekStart, today: session.today)
        if !isTable { return StandardOutput.shared.write(json: try session.grid(grid).json) }
        return StandardOutput.shared.write(
          grid.page(
            moods.summary(
              from: month.firstDay, before: month.end, weekdays: weekdays, today: session.today)))
      }
      if let year,
        let summary = moods.summary(ofYear: year, weekdays: weekdays, today: session.today)
      {
        if list.given != nil || list.format == .csv {
          return try writeDays(from: summary.from, before: summary.before, moods, session)
        }
        return list.format.write(summary, page: summary.page(title: "\(year)"))
      }
      let (since, before) = try range.days(session)
      let days = try session.moodRange(since: since, before: before, moods)
      try writeDays(from: days.since, before: days.before, moods, session)
    }
  }

  private func writeDays(
    from since: CivilDay, before: CivilDay, _ moods: MoodsState, _ session: Session
  ) throws {
    let views = moods.days(from: since, before: before, weekdays: weekdays, today: session.today)
    var output = try ResultList(MoodEntry.schema, list, session: session)
    for view in views {
      if StandardOutput.shared.isClosed { return }
      try output.append([try session.moodEntry(view)])
    }
    let isFiltered = range.given != nil || wantedWeekdays != nil
    try output.end(empty: isFiltered ? "no moods" : "no moods; flint mood good records today's")
  }
}

extension MoodMonth {
  /// Returns the month as a calendar with a column for each weekday, followed by a summary.
  func page(_ summary: MoodSummary) -> String {
    let columns = summary.weekdays.weekdays.sorted {
      weekStart.column(of: $0) < weekStart.column(of: $1)
    }
    let width = StandardOutput.shared.columns ?? .max
    func calendar(room: Int) -> String {
      let rows = weeks.map { week in
        columns.map { weekday in
          Cell(week[weekStart.column(of: weekday)].map { text($0, room: room) })
        }
      }
      return TerminalTable(columns: columns.map { String($0.name.prefix(3)) }, rows: rows)
        .text(width: nil)
    }
    // The days of a week stay on one line: on a narrow terminal numbers stand for the moods.
    var room = Mood.names.map(\.count).max() ?? 0
    var days = calendar(room: room)
    while room > Self.leastRoom, !days.fits(width) {
      room -= 1
      days = calendar(room: room)
    }
    if days.fits(width) { return "\(month)\n\n\(days)\n\(summary.line)\n" }
    let legend = Mood.ratings.map { "\($0.rawValue) \($0.name)" }.joined(separator: " · ")
    return "\(month)\n\n\(calendar(room: 0))\n\(legend)\n\(summary.line)\n"
  }

  /// The columns by whose beginnings the names of moods differ.
  private static let leastRoom = 3

  private func text(_ view: MoodDayView, room: Int) -> String {
    let day = view.day.components.day
    let sign = view.mood.map { $0 == .missing ? "–" : "\($0.rawValue)" } ?? ""
    let mood = room == 0 ? sign : String(TextWidth.prefix(of: view.mood?.name ?? "", width: room))
    return (day < 10 ? " " : "") + "\(day) \(mood)"
  }
}

extension String {
  /// Returns whether each line is at most so many columns wide.
  fileprivate func fits(_ width: Int) -> Bool {
    split(separator: "\n").allSatisfy { TextWidth.of($0) <= width }
  }
}

extension MoodSummary {
  /// The number of rated and missing days with mean and median.
  fileprivate var line: String {
    var text = counted(rated, "day") + " rated"
    if missing > 0 { text += ", \(grouped(missing)) missing" }
    guard let mean, let median else { return text }
    return text
      + ", mean \(decimalText(mean, places: 2)), median \(decimalText(median, places: 1))"
  }

  func page(title: String) -> TextPage {
    var lines: [(String, String)] = [(title, line)]
    guard rated > 0 else { return TextPage([.facts(lines, column: 10)]) }
    let moods = Mood.ratings.reversed().map { "\($0.name) \(grouped(count(of: $0)))" }
    lines.add("Moods", moods.joined(separator: " · "))
    if let bestWeekday, let worstWeekday, bestWeekday != worstWeekday {
      lines.add(
        "Weekdays",
        "best \(named(bestWeekday.name, byWeekday[Int(bestWeekday.rawValue)])), "
          + "worst \(named(worstWeekday.name, byWeekday[Int(worstWeekday.rawValue)]))")
    }
    if let best = average(of: bestMonth), let worst = average(of: worstMonth), best != worst {
      lines.add("Months", "best \(best), worst \(worst)")
    }
    lines.add("Run", "at most \(counted(longestRun, "rated day")) without a gap")
    if let trend { lines.add("Trend", trend.text) }
    let weekdayRows = weekdays.weekdays.map { weekday in
      row(weekday.name, byWeekday[Int(weekday.rawValue)])
    }
    let monthRows = byMonth.map { row($0.month.description, $0.average) }
    return TextPage([
      .facts(lines, column: 10),
      .table(TerminalTable(columns: ["weekday", "rated", "mean"], rows: weekdayRows)),
      .table(TerminalTable(columns: ["month", "rated", "mean"], rows: monthRows)),
    ])
  }

  private func row(_ name: String, _ average: MoodAverage) -> [Cell] {
    [.text(name), .integer(average.rated), average.mean.map { .decimal($0) } ?? .none]
  }

  private func named(_ name: String, _ average: MoodAverage) -> String {
    "\(name) (\(average.mean.map { decimalText($0, places: 2) } ?? "–"))"
  }

  private func average(of month: CivilMonth?) -> String? {
    month.flatMap { month in
      byMonth.first { $0.month == month }.map { named($0.month.description, $0.average) }
    }
  }
}

extension MoodTrend {
  fileprivate var text: String {
    if change == 0 { return direction.rawValue }
    let difference = (change > 0 ? "+" : "") + Language.english.decimal(change, places: 2)
    return "\(direction.rawValue), \(difference) from the first half of the rated days to the last"
  }
}
