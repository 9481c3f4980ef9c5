import FlintCalendar
import FlintJSON
import FlintSchema
import TestSupport
import Testing

@testable import FlintRules

/// A profile under `ignition` with some missions of its own, and events at given times.
private struct EventMissionProfile {
  var profile: LivedProfile

  init(_ missions: [MissionDefinition]) throws {
    var definition = RulebookDefinition.ignition
    definition.missions = missions
    definition.drops.chance = .zero
    profile = try LivedProfile(definition)
    for (minute, name) in ["Run", "Swim", "Other"].enumerated() {
      try record(.tracker(.create(try TrackerContent(name: name))), "2026-01-01T08:0\(minute)")
    }
  }

  @discardableResult
  mutating func record(_ action: ProfileEvent.Action, _ time: String) throws -> EventID {
    let at = try #require(Timestamp(time)).local.instant(offset: .zero)
    return profile.apply(action, at: at)
  }

  /// Adds an entry to the tracker Run, or to Swim or Other.
  mutating func entry(
    _ number: Int64, on day: String, hour: Int = 9, tags: [String] = [], tracker: String = "Run"
  ) throws {
    let id = try #require(profile.state.trackers.tracker(named: tracker)).id
    let number = try #require(DecimalNumber(millionths: number * 1_000_000))
    let content = try EntryContent(tracker: id, kind: .measurement(number), tags: tags)
    try record(
      .tracker(.entry(content)), "2026-\(day)T\(hour < 10 ? "0" : "")\(hour):00")
  }

  mutating func spark(_ category: SparkCategory, on day: String, hour: Int = 12) throws {
    try profile.spark(category, .low, "2026-\(day)T\(hour < 10 ? "0" : "")\(hour):00")
  }

  /// The days of the completions, by mission.
  var completions: [String: [String]] {
    Dictionary(
      grouping: profile.state.missions.completions,
      by: { profile.rulebook.definition.missions[Int($0.mission)].id }
    ).mapValues { $0.map { String(CivilTime($0.at, offset: .zero).day.description.dropFirst(5)) } }
  }

  func progress(_ today: String, on other: String? = nil) -> [Int64] {
    profile.rulebook.missions(
      in: profile.state, day: other.map { day("2026-\($0)") }, today: day("2026-\(today)")
    ).map(\.progress)
  }
}

private func mission(
  _ id: String, _ period: MissionPeriod, _ event: OccurrenceKind,
  _ form: EventMetric.Form, _ target: Int64, of measure: EventMetric.Measure? = nil,
  each: Int64? = nil, season: Season = .always, requires: [String] = [],
  where filter: (inout OccurrenceSelector) -> Void = { _ in }
) -> MissionDefinition {
  var selector = OccurrenceSelector(event)
  filter(&selector)
  return MissionDefinition(
    id: id, title: "M", period: period,
    events: EventMetric(selector, form, of: measure, eachAtLeast: each), target: target,
    reward: 10, difficulty: .easy, season: season, requires: requires)
}

/// Every day is computed by hand: 2026-03-02 is a Monday.
struct `General metrics of missions` {
  @Test func `count the days of a week on which an amount is reached`() throws {
    // "Read 20 pages five times a week", here three times.
    var profile = try EventMissionProfile([
      mission("pages", .window(.week), .entry, .days, 3, each: 20) { $0.tracker = "run" }
    ])
    try profile.entry(12, on: "03-02")
    #expect(profile.progress("03-02") == [0])
    try profile.entry(8, on: "03-02", hour: 20)
    #expect(profile.progress("03-02") == [1])
    try profile.entry(19, on: "03-03")
    try profile.entry(25, on: "03-04", tracker: "Other")
    try profile.entry(20, on: "03-05")
    #expect(profile.progress("03-05") == [2])
    try profile.entry(1, on: "03-05", hour: 21)
    try profile.entry(40, on: "03-08")
    #expect(profile.completions == ["pages": ["03-08"]])
    // A new week begins on Monday.
    try profile.entry(40, on: "03-09")
    #expect(profile.progress("03-09") == [1])
    #expect(profile.progress("03-09", on: "03-04") == [3])
  }

