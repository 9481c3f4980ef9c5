import Calendar
import Charts
import Rules
import Sessions
import Views

extension ReportSource {
  /// Returns the missions completed by period, and the state of each by window.
  func missions() -> ReportPage.Section? {
    let completions = state.missions.completions.filter { completion in
      range.contains(day(of: completion))
    }
    let views = rulebook.missions(in: state, today: today)
    guard !views.isEmpty, !state.missions.completions.isEmpty else { return nil }
    let rewards = completions.reduce(Int64(0)) {
      $0 + rulebook.definition.missions[Int($1.mission)].reward
    }
    var blocks: [ReportPage.Block] = [
      .facts([
        (language[.missionsCompleted], text(completions.count)),
        (language[.rewards], text(rewards)),
      ])
    ]
    var perDay: [CivilDay: Int64] = [:]
    for completion in completions { perDay[day(of: completion), default: 0] += 1 }
    if !perDay.isEmpty {
      blocks += heatMaps(language[.missions], perDay) { language.counted($0, .missions) }
    }
    var counts = [Int64](repeating: 0, count: rulebook.definition.missions.count)
    for completion in completions { counts[Int(completion.mission)] += 1 }
    let often = views.filter { counts[$0.position] > 1 }
      .sorted { (counts[$0.position], $1.position) > (counts[$1.position], $0.position) }
    if !often.isEmpty {
      blocks.append(
        shares(
          language[.mostOften],
          often.prefix(10).map { (language.title(of: $0.definition), counts[$0.position]) }))
    }
    var windows: [MissionPeriod] = []
    for view in views where !windows.contains(view.definition.period) {
      windows.append(view.definition.period)
    }
    for window in windows {
      let own = views.filter { $0.definition.period == window }
      blocks.append(.table(title(language.name(of: window)), table(of: own, counts)))
    }
    return ReportPage.Section(id: "missions", language[.missions], blocks)
  }

  private func day(of completion: MissionsState.Completion) -> CivilDay {
    rulebook.dayStart.day(of: completion.at, offset: session.zone.offset(at: completion.at))
  }

  private func table(of views: [MissionView], _ counts: [Int64]) -> DataTable {
    DataTable(
      columns: [
        language[.mission], language[.status], language[.progress], language[.reward],
        language[.times],
      ],
      rows: views.map { view in
        [
          language.title(of: view.definition), language.name(of: view.status),
          "\(text(view.progress)) / \(text(view.definition.target))", text(view.definition.reward),
          text(counts[view.position]),
        ]
      })
  }
}
