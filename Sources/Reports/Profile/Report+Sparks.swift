import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension ReportSource {
  /// Returns sparks by day, hour, category and intensity.
  func sparks() throws(SessionError) -> ReportPage.Section? {
    guard let summary = sparkSummary, summary.count > 0 else { return nil }
    var blocks: [ReportPage.Block] = [.facts(facts(of: summary))]
    let history = state.history.totals(from: range.since, before: range.before)
    let counts = Dictionary(
      uniqueKeysWithValues: history.filter { $0.sparks > 0 }.map { ($0.day, $0.sparks) })
    blocks += heatMaps(name(of: .sparks), counts) { language.counted($0, .sparks) }
    blocks.append(
      shares(
        language[.byCategory],
        summary.categories.enumerated().sorted {
          ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }.map { (language.name(of: $0.element.value), $0.element.count) }))
    blocks.append(
      shares(
        language[.byIntensity], summary.intensities.map { (language.name(of: $0.value), $0.count) })
    )
    blocks.append(
      .chart(
        BarChart(
          language[.byHour], summary: language[.byHourSummary], heading: language[.hour],
          categories: (0..<24).map { "\($0)" },
          series: [BarChart.Series(name(of: .sparks), summary.hours.map { Double($0) })],
          size: .small, locale: locale)))
    if options.showsTitles {
      let best = try bestSparks()
      let title = titleOfSome(language[.bestSparks], best.count, of: Int(summary.count))
      blocks.append(.table(title, try table(of: best)))
    }
    return ReportPage.Section(id: "sparks", name(of: .sparks), blocks)
  }

  private func facts(
    of summary: StatisticsSummary.Sparks
  ) -> [(name: String, value: String)] {
    var facts = [
      (name(of: .sparks), text(summary.count)), (name(of: .points), text(summary.points)),
      (name(of: .sparkDays), text(summary.days)),
    ]
    if let mean = summary.meanIntensity {
      facts.append((name(of: .meanIntensity), language.decimal(mean, places: 2)))
    }
    if summary.minutes > 0 {
      facts.append((name(of: .minutes), language.duration(summary.minutes)))
    }
    if let productivity = summary.productivity {
      facts.append((language[.productivity], language.percent(productivity)))
    }
    return facts
  }

  /// Returns lying bars of counts.
  func shares(_ title: String, _ counts: [(name: String, count: Int64)]) -> ReportPage.Block {
    .chart(
      BarChart(
        title, summary: counts.map { "\($0.name): \(text($0.count))" }.joined(separator: ", "),
        heading: language[.name], categories: counts.map(\.name),
        series: [BarChart.Series(language[.count], counts.map { Double($0.count) })],
        isLying: true, locale: locale))
  }

  /// Returns the ids of the sparks with the most points, the earliest of equal ones first.
  private func bestSparks() throws(SessionError) -> [EventID] {
    var best: [(points: Int64, id: EventID)] = []
    let dayStart = rulebook.dayStart
    // A day more on both sides: in other zones days begin at other instants.
    let since = session.zone.start(of: range.since + -1).instant
    let before = session.zone.start(of: range.before + 1).instant
    try session.reader.forEachSparkRow(since: since, before: before) { row in
      guard range.contains(dayStart.day(of: row.at, offset: row.offset)) else { return true }
      let points = rulebook.points(for: row.category, row.intensity)
      guard best.count < 20 || points > best[best.count - 1].points else { return true }
      best.insert((points, row.id), at: best.firstIndex { $0.points < points } ?? best.count)
      if best.count > 20 { best.removeLast() }
      return true
    }
    return best.map(\.id)
  }

  private func table(of ids: [EventID]) throws(SessionError) -> DataTable {
    var rows: [[String]] = []
    for id in ids {
      guard let stored = try session.reader.spark(id: id) else { continue }
      let spark = stored.spark
      rows.append([
        spark.title, language.shortText(rulebook.dayStart.day(of: spark.at, offset: spark.offset)),
        language.name(of: spark.category),
        text(rulebook.points(for: spark.category, spark.intensity)),
        spark.notes ?? "",
      ])
    }
    return DataTable(
      columns: [
        language[.titleHeading], language[.day], language[.category], name(of: .points),
        language[.notes],
      ], rows: rows, textColumns: [4])
  }
}
