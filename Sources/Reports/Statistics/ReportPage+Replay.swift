package import Calendar
import Charts
package import Rules
import Views

extension ReportPage {
  /// Creates the page of one history under two rulebooks: points over time under both, what differs, and the
  /// first event with a different outcome.
  ///
  /// - Parameters:
  ///   - replay: The folds.
  ///   - zone: The zone of dates.
  ///   - divergence: The outcomes of the first event that differs, as texts.
  package init(_ replay: Replay, zone: Zone, divergence: (event: String, old: String, new: String)?)
  {
    let names = [
      replay.old.rulebook.name(beside: replay.new.rulebook),
      replay.new.rulebook.name(beside: replay.old.rulebook),
    ]
    let differences = replay.differences
    let titles = ReplayTitles(replay)
    let events = counted(replay.old.state.events.count, "event")
    var sections = [Section(id: "points", "Points", replay.pointBlocks(names))]
    let numbers = differences.compactMap { difference -> [String]? in
      guard case .number(let before)? = difference.old, case .number(let after)? = difference.new
      else { return nil }
      return [
        difference.title.trimmingPrefix(while: { $0 == " " }).description, grouped(before),
        grouped(after), (after > before ? "+" : "") + grouped(after - before),
      ]
    }
    if !numbers.isEmpty {
      sections.append(
        Section(
          id: "numbers", "Numbers",
          [
            .table(
              "What differs", DataTable(columns: ["result"] + names + ["change"], rows: numbers))
          ]))
    }
    for (subject, title) in Replay.datedSubjects {
      let rows = differences.filter { $0.subject == subject }
      if rows.isEmpty { continue }
      sections.append(
        Section(
          id: subject, title,
          [
            .table(
              rows.changes,
              DataTable(
                columns: [subject, "change"] + names,
                rows: rows.map { row in
                  let texts = row.texts(in: zone)
                  return [titles.title(subject, row.name), row.change.rawValue]
                    // An instant in two lines leaves space for the title.
                    + [texts.old, texts.new].map { $0.replacing("T", with: " ") }
                }))
          ]))
    }
    if let divergence {
      sections.append(
        Section(
          id: "divergence", "First divergence",
          [
            .text("The first event with another outcome is \(divergence.event)."),
            .facts([(names[0], divergence.old), (names[1], divergence.new)]),
          ]))
    }
    let lead: String
    if differences.isEmpty {
      lead =
        "\(events): the "
        + (divergence == nil ? "same" : "final results are the same, but single outcomes differ,")
        + " under \(names[0]) and \(names[1])."
    } else {
      let (old, new) = (replay.old.state.ledger.total, replay.new.state.ledger.total)
      lead =
        "\(events): \(grouped(old)) points under \(names[0]), \(grouped(new)) under \(names[1])."
    }
    self.init(
      "Replay: \(names[0]) and \(names[1])", lead: [lead], sections: sections,
      notes: [
        "\(names[0]): hash \(replay.old.rulebook.hash). \(names[1]): hash \(replay.new.rulebook.hash).",
        "The profile itself is not changed.",
      ], language: .english)
  }
}

extension Replay {
  /// The points over time, and by source, under both rulebooks.
  fileprivate func pointBlocks(_ names: [String]) -> [ReportPage.Block] {
    let sides = [old.state, new.state]
    var blocks: [ReportPage.Block] = []
    let days = Set(sides.flatMap { $0.history.days.lazy.map(\.day) }).sorted()
    if days.count > 1 {
      let courses = sides.map { state in
        var points: [CivilDay: Int64] = [:]
        for day in state.history.days { points[day.day] = day.points }
        var total: Int64 = 0
        return days.map { day in
          total &+= points[day] ?? 0
          return total
        }
      }
      blocks.append(
        .chart(
          LineChart(
            "Points over time", summary: "The total of the points under both rulebooks.",
            table: DataTable(
              columns: ["day"] + names,
              rows: Self.monthEnds(days).map { index in
                [days[index].description] + courses.map { grouped($0[index]) }
              }), over: .days,
            series: zip(names, courses).map { name, course in
              LineChart.Series(
                name,
                zip(days, course).map { LineChart.Series.Value(Double($0.number), Double($1)) },
                isStepped: true)
            })))
    }
    let sources = sides.map(\.ledger.sources)
    let shown = sources[0].indices.filter { index in sources.contains { $0[index].points != 0 } }
    if !shown.isEmpty {
      blocks.append(
        .chart(
          BarChart(
            "Points by source", summary: "The points of each source under both rulebooks.",
            heading: "source", categories: shown.map { sources[0][$0].name },
            series: zip(names, sources).map { name, sources in
              BarChart.Series(name, shown.map { Double(sources[$0].points) })
            }, .grouped, isLying: true)))
    }
    return blocks.isEmpty ? [.text("The profile has no points.")] : blocks
  }

  /// Returns the positions of the last day of each month, so that the table stays short.
  private static func monthEnds(_ days: [CivilDay]) -> [Int] {
    days.indices.filter { index in
      guard index + 1 < days.count else { return true }
      let (this, next) = (days[index].components, days[index + 1].components)
      return (this.year, this.month) != (next.year, next.month)
    }
  }
}
