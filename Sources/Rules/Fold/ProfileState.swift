/// Everything that is derived from a profile's events up to some place in the fold.
///
/// Only `Rulebook.apply(_:to:)` changes one. Equal events under an equal rulebook give equal
/// states, whatever order the events were recorded in.
public struct ProfileState: Equatable, Sendable {
  /// Points by source.
  public struct Ledger: Equatable, Sendable {
    /// From sparks.
    public internal(set) var spark: Int64 = 0
    /// From duplicate cards.
    public internal(set) var duplicate: Int64 = 0
    /// From missions.
    public internal(set) var mission: Int64 = 0
    /// From tasks, where the rulebook credits their score.
    public internal(set) var task: Int64 = 0
    /// From all sources.
    public var total: Int64 { spark + duplicate + mission + task }
  }

  /// A mission completed in a window.
  public struct Completion: Equatable, Sendable {
    /// The mission's position in the rulebook.
    public internal(set) var mission: Int32
    /// The first day of the window; `nil` for a lifetime.
    public internal(set) var windowStart: CivilDay?
    /// When it was completed.
    public internal(set) var at: Instant
  }

  /// A mission whose window closed with some progress but uncompleted.
  public struct Expiry: Equatable, Sendable {
    /// The mission's position in the rulebook.
    public internal(set) var mission: Int32
    /// The first day of the window.
    public internal(set) var windowStart: CivilDay
    /// How far it had come.
    public internal(set) var progress: Int64
  }

  /// An event that had no effect, and why.
  public struct Void: Equatable, Sendable {
    /// The event.
    public internal(set) var event: EventID
    /// Why.
    public internal(set) var reason: VoidReason
  }

  /// How often a card was given, and when first.
  public struct Holding: Equatable, BitwiseCopyable, Sendable {
    /// Copies given; 0 = not owned.
    public internal(set) var copies: Int32 = 0
    /// When the first copy was given.
    public internal(set) var first = Instant(milliseconds: 0)
  }

  /// A metric's value in one window, and the next target that waits on it.
  struct Counter: Equatable, BitwiseCopyable, Sendable {
    var value: Int64 = 0
    var next: Int64 = .max
  }

  /// Sparks on one civil day, and the length of the run of spark days that ends on it.
  struct DaySlot: Equatable, BitwiseCopyable, Sendable {
    var sparks: Int32 = 0
    var run: Int32 = 0
  }

  /// What a state keeps beside totals. Only simulators, which let millions of players live one after
  /// the other and look at few of their numbers, keep less than all of it.
  public struct Keeping: OptionSet, BitwiseCopyable, Sendable {
    /// One bit for each thing.
    public let rawValue: UInt8
    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What each civil day came to: `history`.
    public static let days = Keeping(rawValue: 1)
    /// The lists of missions completed and of windows that closed: `completions`, `expiries`.
    public static let missions = Keeping(rawValue: 2)
    /// Active days and the achievements that they unlock: `journey`.
    public static let journey = Keeping(rawValue: 4)
    /// All of it.
    public static let all: Keeping = [.days, .missions, .journey]
  }

  /// How many civil days are held open: an event that comes later by instant can be older by
  /// civil day, but by no more than two days, since offsets lie within ±18 hours; and a run that
  /// reaches the oldest of those looks one day further back.
  static let daySlots = 4
  /// How many weeks are held open, for the same reason.
  static let weekSlots = 2
  /// What no day or week is numbered.
  static let noTag = Int32.min

  /// Points by source.
  public internal(set) var ledger = Ledger()
  /// Fuel, below the rulebook's capacity.
  public internal(set) var fuel: Int64 = 0
  /// Overloads so far.
  public internal(set) var overloads: Int64 = 0
  /// Roll tokens to spend.
  public internal(set) var tokens: Int64
  /// The level, from 1.
  public internal(set) var level = 1
  /// Sparks by category, in the order of `Category.allCases`.
  public var sparksByCategory: [Int64] { categorySparks.array }
  /// Holdings of every card of the rulebook, in its order.
  public var holdings: [Holding] {
    withExtendedLifetime(cells) { Array(cells.holdings) }
  }
  /// Missions completed, in the order of completion.
  public internal(set) var completions: [Completion] = []
  /// Windows that closed on an uncompleted mission that had made progress. A window closes here
  /// when no later event can reach it any more, two days after its last day at the soonest.
  public internal(set) var expiries: [Expiry] = []
  /// The events that had no effect, in the order of the fold.
  public internal(set) var voids: [Void] = []
  /// The latest civil day with a spark.
  public internal(set) var latestSparkDay: CivilDay?
  /// The longest run of civil days with a spark.
  public internal(set) var longestStreak: Int32 = 0
  /// The place of the newest event folded.
  public internal(set) var newest: FoldPlace?
  /// The instant of the latest event that failed when it was first tried, whether it succeeded later
  /// or had no effect: what else happens at that instant comes before it, or may give it its effect.
  public internal(set) var latestFailure: Instant?
  /// How many events were folded, void ones included.
  public internal(set) var eventCount: Int64 = 0
  /// What each civil day came to.
  public internal(set) var history = DayHistory()
  /// Tasks and projects.
  public internal(set) var tasks = TasksState()
  /// Quest sets and what of them is done.
  public internal(set) var quests = QuestsState()
  /// Journeys, activities and achievements.
  public internal(set) var journey = JourneyState()
  /// Moods by day.
  public internal(set) var moods = MoodsState()
  /// Trackers and what their entries come to.
  public internal(set) var trackers = TrackersState()

