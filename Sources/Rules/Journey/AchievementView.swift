/// What a rung asks for, and how far that is.
public struct ConditionView: Equatable, Sendable {
  /// What is looked at.
  public var metric: LadderMetric
  /// What it has come to: a count, or millionths of a score; `nil` when it has no value without a
  /// journey.
  public var have: Int64?
  /// The least it must be.
  public var need: Int64

  /// What is missing to it; 0 when it holds.
  public var missing: Int64 { max(0, need - (have ?? 0)) }
  /// Whether it holds.
  public var holds: Bool { have.map { $0 >= need } ?? false }
}

/// An achievement, reached or not.
public struct AchievementView: Equatable, Sendable {
  /// The ladder's position in the rulebook.
  public var ladder: Int
  /// The ladder's id.
  public var ladderID: String
  /// The rung's position in the ladder, 0 the lowest.
  public var rung: Int
  /// The achievement's id.
  public var id: String
  /// What it is called.
  public var title: String
  /// The civil day on which it unlocked; `nil` when it has not.
  public var unlockedOn: CivilDay?
  /// The instant of the event at which it unlocked; `nil` when it has not, or did as a day opened.
  public var at: Instant?
  /// What it asks for, and how that stands now.
  public var conditions: [ConditionView]

  /// Whether it was reached.
  public var isUnlocked: Bool { unlockedOn != nil }
}

/// The next rung of a ladder, and what is missing to it.
public struct NextGoal: Equatable, Sendable {
  /// The achievement.
  public var achievement: AchievementView
  /// What the ladder is called.
  public var ladderTitle: String
  /// Whether it waits for a journey to be started.
  public var waitsForJourney: Bool
  /// The day on which it will unlock, whatever happens before then, unless another journey is
  /// started; `nil` when that depends on what is done.
  public var unlocksOn: CivilDay?
}

extension JourneyState {
  /// Every achievement of the ladders that the state was folded with, in their order.
  ///
  /// - Parameters:
  ///   - ladders: those of the rulebook.
  ///   - today: the day as of which the conditions are told.
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

  /// The next rung of each ladder that has one left, in the order of the ladders.
  ///
  /// - Parameters:
  ///   - ladders: those of the rulebook that the state was folded with.
  ///   - today: the day as of which the conditions are told; no later than the latest opened, for
  ///     the days until then may unlock more.
  public func nextGoals(of ladders: [LadderDefinition], today: CivilDay) -> [NextGoal] {
    let values = values(on: today)
    return ladders.enumerated().compactMap { position, ladder in
      let standing = standings.indices.contains(position) ? standings[position] : Standing()
      let rung = Int(standing.next)
      guard ladder.rungs.indices.contains(rung) else { return nil }
      return NextGoal(
        achievement: achievement(rung, of: position, in: ladder, values),
        ladderTitle: ladder.title, waitsForJourney: ladder.needsJourney && journeys.isEmpty,
        unlocksOn: unlockDay(of: ladder.rungs[rung], standing, ladder))
    }
  }

  /// The day on which a ladder's next rung will unlock, where only days are missing: counts never
  /// fall, while a streak or a score may, and an examination on the day itself decides.
  private func unlockDay(
    of rung: RungDefinition, _ standing: Standing, _ ladder: LadderDefinition
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

  /// What each metric has come to on a day, in the order of `LadderMetric.allCases`.
  private func values(on day: CivilDay) -> [Int64?] {
    LadderMetric.allCases.map { value(of: $0, on: day) }
  }
}
