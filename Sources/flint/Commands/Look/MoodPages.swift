import Calendar
import Rules
import Views

extension MoodMonth {
  /// Returns the month as a calendar with a column for each weekday, followed by a summary.
  func page(_ summary: MoodSummary) -> String {
    let columns = summary.weekdays.weekdays
    let rows = weeks.map { week in
      columns.map { weekday in Cell(week[Int(weekday.rawValue)].map(text)) }
    }
    let days = TerminalTable(columns: columns.map { String($0.name.prefix(3)) }, rows: rows).text
    return "\(month)\n\n\(days)\n\(summary.line)\n"
  }

  private func text(_ view: MoodDayView) -> String {
    let day = view.day.components.day
    return (day < 10 ? " " : "") + "\(day) \(view.mood?.name ?? "")"
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

  /// Returns the summary as a page of text.
  func page(title: String) -> String {
    var lines: [(String, String)] = [(title, line)]
    guard rated > 0 else { return labelled(lines, width: 10) }
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
    return labelled(lines, width: 10) + "\n"
      + TerminalTable(columns: ["weekday", "rated", "mean"], rows: weekdayRows).text + "\n"
      + TerminalTable(columns: ["month", "rated", "mean"], rows: monthRows).text
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
    return "\(direction.rawValue), \(change > 0 ? "+" : "")\(decimalText(change, places: 2)) "
      + "from the first half of the rated days to the last"
  }
}
