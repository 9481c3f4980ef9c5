/// A profile at a glance.
public struct ProfileSummary: Sendable {
  /// Points by source.
  public var ledger: ProfileState.Ledger
  /// The level, from 1.
  public var level: Int
  /// What a profile of that level is called.
  public var levelTitle: String
  /// The way from this level's threshold to the next, in millionths; 1,000,000 at the last.
  public var levelProgress: Int64
  /// The total at which the next level begins; `nil` at the last.
  public var nextThreshold: Int64?
  /// Fuel.
  public var fuel: Int64
  /// How much fuel makes an overload.
  public var fuelCapacity: Int64
  /// Overloads so far.
  public var overloads: Int64
  /// Roll tokens to spend.
  public var tokens: Int64
  /// The spark streak as of today.
  public var currentStreak: Int
  /// The longest spark streak ever.
  public var longestStreak: Int
  /// Sparks in all.
  public var sparks: Int64
  /// Sparks by category, in the order of `Category.allCases`.
  public var sparksByCategory: [Int64]
  /// Distinct cards owned, of how many.
  public var cards: CardTally
  /// Missions completed, repetitions counted.
  public var missionsCompleted: Int
  /// The three rarest cards owned.
  public var rarest: [CardView]
  /// Achievements unlocked, of how many.
  public var achievements: Int
  /// Achievements there are.
  public var achievementsTotal: Int
  /// Whole days since the start of the journey; `nil` without one.
  public var journeyDays: Int?
  /// Open tasks.
  public var openTasks: Int
  /// What tasks scored in all.
  public var taskScore: Int64
  /// What tasks completed today scored.
  public var taskScoreToday: Int64
  /// Days rated with a mood.
  public var ratedDays: Int
  /// Quest nodes completed, less those taken back.
  public var questSteps: Int64
  /// Tracker entries.
  public var trackerEntries: Int64
  /// Events without effect.
  public var voids: Int
}

extension Rulebook {
  /// A profile at a glance, as of a day.
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
      nextThreshold: next, fuel: state.fuel, fuelCapacity: definition.fuelCapacity,
      overloads: state.overloads, tokens: state.tokens,
      currentStreak: Int(state.currentStreak(today: today)),
      longestStreak: Int(state.longestStreak), sparks: state.sparkCount,
      sparksByCategory: state.sparksByCategory,
      cards: CardTally(owned: state.ownedCount, total: definition.cards.count),
      missionsCompleted: state.completions.count, rarest: rarestCards(3, in: state),
      achievements: state.journey.unlocks.count,
      achievementsTotal: definition.ladders.reduce(0) { $0 + $1.rungs.count },
      journeyDays: state.journey.journey.map { max(0, today - $0.start) },
      openTasks: state.tasks.tasks.count { $0.isOpen },
      taskScore: state.history.days.reduce(0) { $0 + $1.taskScore },
      taskScoreToday: state.tasks.score(on: today), ratedDays: state.moods.ratings.count,
      questSteps: state.history.days.reduce(0) { $0 + $1.questSteps },
      trackerEntries: state.history.days.reduce(0) { $0 + $1.entries },
      voids: state.voids.count)
  }
}