  @Test func `sum and distinguish within months and the lifetime`() throws {
    var profile = try EventMissionProfile([
      mission("month", .month, .entry, .sum, 100),
      mission("life", .window(.life), .entry, .sum, 250),
      mission("tags", .month, .entry, .distinct, 3, of: .tags),
      mission("both", .window(.life), .entry, .distinct, 2, of: .trackers),
      mission("kinds", .window(.week), .spark, .distinct, 3),
      mission("worth", .window(.day), .spark, .sum, 30),
    ])
    try profile.entry(60, on: "01-30", tags: ["a", "b"])
    try profile.entry(60, on: "02-01", tags: ["c"])
    #expect(profile.progress("02-01") == [60, 120, 1, 1, 0, 0])
    try profile.entry(40, on: "02-28", tags: ["a"], tracker: "Swim")
    try profile.entry(99, on: "03-01", tags: ["a", "b", "c"])
    // 60 + 60 + 40 + 99 = 259.
    #expect(
      profile.completions == [
        "month": ["02-28"], "both": ["02-28"], "life": ["03-01"], "tags": ["03-01"],
      ])
    #expect(profile.progress("03-01") == [99, 250, 3, 2, 0, 0])
    #expect(profile.progress("03-01", on: "01-15") == [60, 250, 2, 2, 0, 0])
    // An idea of 8, an energy of 15 and again 8: 31 points on one day, 16 on the next.
    try profile.spark(.idea, on: "03-03", hour: 8)
    try profile.spark(.energy, on: "03-03", hour: 9)
    try profile.spark(.idea, on: "03-03", hour: 10)
    try profile.spark(.idea, on: "03-04", hour: 8)
    #expect(profile.completions["worth"] == ["03-03"])
    #expect(profile.completions["kinds"] == nil)
    try profile.spark(.decision, on: "03-08")
    #expect(profile.completions["kinds"] == ["03-08"])
  }

  @Test func `begin a rolling window anew on the day after a completion`() throws {
    var profile = try EventMissionProfile([
      mission("roll", .days(3), .spark, .count, 3), mission("days", .days(3), .spark, .days, 2),
    ])
    try profile.spark(.idea, on: "03-02")
    try profile.spark(.idea, on: "03-03")
    // Two days of three: the second mission is complete, and begins anew on the 4th.
    #expect(profile.progress("03-03") == [2, 2])
    try profile.spark(.idea, on: "03-05")
    // The 2nd is no longer among the 3rd to the 5th.
    #expect(profile.progress("03-05") == [2, 1])
    #expect(profile.completions == ["days": ["03-03"]])
    try profile.spark(.idea, on: "03-05", hour: 13)
    #expect(profile.completions == ["days": ["03-03"], "roll": ["03-05"]])
    // More on the day of the completion belongs to it.
    for hour in 14...17 { try profile.spark(.idea, on: "03-05", hour: hour) }
    #expect(profile.progress("03-06") == [0, 1])
    try profile.spark(.idea, on: "03-06")
    #expect(profile.progress("03-06") == [1, 2])
    #expect(profile.completions == ["days": ["03-03", "03-06"], "roll": ["03-05"]])
    #expect(profile.progress("03-09") == [0, 0])
  }

  @Test func `take back what a reopened task and a reset node counted`() throws {
    var profile = try EventMissionProfile([
      mission("house", .window(.week), .taskComplete, .count, 9) { $0.project = "house" },
      mission("score", .window(.life), .taskComplete, .sum, 99, of: .score),
      mission("nodes", .days(7), .questNode, .count, 9),
      mission("days", .month, .taskComplete, .days, 9),
    ])
    let task = try profile.record(
      .task(.taskAdd(try TaskContent(name: "T", priority: .p0, project: "House"))),
      "2026-03-02T08:00")
    let other = try profile.record(
      .task(.taskAdd(try TaskContent(name: "T", priority: .p1))), "2026-03-02T08:01")
    try profile.record(.task(.taskComplete(task)), "2026-03-02T09:00")
    try profile.record(.task(.taskComplete(other)), "2026-03-02T09:01")
    let text =
      #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":[{"id":"n","orderIndex":0,"#
      + #""title":"N","dependencies":[]}]}]}"#
    let node = QuestReference(set: "s", id: "n")
    try profile.record(
      .quest(.load(try QuestSet(parsing: Array(text.utf8), file: "s.json"))), "2026-03-02T10:00")
    try profile.record(.quest(.complete(node)), "2026-03-02T10:01")
    // Scores of 7 and 4.
    #expect(profile.progress("03-02") == [1, 11, 1, 1])
    // The task is in another project when it is reopened, but was in this one when completed.
    try profile.record(
      .task(.taskUpdate(task, TaskChange(["project": .text("Garden")]))), "2026-03-03T08:00")
    try profile.record(.task(.taskReopen(task)), "2026-03-04T08:00")
    try profile.record(.quest(.reset(.node(node), cascade: false)), "2026-03-04T08:01")
    #expect(profile.progress("03-04") == [0, 4, 0, 1])
    try profile.record(.task(.taskReopen(other)), "2026-03-04T08:02")
    #expect(profile.progress("03-04") == [0, 0, 0, 0])
  }

  @Test func `count moods, activities, cards and completions with their filters`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = [
      mission("good", .window(.life), .mood, .count, 9) { $0.minMood = .good },
      mission("journal", .window(.week), .activity, .days, 7) { $0.activity = .journal },
      mission("cards", .window(.life), .card, .count, 99) { $0.category = .energy },
      mission("weekend", .window(.week), .spark, .count, 9) {
        $0.times.weekdays = [Weekdays(.saturday), Weekdays(.sunday)]
      },
      mission("late", .window(.day), .spark, .count, 9) { $0.times.afterHour = 20 },
      mission("strong", .window(.life), .spark, .count, 9) { $0.minIntensity = .high },
      MissionDefinition(
        id: "day", title: "M", window: .day, metric: .sparkDays, target: 1, reward: 1,
        difficulty: .easy),
      mission("dailies", .window(.life), .mission, .count, 9) { $0.window = .day },
    ]
    var profile = try LivedProfile(definition)
    func at(_ text: String) throws -> Instant {
      try #require(Timestamp("2026-03-\(text)")).local.instant(offset: .zero)
    }
    for (hour, mood) in [("08", Mood.average), ("09", .good), ("10", .great)] {
      profile.apply(
        .mood(.record(try MoodContent(day: day("2026-03-02"), mood: mood))),
        at: try at("02T\(hour):00"))
    }
    for time in ["02T11:00", "02T12:00", "03T12:00"] {
      profile.apply(
        .journey(.activity(try Activity(.journal, text: "A"))), at: try at(time))
    }
    profile.apply(.journey(.activity(try Activity(.open))), at: try at("04T12:00"))
    try profile.spark(.energy, .extreme, "2026-03-06T20:00")
    try profile.spark(.energy, .low, "2026-03-07T19:59")
    try profile.spark(.idea, .high, "2026-03-08T20:00")
    let progress = profile.rulebook.missions(in: profile.state, today: day("2026-03-08"))
    #expect(progress.map(\.progress) == [2, 2, 2, 2, 1, 2, 1, 3])
  }

  @Test func `count only within the season`() throws {
    let season = Season(from: day("2026-03-03"), before: day("2026-03-05"))
    var profile = try EventMissionProfile([
      mission("range", .window(.life), .spark, .count, 2, season: season),
      mission("rolling", .days(7), .spark, .count, 3, season: season),
    ])
    for day in ["03-02", "03-03", "03-04", "03-05"] { try profile.spark(.idea, on: day) }
    #expect(profile.completions == ["range": ["03-04"]])
    let views = profile.profile.rulebook.missions(
      in: profile.profile.state, today: day("2026-03-10"))
    #expect(views.map(\.status) == [.completed, .expired])
  }

  @Test func `leave a late event of a traveller in its own day`() throws {
    var profile = try EventMissionProfile([
      mission("day", .window(.day), .spark, .count, 2),
      mission("roll", .days(2), .spark, .count, 4),
    ])
    func spark(_ time: String, offset: Int32) throws {
      try profile.profile.spark(.idea, .low, time, offset: offset)
    }
    // In the order of instants, by local days 4, 3, 4 and 3: a flight back over the date line.
    try spark("2026-03-04T07:00", offset: 43_200)
    try spark("2026-03-03T10:00", offset: -36_000)
    try spark("2026-03-04T11:00", offset: 43_200)
    #expect(profile.progress("03-04", on: "03-03") == [1, 1])
    #expect(profile.progress("03-04") == [2, 3])
    try spark("2026-03-03T15:00", offset: -36_000)
    // On the third there are two, which completes its day; the fourth has two of its own.
    #expect(
      profile.profile.state.missions.completions.map { $0.windowStart } == [
        day("2026-03-04"), day("2026-03-03"),
      ])
    #expect(profile.progress("03-04") == [2, 4])
  }
}

