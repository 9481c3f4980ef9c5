package import FlintCalendar

package struct Journey: Equatable, Sendable {
  /// The day from which its days count.
  package internal(set) var start: CivilDay
  package internal(set) var id: EventID
  package internal(set) var at: Instant
  package internal(set) var recordedOn: CivilDay
}

/// The state derived from a profile's journeys and activities, and from the days with events of any
/// kind. Texts are not part of it.
package struct JourneyState: Equatable, Sendable {
  package struct Unlock: Dated, Equatable, Sendable {
    /// The ladder's position in the rulebook.
    package internal(set) var ladder: Int32
    /// The rung's position in the ladder; 0 is the lowest.
    package internal(set) var rung: Int32
    package internal(set) var day: CivilDay
    /// The instant of the event that unlocked it; `nil` when it unlocked at the opening of the day.
    package internal(set) var at: Instant?
  }

  struct LadderProgress: Equatable, Sendable {
    /// The position of the next rung.
    var next: Int32 = 0
    /// The number of the day on which the previous rung unlocked.
    var lastDay = Int32.min
  }

  /// The achievements, in the order in which they were unlocked. Their days never decrease.
  package internal(set) var unlocks: [Unlock] = []
  /// The journeys, in the order in which they were recorded.
  package internal(set) var journeys: [Journey] = []

  var log = ActivityLog()
  /// The progress on each ladder of the rulebook; empty until a day is opened.
  var ladderProgress: [LadderProgress] = []
  /// The number of the latest open civil day.
  var opened = Int32.min
  /// Whether a value that ladders depend on has changed since they were examined.
  var isDirty = false
  /// The number of `unlocks` from before the latest open day.
  var earlierUnlocks = 0
  /// The number of active days before the start of the latest journey.
  var activeBeforeStart = 0

  /// The result of the latest examination of the ladders.
  var watch = LadderWatch()

  package init() {}

  /// Removes every event, keeping the allocated memory.
  mutating func reset() {
    unlocks.removeAll(keepingCapacity: true)
    journeys.removeAll(keepingCapacity: true)
    log.reset()
    ladderProgress.removeAll(keepingCapacity: true)
    opened = .min
    isDirty = false
    earlierUnlocks = 0
    activeBeforeStart = 0
    watch = LadderWatch()
  }

  /// Returns whether both states are equal; `watch` follows from the rest.
  package static func == (left: JourneyState, right: JourneyState) -> Bool {
    left.unlocks == right.unlocks && left.journeys == right.journeys && left.log == right.log
      && left.ladderProgress == right.ladderProgress && left.opened == right.opened
      && left.isDirty == right.isDirty && left.earlierUnlocks == right.earlierUnlocks
      && left.activeBeforeStart == right.activeBeforeStart
  }

  /// The latest open civil day: the current day of the fold.
  package var openDay: CivilDay? { opened == .min ? nil : CivilDay(number: opened) }

  /// The journey recorded last, which is the current one.
  package var journey: Journey? { journeys.last }

  /// The first day with an event.
  package var firstActiveDay: CivilDay? { log.entries.first?.day }

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

  /// - Parameter latest: the date that clocks showed. A journey that was started on it begins on the
  ///   civil day of the event, so that it keeps its effect when the profile's day start becomes later.
  mutating func apply(
    _ action: JourneyAction, id: EventID, at: Instant, day: CivilDay, latest: CivilDay
  ) -> SubjectEffect {
    switch action {
    case .start(let given):
      guard given <= latest else { return .void(.laterDay) }
      let start = min(given, day)
      journeys.append(Journey(start: start, id: id, at: at, recordedOn: day))
      activeBeforeStart = log.count(before: start)
      isDirty = true
      return SubjectEffect()
    case .activity(let activity):
      note(day)
      if activity.kind != .open {
        log.add(activity.kind, on: day)
        isDirty = true
      }
      return SubjectEffect(activities: 1)
    }
  }

  /// Returns the scores on the latest open day; `nil` without a journey.
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