  /// Cards given since the last of each rarity or better.
  var since: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  var categorySparks = InlineArray<5, Int64>(repeating: 0)
  /// Counters, missions completed and cards held.
  var cells: FoldCells
  var days = InlineArray<4, DaySlot>(repeating: DaySlot())
  var dayTags = InlineArray<4, Int32>(repeating: ProfileState.noTag)
  var weekTags = InlineArray<2, Int32>(repeating: ProfileState.noTag)
  /// The civil day of the newest event.
  var today = OpenDay()
  /// What is kept beside totals.
  let keeping: Keeping
  /// Whether an event of a subject other than sparks and rolls was applied.
  var hasSubjects = false

  /// Makes the state before any event.
  init(tokens: Int64, cells: FoldCells, keeping: Keeping) {
    self.tokens = tokens
    self.cells = cells
    self.keeping = keeping
  }

  /// About how many values a copy of the state has to copy one by one, once it is changed.
  public var weight: Int64 { Int64(tasks.tasks.count) + Int64(history.days.count) / 8 }

  /// Sparks in all.
  public var sparkCount: Int64 { sparksByCategory.reduce(0, +) }

  /// The holding of one card, by its position in the rulebook.
  public func holding(of card: Int) -> Holding {
    withExtendedLifetime(cells) { cells.holdings[card] }
  }

  /// How often a mission was completed, by its position in the rulebook.
  public func timesCompleted(_ mission: Int) -> Int64 {
    withExtendedLifetime(cells) { Int64(cells.timesCompleted[mission]) }
  }

  /// How many missions were completed, repetitions counted.
  public var missionsCompleted: Int64 {
    withExtendedLifetime(cells) { cells.timesCompleted.reduce(0) { $0 + Int64($1) } }
  }

  /// The value of a counter.
  func count(at place: Int) -> Int64 {
    withExtendedLifetime(cells) { cells.counters[place].value }
  }

  /// Distinct cards owned.
  public var ownedCount: Int {
    withExtendedLifetime(cells) { cells.holdings.count { $0.copies > 0 } }
  }

  /// The spark streak as of a day: it counts back from that day, or from the day before when that
  /// day has no spark yet; otherwise it is 0.
  public func currentStreak(today: CivilDay) -> Int32 {
    let run = runEnding(on: today)
    return run > 0 ? run : runEnding(on: today + -1)
  }

  /// The length of the run of spark days that ends on a day, one of those held open; else 0.
  func runEnding(on day: CivilDay) -> Int32 {
    Self.runEnding(on: day, dayTags, days)
  }

  /// The same, told the days instead of a state: the fold would copy a whole one to ask it.
  @inline(__always)
  static func runEnding(
    on day: CivilDay, _ tags: InlineArray<4, Int32>, _ days: InlineArray<4, DaySlot>
  ) -> Int32 {
    let slot = MissionPlan.slot(of: day)
    return tags[slot] == day.number ? days[slot].run : 0
  }

  /// The spark streak at an event of a day. A traveller's event may be older than the latest
  /// spark; then the streak is the one as of that spark.
  func streak(at day: CivilDay) -> Int32 {
    currentStreak(today: latestSparkDay.map { max($0, day) } ?? day)
  }

  /// Whether an event of a day would open neither the day nor its week.
  public func isOpen(_ day: CivilDay) -> Bool {
    dayTags[MissionPlan.slot(of: day)] == day.number
      && weekTags[MissionPlan.slot(of: day.week)] == day.week.number
      && journey.openDay.map { day <= $0 } ?? false
  }

  /// What an event without effect leaves other than before, apart from the list of such events.
  public struct VoidMark: Sendable {
    fileprivate var newest: FoldPlace?
    fileprivate var latestFailure: Instant?
  }

  /// To be kept before an event that may have no effect, for `withdrawVoid`.
  public var voidMark: VoidMark { VoidMark(newest: newest, latestFailure: latestFailure) }

  /// Takes back the newest event, which had no effect, but for the days that it opened (see `isOpen`).
  ///
  /// - Parameter mark: what `voidMark` was before it.
  public mutating func withdrawVoid(to mark: VoidMark) {
    voids.removeLast()
    eventCount -= 1
    newest = mark.newest
    latestFailure = mark.latestFailure
  }

  /// Whether an event can be applied behind all others: none comes after it, and none of its instant
  /// waits for it.
  @inline(__always)
  public func isBehindAll(_ event: Event) -> Bool {
    guard let newest else { return true }
    if newest.at != event.at { return newest.at < event.at }
    return newest < event.place && latestFailure != event.at
  }

  /// Forgets every event, but not the memory it has.
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

  /// Whether both say the same of every derived fact.
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
  /// The elements as an array, to be compared and written.
  var array: [Element] { indices.map { self[$0] } }
}
