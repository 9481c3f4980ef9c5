public import Calendar

/// The state derived from a profile's events up to a position in the fold.
///
/// Events change it by `Rulebook.apply(_:to:seed:words:)`, or by `Rulebook.play` where they are sparks
/// of simulated players; both take the same step. Equal events under an equal rulebook yield equal
/// states, independently of the order in which the events were recorded.
public struct ProfileState: Equatable, Sendable {
  /// Points by source.
  public struct Ledger: Equatable, Sendable {
    /// Points from sparks.
    public internal(set) var spark: Int64 = 0
    /// Points from duplicate cards.
    public internal(set) var duplicate: Int64 = 0
    /// Points from missions.
    public internal(set) var mission: Int64 = 0
    /// Points from tasks, if the rulebook credits their score.
    public internal(set) var task: Int64 = 0
    /// Points from all sources.
    public var total: Int64 { spark + duplicate + mission + task }
  }

  /// A mission completed in a window.
  public struct Completion: Equatable, Sendable {
    /// The mission's position in the rulebook.
    public internal(set) var mission: Int32
    /// The first day of the window; `nil` for a lifetime.
    public internal(set) var windowStart: CivilDay?
    /// The instant of completion.
    public internal(set) var at: Instant
  }

  /// A mission whose window closed with some progress but without completion.
  public struct Expiry: Equatable, Sendable {
    /// The mission's position in the rulebook.
    public internal(set) var mission: Int32
    /// The first day of the window.
    public internal(set) var windowStart: CivilDay
    /// The progress when the window closed.
    public internal(set) var progress: Int64
  }

  /// An event that had no effect, and the reason.
  public struct Void: Equatable, Sendable {
    /// The id of the event.
    public internal(set) var event: EventID
    /// The reason.
    public internal(set) var reason: VoidReason
  }

  /// The number of copies of a card, and the instant of the first.
  public struct Holding: Equatable, BitwiseCopyable, Sendable {
    /// The number of copies received; 0 when the card is not owned.
    public internal(set) var copies: Int32 = 0
    /// The instant of the first copy.
    public internal(set) var first = Instant(milliseconds: 0)
  }

  /// A metric's value in one window, and the next target that depends on it.
  struct Counter: Equatable, BitwiseCopyable, Sendable {
    var value: Int64 = 0
    var next: Int64 = .max
  }

  /// The number of sparks on a civil day, and the length of the run of spark days that ends on it.
  struct DaySlot: Equatable, BitwiseCopyable, Sendable {
    var sparks: Int32 = 0
    var run: Int32 = 0
  }

  /// The histories that a state retains beside totals. Only simulators, which play millions of
  /// players and read few of their numbers, retain less than all.
  public struct RetainedHistory: OptionSet, BitwiseCopyable, Sendable {
    /// The bits, one for each history.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The totals of each civil day: `history`.
    public static let days = RetainedHistory(rawValue: 1)
    /// The lists of missions completed and expired: `completions`, `expiries`.
    public static let missions = RetainedHistory(rawValue: 2)
    /// Active days and the achievements that they unlock: `journey`.
    public static let journey = RetainedHistory(rawValue: 4)
    /// All histories.
    public static let all: RetainedHistory = [.days, .missions, .journey]
  }

  /// The number of civil days that stay open: an event that is later by instant can be earlier by
  /// civil day, but by no more than two days, since offsets lie within ±18 hours; and a run that
  /// reaches the oldest of those depends on one day before it.
  static let daySlots = 4
  /// The number of weeks that stay open, for the same reason.
  static let weekSlots = 2
  /// A tag that is not the number of any day or week.
  static let noTag = Int32.min

