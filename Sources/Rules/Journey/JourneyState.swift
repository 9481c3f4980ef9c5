/// A journey, as it was started.
public struct Journey: Equatable, Sendable {
  /// The day from which its days count.
  public internal(set) var start: CivilDay
  /// The event that started it.
  public internal(set) var id: EventID
  /// When that was.
  public internal(set) var at: Instant
  /// The civil day of that event.
  public internal(set) var recordedOn: CivilDay
}

/// Everything that is derived from a profile's journeys and activities, and from the days on which
/// anything happened at all. Texts are no part of it.
public struct JourneyState: Equatable, Sendable {
  /// An achievement that was reached.
  public struct Unlock: Dated, Equatable, Sendable {
    /// The ladder's position in the rulebook.
    public internal(set) var ladder: Int32
    /// The rung's position in the ladder, 0 the lowest.
    public internal(set) var rung: Int32
    /// The civil day on which it unlocked.
    public internal(set) var day: CivilDay
    /// The instant of the event at which it unlocked; `nil` when it did as the day opened.
    public internal(set) var at: Instant?
  }

  /// How far a ladder was climbed.
  struct Standing: Equatable, Sendable {
    /// The rung that comes next.
    var next: Int32 = 0
    /// The number of the day on which the one below it unlocked.
    var lastDay = Int32.min
  }

  /// The achievements, in the order in which they were reached. Their days never fall back.
  public internal(set) var unlocks: [Unlock] = []
  /// The journeys, in the order in which they were recorded.
  public internal(set) var journeys: [Journey] = []

  var log = ActivityLog()
  /// One per ladder of the rulebook, once a day was opened.
  var standings: [Standing] = []
  /// The number of the latest civil day opened.
  var opened = Int32.min
  /// Whether something that ladders look at has changed since they were examined.
  var isDirty = false
  /// How many of `unlocks` are from before the latest day opened.
  var earlierUnlocks = 0
  /// How many active days lie before the start of the latest journey.
  var activeBeforeStart = 0

  /// What the latest examination of the ladders found.
  var watch = LadderWatch()

  /// The state before any event.
  public init() {}

  /// Forgets every event, but not the memory for them.
  mutating func reset() {
    unlocks.removeAll(keepingCapacity: true)
    journeys.removeAll(keepingCapacity: true)
    log.reset()
    standings.removeAll(keepingCapacity: true)
    opened = .min
    isDirty = false
    earlierUnlocks = 0
    activeBeforeStart = 0
    watch = LadderWatch()
  }

  /// Whether both say the same. What was found when ladders were examined follows from the rest.
  public static func == (left: JourneyState, right: JourneyState) -> Bool {
    left.unlocks == right.unlocks && left.journeys == right.journeys && left.log == right.log
      && left.standings == right.standings && left.opened == right.opened
      && left.isDirty == right.isDirty && left.earlierUnlocks == right.earlierUnlocks
      && left.activeBeforeStart == right.activeBeforeStart
  }

  /// The latest civil day that was opened: the current day of the fold.
  public var openDay: CivilDay? { opened == .min ? nil : CivilDay(number: opened) }

  /// The journey recorded last, the one that counts now.
  public var journey: Journey? { journeys.last }

  /// The first day on which anything happened.
  public var firstActiveDay: CivilDay? { log.entries.first?.day }

  /// The last day on which anything happened.
  public var lastActiveDay: CivilDay? { log.entries.last?.day }

  /// Makes the civil day of an event active.
  @inline(__always)
  mutating func note(_ day: CivilDay) {
    if day.number != log.latest { noteAnother(day) }
  }

  @inline(never)
  private mutating func noteAnother(_ day: CivilDay) {
    guard log.add(day) else { return }
    if watch.wakes(activeDays: log.entries.count, streak: log.streak(on: CivilDay(number: opened)))
    {
      isDirty = true
    }
    if let journey, day < journey.start { activeBeforeStart += 1 }
  }

  /// Lets an event have its effect.
  mutating func apply(
    _ action: JourneyAction, id: EventID, at: Instant, day: CivilDay
  ) -> SubjectEffect {
    switch action {
    case .start(let start):
      guard start <= day else { return .void(.laterDay) }
      journeys.append(Journey(start: start, id: id, at: at, recordedOn: day))
      activeBeforeStart = log.count(before: start)
      isDirty = true
      return SubjectEffect()
    case .activity(let activity):
      note(day)
      if activity.kind != .open {
        log.count(activity.kind, on: day)
        isDirty = true
      }
      return SubjectEffect(activities: 1)
    }
  }

  /// The scores now, on the latest day opened; `nil` without a journey.
  func currentScores() -> JourneyScores? {
    guard let journey else { return nil }
    let day = CivilDay(number: opened)
    let totals = log.totals
    return JourneyScores(
      day: day,
      JourneyScores.Terms(
        days: Int64(max(0, day - journey.start)), journals: totals.journals,
        sessions: totals.sessions, activeDays: Int64(log.entries.count - activeBeforeStart),
        unlocked: Int64(earlierUnlocks)))
  }
}