struct `A chain of missions` {
  private static func definition(_ window: Window = .life) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    func sparks(_ id: String, _ target: Int64, _ requires: [String] = []) -> MissionDefinition {
      MissionDefinition(
        id: id, title: "M", window: window,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: target,
        reward: 10, difficulty: .easy, requires: requires)
    }
    definition.missions = [
      mission("third", .window(window), .spark, .count, 1, requires: ["second"]),
      sparks("second", 2, ["first"]), sparks("first", 3),
      sparks("both", 1, ["first", "other"]),
      MissionDefinition(
        id: "level", title: "M", window: .day, metric: .level, target: 1, reward: 10,
        difficulty: .easy, requires: ["first"]),
      MissionDefinition(
        id: "other", title: "M", window: .life, metric: .moods, target: 1, reward: 10,
        difficulty: .easy),
    ]
    return definition
  }

  private static func completed(_ profile: LivedProfile, _ outcome: Range<Int>) -> [String] {
    profile.state.missions.completions[outcome].map {
      profile.rulebook.definition.missions[Int($0.mission)].id
    }
  }

  @Test func `counts from the beginning, and completes when what it requires is completed`() throws
  {
    var profile = try LivedProfile(Self.definition())
    for hour in 8...9 { try profile.spark(.idea, .low, "2026-03-02T0\(hour):00") }
    #expect(profile.state.missions.completions.isEmpty)
    let views = profile.rulebook.missions(in: profile.state, today: day("2026-03-02"))
    #expect(views.map(\.progress) == [1, 2, 2, 1, 1, 0])
    #expect(views.map(\.isLocked) == [true, true, false, true, true, false])
    try profile.spark(.idea, .low, "2026-03-02T10:00")
    #expect(Self.completed(profile, 0..<4) == ["first", "second", "third", "level"])
    profile.apply(
      .mood(.record(try MoodContent(day: day("2026-03-02"), mood: .good))),
      at: Instant(milliseconds: 1_772_449_200_000))
    #expect(Self.completed(profile, 4..<6) == ["other", "both"])
    #expect(
      profile.rulebook.missions(in: profile.state, today: day("2026-03-02")).allSatisfy {
        !$0.isLocked
      })
  }

  @Test func `repeats in every window once it is open`() throws {
    var profile = try LivedProfile(Self.definition(.day))
    for hour in 8...9 { try profile.spark(.idea, .low, "2026-03-02T0\(hour):00") }
    // The next day has two sparks again, then the third.
    for hour in 10...12 { try profile.spark(.idea, .low, "2026-03-03T\(hour):00") }
    for hour in 10...11 { try profile.spark(.idea, .low, "2026-03-04T\(hour):00") }
    #expect(
      Self.completed(profile, 0..<profile.state.missions.completions.count) == [
        "first", "second", "third", "level", "third", "level", "second",
      ])
  }
}

