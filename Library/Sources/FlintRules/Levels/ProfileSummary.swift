public import FlintCalendar

/// The most important numbers of a profile.
public struct ProfileSummary: Sendable {
  /// Points by source.
  public var ledger: ProfileState.Ledger
  /// The level and the progress to the next.
  public var level: Level
  /// The fuel, overloads and roll tokens.
  public var fuel: ProfileState.Fuel
  /// The amount of fuel that triggers an overload.
  package var fuelCapacity: Int64
  /// The spark streaks.
  public var streak: Streak
  /// The number of sparks by category, in the order of the rulebook.
  package var sparksByCategory: [Int64]
  /// The balances of the rulebook's currencies.
  package var balances: [BalanceView]
  /// The cards owned.
  public var cards: Cards
  /// The number of missions completed, including repetitions.
  public var missionsCompleted: Int
  package var journey: Journey
  package var tasks: Tasks
  /// The numbers of rated days, quest steps and tracker entries.
  package var counts: Counts
  /// The number of events without effect.
  package var voids: Int
  package var removedDraws = RemovedDraws()

  package var sparks: Int64 { sparksByCategory.reduce(0, +) }

  /// A level and the progress to the next.
  public struct Level: Sendable {
    /// The level, starting at 1.
    public var number: Int
    /// The title of the level.
    public var title: String
    /// The progress from this level to the next, in millionths; 1,000,000 at the last level.
    public var progress: Int64
    /// The total at which the next level begins; `nil` at the last level.
    public var nextThreshold: Int64?
  }

  /// The lengths of spark streaks.
  public struct Streak: Sendable {
    /// The spark streak as of today.
    public var current: Int
    /// The longest spark streak.
    public var longest: Int
  }

  /// The cards owned.
  public struct Cards: Sendable {
    package var tally: CardTally
    /// The three rarest cards owned.
    public var rarest: [CardView]
  }

  package struct Journey: Sendable {
    package var achievements: Int
    package var achievementsTotal: Int
    /// The number of whole days since the start of the journey; `nil` without one.
    package var days: Int?
  }

  package struct Tasks: Sendable {
    /// The number of open tasks.
    package var open: Int
    package var score: Int64
    package var scoreToday: Int64
  }

  /// The numbers of what moods, quests and trackers recorded.
  package struct Counts: Sendable {
    package var ratedDays: Int
    /// The number of quest nodes completed, minus those reset.
    package var questSteps: Int64
    package var trackerEntries: Int64
  }
}

extension Rulebook {
  /// Returns the summary of a profile as of a day.
  public func summary(of state: ProfileState, today: CivilDay) -> ProfileSummary {
    ProfileSummary(
      ledger: state.ledger, level: levelSummary(of: state), fuel: state.fuel,
      fuelCapacity: definition.fuelCapacity,
      streak: ProfileSummary.Streak(
        current: Int(state.currentStreak(today: today)),
        longest: Int(state.sparkDays.longestStreak)),
      sparksByCategory: state.sparksByCategory, balances: balances(in: state),
      cards: ProfileSummary.Cards(
        tally: CardTally(owned: state.ownedCount, total: definition.cards.count),
        rarest: rarestCards(3, in: state)),
      missionsCompleted: state.missions.completions.count,
      journey: ProfileSummary.Journey(
        achievements: state.journey.unlocks.count,
        achievementsTotal: definition.ladders.reduce(0) { $0 + $1.rungs.count },
        days: state.journey.journey.map { max(0, today - $0.start) }),
      tasks: ProfileSummary.Tasks(
        open: state.tasks.tasks.count { $0.isOpen },
        score: state.history.days.reduce(0) { $0 + $1.subjects.taskScore },
        scoreToday: state.tasks.score(on: today)),
      counts: ProfileSummary.Counts(
        ratedDays: state.moods.ratings.count,
        questSteps: state.history.days.reduce(0) { $0 + $1.subjects.questSteps },
        trackerEntries: state.history.days.reduce(0) { $0 + $1.subjects.entries }),
      voids: state.events.voids.count)
  }

  private func levelSummary(of state: ProfileState) -> ProfileSummary.Level {
    let thresholds = pointTable.thresholds
    let threshold = thresholds[state.level - 1]
    let next = state.level < thresholds.count ? thresholds[state.level] : nil
    let progress = next.map { next in
      // Integers throughout: thresholds and totals stay far below 2⁴³.
      (state.ledger.total - threshold) * 1_000_000 / (next - threshold)
    }
    return ProfileSummary.Level(
      number: state.level, title: definition.levels[state.level - 1].title,
      progress: progress ?? 1_000_000, nextThreshold: next)
  }
}
