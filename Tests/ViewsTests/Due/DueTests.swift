@testable import FlintRules
import FlintSchema
import Testing
import Views

struct `Due items` {
  @Test func `are none in an empty profile`() throws {
    #expect(try DueStory().dues("2026-03-01T09:00") == [])
    #expect(try DueStory().dues("2026-03-01T09:00", within: .days(3660)) == [])
  }

  @Test func `are open tasks due up to the last day, and overdue ones`() throws {
    var story = try DueStory()
    try story.task("Late", due: "2026-03-01", project: "House")
    try story.task("Today", due: "2026-03-03")
    try story.task("Then", due: "2026-03-05", priority: .p0)
    try story.task("Too far", due: "2026-03-06")
    try story.task("Whenever")
    let done = try story.task("Done", due: "2026-03-02")
    try story.apply(.task(.taskComplete(done)), "2026-03-02T08:00")
    let dues = try story.dues("2026-03-03T10:00")
    #expect(dues.map(\.title) == ["Late", "Today", "Then"])
    #expect(dues.map(\.kind) == [.overdue, .task, .task])
    #expect(dues.map(\.urgency) == [.high, .high, .normal])
    #expect(
      dues.map(\.moment) == [
        .on(day("2026-03-01")), .on(day("2026-03-03")), .on(day("2026-03-05")),
      ])
    #expect(dues[0].detail().hasPrefix("2 days late, P2 in House. "))
    #expect(dues[1].detail().hasPrefix("due today, P2 in Inbox. "))
    #expect(dues[2].detail().hasPrefix("due in 2 days, P0 in Inbox. "))
    #expect(try story.dues("2026-03-04T10:00", .task)[0].detail().hasPrefix("due tomorrow, P0"))
    #expect(try story.dues("2026-03-03T10:00", within: .days(0)).map(\.title) == ["Late", "Today"])
    #expect(
      try story.dues("2026-03-03T23:30", within: .minutes(60), .task).map(\.title) == ["Today"])
    #expect(
      try story.dues("2026-03-04T23:30", within: .minutes(60), .task).map(\.title) == ["Then"])
    #expect(try story.dues("2026-03-03T10:00", .overdue).map(\.title) == ["Late"])
  }

  @Test func `are tasks that come after others, which they name until those are completed`() throws
  {
    var story = try DueStory()
    let first = try story.task("Report")
    let rent = try story.task("Rent", due: "2026-03-01")
    let change = try TaskChange().setting("after", .list([first.description]))
    try story.apply(.task(.taskUpdate(rent, change)), "2026-02-01T09:00")
    let dues = try story.dues("2026-03-03T10:00", .overdue)
    #expect(dues.map(\.title) == ["Rent"])
    #expect(dues[0].detail().hasPrefix("2 days late, P2 in Inbox, after Report. "))
    #expect(dues[0].detail(in: .italian).contains(", dopo Report. "))
    try story.apply(.task(.taskComplete(first)), "2026-03-02T08:00")
    #expect(
      try story.dues("2026-03-03T10:00", .overdue)[0].detail()
        .hasPrefix("2 days late, P2 in Inbox. "))
  }

  @Test func `keep the id of a task when it becomes overdue`() throws {
    var story = try DueStory()
    let id = try story.task("Rent", due: "2026-03-03")
    for now in ["2026-03-01T10:00", "2026-03-03T10:00", "2026-03-09T10:00"] {
      #expect(try story.dues(now, .task, .overdue).map(\.id) == ["task-\(id)"])
    }
  }

  @Test func `are reminders up to the last instant, and past ones`() throws {
    var story = try DueStory()
    try story.task("Rung", reminder: "2026-03-03T09:59")
    try story.task("Now", reminder: "2026-03-03T10:00")
    try story.task("Soon", reminder: "2026-03-03T10:30")
    try story.task("Later", reminder: "2026-03-03T10:31")
    let dues = try story.dues("2026-03-03T10:00", within: .minutes(30))
    #expect(dues.map(\.title) == ["Rung", "Now", "Soon"])
    #expect(dues.map(\.urgency) == [.high, .high, .normal])
    #expect(dues[2].moment == .at(try DueStory.instant("2026-03-03T10:30")))
    #expect(dues[0].detail().hasPrefix("still open, P2 in Inbox. "))
    #expect(dues[2].detail().hasPrefix("coming up, P2 in Inbox. "))
  }

  @Test func `are a streak that ends on yesterday`() throws {
    var story = try DueStory()
    for date in ["2026-03-01", "2026-03-02", "2026-03-03"] { try story.spark("\(date)T09:00") }
    #expect(try story.dues("2026-03-03T22:00", .streak) == [])
    let dues = try story.dues("2026-03-04T22:00", .streak)
    #expect(dues.map(\.title) == ["Spark streak of 3 days"])
    #expect(dues.map(\.id) == ["streak-2026-03-04"])
    #expect(dues.map(\.urgency) == [.high])
    // The streak is over.
    #expect(try story.dues("2026-03-05T22:00", .streak) == [])
    try story.spark("2026-03-04T23:00")
    #expect(try story.dues("2026-03-04T23:30", .streak) == [])
  }

  @Test func `are open pools that close soon, where a roll or an exchange can be paid for`() throws
  {
    var story = try DueStory(
      readRulebook(
        """
        {"id": "world", "extends": "ignition", "currencies": {"gems": {"start": 5}},
         "cards": [{"id": "sun", "name": "Sun", "category": "idea", "rarity": "legendary",
                    "exclusive": true}],
         "pools": [
           {"id": "dawn", "title": "Dawn", "before": "2026-03-05", "cards": ["sun"],
            "rates": {"legendary": 1}, "price": {"gems": 2}, "featured": {"cards": ["sun"]},
            "bundle": {"size": 3, "price": {"gems": 5}}, "exchange": {"at": 3}},
           {"id": "dear", "before": "2026-03-05", "cards": ["sun"], "rates": {"legendary": 1},
            "price": {"gems": 6}},
           {"id": "closed", "before": "2026-03-03", "cards": ["sun"], "rates": {"legendary": 1},
            "price": {"gems": 1}},
           {"id": "far", "before": "2026-03-09", "cards": ["sun"], "rates": {"legendary": 1},
            "price": {"gems": 1}}]}
        """))
    let before = try story.dues("2026-03-03T10:00")
    #expect(before.map(\.id) == ["pool-dawn-2026-03-04"])
    #expect(before.map(\.title) == ["Dawn"])
    #expect(before.map(\.moment) == [.on(day("2026-03-04"))])
    // A bundle of 3 costs 5, where two single rolls would leave one gem.
    #expect(
      before[0].detail().hasPrefix(
        "closes tomorrow, enough for 3 rolls, 0 of 3 rolls towards an exchange. "))
    #expect(try story.dues("2026-03-03T10:00", within: .days(0)) == [])
    try story.apply(.pool(.roll(try PoolRoll(pool: "dawn", count: 3))), "2026-03-03T11:00")
    let after = try story.dues("2026-03-03T12:00")
    #expect(after.map(\.urgency) == [.low])
    #expect(after[0].detail().hasPrefix("closes tomorrow, 1 exchange ready. "))
    let last = try story.dues("2026-03-04T12:00")
    #expect(last.map(\.urgency) == [.high])
    #expect(last[0].detail().hasPrefix("closes today, 1 exchange ready. "))
    #expect(try story.dues("2026-03-05T12:00") == [])
    try story.apply(
      .pool(.exchange(try PoolChoice(pool: "dawn", card: "sun"))), "2026-03-04T13:00")
    #expect(try story.dues("2026-03-04T14:00") == [])
  }

  @Test func `are unrated today and yesterday in a profile that rates days`() throws {
    var story = try DueStory()
    try story.mood("2026-03-02", at: "2026-03-02T20:00")
    #expect(try story.dues("2026-03-02T21:00", .mood) == [])
    #expect(try story.dues("2026-03-03T21:00", .mood).map(\.id) == ["mood-2026-03-03"])
    let dues = try story.dues("2026-03-04T21:00", .mood)
    #expect(dues.map(\.id) == ["mood-2026-03-03", "mood-2026-03-04"])
    #expect(dues.map(\.urgency) == [.low, .normal])
    #expect(dues[0].detail().hasPrefix("yesterday is not rated yet. "))
    try story.mood("2026-03-03", at: "2026-03-04T21:00")
    #expect(try story.dues("2026-03-04T21:00", .mood).map(\.id) == ["mood-2026-03-04"])
    // Before the first rating no day was expected to have one.
    #expect(try story.dues("2026-03-01T21:00", .mood) == [])
  }

  @Test func `are missions in progress whose window closes, with the missing amount`() throws {
    var story = try DueStory()
    // Tuesday: 2 of 3 sparks of the day, 1 of 2 of energy; the idea's mission is complete.
    try story.spark("2026-03-03T13:00", .idea)
    try story.spark("2026-03-03T14:00", .energy)
    let dues = try story.dues("2026-03-03T15:00", .mission)
    #expect(
      dues.map(\.id) == ["mission-spark-streak-2026-03-03", "mission-energy-boost-2026-03-03"])
    #expect(dues.map(\.missing) == [1, 1])
    #expect(
      dues[1].detail().hasPrefix("1 of 2: 1 energy spark to go, worth 75 points. "))
    #expect(dues[0].detail().hasPrefix("2 of 3: 1 spark to go, worth 100 points. "))
    #expect(dues.allSatisfy { $0.moment == .on(day("2026-03-03")) && $0.urgency == .normal })
    // The weekly missions are within the period from Friday on.
    #expect(try story.dues("2026-03-05T15:00", .mission) == [])
    let week = try story.dues("2026-03-06T15:00", .mission)
    #expect(week.contains { $0.id == "mission-weekly-warrior-2026-03-02" && $0.missing == 13 })
    #expect(week.allSatisfy { $0.moment == .on(day("2026-03-08")) && $0.urgency == .low })
    #expect(try story.dues("2026-03-08T15:00", .mission).allSatisfy { $0.urgency == .normal })
  }

  @Test func `are no missions that cannot be completed any more`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = [
      MissionDefinition(
        id: "early", title: "Early", window: .day,
        metric: .sparks(category: nil, minIntensity: .high, beforeHour: 12), target: 2,
        reward: 1, difficulty: .easy),
      MissionDefinition(
        id: "early-week", title: "Early in the Week", window: .week,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: 12), target: 9, reward: 10,
        difficulty: .easy),
    ]
    var story = try DueStory(definition)
    // A Sunday.
    try story.apply(.spark(.idea, .high), "2026-03-01T09:00")
    let dues = try story.dues("2026-03-01T11:59", .mission)
    #expect(Set(dues.map(\.title)) == ["Early", "Early in the Week"])
    #expect(
      try #require(dues.first { $0.title == "Early" }).detail().hasPrefix(
        "1 of 2: 1 spark of high intensity or more before 12:00 to go, worth 1 point. "))
    #expect(try story.dues("2026-03-01T12:00", .mission) == [])
    var saturday = try DueStory(definition)
    try saturday.apply(.spark(.idea, .high), "2026-02-28T09:00")
    #expect(
      try saturday.dues("2026-02-28T12:00", .mission).map(\.title) == ["Early in the Week"])
  }

  @Test(arguments: [
    // 5 of 7 days are missing, and Wednesday to Sunday are 5.
    (["02", "03"], "2026-03-04T10:00", true),
    // From Thursday on there are 4 days, for the 4 that are missing or for 5.
    (["02", "03", "04"], "2026-03-05T10:00", true), (["02", "03"], "2026-03-05T10:00", false),
    // With a spark on Thursday there are 3 left, for 3 or for 4.
    (["02", "03", "04", "05"], "2026-03-05T10:00", true),
    (["02", "03", "05"], "2026-03-05T10:00", false),
  ])
  func `are no missions of days with fewer days left than they need`(
    sparks: [String], now: String, isDue: Bool
  ) throws {
    var story = try DueStory()
    for date in sparks { try story.spark("2026-03-\(date)T09:00") }
    let dues = try story.dues(now, within: .days(7), .mission)
    #expect(dues.contains { $0.title == "Consistent Creator" } == isDue)
  }

  @Test func `list the mission nearest to its target first`() throws {
    var story = try DueStory()
    for minute in 10..<16 { try story.spark("2026-03-02T13:\(minute)") }
    try story.spark("2026-03-02T14:00", .energy)
    // 6 of 7 ideas, 7 of 15 sparks, 2 of 5 categories, 1 of 7 days, 1 of 10 of energy; points depend
    // on cards, so they are excluded.
    #expect(
      try story.dues("2026-03-02T15:00", within: .days(6), .mission)
        .filter { $0.moment == .on(day("2026-03-08")) && $0.title != "Point Collector" }
        .map(\.title) == [
          "Idea Factory", "Grand Achiever", "Weekly Warrior", "Diversity Champion",
          "Consistent Creator", "Energy Dynamo",
        ])
  }

  @Test func `are missions of a season before the season ends`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = [
      MissionDefinition(
        id: "spring", title: "Spring", window: .life,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: 5, reward: 1,
        difficulty: .easy, season: Season(from: day("2026-03-10"), before: day("2026-03-21"))),
      MissionDefinition(
        id: "always", title: "Always", window: .life,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: 5, reward: 1,
        difficulty: .easy),
    ]
    var story = try DueStory(definition)
    try story.spark("2026-03-01T09:00")
    #expect(try story.dues("2026-03-09T09:00", within: .days(30), .mission) == [])
    #expect(try story.dues("2026-03-17T09:00", .mission) == [])
    let dues = try story.dues("2026-03-18T09:00", .mission)
    #expect(dues.map(\.id) == ["mission-spring-2026-03-10"])
    #expect(dues.map(\.moment) == [.on(day("2026-03-20"))])
    #expect(try story.dues("2026-03-21T09:00", .mission) == [])
  }

  @Test func `are rungs that unlock by the passing of days`() throws {
    var story = try DueStory()
    try story.apply(.journey(.start(day: day("2026-03-01"))), "2026-03-01T09:00")
    // 1 day on the 2nd, 3 on the 4th, 7 on the 8th: of each ladder the next.
    let dues = try story.dues("2026-03-02T10:00", .rung)
    #expect(dues.map(\.id) == ["rung-time-3"])
    #expect(dues.map(\.moment) == [.on(day("2026-03-04"))])
    #expect(dues[0].detail().hasPrefix("unlocks by itself in 2 days, for 3 days. "))
    #expect(try story.dues("2026-03-03T10:00", .rung)[0].detail().contains("tomorrow"))
    #expect(try story.dues("2026-03-04T10:00", .rung) == [])
  }

  @Test func `are rungs that lack one action`() throws {
    var story = try DueStory()
    for day in 1...4 {
      try story.apply(
        .journey(.activity(.journal, text: "A line")), "2026-03-0\(day)T09:00")
    }
    // The fifth entry unlocks the second rung; a first sos session is never due.
    let dues = try story.dues("2026-03-05T10:00", .rung)
    #expect(dues.map(\.id) == ["rung-journaling-5"])
    #expect(dues.map(\.moment) == [.on(day("2026-03-05"))])
    #expect(dues[0].detail().hasPrefix("it lacks 1 journal entry. "))
    #expect(dues[0].detail(.rude).hasPrefix("it lacks 1 journal entry. "))
    try story.apply(.journey(.activity(.journal, text: "A line")), "2026-03-05T11:00")
    #expect(try story.dues("2026-03-05T12:00", .rung) == [])
    // Two of three sos sessions, the second of which unlocked nothing.
    for hour in 13...14 {
      try story.apply(.journey(.activity(.sos, text: nil)), "2026-03-05T\(hour):00")
    }
    // One rung of a ladder a day: that of the first session was today's.
    #expect(try story.dues("2026-03-05T15:00", .rung) == [])
    #expect(try story.dues("2026-03-06T09:00", .rung).map(\.id) == ["rung-sos-3"])
  }

  @Test func `are the week's report on its Sunday`() throws {
    var story = try DueStory()
    for date in ["2026-02-15", "2026-02-16", "2026-02-23", "2026-02-24"] {
      try story.apply(.spark(.challenge, .low), "\(date)T13:00")
    }
    let task = try story.apply(
      .task(.taskAdd(try TaskContent(name: "Sweep"))), "2026-02-25T08:00")
    try story.apply(.task(.taskComplete(task)), "2026-02-25T09:00")
    try story.mood("2026-02-25", at: "2026-02-25T10:00")
    #expect(try story.dues("2026-02-28T20:00", .report) == [])
    let dues = try story.dues("2026-03-01T20:00", .report)
    #expect(dues.map(\.id) == ["report-2026-W09"])
    #expect(dues.map(\.title) == ["Week 2026-W09"])
    guard case .report(let report) = dues[0].topic else { return }
    let history = story.profile.state.history
    #expect(report.points.before == history.totals(on: day("2026-02-16"))?.points)
    #expect(
      report.points.recent
        == history.totals(from: day("2026-02-23"), before: day("2026-03-02")).reduce(0) {
          $0 + $1.points
        })
    #expect(dues[0].detail().contains("2 sparks, "))
    #expect(dues[0].detail().contains(", 1 task, "))
    #expect(dues[0].detail().contains("mood 3.0 of 4"))
    #expect(try story.dues("2026-03-02T20:00", .report) == [])
    // A week without events has no report.
    #expect(try story.dues("2026-03-08T20:00", .report) == [])
  }

  @Test func `report the change of the week's points`() {
    func text(
      _ recent: Int64, _ before: Int64, mood: Int64? = nil, in language: Language = .english
    ) -> String {
      WeekReport(
        sparks: 1, points: Trend(recent: recent, before: before), tasks: 0, missions: 1,
        achievements: 2, moodMean: mood
      ).text(in: language)
    }
    #expect(text(340, 0) == "1 spark, 340 points, 1 mission, 2 achievements")
    #expect(text(150, 100) == "1 spark, 150 points (up 50 %), 1 mission, 2 achievements")
    #expect(text(1, 3) == "1 spark, 1 point (down 66 %), 1 mission, 2 achievements")
    #expect(
      text(150, 100, mood: 3_250_000, in: .spanish)
        == "1 chispa, 150 puntos (un 50\u{A0}% más), 1 misión, 2 logros, ánimo 3,2 de 4")
    #expect(
      text(1, 3, in: .italian)
        == "1 scintilla, 1 punto (66\u{A0}% in meno), 1 missione, 2 traguardi")
    #expect(
      text(100, 100)
        == "1 spark, 100 points (much as the week before), 1 mission, 2 achievements")
  }

  @Test func `are sorted by deadline, then urgency, kind and priority`() throws {
    var story = try DueStory()
    try story.task("B", due: "2026-03-04", priority: .p3)
    try story.task("A", due: "2026-03-04", priority: .p0)
    try story.task("R", reminder: "2026-03-04T12:00")
    try story.task("L", due: "2026-02-27")
    try story.spark("2026-03-03T09:00")
    try story.mood("2026-03-03", at: "2026-03-03T21:00")
    #expect(
      try story.dues("2026-03-04T10:00", within: .days(0)).map(\.title) == [
        "L", "R", "A", "B", "Spark streak of 1 day", "Mood of 2026-03-04",
      ])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `of random histories have unique ids and an order, and a longer period adds items only`(
    seed: UInt64
  ) throws {
    var story = try DueStory()
    story.profile = try LivedProfile.random(seed: seed)
    var before: Set<String> = []
    for span in [0, 1, 2, 7, 31, 365] {
      let dues = try story.dues("2026-05-31T10:00", within: .days(span))
      let ids = dues.map(\.id)
      #expect(Set(ids).count == ids.count)
      #expect(before.isSubset(of: ids))
      #expect(try story.dues("2026-05-31T10:00", within: .days(span)) == dues)
      before = Set(ids)
      for kind in DueView.Kind.allCases {
        #expect(
          try story.dues("2026-05-31T10:00", within: .days(span), kind)
            == dues.filter { $0.kind == kind })
      }
    }
  }
}
