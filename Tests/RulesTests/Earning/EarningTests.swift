import FlintCalendar
import FlintRandom
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// A profile under `ignition` with earning rules, no missions, and events at given times.
private struct EarningProfile {
  var profile: LivedProfile

  init(_ rules: [EarningRule], missions: [MissionDefinition] = []) throws {
    var definition = RulebookDefinition.ignition
    definition.earn = rules
    definition.missions = missions
    profile = try LivedProfile(definition)
  }

  var state: ProfileState { profile.state }
  var earned: Int64 { state.ledger.earned }

  @discardableResult
  mutating func record(_ action: ProfileEvent.Action, _ time: String) throws -> EventID {
    let at = try #require(Timestamp(time)).local.instant(offset: .zero)
    return profile.apply(action, at: at)
  }

  /// Returns the points that earning rules paid on a day.
  func earned(on text: String) -> Int64 {
    state.history.totals(on: day(text))?.ledger.earned ?? 0
  }
}

extension EarningRule {
  fileprivate init(
    _ event: OccurrenceKind, _ points: Int64, amount: Amount? = nil, cap: Int64? = nil,
    perDay: Int64? = nil, roll: SparkCategory? = nil,
    where filter: (inout OccurrenceSelector) -> Void = { _ in }
  ) {
    var selector = OccurrenceSelector(event)
    filter(&selector)
    self.init(selector, points: points, amount: amount, cap: cap, perDay: perDay, roll: roll)
  }
}

/// Every value is computed by hand from the rules of its test.
struct `Earning rules` {
  @Test func `pay for an event by the first rule that selects it`() throws {
    var profile = try EarningProfile([
      EarningRule(.taskComplete, 35) { $0.priority = .p0 },
      EarningRule(.taskComplete, 20) { $0.project = "house" },
      EarningRule(.taskComplete, 10), EarningRule(.activity, 15) { $0.activity = .journal },
      EarningRule(.mood, 5) { $0.minMood = .good },
      EarningRule(.entry, 4) { $0.tag = "outside" },
      EarningRule(.entry, 3) { $0.tracker = "RUN" },
    ])
    func task(_ priority: TaskPriority, _ project: String = "Inbox") throws -> ProfileEvent.Action {
      .task(.taskAdd(try TaskContent(name: "T", priority: priority, project: project)))
    }
    let tasks = [
      try profile.record(try task(.p0, "House"), "2026-03-02T08:00"),
      try profile.record(try task(.p1, "House"), "2026-03-02T08:01"),
      try profile.record(try task(.p3), "2026-03-02T08:02"),
    ]
    for (minute, task) in tasks.enumerated() {
      try profile.record(.task(.taskComplete(task)), "2026-03-02T09:0\(minute)")
    }
    #expect(profile.earned == 35 + 20 + 10)
    try profile.record(.journey(.activity(try Activity(.open))), "2026-03-02T10:00")
    #expect(profile.earned == 65)
    try profile.record(.journey(.activity(try Activity(.journal, text: "A"))), "2026-03-02T10:01")
    #expect(profile.earned == 80)
    for (minute, mood) in [Mood.average, .good, .great].enumerated() {
      try profile.record(
        .mood(.record(try MoodContent(day: day("2026-03-02"), mood: mood))),
        "2026-03-02T11:0\(minute)")
    }
    #expect(profile.earned == 90)
    let run = try profile.record(
      .tracker(.create(try TrackerContent(name: "Run"))), "2026-03-02T12:00")
    let other = try profile.record(
      .tracker(.create(try TrackerContent(name: "Other"))), "2026-03-02T12:01")
    func entry(_ tracker: EventID, _ done: Bool, tags: [String] = []) throws -> ProfileEvent.Action
    {
      .tracker(.entry(try EntryContent(tracker: tracker, kind: .checklist(done), tags: tags)))
    }
    try profile.record(try entry(run, true, tags: ["outside"]), "2026-03-02T12:02")
    #expect(profile.earned == 94)
    try profile.record(try entry(run, true), "2026-03-02T12:03")
    #expect(profile.earned == 97)
    try profile.record(try entry(other, true), "2026-03-02T12:04")
    try profile.record(try entry(run, false), "2026-03-02T12:05")
    #expect(profile.earned == 97)
    #expect(profile.state.ledger.total == 97)
    #expect(profile.earned(on: "2026-03-02") == 97)
    // A tracker that is renamed is no longer the one of the rule.
    let change = try TrackerChange(["name": .text("Walk")])
    try profile.record(.tracker(.update(run, change)), "2026-03-02T13:00")
    try profile.record(try entry(run, true), "2026-03-02T13:01")
    #expect(profile.earned == 97)
  }

