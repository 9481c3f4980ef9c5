/// A fact, immutable, as the fold reads it.
public struct Event: Hashable, Sendable {
  /// What a fact says happened.
  public enum Action: Hashable, Sendable {
    /// A spark of a category and an intensity; its words stay outside of the fold.
    case spark(Category, Intensity)
    /// A roll token spent on a card of a category.
    case roll(Category)
    /// Something about tasks and projects.
    case task(TaskAction)
    /// Something about quests.
    case quest(QuestAction)
    /// A journey started, or an activity.
    case journey(JourneyAction)
    /// Something about moods.
    case mood(MoodAction)
    /// Something about trackers.
    case tracker(TrackerAction)
  }

  /// What the event is known by.
  public var id: EventID
  /// When it happened.
  public var at: Instant
  /// How far the local clock was ahead of UTC then.
  public var offset: UTCOffset
  /// What happened.
  public var action: Action

  /// Makes an event.
  @inlinable
  public init(id: EventID, at: Instant, offset: UTCOffset, action: Action) {
    self.id = id
    self.at = at
    self.offset = offset
    self.action = action
  }

  /// Where the event stands in the fold.
  public var place: FoldPlace {
    if case .spark = action { return FoldPlace(at: at, rank: EventKind.ordinaryRank, id: id) }
    return FoldPlace(at: at, rank: action.kind.rank, id: id)
  }

  /// The civil day the event belongs to.
  public var day: CivilDay { CivilTime(at, offset: offset).day }
}
