import FlintCalendar
import FlintSchema

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
    let season = Self.validated(mission.season)
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
    case .sets: Int64(sets.count)
    case .cards(let category, let rarity, let set):
      Int64(
        cards.count {
          (category == nil || $0.category == category) && (rarity == nil || $0.rarity == rarity)
            && (set == nil || $0.set == set)
            && (!$0.season.isSound || $0.season.isYearly || mission.season.isYearly
              || season.overlap($0.season) != nil)
        })
    case .missionsCompleted(let window):
      mostCompletions(
        of: window, within: mission.window, in: mission.season.isYearly ? .always : season,
        for: index)
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

  /// Returns a season whose days can be counted: the longest occurrence of one that recurs.
  private static func validated(_ season: Season) -> Season {
    season.isSound
      ? season.occurrence(near: CivilDay(year: 2000, month: 1, day: 1) ?? CivilDay(number: 0))
      : .always
  }

  private func mostCompletions(
    of window: Window?, within outer: Window, in season: Season, for index: Int
  ) -> Int64? {
    var most: Int64 = 0
    // A mission cannot wait for its own completion in the same window.
    for (position, counted) in missions.enumerated()
    where (window == nil || counted.window == window) && position != index {
      let isEndless = !counted.season.isSound || counted.season.isYearly
      let whole = isEndless ? .always : counted.season
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