  @Test func `pay for complete groups of minutes or a number, up to a cap`() throws {
    var profile = try EarningProfile([
      EarningRule(.entry, 2, amount: .init(per: 10, of: .minutes), cap: 12) {
        $0.tracker = "Read"
      },
      EarningRule(.entry, 1, amount: .init(per: 5, of: .number)),
    ])
    let read = try profile.record(
      .tracker(.create(try TrackerContent(name: "Read"))), "2026-03-02T08:00")
    let swim = try profile.record(
      .tracker(.create(try TrackerContent(name: "Swim"))), "2026-03-02T08:01")
    func entry(_ tracker: EventID, _ kind: EntryKind, minutes: Int64? = nil) throws
      -> ProfileEvent.Action
    {
      .tracker(.entry(try EntryContent(tracker: tracker, kind: kind, minutes: minutes)))
    }
    // 9, 10, 39, 70 and 25 minutes: 0, 2, 6, 12 instead of 14, and 4 points.
    for (index, minutes) in ([9, 10, 39, 70] as [Int64]).enumerated() {
      try profile.record(try entry(read, .session(minutes: minutes)), "2026-03-02T09:0\(index)")
    }
    #expect(profile.earned == 20)
    try profile.record(try entry(read, .rating(5), minutes: 25), "2026-03-02T09:10")
    #expect(profile.earned == 24)
    // 14.9, -20 and 1000: 2, 0 and 200 points; minutes are no number.
    for (index, number) in ([14_900_000, -20_000_000, 1_000_000_000] as [Int64]).enumerated() {
      let number = try #require(DecimalNumber(millionths: number))
      try profile.record(try entry(swim, .measurement(number)), "2026-03-02T10:0\(index)")
    }
    try profile.record(try entry(swim, .session(minutes: 60)), "2026-03-02T10:10")
    #expect(profile.earned == 226)
  }

  @Test func `pay only so often on a civil day, and no other rule pays instead`() throws {
    var profile = try EarningProfile([
      EarningRule(.mood, 5, perDay: 1), EarningRule(.mood, 1), EarningRule(.activity, 3, perDay: 2),
    ])
    func rate(_ rated: String, _ time: String) throws {
      try profile.record(
        .mood(.record(try MoodContent(day: day(rated), mood: .good))), time)
    }
    try rate("2026-03-02", "2026-03-02T08:00")
    // The same day again, and an earlier day: the limit concerns the day of the event.
    try rate("2026-03-02", "2026-03-02T09:00")
    try rate("2026-03-01", "2026-03-02T10:00")
    #expect(profile.earned == 5)
    // On the next day a changed rating of the day before is an event of its own.
    try rate("2026-03-02", "2026-03-03T08:00")
    #expect(profile.earned == 10)
    for minute in 0..<4 {
      try profile.record(
        .journey(.activity(try Activity(.open))), "2026-03-03T09:0\(minute)")
    }
    #expect(profile.earned == 16)
    #expect(profile.earned(on: "2026-03-02") == 5)
    #expect(profile.earned(on: "2026-03-03") == 11)
  }

