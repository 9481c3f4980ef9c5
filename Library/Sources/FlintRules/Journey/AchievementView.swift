public import FlintCalendar

package struct ConditionView: Hashable, Sendable {
  package var metric: LadderMetric
  /// The current value: a count, or millionths of a score; `nil` where it needs a journey.
  package var have: Int64?
  package var need: Int64

  /// The amount by which the value is below the minimum; 0 when the condition is met.
  package var missing: Int64 { max(0, need - (have ?? 0)) }
  package var holds: Bool { have.map { $0 >= need } ?? false }
}

/// An achievement, unlocked or not.
public struct AchievementView: Equatable, Sendable {
  /// The ladder's position in the rulebook.
  package var ladder: Int
  package var ladderID: String
  /// The rung's position in the ladder; 0 is the lowest.
  package var rung: Int
  /// The achievement's id.
  public var id: String
  /// The achievement's title.
  public var title: String
  /// The civil day on which it unlocked; `nil` while it is locked.
  public var unlockedOn: CivilDay?
  /// The instant of the event that unlocked it; `nil` while locked, or if the opening of a day did.
  package var at: Instant?
  package var conditions: [ConditionView]

  /// Whether the achievement is unlocked.
  public var isUnlocked: Bool { unlockedOn != nil }
}

/// The next rung of a ladder and the conditions that it lacks.
package struct NextGoal: Equatable, Sendable {
  package var achievement: AchievementView
  package var ladderTitle: String
  /// Whether a journey has to be started first.
  package var waitsForJourney: Bool
  /// The day on which the rung unlocks without further events; `nil` when it needs some.
  package var unlocksOn: CivilDay?
}

extension Rulebook {
  /// Returns the achievements of the rulebook, in its order, and when a profile unlocked them.
  public func achievements(in state: ProfileState, today: CivilDay) -> [AchievementView] {
    state.journey.achievements(of: definition.ladders, today: today)
  }
}

extension JourneyState {
  /// Returns every achievement of the ladders that the state was folded with, in their order.
  ///
  /// - Parameter today: the day as of which the conditions are evaluated.
  public func achievements(of ladders: [LadderDefinition], today: CivilDay) -> [AchievementView] {
    let values = values(on: today)
    var views: [AchievementView] = []
    var firstView: [Int] = []
    for (position, ladder) in ladders.enumerated() {
      firstView.append(views.count)
      for rung in ladder.rungs.indices {
        views.append(achievement(rung, of: position, in: ladder, values))
      }
    }
    for unlock in unlocks where ladders.indices.contains(Int(unlock.ladder)) {
      let (ladder, rung) = (Int(unlock.ladder), Int(unlock.rung))
      guard ladders[ladder].rungs.indices.contains(rung) else { continue }
      views[firstView[ladder] + rung].unlockedOn = unlock.day
      views[firstView[ladder] + rung].at = unlock.at
    }
    return views
  }

  /// Returns the next rung of each ladder that has one left, in the order of the ladders.
  ///
  /// - Parameter today: the day as of which the conditions are evaluated; no later than the latest
  ///   open day, because the days until then may unlock more.
  package func nextGoals(of ladders: [LadderDefinition], today: CivilDay) -> [NextGoal] {
    let values = values(on: today)
    return ladders.enumerated().compactMap { position, ladder in
      let progress =
        ladderProgress.indices.contains(position) ? ladderProgress[position] : LadderProgress()
      let rung = Int(progress.next)
      guard ladder.rungs.indices.contains(rung) else { return nil }
      return NextGoal(
        achievement: achievement(rung, of: position, in: ladder, values),
        ladderTitle: ladder.title, waitsForJourney: ladder.needsJourney && journeys.isEmpty,
        unlocksOn: unlockDay(of: ladder.rungs[rung], progress, ladder))
    }
  }

  /// Returns the day on which a ladder's next rung will unlock, if it lacks only days: counts never
  /// decrease, whereas a streak or a score may, and is examined on the day itself.
  private func unlockDay(
    of rung: RungDefinition, _ progress: LadderProgress, _ ladder: LadderDefinition
  ) -> CivilDay? {
    guard opened != .min, !(ladder.needsJourney && journeys.isEmpty) else { return nil }
    var soonest = Int64(opened) + 1
    for condition in rung.conditions {
      switch condition.metric {
      case .days:
        guard let journey else { return nil }
        soonest = max(soonest, Int64(journey.start.number) + condition.atLeast)
      case .journals, .sosSessions, .activeDays:
        let value = value(of: condition.metric, on: CivilDay(number: opened)) ?? 0
        if value < condition.atLeast { return nil }
      case .activityStreak, .consistency, .selfCare, .stability: return nil
      }
    }
    return Int32(exactly: soonest).map { CivilDay(number: $0) }
  }

  private func achievement(
    _ rung: Int, of position: Int, in ladder: LadderDefinition, _ values: [Int64?]
  ) -> AchievementView {
    let definition = ladder.rungs[rung]
    return AchievementView(
      ladder: position, ladderID: ladder.id, rung: rung, id: definition.id,
      title: definition.title, unlockedOn: nil, at: nil,
      conditions: definition.conditions.map { condition in
        ConditionView(
          metric: condition.metric, have: values[Int(condition.metric.rawValue)],
          need: condition.atLeast)
      })
  }

  /// Returns the value of each metric on a day, in the order of `LadderMetric.allCases`.
  private func values(on day: CivilDay) -> [Int64?] {
    LadderMetric.allCases.map { value(of: $0, on: day) }
  }
}