  /// Points by source.
  public internal(set) var ledger = Ledger()
  /// The fuel, below the rulebook's capacity.
  public internal(set) var fuel: Int64 = 0
  /// The number of overloads.
  public internal(set) var overloads: Int64 = 0
  /// The number of unspent roll tokens.
  public internal(set) var tokens: Int64
  /// The level, from 1.
  public internal(set) var level = 1
  /// The number of sparks by category, in the order of `Category.allCases`.
  public var sparksByCategory: [Int64] { categorySparks.array }
  /// The holdings of every card, in rulebook order.
  public var holdings: [Holding] {
    withExtendedLifetime(cells) { Array(cells.holdings) }
  }
  /// Missions completed, in the order of completion.
  public internal(set) var completions: [Completion] = []
  /// The missions whose window closed with some progress but without completion. A window closes
  /// when no later event can belong to it any more, at least two days after its last day.
  public internal(set) var expiries: [Expiry] = []
  /// The events that had no effect, in the order of the fold.
  public internal(set) var voids: [Void] = []
  /// The latest civil day with a spark.
  public internal(set) var latestSparkDay: CivilDay?
  /// The length of the longest run of civil days with a spark.
  public internal(set) var longestStreak: Int32 = 0
  /// The position of the newest event folded.
  public internal(set) var newest: FoldPosition?
  /// The instant of the latest event that failed when it was first tried, whether it succeeded
  /// later or was void: another event of that instant precedes it, or may make it succeed.
  public internal(set) var latestFailure: Instant?
  /// The number of events folded, including void ones.
  public internal(set) var eventCount: Int64 = 0
  /// The totals of each civil day.
  public internal(set) var history = DayHistory()
  /// Tasks and projects.
  public internal(set) var tasks = TasksState()
  /// Quest sets and their progress.
  public internal(set) var quests = QuestsState()
  /// Journeys, activities and achievements.
  public internal(set) var journey = JourneyState()
  /// Moods by day.
  public internal(set) var moods = MoodsState()
  /// Trackers and the totals of their entries.
  public internal(set) var trackers = TrackersState()

  /// The number of cards received since the last of each rarity or better.
  var since: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  var categorySparks = InlineArray<5, Int64>(repeating: 0)
  /// Counters, completed missions and card holdings.
  var cells: FoldCells
  var days = InlineArray<4, DaySlot>(repeating: DaySlot())
  var dayTags = InlineArray<4, Int32>(repeating: ProfileState.noTag)
  var weekTags = InlineArray<2, Int32>(repeating: ProfileState.noTag)
  /// The civil day of the newest event.
  var today = OpenDay()
  /// The histories that are retained beside totals.
  let retained: RetainedHistory
  /// Whether an event of a subject other than sparks and rolls was applied.
  var hasSubjects = false

  /// Creates the state before any event.
  init(tokens: Int64, cells: FoldCells, retaining retained: RetainedHistory) {
    self.tokens = tokens
    self.cells = cells
    self.retained = retained
  }

  /// The approximate number of values that a copy of the state duplicates once it is changed.
  public var copyCost: Int64 { Int64(tasks.tasks.count) + Int64(history.days.count) / 8 }

  /// The number of sparks.
  public var sparkCount: Int64 { sparksByCategory.reduce(0, +) }

  /// Returns the holding of a card, by its position in the rulebook.
  public func holding(of card: Int) -> Holding {
    withExtendedLifetime(cells) { cells.holdings[card] }
  }

  /// Returns the number of times that a mission was completed, by its position in the rulebook.
  public func timesCompleted(_ mission: Int) -> Int64 {
    withExtendedLifetime(cells) { Int64(cells.timesCompleted[mission]) }
  }

  /// The number of missions completed, including repetitions.
  public var missionsCompleted: Int64 {
    withExtendedLifetime(cells) { cells.timesCompleted.reduce(0) { $0 + Int64($1) } }
  }

  /// Returns the value of a counter.
  func count(at index: Int) -> Int64 {
    withExtendedLifetime(cells) { cells.counters[index].value }
  }

  /// The number of distinct cards owned.
  public var ownedCount: Int {
    withExtendedLifetime(cells) { cells.holdings.count { $0.copies > 0 } }
  }

  /// Returns the spark streak as of a day: the run that ends on it or on the day before, or 0.
  public func currentStreak(today: CivilDay) -> Int32 {
    let run = runEnding(on: today)
    return run > 0 ? run : runEnding(on: today + -1)
  }

  /// Returns the length of the run of spark days that ends on an open day; 0 for other days.
  func runEnding(on day: CivilDay) -> Int32 {
    Self.runEnding(on: day, dayTags, days)
  }

