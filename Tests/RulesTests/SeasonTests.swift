import FlintCalendar
import FlintJSON
import FlintSchema
import TestSupport
import Testing

@testable import FlintRules

/// 2026-03-02 is a Monday; the tests count days from it.
private let monday = MissionDrive.monday

/// Days of a season by their distance from that Monday; the last one is in it.
private func season(_ first: Int, _ last: Int) -> Season {
  Season(from: monday + first, before: monday + (last + 1))
}

/// A season of every year.
private func yearly(_ from: String, _ before: String) throws -> Season {
  var season = Season(
    from: CivilDay("0004-\(from)"), before: CivilDay("0004-\(before)"))
  season.isYearly = true
  return season
}

struct `A season of every year` {
  @Test func `contains its days across the end of a year and a leap day`() throws {
    let winter = try yearly("12-01", "03-01")
    let contained = ["2026-12-01", "2026-12-31", "2027-01-01", "2027-02-28", "2028-02-29"]
    for text in contained { #expect(winter.contains(day(text)), "\(text)") }
    for text in ["2026-11-30", "2027-03-01", "2028-03-01", "2027-07-15"] {
      #expect(!winter.contains(day(text)), "\(text)")
    }
    // 29 February is 1 March where there is none.
    let leap = try yearly("02-29", "03-02")
    #expect(leap.contains(day("2028-02-29")) && leap.contains(day("2028-03-01")))
    #expect(!leap.contains(day("2027-02-28")) && leap.contains(day("2027-03-01")))
  }

  @Test func `occurs on the days of one year`() throws {
    let winter = try yearly("12-01", "03-01")
    func occurrence(_ text: String) -> Season { winter.occurrence(near: day(text)) }
    let first = Season(from: day("2026-12-01"), before: day("2027-03-01"))
    for text in ["2026-03-01", "2026-11-30", "2026-12-01", "2027-02-28"] {
      #expect(occurrence(text) == first, "\(text)")
    }
    #expect(occurrence("2027-03-01") == Season(from: day("2027-12-01"), before: day("2028-03-01")))
    let leap = try yearly("02-29", "03-02")
    #expect(
      leap.occurrence(near: day("2027-01-01"))
        == Season(from: day("2027-03-01"), before: day("2027-03-02")))
  }

