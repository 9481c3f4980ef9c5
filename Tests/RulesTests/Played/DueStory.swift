import FlintCalendar
import FlintRules
import Testing

/// A profile in a time zone an hour ahead of UTC, and its due items.
struct DueStory {
  static let offset = UTCOffset(seconds: 3600)
  var profile: LivedProfile

  init(_ definition: RulebookDefinition = .ignition) throws {
    profile = try LivedProfile(definition)
  }

  static func instant(_ time: String) throws -> Instant {
    try #require(Timestamp(time)).local.instant(offset: offset)
  }

  @discardableResult
  mutating func apply(_ action: ProfileEvent.Action, _ time: String) throws -> EventID {
    profile.apply(action, at: try Self.instant(time), offset: Self.offset.seconds)
  }

  @discardableResult
  mutating func task(
    _ name: String, due: String? = nil, reminder: String? = nil, priority: TaskPriority = .p2,
    project: String? = nil
  ) throws -> EventID {
    let content = try TaskContent(
      name: name, priority: priority, project: project, due: due.map { day($0) },
      reminder: try reminder.map { try Self.instant($0) })
    return try apply(.task(.taskAdd(content)), "2026-02-01T08:00")
  }

  mutating func spark(_ time: String, _ category: SparkCategory = .idea) throws {
    try apply(.spark(category, .low), time)
  }

  mutating func mood(_ date: String, at time: String) throws {
    try apply(.mood(.record(try MoodContent(day: day(date), mood: .good))), time)
  }

  func dues(
    _ now: String, within span: DueSpan = .usual, _ kinds: DueView.Kind...
  ) throws -> [DueView] {
    let now = try Self.instant(now)
    let time = CivilTime(now, offset: Self.offset)
    let end = { (day: CivilDay) in CivilTime(day: day + 1).instant(offset: Self.offset) }
    let clock =
      switch span {
      case .days(let days):
        DueClock(
          now: now, time: time, until: Instant(milliseconds: end(time.day + days).milliseconds - 1),
          lastDay: time.day + days, end: end)
      case .minutes(let minutes):
        {
          let until = Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000)
          return DueClock(
            now: now, time: time, until: until,
            lastDay: CivilTime(until, offset: Self.offset).day, end: end)
        }()
      }
    let rulebook = profile.rulebook
    let state = rulebook.opened(profile.state, through: time.day) ?? profile.state
    return rulebook.dues(
      of: state, clock, kinds: kinds.isEmpty ? Set(DueView.Kind.allCases) : Set(kinds))
  }
}