struct `A mission that is locked when its target is reached` {
  /// A task is completed and reopened while the mission is locked, and completed again after it is unlocked.
  @Test(arguments: Window.allCases)
  func `completes when its target is reached again`(window: Window) throws {
    var definition = RulebookDefinition.ignition
    definition.missions = [
      MissionDefinition(
        id: "first", title: "M", window: .life, metric: .moods, target: 1, reward: 10,
        difficulty: .easy),
      MissionDefinition(
        id: "tasks", title: "M", window: window, metric: .tasks, target: 1, reward: 10,
        difficulty: .easy, requires: ["first"]),
    ]
    var profile = try LivedProfile(definition)
    func at(_ minute: Int) throws -> Instant {
      try #require(Timestamp("2026-03-02T08:\(minute)")).local.instant(offset: .zero)
    }
    let task = profile.apply(.task(.taskAdd(try TaskContent(name: "A"))), at: try at(10))
    profile.apply(.task(.taskComplete(task)), at: try at(11))
    profile.apply(.task(.taskReopen(task)), at: try at(12))
    profile.apply(
      .mood(.record(try MoodContent(day: day("2026-03-02"), mood: .good))), at: try at(13))
    #expect(profile.state.missions.completions.map(\.mission) == [0])
    profile.apply(.task(.taskComplete(task)), at: try at(14))
    #expect(profile.state.missions.completions.map(\.mission) == [0, 1])
  }
}

