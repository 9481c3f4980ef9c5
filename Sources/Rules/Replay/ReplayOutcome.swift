/// What one event brought under one of two rulebooks; cards, missions and achievements by their
/// ids, since one rulebook may have at another place what the other has.
public struct ReplayOutcome: Hashable, Sendable {
  /// Why the event had no effect; `nil` when it had its effect.
  public var void: VoidReason?
  /// Points for the event itself.
  public var basePoints: Int64
  /// Bonus points for a duplicate.
  public var duplicatePoints: Int64
  /// Points that missions paid.
  public var missionPoints: Int64
  /// What a completed task scored, or a reopened one lost.
  public var taskScore: Int64
  /// The rarity that was drawn, if one was.
  public var drawnRarity: Rarity?
  /// The card given, if one was.
  public var card: String?
  /// Whether that is a first copy.
  public var isNewCard: Bool
  /// The missions completed, in order.
  public var missions: [String]
  /// The achievements unlocked, in order; those too that days since the event before it unlocked.
  public var achievements: [String]
  /// How often fuel overflowed.
  public var overloads: Int64
  /// The level afterwards.
  public var level: Int

  /// Says what was brought.
  public init(
    void: VoidReason?, basePoints: Int64, duplicatePoints: Int64, missionPoints: Int64,
    taskScore: Int64, drawnRarity: Rarity?, card: String?, isNewCard: Bool, missions: [String],
    achievements: [String], overloads: Int64, level: Int
  ) {
    self.void = void
    self.basePoints = basePoints
    self.duplicatePoints = duplicatePoints
    self.missionPoints = missionPoints
    self.taskScore = taskScore
    self.drawnRarity = drawnRarity
    self.card = card
    self.isNewCard = isNewCard
    self.missions = missions
    self.achievements = achievements
    self.overloads = overloads
    self.level = level
  }

  /// All points it brought.
  public var points: Int64 { basePoints + duplicatePoints + missionPoints }

  /// Whether the same was brought, missions and achievements in whatever order.
  func isSame(as other: ReplayOutcome) -> Bool {
    self == other || sorted == other.sorted
  }

  private var sorted: ReplayOutcome {
    var copy = self
    copy.missions.sort()
    copy.achievements.sort()
    return copy
  }
}

extension Replay.Side {
  /// What an event brought, by the ids of the rulebook.
  func brought(_ outcome: Outcome) -> ReplayOutcome {
    ReplayOutcome(
      void: outcome.void, basePoints: outcome.basePoints,
      duplicatePoints: outcome.duplicatePoints, missionPoints: outcome.missionPoints,
      taskScore: outcome.taskScore, drawnRarity: outcome.drawnRarity,
      card: outcome.card.map { rulebook.definition.cards[$0].id }, isNewCard: outcome.isNewCard,
      missions: state.completions[outcome.completions].map {
        rulebook.definition.missions[Int($0.mission)].id
      },
      achievements: state.journey.unlocks[outcome.unlocks].map { rulebook.rungID(of: $0) },
      overloads: outcome.overloads, level: outcome.level)
  }
}