  @Test func `do not count an event that brings nothing as a payment of the day`() throws {
    var profile = try EarningProfile([
      EarningRule(.entry, 3, amount: .init(per: 10, of: .minutes), perDay: 1) {
        $0.tracker = "Read"
      },
      EarningRule(.entry, 3, amount: .init(per: 10, of: .minutes), perDay: 1, roll: .idea),
    ])
    func read(_ name: String, _ minutes: [Int64], _ hour: String) throws {
      let tracker = try profile.record(
        .tracker(.create(try TrackerContent(name: name))), "2026-03-02T\(hour):00")
      for (index, minutes) in minutes.enumerated() {
        try profile.record(
          .tracker(.entry(try EntryContent(tracker: tracker, kind: .session(minutes: minutes)))),
          "2026-03-02T\(hour):1\(index)")
      }
    }
    // 9 minutes have no group of 10 and bring nothing; 60 bring 18 points, the one payment of the day.
    try read("Read", [9, 60, 20], "08")
    #expect(profile.earned == 18)
    #expect(profile.state.holdings.allSatisfy { $0.copies == 0 })
    // Nor does it draw the card of a rule with a roll: 60 bring 18 more, and the card.
    try read("Swim", [9], "09")
    #expect(profile.earned == 18)
    #expect(profile.state.holdings.allSatisfy { $0.copies == 0 })
    try read("Run", [60, 20], "10")
    #expect(profile.earned == 36)
    #expect(profile.state.holdings.reduce(0) { $0 + $1.copies } == 1)
  }

  @Test func `take back what a reopened task and a reset node earned, from their days`() throws {
    let life = MissionDefinition(
      id: "total", title: "T", window: .life, metric: .totalPoints, target: 1_000_000, reward: 1,
      difficulty: .easy)
    var profile = try EarningProfile(
      [EarningRule(.taskComplete, 600, perDay: 2), EarningRule(.questNode, 500)], missions: [life])
    let tasks = try (0..<3).map { number in
      try profile.record(
        .task(.taskAdd(try TaskContent(name: "T"))), "2026-03-02T08:0\(number)")
    }
    for (minute, task) in tasks.enumerated() {
      try profile.record(.task(.taskComplete(task)), "2026-03-02T09:0\(minute)")
    }
    #expect(profile.earned == 1200)
    #expect(profile.state.level == 2)
    // The task that earned nothing takes nothing back and frees nothing.
    try profile.record(.task(.taskReopen(tasks[2])), "2026-03-02T10:00")
    #expect(profile.earned == 1200)
    // A reopened task frees its payment while its day is open.
    try profile.record(.task(.taskReopen(tasks[0])), "2026-03-02T10:01")
    #expect(profile.earned == 600)
    #expect(profile.state.level == 1)
    try profile.record(.task(.taskComplete(tasks[2])), "2026-03-02T10:02")
    #expect(profile.earned == 1200)
    // On the next day the points of the day before are taken from it.
    try profile.record(.task(.taskReopen(tasks[1])), "2026-03-03T08:00")
    #expect(profile.earned(on: "2026-03-02") == 600)
    #expect(profile.earned(on: "2026-03-03") == 0)
    let text =
      #"{"id":"s","name":"S","missions":[{"id":"m","title":"M","nodes":[{"id":"n","orderIndex":0,"#
      + #""title":"N","dependencies":[]}]}]}"#
    let set = try QuestSet(parsing: Array(text.utf8), file: "s.json")
    let node = QuestReference(set: "s", id: "n")
    try profile.record(.quest(.load(set)), "2026-03-03T09:00")
    try profile.record(.quest(.complete(node)), "2026-03-03T09:01")
    #expect(profile.earned == 1100)
    try profile.record(.quest(.reset(.node(node), cascade: false)), "2026-03-05T09:02")
    #expect(profile.earned == 600)
    #expect(profile.earned(on: "2026-03-03") == 0)
    let progress = profile.profile.rulebook.missions(in: profile.state, today: day("2026-03-05"))
    #expect(progress.map(\.progress) == [600])
  }