struct `A general metric in a rulebook file` {
  @Test func `is read from a file and back from its JSON`() throws {
    let text = """
      {"id": "mine", "extends": "ignition", "missions": [
        {"id": "read", "title": "Read", "event": "entry", "tracker": "Reading", "days": 5,
          "each_at_least": 20, "window": "week", "reward": 100},
        {"id": "many", "title": "Many", "event": "spark", "category": "idea", "before_hour": 9,
          "target": 7, "window": {"days": 30}, "reward": 1, "requires": ["read", "first-steps"]},
        {"id": "tags", "title": "Tags", "event": "entry", "distinct": 3, "of": "tags",
          "window": "month", "reward": 0, "difficulty": "hard"},
        {"id": "done", "title": "Done", "event": "task.complete", "sum": 50, "of": "score",
          "priority": "P1", "project": "House", "weekdays": ["sat"], "window": "life", "reward": 2,
          "from": "2026-01-01", "before": "2027-01-01"}]}
      """
    let definition = try readRulebook(text)
    var expected = RulebookDefinition.ignition
    expected.id = "mine"
    func with(
      _ mission: MissionDefinition, _ change: (inout MissionDefinition) -> Void
    ) -> MissionDefinition {
      var mission = mission
      mission.difficulty = .medium
      change(&mission)
      return mission
    }
    expected.missions += [
      with(mission("read", .window(.week), .entry, .days, 5, each: 20) { $0.tracker = "Reading" }) {
        $0.title = "Read"
        $0.reward = 100
      },
      with(
        mission("many", .days(30), .spark, .count, 7, requires: ["read", "first-steps"]) {
          $0.category = .idea
          $0.times.beforeHour = 9
        }
      ) {
        $0.title = "Many"
        $0.reward = 1
      },
      with(mission("tags", .month, .entry, .distinct, 3, of: .tags)) {
        $0.title = "Tags"
        $0.reward = 0
        $0.difficulty = .hard
      },
      with(
        mission(
          "done", .window(.life), .taskComplete, .sum, 50, of: .score,
          season: Season(from: day("2026-01-01"), before: day("2027-01-01"))
        ) {
          $0.priority = .p1
          $0.project = "House"
          $0.times.weekdays = Weekdays(.saturday)
        }
      ) {
        $0.title = "Done"
        $0.reward = 2
      },
    ]
    #expect(definition == expected)
    #expect(try RulebookDefinition(reading: definition.json, bundled: []) == definition)
    let hash = try Rulebook(definition).hash
    for change in [
      { $0.missions[43].events?.eachAtLeast = 21 }, { $0.missions[44].span = .days(31) },
      { $0.missions[44].requires = ["read"] }, { $0.missions[45].events?.given = .trackers },
      { $0.missions[46].events?.selector.project = "Home" },
    ] as [(inout RulebookDefinition) -> Void] {
      var changed = definition
      change(&changed)
      #expect(try Rulebook(changed).hash != hash)
    }
  }

