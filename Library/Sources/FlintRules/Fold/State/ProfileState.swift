public import FlintCalendar

/// The state derived from a profile's events up to a position in the fold.
///
/// Events change it by `Rulebook.apply(_:to:seed:words:)`, or by `Rulebook.play` where they are sparks
/// of simulated players; both take the same step. Equal events under an equal rulebook yield equal
/// states, independently of the order in which the events were recorded.
public struct ProfileState: Equatable, Sendable {
  /// Points by source.
  public internal(set) var ledger = Ledger()
  /// The level, from 1.
  public internal(set) var level = 1
  /// The fuel, overloads and roll tokens.
  public internal(set) var fuel: ProfileState.Fuel
  /// Sparks by category and by day, and the streaks.
  package internal(set) var sparkDays = SparkDays()
  let rarities: Int
  /// The number of cards received since the last of each rarity or better.
  var since = CardsSince()
  package internal(set) var missions = MissionsState()
  /// Counters, completed missions and card holdings.
  var cells: FoldCells
  package internal(set) var subjects = SubjectStates()
  package internal(set) var history = DayHistory()
  /// The events folded, and those without effect.
  package internal(set) var events = FoldedEvents()
  package internal(set) var wallet: WalletState
  package internal(set) var pools: PoolsState
  /// The days and weeks that stay open.
  var windows = OpenWindows()
  /// The histories that are retained beside totals.
  let retained: RetainedHistory

  init(
    tokens: Int64, rarities: Int, cells: FoldCells, wallet: WalletState,
    pools: PoolsState, retaining retained: RetainedHistory
  ) {
    self.rarities = rarities
    fuel = ProfileState.Fuel(tokens: tokens)
    self.wallet = wallet
    self.pools = pools
    self.cells = cells
    self.retained = retained
  }

  /// Tasks and projects.
  package var tasks: TasksState { subjects.tasks }
  package var quests: QuestsState { subjects.quests }
  /// Journeys, activities and achievements.
  package var journey: JourneyState { subjects.journey }
  /// Moods by day.
  package var moods: MoodsState { subjects.moods }
  /// Trackers and the totals of their entries.
  package var trackers: TrackersState { subjects.trackers }

  /// The approximate number of values that a copy of the state duplicates once it is changed.
  package var copyCost: Int64 {
    Int64(subjects.tasks.tasks.count) + Int64(history.days.count) / 8
  }

  /// Returns the score of the tasks completed on a day.
  public func taskScore(on day: CivilDay) -> Int64 { tasks.score(on: day) }

  /// Returns the mood that a day was rated with; `nil` without a rating.
  public func mood(on day: CivilDay) -> Mood? { moods.mood(on: day) }

  /// Returns the id of the event that created the tracker of a name, ignoring case; `nil` when there is none.
  public func tracker(named name: String) -> EventID? { trackers.tracker(named: name)?.id }

  /// Returns the habits as of a day, in the order in which their trackers were created.
  public func habits(today: CivilDay) -> [HabitView] { trackers.habits(today: today) }

  /// Returns whether an event can be applied last: it follows all that were applied.
  public func canAppend(_ event: ProfileEvent) -> Bool { events.canAppend(event) }

  /// The number of sparks.
  public var sparkCount: Int64 { sparksByCategory.reduce(0, +) }

  /// The number of sparks by category, in the order of the rulebook.
  package var sparksByCategory: [Int64] { withExtendedLifetime(cells) { Array(cells.sparks) } }

  /// The holdings of every card, in rulebook order.
  package var holdings: [Holding] {
    withExtendedLifetime(cells) { Array(cells.holdings) }
  }

  /// Returns the holding of a card, by its position in the rulebook.
  package func holding(of card: Int) -> Holding {
    withExtendedLifetime(cells) { cells.holdings[card] }
  }

  /// Returns the number of times that a mission was completed, by its position in the rulebook.
  package func timesCompleted(_ mission: Int) -> Int64 {
    withExtendedLifetime(cells) { Int64(cells.timesCompleted[mission]) }
  }

  /// The number of missions completed, including repetitions.
  public var missionsCompleted: Int64 {
    withExtendedLifetime(cells) { cells.timesCompleted.reduce(0) { $0 + Int64($1) } }
  }

  func count(at index: Int) -> Int64 {
    withExtendedLifetime(cells) { cells.counters[index].value }
  }

  /// The number of distinct cards owned.
  public var ownedCount: Int {
    withExtendedLifetime(cells) { cells.holdings.count { $0.copies > 0 } }
  }

  /// Returns the spark streak as of a day: the run that ends on it or on the day before, or 0.
  public func currentStreak(today: CivilDay) -> Int32 {
    let run = sparkDays.runEnding(on: today, in: windows)
    return run > 0 ? run : sparkDays.runEnding(on: today + -1, in: windows)
  }

  /// Returns the spark streak at an event of a day. The event of a traveller may be older than the
  /// latest spark; then the streak is the one as of that spark.
  func streak(at day: CivilDay) -> Int32 {
    currentStreak(today: sparkDays.latest.map { max($0, day) } ?? day)
  }

  package func isOpen(_ day: CivilDay) -> Bool {
    windows.openSlot(of: day) != nil && windows.openSlot(of: day.week) != nil
      && subjects.journey.openDay.map { day <= $0 } ?? false
  }

  /// Removes the newest event, which was void, except for the days that it opened (see `isOpen`).
  ///
  /// - Parameter mark: the value of `events.voidMark` before the event.
  package mutating func removeLatestVoid(to mark: FoldedEvents.VoidMark) {
    events.removeLatestVoid(to: mark)
  }

  /// Removes every event, keeping the allocated memory.
  mutating func reset(tokens: Int64, cells empty: FoldCells) {
    if cells.counts == empty.counts {
      cells.claim()
      cells.fill(from: empty)
    } else {
      cells = empty
    }
    ledger = Ledger()
    level = 1
    fuel = ProfileState.Fuel(tokens: tokens)
    sparkDays = SparkDays()
    since = CardsSince()
    missions.reset()
    subjects.reset()
    history.reset()
    events.reset()
    windows = OpenWindows()
  }

  /// Returns whether both states are equal in every derived fact.
  public static func == (left: ProfileState, right: ProfileState) -> Bool {
    left.ledger == right.ledger && left.level == right.level && left.fuel == right.fuel
      && left.sparkDays == right.sparkDays && left.since == right.since
      && left.missions == right.missions && left.cells == right.cells
      && left.subjects == right.subjects && left.history == right.history
      && left.events == right.events && left.windows == right.windows
      && left.wallet == right.wallet && left.pools == right.pools
  }
}
