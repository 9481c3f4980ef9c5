import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

/// Defects of similar applications, tested through the public interface: a profile's file, which is
/// closed and opened again wherever that could matter.
struct `Known defects of similar apps do not occur` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.create()
  }

  /// A run: the file is opened, used and closed.
  @discardableResult
  private func run<Result>(
    _ now: String = today, _ body: (Session) throws -> Result
  ) throws -> Result {
    try scratch.open().at(now, body)
  }

  // MARK: Points

  /// The base value times the multiplier, truncated, for low, medium, high and extreme.
  private static let worth: [(SparkCategory, [Int64])] = [
    (.decision, [10, 15, 20, 25]), (.energy, [15, 22, 30, 37]), (.idea, [8, 12, 16, 20]),
    (.experiment, [20, 30, 40, 50]), (.challenge, [25, 37, 50, 62]),
  ]

  @Test func `removing a spark undoes its points, by the same table`() throws {
    try run { try $0.spark(.decision, .low, at: "2026-03-01T09:00") }
    let before = try run { try $0.state() }
    for (category, points) in Self.worth {
      for (intensity, points) in zip(SparkIntensity.ignition, points) {
        let added = try run { try $0.spark(category, intensity, at: "2026-03-02T10:00") }
        #expect(added.outcome?.basePoints == points)
        #expect(try run { try $0.state().ledger.spark } == 10 + points)
        try run { try $0.removeSpark(id: added.id) }
        #expect(try run { try $0.state() } == before)
      }
    }
  }

  @Test func `reopening a task undoes its score, even if its priority has changed`() throws {
    let id = try run { session in
      let id = try session.addTask("Letter", .p0, at: "2026-03-01T09:00")
      #expect(try session.completeTask(id, at: "2026-03-01T10:00").outcome?.taskScore == 7)
      return id
    }
    try run { session in
      let change = try TaskChange(["priority": .name("P3")])
      _ = try session.record(.task(.taskUpdate(id, change)), at: written("2026-03-01T11:00"))
    }
    #expect(try run { try $0.state().tasks.score(on: civil("2026-03-01")) } == 7)
    let reopened = try run {
      try $0.record(.task(.taskReopen(id)), at: written("2026-03-02T09:00"))
    }
    #expect(reopened.outcome?.taskScore == -7)
    #expect(try run { try $0.state().tasks.score(on: civil("2026-03-01")) } == 0)
    #expect(try run { try $0.state().tasks.score(on: civil("2026-03-02")) } == 0)
    #expect(try run { try $0.reader.summary().tasks.score } == 0)
  }

  @Test func `the bonus of a duplicate card is paid`() throws {
    let bonuses: [CardRarity: Int64] = [.common: 10, .rare: 25, .epic: 50, .legendary: 100]
    let cards = RulebookDefinition.ignition.cards
    var (announced, byRarity) = (0 as Int64, 0 as Int64)
    for day in 1...28 {
      try run { session in
        for hour in [13, 14] {
          let time = "2026-02-\(day < 10 ? "0" : "")\(day)T\(hour):00"
          let outcome = try #require(try session.spark(.energy, .low, at: time).outcome)
          announced += outcome.draw.duplicatePoints
          if let card = outcome.draw.card, !outcome.draw.isNew {
            byRarity += bonuses[cards[card].rarity] ?? 0
          }
        }
      }
    }
    // 56 draws from the 10 cards of a category: at least 46 duplicates.
    #expect(announced >= 460)
    #expect(announced == byRarity)
    let ledger = try run { try $0.state().ledger }
    #expect(ledger.duplicate == announced)
    #expect(ledger.spark == 56 * 15)
    #expect(ledger.total == ledger.spark + ledger.duplicate + ledger.mission)
    #expect(
      try run { try $0.reader.summary().level.number } == min(10, Int(1 + ledger.total / 1000)))
  }

  @Test func `fuel is kept for the next run`() throws {
    // Monday: morning-spark 50, idea-generator 60, first-card 100.
    try run("2026-03-02T12:00") { try $0.spark(.idea, at: "2026-03-02T09:00") }
    #expect(try run("2026-03-02T12:00") { try $0.state().fuel.amount } == 210)
    // Tuesday: 50 and 60 again, and the third daily mission of the week completes grand-achiever
    // with 500.
    try run("2026-03-03T12:00") { try $0.spark(.idea, at: "2026-03-03T09:00") }
    let summary = try run("2026-03-04T12:00") { try $0.reader.summary() }
    #expect(summary.fuel.amount == 820)
    #expect(summary.ledger.mission == 820)
    #expect(summary.fuel.overloads == 0)
  }

  // MARK: Missions

  @Test func `missions with the same title do not share progress`() throws {
    // Wednesday afternoon, 10 points; the first card pays 100 more.
    try run { try $0.spark(.decision, .low, at: "2026-03-04T15:00") }
    for (today, inWeek) in [("2026-03-04", 10 as Int64), ("2026-03-11", 0)] {
      try run(today + "T20:00") { session in
        let week = try session.mission("point-collector-week")
        let life = try session.mission("point-collector")
        #expect(week.definition.title == life.definition.title)
        #expect((week.progress, life.progress) == (inWeek, 110))
      }
    }
  }

  @Test func `a rulebook with a mission that cannot be completed is refused`() throws {
    func mission(_ id: String, _ metric: Metric, _ target: Int64) -> MissionDefinition {
      MissionDefinition(
        id: id, title: id, window: .life, metric: metric, target: target, reward: 1,
        difficulty: .easy)
    }
    var definition = RulebookDefinition.ignition
    definition.id = "mine"
    definition.missions += [
      mission("six-of-five", .distinctCategories, 6),
      mission("no-such-card", .cards(category: .decision, rarity: .legendary), 1),
      mission("eleventh-level", .level, 11),
    ]
    let error = try #require(throws: RulebookError.self) { try Rulebook(definition) }
    #expect(
      error.faults.map(\.description) == [
        "missions[44].target: 6 can never be reached: distinct_categories ends at 5",
        "missions[45].target: 1 can never be reached: cards ends at 0",
        "missions[46].target: 11 can never be reached: level ends at 10",
      ])
    #expect(throws: SessionError.unknownRulebook("mine")) {
      try scratch.open().session(SessionOptions(at: today, rulebook: definition)) { session in
        _ = try session.spark(at: "2026-03-01T09:00")
      }
    }
    #expect(try run { try $0.reader.summary().sparks } == 0)
  }

  @Test func `the cards of a category do not affect the count of its sparks`() throws {
    // Three sparks and a roll in one category, in the week of Monday, 2026-03-02.
    try run { session in
      for hour in [13, 14, 15] { try session.spark(.idea, at: "2026-03-04T\(hour):00") }
      _ = try session.roll(.idea, at: written("2026-03-04T16:00"))
    }
    try run("2026-03-04T20:00") { session in
      #expect(try session.mission("idea-factory").progress == 3)
      let state = try session.state()
      let owned = zip(session.rulebook.definition.cards, state.holdings)
        .count { $0.category == .idea && $1.copies > 0 }
      #expect(owned > 0)
      #expect(try session.mission("master-of-ideas").progress == Int64(owned))
      #expect(try session.mission("master-of-energy").progress == 0)
      #expect(state.sparksByCategory == [0, 0, 3, 0, 0])
    }
  }

  @Test(arguments: [
    "UTC", "Europe/Rome", "America/New_York", "America/Sao_Paulo", "Asia/Riyadh", "Asia/Tokyo",
    "Asia/Kathmandu", "Pacific/Auckland", "Africa/Casablanca",
  ])
  func `weeks begin on Monday at midnight in every time zone`(zone: String) throws {
    let file = try Scratch()
    _ = try file.create(.sample(zone: zone))
    // Sunday before midnight, Monday after it.
    try file.open().at { session in
      try session.spark(at: "2026-03-08T23:30")
      try session.spark(at: "2026-03-09T00:30")
      try session.spark(at: "2026-03-15T23:30")
    }
    for (today, start, progress) in [
      ("2026-03-08T23:45", "2026-03-02", 1 as Int64), ("2026-03-09T00:45", "2026-03-09", 1),
      ("2026-03-15T23:45", "2026-03-09", 2), ("2026-03-16T00:00", "2026-03-16", 0),
    ] {
      try file.open().at(today) { session in
        let view = try session.mission("weekly-warrior")
        #expect(view.windowStart == civil(start))
        #expect(view.windowEnd == civil(start) + 7)
        #expect(view.progress == progress)
      }
    }
  }

  @Test func `a daily mission is completed on its day only, in every run`()
    throws
  {
    func missions(_ session: Session, at time: String) throws -> [String] {
      let outcome = try #require(try session.spark(.idea, at: time).outcome)
      let daily = session.rulebook.definition.missions.filter { $0.window == .day }.map(\.id)
      return outcome.completions.map { session.missionID(ofCompletion: $0) }
        .filter(daily.contains)
    }
    try run("2026-03-02T10:00") { session in
      let completed = try missions(session, at: "2026-03-02T10:00")
      #expect(completed == ["morning-spark", "idea-generator"])
    }
    try run("2026-03-02T23:59") { session in
      let view = try session.mission("idea-generator")
      #expect((view.status, view.progress, view.completions) == (.completed, 1, 1))
      let completed = try missions(session, at: "2026-03-02T23:59")
      #expect(completed == [])
    }
    try run("2026-03-03T00:01") { session in
      let view = try session.mission("idea-generator")
      #expect((view.status, view.progress, view.completions) == (.available, 0, 1))
    }
    try run("2026-03-03T13:00") { session in
      let completed = try missions(session, at: "2026-03-03T13:00")
      #expect(completed == ["idea-generator"])
    }
    #expect(try run("2026-03-04T00:00") { try $0.mission("idea-generator").completions } == 2)
  }

  // MARK: Streaks and achievements

  @Test func `a streak of N days counts N and is the latest one`() throws {
    // Ten days, and four after a gap.
    let days = (Array(0..<10) + Array(19..<23)).map { civil("2026-03-01") + $0 }
    try run { session in
      for day in days {
        try session.spark(at: "\(day)T12:00")
        let id = try session.addTask("Of \(day)", at: "\(day)T12:00")
        try session.completeTask(id, at: "\(day)T12:30")
      }
    }
    for (today, current) in [("2026-03-23", 4), ("2026-03-24", 4), ("2026-03-25", 0)] {
      try run(today + "T13:00") { session in
        let summary = try session.reader.summary()
        #expect((summary.streak.current, summary.streak.longest) == (current, 10))
        let state = try session.state()
        #expect(state.journey.activityStreak(on: session.today) == current)
        #expect(state.journey.longestActivityStreak == 10)
        let tasks = state.tasks.streak(today: session.today)
        #expect((tasks.current, tasks.longest) == (current, 10))
      }
    }
    for (today, current) in [("2026-03-01", 1), ("2026-03-02", 2), ("2026-03-10", 10)] {
      #expect(try run(today + "T13:00") { try $0.reader.summary().streak.current } == current)
    }
  }

  @Test func `achievements for streaks unlock on the exact day`() throws {
    // A spark a day for 100 days, each in a run of its own: until 2026-04-10.
    for number in 0..<100 {
      let day = civil("2026-01-01") + number
      try run("\(day)T12:00") { try $0.spark(at: "\(day)T12:00") }
    }
    try run { session in
      for (id, last) in [
        ("week-warrior", "2026-01-07"), ("month-champion", "2026-01-30"),
        ("unstoppable", "2026-04-10"),
      ] {
        // Rome is an hour ahead of UTC in winter, two in summer.
        let hour = last > "2026-03-29" ? "10" : "11"
        #expect(try session.mission(id).completedAt == at("\(last)T\(hour):00:00Z"))
      }
      let streaks = try session.unlocked().filter { $0.hasPrefix("activity-streak") }
      #expect(
        streaks == [
          "activity-streak-3 2026-01-03", "activity-streak-7 2026-01-07",
          "activity-streak-14 2026-01-14", "activity-streak-30 2026-01-30",
        ])
    }
  }

  @Test func `only one of several reached rungs unlocks per day`() throws {
    try run("2026-03-11T12:00") { session in
      try session.startJourney(on: "2026-03-01", at: "2026-03-11T09:00")
      for minute in 10..<22 {
        try session.activity(.journal, "Page \(minute)", at: "2026-03-11T09:\(minute)")
      }
    }
    func unlocked(_ ladder: String, on today: String) throws -> [String] {
      try run(today + "T12:00") { session in
        try session.unlocked().filter { $0.hasPrefix(ladder + "-") }
      }
    }
    var (time, pages): ([String], [String]) = ([], [])
    for (today, newTime, newPages) in [
      ("2026-03-11", "time-1", "journaling-1"), ("2026-03-12", "time-3", "journaling-5"),
      ("2026-03-13", "time-7", "journaling-10"), ("2026-03-14", nil, nil),
      ("2026-03-15", "time-14", nil), ("2026-03-16", nil, nil),
    ] as [(String, String?, String?)] {
      if let newTime { time.append("\(newTime) \(today)") }
      if let newPages { pages.append("\(newPages) \(today)") }
      #expect(try unlocked("time", on: today) == time)
      #expect(try unlocked("journaling", on: today) == pages)
    }
  }

  @Test func `percentage achievements are reachable because history is complete`() throws {
    // With an entry every day, consistency is .7 + .01 √d: .85 after 225 days, .95 after 625.
    let start = civil("2024-01-01")
    try run { session in
      try session.startJourney(on: "2024-01-01", at: "2024-01-01T08:00")
      for number in 0..<626 {
        try session.activity(.journal, "Page \(number)", at: "\(start + number)T20:00")
      }
    }
    let unlocked = try run("2025-09-17T21:00") { session in
      #expect(try session.state().journey.scores(on: session.today)?.consistency == 950_000)
      return try session.unlocked().filter { $0.hasPrefix("consistency-") }
    }
    #expect(
      unlocked == [
        "consistency-50 2024-01-01", "consistency-70 2024-01-02", "consistency-85 2024-08-13",
        "consistency-95 2025-09-17",
      ])
  }

  // MARK: Quests

  @Test func `a quest set without its optional keys is loaded`() throws {
    try run { session in
      try session.load(
        """
        {"id": "bare", "name": "Bare", "missions": [
          {"id": "m", "title": "M", "nodes": [
            {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
            {"id": "b", "orderIndex": 1, "title": "B"}]}]}
        """, at: "2026-03-01T09:00")
    }
    try run { session in
      let sets = try session.state().quests.sets
      #expect(sets.map(\.set.id) == ["bare"])
      #expect(sets.map(\.nodeCount) == [2])
      try session.completeNode("bare", "b", at: "2026-03-01T10:00")
    }
    #expect(try run { try $0.state().quests.sets.map(\.completedNodes) } == [1])
  }

  @Test func `a mission without nodes is empty, never complete`() throws {
    try run { session in
      try session.load(
        """
        {"id": "s", "name": "S", "missions": [
          {"id": "none", "title": "None", "nodes": []},
          {"id": "one", "title": "One", "nodes": [
            {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []}]}]}
        """, at: "2026-03-01T09:00")
      try session.load(
        """
        {"id": "hollow", "name": "Hollow", "missions": [{"id": "h", "title": "H", "nodes": []}]}
        """, at: "2026-03-01T09:00")
      try session.completeNode("s", "a", at: "2026-03-01T10:00")
    }
    try run { session in
      let quests = try session.state().quests
      #expect(quests.missions().map(\.status) == [.empty, .complete, .empty])
      #expect(quests.missions().map(\.completedNodes) == [0, 1, 0])
      #expect(quests.sets.map(\.isComplete) == [true, false])
      #expect(quests.sets.map(\.completeMissions) == [1, 0])
      #expect(quests.sets.map(\.emptyMissions) == [1, 1])
    }
  }

  @Test func `a step that others depend on is not removed silently`() throws {
    let node = QuestScope.node(QuestReference(set: "s", id: "a"))
    try run { session in
      try session.load(
        """
        {"id": "s", "name": "S", "missions": [{"id": "m", "title": "M", "nodes": [
          {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
          {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a"]},
          {"id": "c", "orderIndex": 2, "title": "C", "dependencies": ["b"]}]}]}
        """, at: "2026-03-01T09:00")
      try session.completeNode("s", "a", at: "2026-03-01T10:00")
      try session.completeNode("s", "b", at: "2026-03-01T11:00")
    }
    try run { session in
      #expect(throws: SessionError.refused(.nodeNeeded)) {
        _ = try session.record(
          .quest(.reset(node, cascade: false)), at: written("2026-03-01T12:00"))
      }
    }
    func status() throws -> [QuestStatus] {
      try run { try $0.state().quests.nodes(level: 1).map(\.status) }
    }
    #expect(try status() == [.completed, .completed, .available])
    try run { session in
      _ = try session.record(.quest(.reset(node, cascade: true)), at: written("2026-03-01T12:00"))
    }
    #expect(try status() == [.available, .locked, .locked])
    #expect(try run { try $0.reader.summary().counts.questSteps } == 0)
  }

  // MARK: Contents

  @Test func `a tag with a comma is one tag`() throws {
    let ids = try run { session in
      var newSpark = NewSpark(title: "Tagged", category: .idea)
      newSpark.at = written("2026-03-01T09:00")
      newSpark.tags = ["Rome, Italy", "b"]
      let spark = try session.add(newSpark).id
      let table = try session.record(
        .tracker(.create(TrackerContent(name: "Walks"))), at: written("2026-03-01T09:00")
      ).id
      let entry = try EntryContent(
        tracker: table, kind: .session(minutes: 40), tags: ["Rome, Italy", "b"])
      return (
        spark,
        try session.record(.tracker(.entry(entry)), at: written("2026-03-01T10:00")).id
      )
    }
    try run { session in
      #expect(try session.reader.spark(id: ids.0)?.spark.tags == ["b", "rome, italy"])
      guard case .tracker(.entry(let entry))? = try session.reader.event(id: ids.1)?.event.action
      else {
        Issue.record("no entry")
        return
      }
      #expect(entry.tags == ["b", "rome, italy"])
      for (tag, count) in [("rome, italy", 1), ("rome", 0), ("italy", 0), ("b", 1)] {
        var query = SparkQuery()
        query.tag = tag
        #expect(try session.reader.sparkCount(query) == count)
      }
    }
  }

  @Test func `days without a rating do not affect means`() throws {
    try run { session in
      #expect(throws: FieldError.self) {
        try session.rate("2026-03-02", .placeholder, at: "2026-03-10T09:00")
      }
      #expect(throws: FieldError.self) {
        try session.rate("2026-03-02", .missing, at: "2026-03-10T09:00")
      }
      try session.rate("2026-03-01", .great, at: "2026-03-10T09:00")
      try session.rate("2026-03-05", .good, at: "2026-03-10T09:00")
      try session.rate("2026-03-06", .horrible, at: "2026-03-10T09:00")
      _ = try session.record(.mood(.fill(true)), at: written("2026-03-10T09:00"))
    }
    try run("2026-03-10T12:00") { session in
      let summary = try session.state().moods.summary(
        from: civil("2026-03-01"), before: civil("2026-04-01"), today: session.today)
      // Rated: 4, 3 and 0. Missing: the 2nd to the 4th and the 7th to the 9th.
      #expect(summary.rated == 3)
      #expect(summary.missing == 6)
      #expect(summary.mean == 2_333_333)
      #expect(summary.median == 3_000_000)
      #expect(summary.counts == [1, 0, 0, 1, 1, 6])
    }
  }

  @Test func `the score of a day counts the tasks completed on that day`() throws {
    try run { session in
      let late = try session.addTask("Due on the 1st, done on the 2nd", .p0, at: "2026-03-01T08:00")
      let early = try session.addTask("Done on the 1st", .p3, at: "2026-03-01T08:00")
      try session.addTask("Never done", .p1, at: "2026-03-01T08:00")
      try session.completeTask(early, at: "2026-03-01T23:59")
      try session.completeTask(late, at: "2026-03-02T00:00")
      // Completed in Tokyo on the morning of the 3rd, which was the evening of the 2nd at home.
      let away = try session.addTask("Far away", .p2, at: "2026-03-01T08:00")
      try session.completeTask(away, at: "2026-03-03T06:00+09:00")
    }
    for (day, score, completed) in [
      ("2026-02-28", 0, 0), ("2026-03-01", 2, 1), ("2026-03-02", 7, 1), ("2026-03-03", 3, 1),
      ("2026-03-04", 0, 0),
    ] as [(String, Int64, Int64)] {
      try run { session in
        let tasks = try session.state().tasks
        #expect(tasks.score(on: civil(day)) == score)
        #expect(tasks.completedCount(on: civil(day)) == completed)
      }
    }
    #expect(try run("2026-03-02T12:00") { try $0.reader.summary().tasks.scoreToday } == 7)
  }
}
