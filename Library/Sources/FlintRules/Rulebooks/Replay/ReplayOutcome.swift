/// The outcome of one event under one of two rulebooks. Cards, missions and achievements are given
/// by id, since their positions may differ between the rulebooks.
package struct ReplayOutcome: Hashable, Sendable {
  /// The reason why the event had no effect; `nil` when it had one.
  package var void: VoidReason?
  /// Points for the event itself.
  package var basePoints: Int64
  package var duplicatePoints: Int64
  package var missionPoints: Int64
  /// The score of a completed task, or the negative score of a reopened one.
  package var taskScore: Int64
  package var drawnRarity: CardRarity?
  /// The id of the card given, if one was.
  package var card: String?
  /// Whether the card given is the first copy.
  package var isNewCard: Bool
  /// The ids of the completed missions, in order.
  package var missions: [String]
  /// The ids of the unlocked achievements, in order, also by the days since the previous event.
  package var achievements: [String]
  package var overloads: Int64
  package var level: Int
  /// The ids of the cards that a pool gave, in order; `-` for a roll without a card.
  package var poolCards: [String] = []

  package var points: Int64 { basePoints + duplicatePoints + missionPoints }

  /// Whether the outcomes are equal, regardless of the order of missions and achievements.
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
  /// Returns the outcome of an event with the ids of the rulebook.
  func replayOutcome(_ outcome: Outcome) -> ReplayOutcome {
    ReplayOutcome(
      void: outcome.void, basePoints: outcome.basePoints,
      duplicatePoints: outcome.duplicatePoints, missionPoints: outcome.missionPoints,
      taskScore: outcome.taskScore, drawnRarity: outcome.draw.rarity,
      card: outcome.draw.card.map { rulebook.definition.cards[$0].id },
      isNewCard: outcome.draw.isNew,
      missions: state.missions.completions[outcome.completions].map {
        rulebook.definition.missions[Int($0.mission)].id
      },
      achievements: state.journey.unlocks[outcome.unlocks].map { rulebook.rungID(of: $0) },
      overloads: outcome.overloads, level: outcome.level,
      poolCards: outcome.draws.map { draw in
        draw.card.map { rulebook.definition.cards[$0].id } ?? "-"
      })
  }
}
