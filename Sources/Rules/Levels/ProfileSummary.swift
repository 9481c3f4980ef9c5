public import Calendar

/// The most important numbers of a profile.
public struct ProfileSummary: Sendable {
  /// Points by source.
  public var ledger: ProfileState.Ledger
  /// The level, starting at 1.
  public var level: Int
  /// The title of the level.
  public var levelTitle: String
  /// The progress from this level to the next, in millionths; 1,000,000 at the last level.
  public var levelProgress: Int64
  /// The total at which the next level begins; `nil` at the last level.
  public var nextThreshold: Int64?
  /// The current fuel.
  public var fuel: Int64
  /// The amount of fuel that triggers an overload.
  public var fuelCapacity: Int64
  /// The number of overloads.
  public var overloads: Int64
  /// The number of unspent roll tokens.
  public var tokens: Int64
  /// The spark streak as of today.
  public var currentStreak: Int
  /// The longest spark streak.
  public var longestStreak: Int
  /// The number of sparks.
  public var sparks: Int64
  /// The number of sparks by category, in the order of `Category.allCases`.
  public var sparksByCategory: [Int64]
  /// The numbers of distinct cards owned and of all cards.
  public var cards: CardTally
  /// The number of missions completed, including repetitions.
  public var missionsCompleted: Int
  /// The three rarest cards owned.
  public var rarest: [CardView]
  /// The number of achievements unlocked.
  public var achievements: Int
  /// The number of all achievements.
  public var achievementsTotal: Int
  /// The number of whole days since the start of the journey; `nil` without one.
  public var journeyDays: Int?
  /// The number of open tasks.
  public var openTasks: Int
  /// The total score of completed tasks.
  public var taskScore: Int64
  /// The score of the tasks completed today.
  public var taskScoreToday: Int64
  /// The number of days rated with a mood.
  public var ratedDays: Int
  /// The number of quest nodes completed, minus those reset.
  public var questSteps: Int64
  /// The number of tracker entries.
  public var trackerEntries: Int64
  /// The number of events without effect.
  public var voids: Int
}

extension Rulebook {
  /// Returns the summary of a profile as of a day.
  public func summary(of state: ProfileState, today: CivilDay) -> ProfileSummary {
    let threshold = thresholds[state.level - 1]
    let next = state.level < thresholds.count ? thresholds[state.level] : nil
    let progress = next.map { next in
      // Integers throughout: thresholds and totals stay far below 2⁴³.
      (state.ledger.total - threshold) * 1_000_000 / (next - threshold)
    }
    return ProfileSummary(
      ledger: state.ledger, level: state.level,
      levelTitle: definition.levels[state.level - 1].title, levelProgress: progress ?? 1_000_000,
      nextThreshold: next, fuel: state.fuel.amount, fuelCapacity: definition.fuelCapacity,
      overloads: state.fuel.overloads, tokens: state.fuel.tokens,
      currentStreak: Int(state.currentStreak(today: today)),
      longestStreak: Int(state.sparkDays.longestStreak), sparks: state.sparkCount,
      sparksByCategory: state.sparksByCategory,
      cards: CardTally(owned: state.ownedCount, total: definition.cards.count),
      missionsCompleted: state.missions.completions.count, rarest: rarestCards(3, in: state),
      achievements: state.journey.unlocks.count,
      achievementsTotal: definition.ladders.reduce(0) { $0 + $1.rungs.count },
      journeyDays: state.journey.journey.map { max(0, today - $0.start) },
      openTasks: state.tasks.tasks.count { $0.isOpen },
      taskScore: state.history.days.reduce(0) { $0 + $1.taskScore },
      taskScoreToday: state.tasks.score(on: today), ratedDays: state.moods.ratings.count,
      questSteps: state.history.days.reduce(0) { $0 + $1.questSteps },
      trackerEntries: state.history.days.reduce(0) { $0 + $1.entries },
      voids: state.events.voids.count)
  }
}
