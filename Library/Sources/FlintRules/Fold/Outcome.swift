/// The outcome of one event at its position in the fold.
public struct Outcome: Hashable, Sendable {
  /// The result of drawing a card.
  public struct Draw: Hashable, Sendable {
    /// The rarity drawn; `nil` without a draw.
    public var rarity: CardRarity?
    /// The rulebook position of the card received; `nil` when there was none.
    package var card: Int?
    /// Whether the card is a first copy.
    public var isNew = false
    /// Bonus points for a duplicate.
    public var duplicatePoints: Int64 = 0
    /// The category of a roll that an earning rule granted; `nil` for other draws.
    package var granted: SparkCategory?
    package var isFeatured = false
    /// Whether the spark drew no card because as many of its day have drawn one as may.
    package var isBeyondLimit = false
  }

  /// The reason why the event had no effect; `nil` when it had one.
  package var void: VoidReason?
  /// A sentence that says why the event had no effect; `nil` when it had one.
  public var refusal: String? { void?.text }
  /// Points for the event itself; negative when it reverses earlier points.
  public var basePoints: Int64 = 0
  /// The part of these points that an earning rule paid or that reverses such points.
  public var earnedPoints: Int64 = 0
  /// The result of the event's draw.
  public var draw = Draw()
  package var draws: [Draw] = []
  /// Points paid by missions.
  public var missionPoints: Int64 = 0
  /// The missions completed, as positions in the state's `missions.completions`.
  package var completions: Range<Int> = 0..<0
  /// The number of overloads.
  public var overloads: Int64 = 0
  /// The level before the event.
  public var levelBefore: Int = 1
  /// The level after the event.
  public var level: Int = 1
  /// The spark streak at the event, in days.
  public var streak: Int32 = 0
  /// The score of a completed task; negative for a reopened one.
  public var taskScore: Int64 = 0
  /// The achievements unlocked, as positions in the journey's `unlocks`.
  package var unlocks: Range<Int> = 0..<0

  /// Whether the event had no effect because its precondition did not hold.
  public var isVoid: Bool { void != nil }
  /// The bonus points for the duplicates of all draws.
  public var duplicatePoints: Int64 {
    draw.duplicatePoints + draws.reduce(0) { $0 + $1.duplicatePoints }
  }
  /// The points from all sources.
  public var points: Int64 { basePoints + duplicatePoints + missionPoints }
}
