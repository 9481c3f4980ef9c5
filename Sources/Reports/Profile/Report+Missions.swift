import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension ReportSource {
  /// The greatest number of missions of a window that are listed.
  private static let mostMissions = 12

  /// Returns the missions completed by period, and the state of each by window.
  func missions() -> ReportPage.Section? {
    let completions = state.missions.completions.filter { completion in
      range.contains(day(of: completion))
    }
    let views = rulebook.missions(in: state, today: today)
    guard !completions.isEmpty || hasToday && hasRecords && !views.isEmpty else { return nil }
    // The days of the fold, which know the offset of each event.
    let history = state.history.totals(from: range.since, before: range.before)
    let dayCounts = Dictionary(
      uniqueKeysWithValues: history.filter { $0.missions > 0 }.map { ($0.day, $0.missions) })
    var blocks: [ReportPage.Block] = [
      .facts([
        (name(of: .missions), text(history.reduce(Int64(0)) { $0 + $1.missions })),
        (language[.rewards], text(history.reduce(Int64(0)) { $0 + $1.ledger.mission })),
      ])
    ]
    if !dayCounts.isEmpty {
      blocks += heatMaps(language[.missions], dayCounts) { language.counted($0, .missions) }
    }
    var counts = [Int64](repeating: 0, count: rulebook.definition.missions.count)
    for completion in completions { counts[Int(completion.mission)] += 1 }
    let repeated = views.filter { counts[$0.position] > 1 }
      .sorted { (counts[$0.position], $1.position) > (counts[$1.position], $0.position) }
    if !repeated.isEmpty {
      blocks.append(
        shares(
          language[.mostOften],
          repeated.prefix(10).map { (language.title(of: $0.definition), counts[$0.position]) }))
    }
    var windows: [MissionPeriod] = []
    for view in views where !windows.contains(view.definition.period) {
      windows.append(view.definition.period)
    }
    var others: (names: [String], views: [MissionView]) = ([], [])
    for window in windows {
      // What was completed, or is under way, the most often completed first.
      let own = views.filter {
        $0.definition.period == window
          && (counts[$0.position] > 0 || hasToday && $0.status == .inProgress)
      }.sorted {
        (counts[$1.position], $1.definition.reward, $0.position)
          < (counts[$0.position], $0.definition.reward, $1.position)
      }
      if own.isEmpty { continue }
      // Windows of few missions share a table.
      if own.count < 3 {
        others.names.append(language.name(of: window))
        others.views += own
        continue
      }
      let shown = Array(own.prefix(Self.mostMissions))
      let name = titleOfSome(title(language.name(of: window)), shown.count, of: own.count)
      blocks.append(.table(name, table(of: shown, counts)))
    }
    if !others.views.isEmpty {
      blocks.append(
        .table(title(others.names.joined(separator: ", ")), table(of: others.views, counts)))
    }
    return ReportPage.Section(id: "missions", language[.missions], blocks)
  }

  /// Returns the day of a completion: that of its window, where it is a day, and otherwise its day in the
  /// zone of the profile.
  func day(of completion: MissionsState.Completion) -> CivilDay {
    if rulebook.definition.missions[Int(completion.mission)].period == .window(.day),
      let day = completion.windowStart
    {
      return day
    }
    return rulebook.dayStart.day(of: completion.at, offset: session.zone.offset(at: completion.at))
  }

  private func table(of views: [MissionView], _ counts: [Int64]) -> DataTable {
    // Progress is that of the windows of today.
    let columns =
      hasToday
      ? [
        language[.mission], language[.status], language[.progress], language[.reward],
        language[.times],
      ]
      : [language[.mission], language[.reward], language[.times]]
    return DataTable(
      columns: columns,
      rows: views.map { view in
        let current = [
          language.name(of: view.status),
          "\(language.amount(view.amount)) / \(text(view.definition.target))",
        ]
        return [language.title(of: view.definition)] + (hasToday ? current : [])
          + [text(view.definition.reward), text(counts[view.position])]
      })
  }
}
