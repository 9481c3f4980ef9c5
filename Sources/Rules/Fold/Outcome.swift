/// What one event brought, at its place in the fold.
public struct Outcome: Hashable, Sendable {
  /// Why the event had no effect; `nil` when it had its effect.
  public var void: VoidReason?
  /// Points for the event itself; taken back when negative.
  public var basePoints: Int64 = 0
  /// The rarity that was drawn, if one was.
  public var drawnRarity: Rarity?
  /// The position of the card given among the rulebook's cards, if one was.
  public var card: Int?
  /// Whether the card is a first copy.
  public var isNewCard = false
  /// Bonus points for a duplicate.
  public var duplicatePoints: Int64 = 0
  /// Points that missions paid.
  public var missionPoints: Int64 = 0
  /// The missions completed: positions in the state's `completions`.
  public var completions: Range<Int> = 0..<0
  /// How often fuel overflowed.
  public var overloads: Int64 = 0
  /// The level before the event.
  public var levelBefore: Int = 1
  /// The level after the event.
  public var level: Int = 1
  /// The spark streak at the event, in days.
  public var streak: Int32 = 0

  /// What a completed task scores; what reopening one takes back, negative.
  public var taskScore: Int64 = 0
  /// The achievements unlocked: positions in the journey's `unlocks`.
  public var unlocks: Range<Int> = 0..<0

  /// Whether the event had no effect because its precondition did not hold.
  public var isVoid: Bool { void != nil }
  /// All points the event brought.
  public var points: Int64 { basePoints + duplicatePoints + missionPoints }
}