  /// Returns the same from the days instead of a state, which the fold would have to copy.
  @inline(__always)
  static func runEnding(
    on day: CivilDay, _ tags: InlineArray<4, Int32>, _ days: InlineArray<4, DaySlot>
  ) -> Int32 {
    let slot = MissionPlan.slot(of: day)
    return tags[slot] == day.number ? days[slot].run : 0
  }

  /// Returns the spark streak at an event of a day. The event of a traveller may be older than the
  /// latest spark; then the streak is the one as of that spark.
  func streak(at day: CivilDay) -> Int32 {
    currentStreak(today: latestSparkDay.map { max($0, day) } ?? day)
  }

  /// Returns whether the day and its week are open already.
  public func isOpen(_ day: CivilDay) -> Bool {
    dayTags[MissionPlan.slot(of: day)] == day.number
      && weekTags[MissionPlan.slot(of: day.week)] == day.week.number
      && journey.openDay.map { day <= $0 } ?? false
  }

  /// The values of a state that a void event changes, apart from the list of such events.
  public struct VoidMark: Sendable {
    fileprivate var newest: FoldPosition?
    fileprivate var latestFailure: Instant?
  }

  /// The values to restore with `removeLatestVoid`, taken before an event that may be void.
  public var voidMark: VoidMark { VoidMark(newest: newest, latestFailure: latestFailure) }

  /// Removes the newest event, which was void, except for the days that it opened (see `isOpen`).
  ///
  /// - Parameter mark: the value of `voidMark` before the event.
  public mutating func removeLatestVoid(to mark: VoidMark) {
    voids.removeLast()
    eventCount -= 1
    newest = mark.newest
    latestFailure = mark.latestFailure
  }

  /// Returns whether an event can be applied last: none follows, and none of its instant waits.
  @inline(__always)
  public func canAppend(_ event: Event) -> Bool {
    guard let newest else { return true }
    if newest.at != event.at { return newest.at < event.at }
    return newest < event.foldPosition && latestFailure != event.at
  }

  /// Removes every event, keeping the allocated memory.
  mutating func reset(tokens: Int64, cells empty: FoldCells) {
    if cells.counts == empty.counts {
      cells.claim()
      cells.fill(from: empty)
    } else {
      cells = empty
    }
    completions.removeAll(keepingCapacity: true)
    expiries.removeAll(keepingCapacity: true)
    voids.removeAll(keepingCapacity: true)
    history.reset()
    journey.reset()
    if hasSubjects {
      tasks = TasksState()
      quests = QuestsState()
      moods = MoodsState()
      trackers = TrackersState()
      hasSubjects = false
    }
    ledger = Ledger()
    fuel = 0
    overloads = 0
    self.tokens = tokens
    level = 1
    categorySparks = InlineArray(repeating: 0)
    latestSparkDay = nil
    longestStreak = 0
    newest = nil
    latestFailure = nil
    eventCount = 0
    since = (0, 0, 0, 0)
    days = InlineArray(repeating: DaySlot())
    dayTags = InlineArray(repeating: Self.noTag)
    weekTags = InlineArray(repeating: Self.noTag)
    today = OpenDay()
  }

  /// Returns whether both states are equal in every derived fact.
  public static func == (left: ProfileState, right: ProfileState) -> Bool {
    left.ledger == right.ledger && left.fuel == right.fuel && left.overloads == right.overloads
      && left.tokens == right.tokens && left.level == right.level
      && left.sparksByCategory == right.sparksByCategory && left.cells == right.cells
      && left.completions == right.completions && left.expiries == right.expiries
      && left.voids == right.voids && left.latestSparkDay == right.latestSparkDay
      && left.longestStreak == right.longestStreak && left.newest == right.newest
      && left.latestFailure == right.latestFailure
      && left.eventCount == right.eventCount && left.since == right.since
      && left.days.array == right.days.array && left.dayTags.array == right.dayTags.array
      && left.weekTags.array == right.weekTags.array && left.history == right.history
      && left.tasks == right.tasks && left.quests == right.quests
      && left.journey == right.journey && left.moods == right.moods
      && left.trackers == right.trackers
  }
}

extension InlineArray where Element: Equatable {
  /// The elements as an array, for comparing and encoding.
  var array: [Element] { indices.map { self[$0] } }
}