  @Test func `can be changed in part`() throws {
    let base = """
      {"id": "mine", "extends": "ignition", "change_missions": {
        "idea-factory": {"event": "spark", "category": "energy", "days": 4},
        "weekly-warrior": {"requires": ["first-steps"]}}}
      """
    let definition = try readRulebook(base)
    let factory = try #require(definition.missions.first { $0.id == "idea-factory" })
    #expect(factory.target == 4 && factory.window == .week && factory.reward == 350)
    #expect(factory.events?.selector.category == .energy)
    #expect(factory.events?.form == .days)
  }

  @Test(arguments: [
    (
      #""event": "spark", "tag": "x", "count": 1, "window": "day""#, "tag",
      "the event spark takes only category, min_intensity, before_hour, after_hour and weekdays"
    ),
    (
      #""event": "spark", "distinct": 2, "of": "tags", "window": "day""#, "of",
      "distinct of spark takes categories, got tags"
    ),
    (
      #""event": "mood", "distinct": 2, "window": "day""#, "distinct",
      "the event mood.record has nothing to distinguish; distinct takes spark, card, entry and "
        + "habit.done"
    ),
    (
      #""event": "spark", "sum": 9, "of": "minutes", "window": "day""#, "of",
      "sum of spark takes points, got minutes"
    ),
    (#""event": "spark", "window": "day""#, "target", "missing; expected a whole number"),
    (
      #""event": "spark", "metric": "sparks", "count": 1, "window": "day""#, "metric",
      "cannot be given together with event"
    ),
    (
      #""event": "spark", "count": 1, "target": 1, "window": "day""#, "target",
      "cannot be given together with count"
    ),
    (
      #""metric": "sparks", "target": 1, "window": "month""#, "window",
      "only missions with an event count within a month or {days = n}"
    ),
    (
      #""metric": "sparks", "target": 1, "window": "day", "tracker": "Run""#, "tracker",
      "only missions with an event have tracker; the metric is sparks"
    ),
    (
      #""event": "spark", "count": 1, "window": {"days": 400}"#, "window",
      "expected 1 to 366 days, got 400"
    ),
    (
      #""event": "spark", "count": 1, "window": {"days": 0}"#, "window",
      "expected 1 to 366 days, got 0"
    ),
    (
      #""event": "entry", "count": 5, "each_at_least": 2, "window": "week""#, "each_at_least",
      "only days have amounts; set days"
    ),
    (
      #""event": "entry", "days": 5, "of": "minutes", "window": "week""#, "of",
      "a day needs an amount; set each_at_least"
    ),
    (
      #""event": "spark", "count": 1, "window": "day", "filters": {"category": "idea"}"#,
      "filters.category", "the filters of an event are fields of the mission"
    ),
    (
      #""event": "spark", "days": 8, "window": "week""#, "target",
      "8 can never be reached: days of spark ends at 7"
    ),
    (
      #""event": "spark", "count": 1, "window": "day", "requires": ["frist-steps"]"#, "requires[1]",
      "there is no mission \"frist-steps\" (did you mean \"first-steps\"?)"
    ),
    (
      #""event": "spark", "count": 1, "window": "day", "requires": ["m"]"#, "requires[1]",
      "the mission would wait for itself"
    ),
  ])
  func `is refused with its path`(fields: String, path: String, problem: String) throws {
    let text = """
      {"id": "mine", "extends": "ignition",
        "missions": [{"id": "m", "title": "M", "reward": 1, \(fields)}]}
      """
    let error = try #require(throws: RulebookError.self) { try readRulebook(text) }
    let faults = error.faults.map(\.description)
    #expect(faults.contains("missions[1].\(path): \(problem)"), "\(faults)")
  }
}