  /// A spark a day: two days suffice in each winter.
  @Test func `lets a mission for life complete once in each occurrence`() throws {
    var profile = try PlayedProfile(
      readRulebook(
        """
        {"id": "own", "extends": "ignition", "missions": [
          {"id": "snow", "title": "Snow", "window": "life", "event": "spark", "days": 2, "reward": 5,
           "from": "12-31", "before": "01-03", "every": "year"}]}
        """))
    func spark(_ text: String) { profile.spark(on: day(text)) }
    spark("2026-12-30")
    spark("2026-12-31")
    #expect(profile.completions(of: "snow") == 0)
    spark("2027-01-01")
    #expect(profile.completions(of: "snow") == 1)
    spark("2027-01-02")
    spark("2027-06-01")
    #expect(profile.completions(of: "snow") == 1)
    // One day of one year and one of the next are not two days of one.
    spark("2027-12-31")
    spark("2028-12-31")
    #expect(profile.completions(of: "snow") == 1)
    spark("2029-01-02")
    #expect(profile.completions(of: "snow") == 2)
    func view(_ text: String) throws -> MissionView {
      let position = try #require(profile.rulebook.missionPosition(id: "snow"))
      return profile.rulebook.missions(in: profile.state, today: day(text))[position]
    }
    let done = try view("2029-01-02")
    #expect(done.status == .completed && done.completions == 2)
    #expect(done.windowStart == day("2028-12-31") && done.windowEnd == day("2029-01-03"))
    let next = try view("2029-06-01")
    #expect(next.status == .available && !next.isInSeason && next.amount == 0)
    #expect(next.windowStart == day("2029-12-31"))
    #expect(
      ProfileState(encoded: profile.state.encoded, rulebook: profile.rulebook) == profile.state)
  }

  @Test(arguments: [
    (#""from": "12-01", "before": "03-01""#, "a day without a year, 12-01, needs every = \"year\""),
    (#""from": "12-01", "every": "year""#, "a season of every year needs from and before"),
    (
      #""from": "2026-12-01", "before": "03-01", "every": "year""#,
      "expected a day of every year such as \"12-01\", got 2026-12-01"
    ),
    (#""from": "12-01", "before": "12-01", "every": "year""#, "expected another day than from"),
    (#""from": "13-01", "before": "03-01", "every": "year""#, "or, of every year, \"12-31\""),
  ])
  func `is refused with days that do not fit`(fields: String, problem: String) {
    let error = #expect(throws: RulebookError.self) {
      try readRulebook(
        #"{"id": "own", "extends": "ignition", "cards": [{"id": "a", "name": "A", "category": "idea", "#
          + #""rarity": "rare", \#(fields)}]}"#)
    }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  @Test func `is written as it is read`() throws {
    let definition = try readRulebook(
      #"{"id": "own", "extends": "ignition", "cards": [{"id": "a", "name": "A", "category": "idea", "#
        + #""rarity": "rare", "from": "12-01", "before": "02-29", "every": "year"}]}"#)
    let json = definition.json.text()
    #expect(json.contains(#""from":"12-01","until":"02-29","every":"year""#))
    #expect(try RulebookDefinition(reading: definition.json, bundled: []) == definition)
  }
}

struct `The eras of a rulebook` {
  @Test func `are one where nothing has a season`() throws {
    let rulebook = try Rulebook.ignition()
    #expect(rulebook.eras.count == 1)
    #expect(rulebook.eras.includes(0, in: .always))
    for number in [Int32.min, -1, 0, 20_514, .max] {
      #expect(rulebook.eras.era(of: CivilDay(number: number)) == 0)
    }
  }

  @Test func `divide time where seasons begin and end, each day once`() {
    let seasons = [
      season(3, 5), Season(from: monday + 6), season(0, 8), .always, Season(before: monday),
    ]
    let eras = Eras(seasons)
    #expect(eras.count == 5)
    let days = [
      Season(before: monday), season(0, 2), season(3, 5), season(6, 8), Season(from: monday + 9),
    ]
    for offset in -30...30 {
      let day = monday + offset
      let era = eras.era(of: day)
      #expect(days.indices.filter { days[$0].contains(day) } == [era])
      for season in seasons {
        #expect(eras.includes(era, in: season) == season.contains(day))
      }
    }
  }

  @Test func `are the same for seasons of every year in all years`() throws {
    let winter = try yearly("12-01", "03-01")
    let leap = try yearly("02-29", "03-02")
    let stretch = Season(from: CivilDay("2027-02-10"), before: CivilDay("2027-12-05"))
    let eras = Eras([winter, leap, stretch, .always])
    #expect(eras.count == 3 * 4 + 1)
    var day = try #require(CivilDay("2023-11-01"))
    for _ in 0..<2200 {
      for season in [winter, leap, stretch, .always] {
        #expect(eras.includes(eras.era(of: day), in: season) == season.contains(day), "\(day)")
      }
      day = day + 1
    }
    #expect(!eras.includes(eras.outside, in: winter))
    #expect(!eras.includes(eras.outside, in: stretch))
    #expect(eras.includes(eras.outside, in: .always))
  }

  @Test func `ignore seasons that end before they begin`() {
    let eras = Eras([
      Season(from: monday, before: monday), Season(from: monday, before: monday + -1),
    ])
    #expect(eras.count == 1)
  }
}

struct `A mission with a season` {
  private static let sparks = Metric.sparks(category: nil, minIntensity: nil, beforeHour: nil)

  private static func mission(
    _ window: Window, _ target: Int64, _ season: Season, _ metric: Metric = sparks,
    id: String = "own"
  ) -> MissionDefinition {
    MissionDefinition(
      id: id, title: "Own", window: window, metric: metric, target: target, reward: 0,
      difficulty: .easy, season: season)
  }

  private func profile(_ missions: MissionDefinition...) throws -> PlayedProfile {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = missions
    return try PlayedProfile(definition)
  }

  /// Returns the completions after each of some days with one spark.
  private func counts(_ profile: inout PlayedProfile, _ days: some Sequence<Int>) -> [Int] {
    days.map { offset in
      profile.spark(on: monday + offset)
      return profile.completions(of: "own")
    }
  }

  @Test func `of a lifetime counts from 0 on its first day, and completes once`() throws {
    var profile = try profile(Self.mission(.life, 3, season(3, 9)))
    #expect(counts(&profile, 0...12) == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    #expect(profile.state.missions.completions.map(\.windowStart) == [nil])
  }

  @Test func `of a lifetime counts nothing after its last day`() throws {
    var profile = try profile(Self.mission(.life, 3, season(3, 4)))
    #expect(counts(&profile, 0...20).allSatisfy { $0 == 0 })
  }

  @Test func `of a day counts on the days of the season only`() throws {
    var profile = try profile(Self.mission(.day, 1, season(2, 4)))
    #expect(counts(&profile, 0...6) == [0, 0, 1, 2, 3, 3, 3])
  }

  /// The season begins on Thursday and ends on Tuesday of the week after next: the first week has
  /// four days of it, the second all, the third two.
  @Test(arguments: [
    (2, [1, 1, 1]), (3, [1, 1, 0]), (4, [1, 1, 0]), (5, [0, 1, 0]), (7, [0, 1, 0]),
  ])
  func `of a week counts the season's days inside of it`(target: Int, weeks: [Int]) throws {
    var profile = try profile(Self.mission(.week, Int64(target), season(3, 15)))
    for offset in 0..<28 { profile.spark(on: monday + offset) }
    let starts = profile.state.missions.completions.map(\.windowStart)
    #expect((0..<3).map { week in starts.count { $0 == monday + week * 7 } } == weeks)
    #expect(starts.count == weeks.reduce(0, +))
  }

  @Test func `uses the civil day of the event in any time zone`() throws {
    // The day before the season begins in Greenwich is its first in Kiribati; and after its last
    // day it is still that day in Baker Island.
    var profile = try profile(Self.mission(.life, 9, season(1, 1)))
    for (offset, hours, expected) in [(1, 14, 1), (1, 0, 2), (2, 0, 2), (1, -12, 3)] {
      profile.spark(on: monday + offset, minute: 60, offset: Int32(hours * 3600))
      let view = profile.rulebook.missions(in: profile.state, today: monday + 1)[0]
      #expect(view.progress == Int64(expected))
    }
  }

  @Test func `shares nothing with the same metric in another season`() throws {
    var profile = try profile(
      Self.mission(.life, 4, .always, id: "always"), Self.mission(.life, 4, season(2, 9)),
      Self.mission(.life, 4, season(3, 9), id: "later"),
      Self.mission(.life, 2, season(2, 9), id: "sooner"))
    for offset in 0...9 { profile.spark(on: monday + offset, minute: offset) }
    let order = profile.state.missions.completions.map { completion in
      (profile.rulebook.definition.missions[Int(completion.mission)].id, completion.at)
    }
    // The fourth spark is on day 3, and completes the earlier mission too.
    #expect(order.map(\.0) == ["always", "sooner", "own", "later"])
    let days = order.map { CivilTime($0.1, offset: .zero).day - monday }
    #expect(days == [3, 3, 5, 6])
  }

  @Test func `may be fulfilled when it begins, and completes by the first event then`() throws {
    for metric in [Metric.streak, .level] {
      for window in Window.allCases {
        // Ten extreme challenges a day bring 620: level 2 by the second evening.
        var profile = try profile(
          Self.mission(window, metric == .level ? 2 : 3, season(4, 6), metric))
        for offset in 0...3 {
          for minute in 0..<10 {
            profile.spark(.challenge, .extreme, on: monday + offset, minute: minute)
          }
        }
        #expect(profile.completions(of: "own") == 0)
        // A roll on the day after the last spark completes it.
        profile.roll(on: monday + 4)
        #expect(profile.completions(of: "own") == 1)
        #expect(
          profile.state.missions.completions.map(\.at.milliseconds) == [
            CivilTime(day: monday + 4, milliseconds: 780 * 60_000).instant(offset: .zero)
              .milliseconds
          ])
      }
    }
  }

  @Test func `on the streak needs the streak within the season`() throws {
    var profile = try profile(Self.mission(.life, 3, season(5, 8), .streak))
    // Three days, a gap of two, then one a day: the streak is 3 again on the season's third day.
    #expect(counts(&profile, [0, 1, 2, 5, 6, 7, 8]) == [0, 0, 0, 0, 0, 1, 1])
  }

  @Test func `outside the days of a history does not change it`() throws {
    for definition in RandomHistory.definitions {
      var more = definition
      more.missions += definition.missions.map { mission in
        var mission = mission
        mission.id += "-x"
        mission.season = Season(before: day("2020-01-01"))
        return mission
      }
      let events = RandomHistory.events(seed: 12, count: 60)
      let (plain, seasonal) = (try Rulebook(definition), try Rulebook(more))
      var (one, other) = (plain.initialState(), seasonal.initialState())
      for event in events {
        #expect(plain.apply(event, to: &one, seed: 5) == seasonal.apply(event, to: &other, seed: 5))
      }
      #expect(
        one.missions.completions == other.missions.completions
          && one.missions.expiries == other.missions.expiries)
      #expect(one.holdings == other.holdings && one.ledger == other.ledger)
    }
  }

  /// Missions over every metric and window in seasons spread over the days of a history, against a
  /// recount from the facts; also with the state encoded and decoded.
  @Test(arguments: cases(1...12 as ClosedRange<UInt64>, usual: 6, quick: 2))
  func `completes what a slow recount completes`(seed: UInt64) throws {
    let events = RandomHistory.events(seed: seed &* 31, count: 45)
    let first = try #require(events.map { $0.day(.midnight) }.min())
    let last = try #require(events.map { $0.day(.midnight) }.max())
    var random = SplitMix64(state: seed)
    var definition = RandomHistory.definitions[Int(seed % 4)]
    let metrics = Set(RandomHistory.definitions[2].missions.map(\.metric))
      .sorted { "\($0)" < "\($1)" }
    for (number, metric) in (metrics + metrics).enumerated() {
      for window in Window.allCases {
        let from = first + Int.random(in: -3...(last - first), using: &random)
        let before = from + Int.random(in: 1...12, using: &random)
        definition.missions.insert(
          MissionDefinition(
            id: "season-\(window.name)-\(number)", title: "Own", window: window, metric: metric,
            target: Int64.random(in: 1...3, using: &random), reward: Int64(number * 11 % 50),
            difficulty: .hard,
            season: Season(
              from: number % 7 == 1 ? nil : from, before: number % 7 == 2 ? nil : before)),
          at: Int.random(in: 0...definition.missions.count, using: &random))
      }
    }
    // Unreachable targets are not tested here.
    for fault in definition.faults() {
      let digits = fault.path.description.drop { !$0.isNumber }.prefix { $0.isNumber }
      definition.missions[try #require(Int(digits)) - 1].target = 1
    }
    let rulebook = try Rulebook(definition)
    #expect(rulebook.eras.count > 20)
    var state = rulebook.initialState()
    var slow = SlowMissions(definition)
    for event in events {
      let outcome = rulebook.apply(event, to: &state, seed: 99)
      slow.apply(event, outcome)
      try #require(
        state.missions.completions.map {
          "\($0.mission) \($0.windowStart?.number ?? .min) \($0.at)"
        }
          == slow.completions.map {
            "\($0.mission) \($0.start ?? Int(Int32.min)) \(Instant(milliseconds: $0.at))"
          }, "event \(state.events.count)")
    }
    #expect(state.ledger.total == slow.points && state.fuel.tokens == slow.tokens)
    #expect(ProfileState(encoded: state.encoded, rulebook: rulebook) == state)
    let seasonal = state.missions.completions.count {
      definition.missions[Int($0.mission)].season != .always
    }
    #expect(seasonal > 20)
  }
}

struct `The list of missions with seasons` {
  private func profile(_ missions: [(String, Window, Metric, Int64, Season)]) throws
    -> PlayedProfile
  {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = missions.map { id, window, metric, target, season in
      MissionDefinition(
        id: id, title: id, window: window, metric: metric, target: target, reward: 0,
        difficulty: .easy, season: season)
    }
    return try PlayedProfile(definition)
  }

  private func view(
    _ profile: PlayedProfile, _ id: String = "own", day: Int? = nil, today: Int
  ) throws -> MissionView {
    try #require(
      profile.rulebook.missions(
        in: profile.state, day: day.map { monday + $0 }, today: monday + today
      ).first { $0.definition.id == id })
  }

  private let sparks = Metric.sparks(category: nil, minIntensity: nil, beforeHour: nil)

  @Test func `shows a lifetime mission's season as its window`() throws {
    var profile = try profile([("own", .life, sparks, 5, season(3, 9))])
    var seen: [String] = []
    for today in 0...11 {
      profile.spark(on: monday + today, minute: 1)
      // For any requested day.
      for day in [nil, 0, 5, 60] {
        let view = try view(profile, day: day, today: today)
        #expect((view.windowStart, view.windowEnd) == (monday + 3, monday + 10))
        if day == nil { seen.append("\(view.status.rawValue) \(view.progress)") }
      }
      if today == 5 { profile = try folded(profile, from: 0...5) }
    }
    #expect(
      seen == [
        "available 0", "available 0", "available 0", "in_progress 1", "in_progress 2",
        "in_progress 3", "in_progress 4", "completed 5", "completed 5", "completed 5",
        "completed 5", "completed 5",
      ])
  }

  /// Returns the same history in a new profile.
  private func folded(_ profile: PlayedProfile, from days: ClosedRange<Int>) throws -> PlayedProfile
  {
    var again = PlayedProfile(profile.rulebook)
    for day in days { again.spark(on: monday + day, minute: 1) }
    #expect(again.state == profile.state)
    return again
  }

  @Test func `shows a lifetime mission as expired once its season is over`() throws {
    var profile = try profile([
      ("own", .life, sparks, 5, season(3, 9)), ("ended", .life, sparks, 5, Season(before: monday)),
      ("started", .life, sparks, 5, Season(from: monday)),
    ])
    profile.spark(on: monday + 4)
    let last = try view(profile, today: 9)
    #expect((last.status, last.progress) == (.inProgress, 1))
    let over = try view(profile, today: 10)
    #expect((over.status, over.progress, over.completedAt) == (.expired, 1, nil))
    let ended = try view(profile, "ended", today: 4)
    #expect((ended.status, ended.windowStart, ended.windowEnd) == (.expired, nil, monday))
    let started = try view(profile, "started", today: 400)
    #expect((started.status, started.windowStart, started.windowEnd) == (.inProgress, monday, nil))
  }

  /// From Thursday to Tuesday of the week after next.
  @Test func `cuts a week where the season begins and ends`() throws {
    var profile = try profile([("own", .week, sparks, 4, season(3, 15))])
    for offset in 0..<17 { profile.spark(on: monday + offset) }
    // The requested day, then the window's first day and the day after the window.
    for (day, start, end) in [
      (0, 3, 7), (3, 3, 7), (6, 3, 7), (7, 7, 14), (13, 7, 14), (14, 14, 16), (15, 14, 16),
      (16, 14, 16), (90, 14, 16),
    ] {
      let view = try view(profile, day: day, today: 16)
      #expect((view.windowStart, view.windowEnd) == (monday + start, monday + end))
      #expect(view.progress == (start == 14 ? 2 : 4))
      #expect(view.status == (start == 14 ? .expired : .completed))
    }
    let open = try view(profile, day: 15, today: 15)
    #expect((open.status, open.progress) == (.inProgress, 2))
  }

  @Test func `shows a day's mission in the season's first day before it, in its last after it`()
    throws
  {
    var profile = try profile([("own", .day, sparks, 2, season(3, 5))])
    profile.spark(on: monday + 2)
    let before = try view(profile, today: 2)
    #expect((before.status, before.progress) == (.available, 0))
    #expect((before.windowStart, before.windowEnd) == (monday + 3, monday + 4))
    for offset in [3, 5, 5] { profile.spark(on: monday + offset) }
    let within = try view(profile, day: 3, today: 5)
    #expect((within.status, within.progress) == (.expired, 1))
    profile.spark(on: monday + 30)
    let after = try view(profile, today: 30)
    #expect((after.status, after.progress, after.completions) == (.completed, 2, 1))
    #expect((after.windowStart, after.windowEnd) == (monday + 5, monday + 6))
  }

  @Test func `shows no streak or level as progress before the season`() throws {
    var profile = try profile([
      ("streak", .life, .streak, 5, season(3, 9)), ("level", .week, .level, 5, season(3, 9)),
    ])
    for offset in 0...2 { profile.spark(on: monday + offset) }
    for (id, progress) in [("streak", 3), ("level", 1)] {
      let before = try view(profile, id, today: 2)
      #expect((before.status, before.progress) == (.available, 0))
      let within = try view(profile, id, today: 3)
      #expect((within.status, within.progress) == (.inProgress, Int64(progress)))
    }
  }

  @Test func `orders by the end of the season`() throws {
    let profile = try profile([
      ("life", .life, sparks, 2, .always), ("season", .life, sparks, 2, season(0, 3)),
      ("week", .week, sparks, 2, .always), ("cut", .week, sparks, 2, season(0, 1)),
      ("day", .day, sparks, 2, .always),
    ])
    let order = profile.rulebook.missions(
      in: profile.state, filter: MissionView.Filter(order: .deadline), today: monday)
    #expect(order.map(\.definition.id) == ["day", "cut", "season", "week", "life"])
  }
}