  @Test func `grant a roll from random streams of its own`() throws {
    var profile = try EarningProfile([EarningRule(.activity, 0, roll: .idea)])
    let cards = RulebookDefinition.ignition.cards
    // The cells of ideas, commonest first; the weights are 60, 30, 8 and 2 % over 50.
    let cells = CardRarity.ignition.map { rarity in
      cards.indices.filter { cards[$0].category == .idea && cards[$0].rarity == rarity }
    }
    let weights: [UInt64] = [30, 15, 4, 1]
    var expected: [Int] = []
    for number in 0..<40 {
      let id = try profile.record(
        .journey(.activity(try Activity(.open))), "2026-03-\(10 + number / 10)T08:1\(number % 10)")
      var rarity = CounterStream(key: 7, identity: id.high, purpose: 5)
      var card = CounterStream(key: 7, identity: id.high, purpose: 6)
      var rest = rarity.bounded(50)
      var index = 0
      while rest >= weights[index] {
        rest -= weights[index]
        index += 1
      }
      expected.append(cells[index][Int(card.bounded(UInt64(cells[index].count)))])
    }
    #expect(profile.profile.facts.map(\.outcome.draw.card) == expected)
    #expect(profile.state.fuel.tokens == 1)
    let copies = profile.state.holdings.reduce(0) { $0 + $1.copies }
    #expect(copies == 40)
    let bonus: [Int64] = [10, 25, 50, 100]
    let duplicates = Dictionary(grouping: expected, by: { $0 }).reduce(0 as Int64) {
      $0 + Int64($1.value.count - 1) * bonus[Int(cards[$1.key].rarity.code)]
    }
    #expect(profile.state.ledger.duplicate == duplicates)
  }

  @Test func `grant rolls that an audit counts with those of sparks`() throws {
    var definition = RulebookDefinition.ignition
    definition.earn = [EarningRule(.activity, 1, perDay: 1, roll: .idea)]
    definition.drops.chance = .percent(50)
    let rulebook = try Rulebook(definition)
    var state = rulebook.initialState()
    var tally = DrawTally()
    for number in 0..<6 {
      let activity = ProfileEvent.Action.journey(.activity(try Activity(.open)))
      let event = ProfileEvent(
        id: EventID(high: UInt64(number), low: 1),
        at: Instant(milliseconds: Int64(number) * 43_200_000), offset: .zero,
        action: number == 5 ? .spark(.idea, .low) : activity)
      tally.apply(event, to: &state, of: rulebook, seed: 3)
    }
    // Of two activities a day, on two days and a half, three are paid; they certainly drop.
    #expect(tally.draws == 4)
    #expect(tally.groups.map { $0.counts.reduce(0, +) } == [3, 1])
    #expect(tally.groups[0].counts[4] == 0)
  }

  @Test func `pay for a habit's day before or after the entry, but only once`() throws {
    let habit = EventID(high: 1, low: 2)
    var trackers = TrackersState()
    _ = trackers.apply(
      .create(try TrackerContent(name: "Run")), id: habit, at: Instant(milliseconds: 0),
      day: CivilDay(number: 0))
    let entry = try EntryContent(tracker: habit, kind: .checklist(true))
    let event = ProfileEvent(
      id: EventID(high: 3, low: 4), at: Instant(milliseconds: 0), offset: .zero,
      action: .tracker(.entry(entry)))
    let both = Occurrences(event.action, habitDone: habit, in: TasksState())
    let alone = Occurrences(event.action, habitDone: nil, in: TasksState())
    let time = OccurrenceTime(event.at, event.offset, day: event.day(.midnight))
    func points(_ rules: [EarningRule], _ occurrences: Occurrences) -> Int64? {
      var definition = RulebookDefinition.ignition
      definition.earn = rules
      return EarningPlan(definition).match(occurrences, at: time, trackers)?.points
    }
    let done = EarningRule(.habitDone, 10) { $0.tracker = " run" }
    let other = EarningRule(.habitDone, 9) { $0.tracker = "walk" }
    let any = EarningRule(.entry, 2)
    #expect(points([other, done, any], both) == 10)
    #expect(points([any, done], both) == 2)
    #expect(points([done], alone) == nil)
    #expect(points([done, any], alone) == 2)
  }

  @Test func `compare hours and weekdays of the local clock`() throws {
    var rule = EarningRule(.activity, 1)
    rule.selector.times.afterHour = 6
    rule.selector.times.beforeHour = 9
    rule.selector.times.weekdays = [Weekdays(.monday), Weekdays(.sunday)]
    var profile = try EarningProfile([rule])
    // Monday 2026-03-02 at 05:59, 06:00, 08:59 and 09:00; Tuesday at 07:00; Sunday at 07:00.
    for time in [
      "02T05:59", "02T06:00", "02T08:59", "02T09:00", "03T07:00", "08T07:00",
    ] {
      try profile.record(.journey(.activity(try Activity(.open))), "2026-03-\(time)")
    }
    #expect(profile.earned == 3)
  }
}

