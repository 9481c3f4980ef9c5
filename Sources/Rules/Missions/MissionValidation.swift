import Schema

extension RulebookDefinition {
  /// Returns the errors in the missions: ids, numbers, and targets that are impossible to reach.
  func missionFaults() -> [RulebookFault] {
    var faults: [RulebookFault] = []
    if missions.count > Self.maximumEntries {
      faults.append(
        RulebookFault(
          path: "missions",
          problem: "expected at most \(Self.maximumEntries), got \(missions.count)"))
    }
    var seen: [String: Int] = [:]
    for (index, mission) in missions.enumerated() {
      let path = "missions[\(index + 1)]"
      func fault(_ field: String, _ problem: String) {
        faults.append(RulebookFault(path: "\(path).\(field)", problem: problem))
      }
      if !Self.isIdentifier(mission.id) { fault("id", Self.identifierProblem(mission.id)) }
      if let first = seen.updateValue(index, forKey: mission.id) {
        fault("id", "\"\(mission.id)\" is already the id of missions[\(first + 1)]")
      }
      if mission.title.trimmedWhitespace.isEmpty { fault("title", "expected a title, got nothing") }
      if !(1...Self.maximumPoints).contains(mission.target) {
        fault("target", "expected 1 to \(Self.maximumPoints), got \(mission.target)")
      }
      if !(0...Self.maximumPoints).contains(mission.reward) {
        fault("reward", "expected 0 to \(Self.maximumPoints), got \(mission.reward)")
      }
      if case .sparks(_, _, let hour?) = mission.metric, !(1...24).contains(hour) {
        fault("before_hour", "expected 1 to 24, got \(hour)")
      }
      faults += mission.season.faults(path)
      if let most = most(of: index), mission.target > most {
        fault(
          "target",
          "\(mission.target) can never be reached: \(mission.metric.name) ends at \(most)")
      }
    }
    return faults
  }

  /// Returns the maximum of a mission's metric within its window and its season; `nil` when there
  /// is none.
  private func most(of index: Int) -> Int64? {
    let mission = missions[index]
    let season = mission.season.isSound ? mission.season : .always
    return switch mission.metric {
    // A day has a spark or none, and one mood or none.
    case .sparkDays:
      switch mission.window {
      case .day: 1
      case .week: Int64(season.maximumDaysInOneWeek)
      case .life: season.dayCount.map { Int64($0) }
      }
    case .distinctCategories: Int64(Category.allCases.count)
    case .level: Int64(levels.count)
    case .cards(let category, let rarity):
      Int64(
        cards.count {
          (category == nil || $0.category == category) && (rarity == nil || $0.rarity == rarity)
            && (!$0.season.isSound || season.overlap($0.season) != nil)
        })
    case .missionsCompleted(let window):
      mostCompletions(of: window, within: mission.window, in: season, for: index)
    default: nil
    }
  }

  private func mostCompletions(
    of window: Window?, within outer: Window, in season: Season, for index: Int
  ) -> Int64? {
    var most: Int64 = 0
    // A mission cannot wait for its own completion in the same window.
    for (position, counted) in missions.enumerated()
    where (window == nil || counted.window == window) && position != index {
      let whole = counted.season.isSound ? counted.season : .always
      guard let days = season.overlap(whole) else { continue }
      switch (outer, counted.window) {
      case (.week, .day): most += Int64(days.maximumDaysInOneWeek)
      // A window of days or weeks recurs as long as the season lasts.
      case (.life, .day):
        guard let count = days.dayCount else { return nil }
        most += Int64(count)
      case (.life, .week):
        guard let count = days.weekCount else { return nil }
        most += Int64(count)
      default: most += 1
      }
    }
    return most
  }
}
