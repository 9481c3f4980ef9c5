public import FlintCalendar

/// An immutable fact, as the fold reads it.
public struct ProfileEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// A spark of a category and an intensity; its texts are not part of the fold.
    case spark(SparkCategory, SparkIntensity)
    /// A roll token spent on a card of a category.
    case roll(SparkCategory)
    case task(TaskAction)
    case quest(QuestAction)
    /// The start of a journey, or an activity.
    case journey(JourneyAction)
    /// A mood rating, or a change of how unrated days are shown.
    case mood(MoodAction)
    /// A change of a tracker, or an entry.
    case tracker(TrackerAction)
    /// A change of a habit's schedule, a skip or a pause.
    case habit(HabitAction)
    case currency(CurrencyAction)
    /// Rolls of a pool, a choice in it, or a purchase of a card.
    case pool(PoolAction)
  }

  /// The id of the event.
  public var id: EventID
  /// The instant of the event.
  public var at: Instant
  /// The offset of the local clock from UTC at that instant.
  package var offset: UTCOffset
  package var action: Action

  package init(id: EventID, at: Instant, offset: UTCOffset, action: Action) {
    self.id = id
    self.at = at
    self.offset = offset
    self.action = action
  }

  /// The position of the event in the order of the fold.
  package var foldPosition: FoldPosition {
    if case .spark = action { return FoldPosition(at: at, rank: EventKind.ordinaryRank, id: id) }
    return FoldPosition(at: at, rank: action.kind.rank, id: id)
  }

  /// Returns the civil day of the event, with a start of the days.
  package func day(_ dayStart: DayStart) -> CivilDay { dayStart.day(of: at, offset: offset) }
}

extension ProfileEvent: Comparable {
  /// Whether the left event comes first in the fold: by instant, kind, and id.
  public static func < (left: ProfileEvent, right: ProfileEvent) -> Bool {
    left.foldPosition < right.foldPosition
  }
}
