import Schema

extension RulebookDefinition {
  /// Records targets of missions that are impossible to reach.
  func checkTargets(_ reader: inout TableReader) {
    for (index, mission) in missions.enumerated() {
      guard let most = most(of: index), mission.target > most else { continue }
      reader.fault(
        "\(mission.target) can never be reached: \(mission.metric.name) ends at \(most)",
        at: .name("missions"), .position(index + 1), .name("target"))
    }
  }

  /// Returns the maximum of a mission's metric within its window and season, if there is one.
  private func most(of index: Int) -> Int64? {
    let mission = missions[index]
    let season = mission.season.isSound ? mission.season : .always
    return switch mission.metric {
    // A day has a spark or none.
    case .sparkDays:
      switch mission.window {
      case .day: 1
      case .week: Int64(season.maximumDaysInOneWeek)
      case .life: season.dayCount.map { Int64($0) }
      }
    case .distinctCategories: Int64(categories.count)
    case .level: Int64(levels.count)
    case .cards(let category, let rarity):
      Int64(
        cards.count {
          (category == nil || $0.category == category) && (rarity == nil || $0.rarity == rarity)
            && (!$0.season.isSound || season.overlap($0.season) != nil)
        })
    case .missionsCompleted(let window):
      mostCompletions(of: window, within: mission.window, in: season, for: index)
    // Moods have no maximum, since many earlier days can be rated on one.
    case .events(let metric):
      switch metric.form {
      case .distinct: metric.measure == .categories ? Int64(categories.count) : nil
      case .days: mission.period.mostDays(in: season)
      case .count, .sum: nil
      }
    case .sparks, .earnedPoints, .totalPoints, .streak, .overloads, .tasks, .taskScore, .moods,
      .activities, .questSteps, .entries:
      nil
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
