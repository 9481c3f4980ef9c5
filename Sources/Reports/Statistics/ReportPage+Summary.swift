import FlintCalendar
import Charts
package import FlintRules
import Views

extension ReportPage {
  /// Creates the page of a summary of days: totals, points by source, sparks by category and intensity.
  ///
  /// - Parameter filter: What is counted, in the words of the options; empty for everything.
  package init(_ summary: StatisticsSummary, filter: [String] = []) {
    let range = summary.range
    var sections = [
      Section(id: "sparks", "Sparks", [.facts(summary.sparkFacts)] + summary.sparkCharts)
    ]
    if let totals = summary.totals {
      sections.append(
        Section(
          id: "everything", "Everything", [.facts(totals.facts), .chart(totals.points.chart)])
      )
    }
    self.init(
      "Statistics of \(range.since) to \(range.last)",
      lead: [
        "\(counted(range.count, "day")), \(counted(summary.sparks.count, "spark")) on "
          + "\(counted(summary.sparks.days, "day"))."
      ] + (filter.isEmpty ? [] : ["Only " + filter.joined(separator: ", ") + "."]),
      sections: sections, language: .english)
  }
}

extension StatisticsSummary {
  fileprivate var sparkFacts: [(name: String, value: String)] {
    var facts = [
      ("Sparks", grouped(sparks.count)), ("Points", grouped(sparks.points)),
      ("Days with a spark", grouped(sparks.days)),
      ("Minutes", Language.english.duration(sparks.minutes)),
    ]
    if let mean = sparks.meanIntensity {
      facts.append(("Mean intensity", decimalText(mean, places: 2)))
    }
    if let hour = sparks.hour {
      facts.append(("Busiest hour", "\(hour < 10 ? "0" : "")\(hour):00"))
    }
    if let weekday = sparks.weekday { facts.append(("Busiest weekday", weekday.name)) }
    if let productivity = sparks.productivity {
      facts.append(("Productive", Language.english.percent(productivity, places: 1)))
    }
    facts.append(
      (
        "Trend",
        "\(trend.direction.rawValue): \(grouped(trend.recent)) points in the last 7 days, "
          + "\(grouped(trend.before)) in the 7 before"
      ))
    return facts
  }

  fileprivate var sparkCharts: [ReportPage.Block] {
    guard sparks.count > 0 else { return [] }
    func bars<Value>(
      _ title: String, _ heading: String, _ shares: [Share<Value>], _ name: (Value) -> String
    ) -> ReportPage.Block {
      .chart(
        BarChart(
          title, summary: "The share of the sparks, in per cent.", heading: heading,
          categories: shares.map { name($0.value) },
          series: [BarChart.Series("share", shares.map { Double($0.millionths) / 10_000 })],
          isLying: true, unit: " %", places: 1))
    }
    return [
      bars("Sparks by category", "category", sparks.categories, \.name),
      bars("Sparks by intensity", "intensity", sparks.intensities, \.name),
    ]
  }
}

extension StatisticsSummary.Totals {
  fileprivate var facts: [(name: String, value: String)] {
    var facts = [
      ("Points", grouped(points.total)), ("Events", grouped(events)),
      ("Active days", grouped(activeDays)),
      ("Cards", "\(grouped(cards)), \(counted(duplicates, "duplicate"))"),
      ("Missions completed", grouped(missions)), ("Overloads", grouped(overloads)),
      ("Achievements", grouped(achievements)),
      ("Tasks", "\(grouped(subjects.tasks)), score \(grouped(subjects.taskScore))"),
      ("Quest steps", grouped(subjects.questSteps)), ("Activities", grouped(subjects.activities)),
      ("Entries", grouped(subjects.entries)), ("Rated days", grouped(subjects.moods)),
    ]
    // Subjects that the profile does not have are left out.
    facts.removeAll { $0.1 == "0" || $0.1.hasPrefix("0, ") }
    if let moodMean { facts.append(("Mean mood", decimalText(moodMean, places: 2))) }
    return facts
  }
}

extension ProfileState.Ledger {
  var sources: [(name: String, points: Int64)] {
    [
      ("sparks", spark), ("duplicates", duplicate), ("missions", mission), ("tasks", task),
      ("earning rules", earned),
    ]
  }

  fileprivate var chart: BarChart {
    let sources = sources.filter { $0.points != 0 }
    return BarChart(
      "Points by source", summary: "The points of each source.", heading: "source",
      categories: sources.map(\.name),
      series: [BarChart.Series("points", sources.map { Double($0.points) })], isLying: true)
  }
}
