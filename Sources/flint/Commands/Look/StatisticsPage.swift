import Calendar
import Rules
import Views

extension StatisticsSummary {
  /// The summary as a page of text.
  var page: String {
    var lines: [(String, String)] = []
    lines.add("Days", "\(range.since) to \(range.last), \(counted(range.count, "day"))")
    lines.add(
      "Sparks",
      "\(grouped(sparks.count)) on \(counted(sparks.days, "day")) · "
        + "\(grouped(sparks.points)) points · \(counted(sparks.minutes, "minute"))")
    if sparks.count > 0 { addSparks(to: &lines) }
    if let productivity = sparks.productivity { lines.add("Productive", percent(productivity)) }
    lines.add("Trend", trendText)
    totals?.add(to: &lines)
    return labelled(lines, width: 12)
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
    lines.add("Points", points.text)
    lines.add("Cards", "\(grouped(cards)), \(counted(duplicates, "duplicate"))")
    lines.add(
      "Missions",
      "\(grouped(missions)) completed · \(counted(overloads, "overload")) · "
        + counted(achievements, "achievement"))
    lines.add("Tasks", "\(grouped(tasks)) completed, score \(grouped(taskScore))")
    lines.add(
      "Also",
      "\(counted(questSteps, "quest step")) · \(counted(activities, "activity", "activities")) · "
        + "\(counted(entries, "entry", "entries")) · \(counted(moods, "rated day"))\(mood)")
    lines.add("Events", "\(grouped(events)) on \(counted(activeDays, "day"))")
  }
}

/// Returns millionths as a percentage with one decimal place, rounded half away from zero.
private func percent(_ millionths: Int64) -> String {
  decimalText(millionths * 100, places: 1) + " %"
}
