import FlintCalendar
import Charts
import FlintRules
import FlintSchema
package import Views

extension ReportPage {
  /// Creates the page of one history under two rulebooks: points over time under both, what differs, and the
  /// first event with a different outcome.
  package init(_ view: ReplayView) {
    let replay = view.replay
    let (old, new) = (replay.old.rulebook, replay.new.rulebook)
    let names = [old.name(beside: new), new.name(beside: old)]
    var sections = [Section(id: "points", "Points", replay.pointBlocks(names))]
    let dated = [("card", "Cards"), ("mission", "Missions"), ("achievement", "Achievements")]
    let numbers = view.differences.filter { row in
      !dated.contains { $0.0 == row.values.subject }
    }
    if !numbers.isEmpty {
      let columns = ["name", "old", "new", "difference"]
      sections.append(
        Section(
          id: "numbers", "Numbers", [.table("What differs", numbers, columns, .english)]))
    }
    for (subject, title) in dated {
      let rows = view.differences.filter { $0.values.subject == subject }
      if rows.isEmpty { continue }
      sections.append(
        Section(
          id: subject, title,
          [.table(rows.changes, rows, ["name", "change", "old", "new"], .english)]))
    }
    if let divergence = view.divergence {
      sections.append(
        Section(
          id: "divergence", "First divergence",
          [.facts(divergence, ["event", "before", "after"], .english)]))
    }
    self.init(
      "Replay: \(names[0]) and \(names[1])", lead: [view.sentence(names)], sections: sections,
      notes: ["\(names[0]): hash \(old.hash). \(names[1]): hash \(new.hash)."],
      provenance: PageProvenance(), language: .english)
  }
}

extension ReplayView {
  /// The result, in a sentence.
  ///
  /// - Parameter names: the names of the rulebooks.
  fileprivate func sentence(_ names: [String]) -> String {
    let (old, new) = (replay.old.state, replay.new.state)
    let events = counted(old.events.count, "event")
    if differences.isEmpty {
      return
        "\(events): the "
        + (divergence == nil ? "same" : "final results are the same, but single outcomes differ,")
        + " under \(names[0]) and \(names[1])."
    }
    return
      "\(events): \(grouped(old.ledger.total)) points under \(names[0]) (old), "
      + "\(grouped(new.ledger.total)) under \(names[1]) (new)."
      + (divergence == nil ? " No single event has a different outcome." : "")
  }
}

extension Sequence<ReplayView.Difference> {
  /// The numbers of results gained, lost and changed, as a text.
  fileprivate var changes: String {
    ReplayDifference.Change.allCases.compactMap { change -> String? in
      let count = count { $0.values.change == change }
      return count > 0 ? "\(grouped(count)) \(change.rawValue)" : nil
    }.joined(separator: ", ")
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
