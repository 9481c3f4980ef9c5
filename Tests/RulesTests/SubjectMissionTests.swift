import FlintCalendar
import FlintRules
import Testing

/// Missions over subjects other than sparks: three days, every count computed by hand.
struct `Missions over other subjects` {
  private static let metrics: [(name: String, metric: Metric)] = [
    ("tasks", .tasks), ("task-score", .taskScore), ("moods", .moods), ("activities", .activities),
    ("quest-steps", .questSteps), ("entries", .entries),
  ]

  /// A mission of each window for each metric, with unreachable targets.
  private static func definition(target: Int64 = 1000) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    definition.tasks.creditPoints = true
    definition.missions = Window.allCases.flatMap { window in
      metrics.map { name, metric in
        MissionDefinition(
          id: "\(name)-\(window.name)", title: "M", window: window, metric: metric, target: target,
          reward: 10,
          difficulty: .easy)
      }
    }
    return definition
  }

  /// Saturday 2026-02-28 to Monday 2026-03-02.
  private static func profile(_ definition: RulebookDefinition) throws -> LivedProfile {
    var profile = try LivedProfile(definition)
    func at(_ text: String) throws -> Instant {
      try #require(Timestamp(text)).local.instant(offset: .zero)
    }
    let nodes = (0..<4).map {
      #"{"id":"n\#($0)","orderIndex":\#($0),"title":"N","dependencies":[]}"#
    }.joined(separator: ",")
    let text = #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":[\#(nodes)]}]}"#
    let set = try QuestSet(parsing: Array(text.utf8), file: "s.json")
    profile.apply(.quest(.load(set)), at: try at("2026-02-28T08:00"))
    func node(_ number: Int) -> ProfileEvent.Action {
      .quest(.complete(QuestReference(set: "s", id: "n\(number)")))
    }
    let tracker = profile.apply(
      .tracker(.create(try TrackerContent(name: "Run"))), at: try at("2026-02-28T08:01"))
    let entry = ProfileEvent.Action.tracker(
      .entry(try EntryContent(tracker: tracker, kind: .session(minutes: 5))))
    let urgent = profile.apply(
      .task(.taskAdd(try TaskContent(name: "A", priority: .p0))), at: try at("2026-02-28T08:02"))
    let other = profile.apply(
      .task(.taskAdd(try TaskContent(name: "B", priority: .p2))), at: try at("2026-02-28T08:03"))
    // Saturday: a task of 7, two steps, an activity.
    profile.apply(.task(.taskComplete(urgent)), at: try at("2026-02-28T09:00"))
    profile.apply(node(0), at: try at("2026-02-28T09:01"))
    profile.apply(node(1), at: try at("2026-02-28T09:02"))
    profile.apply(
      .journey(.activity(try Activity(.open))), at: try at("2026-02-28T09:03"))
    // Sunday: a task of 3, a mood rated twice, two entries.
    profile.apply(.task(.taskComplete(other)), at: try at("2026-03-01T09:00"))
    for (hour, mood) in [("10", Mood.good), ("11", .bad)] {
      profile.apply(
        .mood(.record(try MoodContent(day: day("2026-03-01"), mood: mood))),
        at: try at("2026-03-01T\(hour):00"))
    }
    profile.apply(entry, at: try at("2026-03-01T12:00"))
    profile.apply(entry, at: try at("2026-03-01T12:01"))
    // Monday: Saturday's task is reopened and a step of it un-completed; a step, an entry.
    profile.apply(.task(.taskReopen(urgent)), at: try at("2026-03-02T09:00"))
    profile.apply(
      .quest(.reset(.node(QuestReference(set: "s", id: "n1")), cascade: false)),
      at: try at("2026-03-02T09:01"))
    profile.apply(node(2), at: try at("2026-03-02T09:02"))
    profile.apply(entry, at: try at("2026-03-02T09:03"))
    return profile
  }

  private static func progress(
    _ profile: LivedProfile, _ window: Window, on day: CivilDay
  ) -> [Int64] {
    profile.rulebook.missions(
      in: profile.state,
      filter: MissionView.Filter(window: MissionView.Filter.Window(rawValue: window.name)),
      day: day, today: day
    ).map(\.progress)
  }

  @Test func `count by day, by week from Monday, and for life`() throws {
    let profile = try Self.profile(Self.definition())
    let monday = day("2026-03-02")
    // Tasks, their score, moods, activities, quest steps, entries.
    #expect(Self.progress(profile, .day, on: monday) == [0, 0, 0, 0, 1, 1])
    #expect(Self.progress(profile, .week, on: monday) == [0, 0, 0, 0, 1, 1])
    #expect(Self.progress(profile, .life, on: monday) == [1, 3, 1, 1, 2, 3])
  }

  @Test func `are reversed in the day and the week that they were counted in`() throws {
    let profile = try Self.profile(Self.definition())
    #expect(Self.progress(profile, .day, on: day("2026-02-28")) == [0, 0, 0, 1, 1, 0])
    #expect(Self.progress(profile, .day, on: day("2026-03-01")) == [1, 3, 1, 0, 0, 2])
    #expect(Self.progress(profile, .week, on: day("2026-03-01")) == [1, 3, 1, 1, 1, 2])
  }

  @Test func `are completed at the event that reaches the target, once a window`() throws {
    // Two of each: Saturday's steps, Sunday's entries, their weeks, and for life also the third
    // entry's predecessor; scores of 7 and 3.
    let profile = try Self.profile(Self.definition(target: 2))
    let ids = profile.state.missions.completions.map {
      profile.rulebook.definition.missions[Int($0.mission)].id
    }
    #expect(
      ids.sorted() == [
        "entries-day", "entries-life", "entries-week", "quest-steps-day", "quest-steps-life",
        "quest-steps-week", "task-score-day", "task-score-day", "task-score-life",
        "task-score-week", "tasks-life", "tasks-week",
      ])
    #expect(profile.state.ledger.mission == 120)
  }

  @Test func `agree with the series`() throws {
    let profile = try Self.profile(Self.definition())
    let range = try DayRange(since: day("2026-02-28"), before: day("2026-03-03"))
    func values(_ metric: SeriesMetric) throws -> [Int64?] {
      try profile.series(metric, range).buckets.map(\.value)
    }
    #expect(try values(.tasks) == [0, 1, 0])
    #expect(try values(.taskScore) == [0, 3, 0])
    #expect(try values(.taskPoints) == [0, 3, 0])
    #expect(try values(.moods) == [0, 1, 0])
    #expect(try values(.activities) == [1, 0, 0])
    #expect(try values(.questSteps) == [1, 0, 1])
    #expect(try values(.entries) == [0, 2, 1])
    #expect(profile.state.ledger.task == 3)
  }
}