struct `A rulebook with earning rules` {
  private static let text = """
    {"id": "mine", "extends": "ignition", "earn": [
      {"event": "task.complete", "priority": "P0", "points": 35},
      {"event": "mood", "points": 5, "roll": "idea", "per_day": 1},
      {"event": "habit.done", "habit": "Run", "points": 10, "per_day": 5},
      {"event": "entry", "tracker": "Reading", "points": 1, "per": 10, "of": "minutes", "cap": 12},
      {"event": "activity", "kind": "journal", "points": 15, "weekdays": ["mon", "Friday"]},
      {"event": "quest.node", "points": 10, "after_hour": 0, "before_hour": 24}]}
    """

  @Test func `is read from a file and back from its JSON`() throws {
    let definition = try readRulebook(Self.text)
    var expected = RulebookDefinition.ignition
    expected.id = "mine"
    expected.earn = [
      EarningRule(.taskComplete, 35) { $0.priority = .p0 },
      EarningRule(.mood, 5, perDay: 1, roll: .idea),
      EarningRule(.habitDone, 10, perDay: 5) { $0.tracker = "Run" },
      EarningRule(.entry, 1, amount: .init(per: 10, of: .minutes), cap: 12) {
        $0.tracker = "Reading"
      },
      EarningRule(.activity, 15) {
        $0.activity = .journal
        $0.times.weekdays = [Weekdays(.monday), Weekdays(.friday)]
      },
      EarningRule(.questNode, 10) {
        $0.times.afterHour = 0
        $0.times.beforeHour = 24
      },
    ]
    #expect(definition == expected)
    #expect(try RulebookDefinition(reading: definition.json, bundled: []) == definition)
    let compiled = try Rulebook(definition)
    var other = definition
    other.earn[0].points = 36
    #expect(try Rulebook(other).hash != compiled.hash)
    other.earn = []
    #expect(try Rulebook(other).hash != compiled.hash)
    #expect(RulebookDefinition.ignition.json["earn"] == nil)
  }

  @Test func `is refused with every fault and its path`() throws {
    let text = """
      {"id": "mine", "extends": "ignition", "earn": [
        {"event": "sprak", "points": 1}, {"points": 1}, {"event": "spark", "points": 1},
        {"event": "mood", "points": 0}, {"event": "mood", "tracker": "Run", "points": 1},
        {"event": "activity", "points": 1, "per": 10}, {"event": "entry", "points": 1, "of": "number"},
        {"event": "entry", "points": -1, "per_day": 0, "cap": 1.5},
        {"event": "activity", "points": 1, "weekdays": ["mon", "someday"]},
        {"event": "entry", "points": 1, "tags": ["a"]}]}
      """
    let error = try #require(throws: RulebookError.self) { try readRulebook(text) }
    let kinds = "task.complete, mood.record, habit.done, entry, activity or quest.node"
    #expect(
      error.faults.map(\.description) == [
        "earn[1].event: expected \(kinds), got \"sprak\"",
        "earn[2].event: missing; expected \(kinds)",
        "earn[3].event: expected \(kinds), got \"spark\"",
        "earn[4]: the rule pays nothing; set points, roll or grants",
        "earn[5].tracker: the event mood.record takes only min_mood, before_hour, after_hour and "
          + "weekdays",
        "earn[6].per: only the event entry has amounts",
        "earn[7].of: the unit needs a size of groups; set per",
        "earn[8].cap: expected a whole number, got 1.5",
        "earn[8].points: expected 0 to 1000000, got -1",
        "earn[8].per_day: expected 1 to 1000000, got 0",
        "earn[9].weekdays: expected weekdays such as mon or Monday, got \"someday\"",
        "earn[10].tags: unknown field (did you mean \"tag\"?)",
      ])
  }
}
