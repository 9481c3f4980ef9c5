import FlintCalendar
import FlintRules
import Testing

struct `Every bundled mission` {
  private static let monday = MissionDrive.monday

  /// The windows of the domain's table, for the test that they open again.
  private static func next(_ window: Window) -> CivilDay {
    window == .day ? monday + 1 : monday + 7
  }

  @Test(arguments: RulebookDefinition.ignition.missions)
  func `is not completed one short of its target`(mission: MissionDefinition) throws {
    var drive = try MissionDrive(mission)
    if mission.metric == .level {
      drive.add(mission.target, on: Self.monday, isShort: true)
      #expect(drive.profile.state.level == 9)
    } else {
      drive.add(mission.target - 1, on: Self.monday)
    }
    #expect(drive.completions == 0)
    #expect(drive.profile.state.events.count > 0 || mission.target == 1)
    let today = Self.monday + (mission.window == .life ? Int(mission.target) - 2 : 0)
    let view = try #require(
      drive.profile.rulebook.missions(in: drive.profile.state, today: today)
        .first { $0.definition.id == mission.id })
    #expect(view.status == (view.progress == 0 ? .available : .inProgress))
    #expect(view.completedAt == nil)
    if mission.metric == .level {
      #expect(view.progress == 9)
    } else {
      #expect(view.progress == mission.target - 1)
    }
  }

  @Test(arguments: RulebookDefinition.ignition.missions)
  func `is completed at its target, pays once, and not again in the same window`(
    mission: MissionDefinition
  ) throws {
    var drive = try MissionDrive(mission)
    drive.add(mission.target, on: Self.monday)
    #expect(drive.completions == 1)
    let outcome = try #require(
      drive.profile.outcomes.first { drive.profile.missions(of: $0).contains(mission.id) })
    #expect(outcome.missionPoints >= mission.reward)
    let view = try #require(
      drive.profile.rulebook.missions(in: drive.profile.state, today: Self.monday)
        .first { $0.definition.id == mission.id })
    #expect(view.status == .completed)
    #expect(view.progress == mission.target)
    #expect(view.completions == 1)
    #expect(view.completedAt != nil)
    if mission.metric == .sparkDays {
      // The week is full; another spark on its last day.
      drive.add(1, on: Self.monday + 6)
    } else if case .cards = mission.metric {
      drive.add(1, on: Self.monday)
    } else if mission.metric != .level {
      let isOverDays = mission.metric == .streak || mission.metric.name == "missions_completed"
      let last = isOverDays || mission.metric == .overloads ? Int(mission.target) : 0
      let more = mission.window == .week ? min(mission.target, 4) : mission.target
      if mission.target < 500 || mission.metric == .totalPoints {
        drive.add(more, on: Self.monday + last)
      }
    }
    drive.profile.spark(on: drive.profile.state.sparkDays.latest ?? Self.monday, minute: 1439)
    #expect(drive.completions == 1)
    // The ledger contains all rewards, mission by mission.
    let paid = drive.profile.state.missions.completions.reduce(0) {
      $0 + drive.profile.rulebook.definition.missions[Int($1.mission)].reward
    }
    #expect(drive.profile.state.ledger.mission == paid)
  }

  @Test(arguments: RulebookDefinition.ignition.missions.filter { $0.window != .life })
  func `of a day or a week starts anew in the next one, and can be completed again`(
    mission: MissionDefinition
  ) throws {
    var drive = try MissionDrive(mission)
    drive.add(mission.target, on: Self.monday)
    let next = Self.next(mission.window)
    drive.add(mission.target - 1, on: next)
    #expect(drive.completions == 1)
    let isOverDays = mission.metric == .sparkDays || mission.metric.name == "missions_completed"
    if mission.metric == .distinctCategories {
      drive.profile.spark(.challenge, .low, on: next)
    } else if mission.metric == .earnedPoints {
      drive.profile.spark(.idea, .low, on: next)
    } else {
      drive.add(1, on: isOverDays ? next + (Int(mission.target) - 1) : next)
    }
    #expect(drive.completions == 2)
    let starts = drive.profile.state.missions.completions
      .filter { drive.profile.rulebook.definition.missions[Int($0.mission)].id == mission.id }
      .map(\.windowStart)
    #expect(starts == [Self.monday, next])
    // An empty window between them changes nothing.
    drive.add(mission.target, on: Self.monday + 28)
    #expect(drive.completions == 3)
  }

  @Test(
    arguments: RulebookDefinition.ignition.missions.filter {
      $0.window == .life && $0.target < 500
    })
  func `of a lifetime is completed once and never again`(mission: MissionDefinition) throws {
    var drive = try MissionDrive(mission)
    drive.add(mission.target, on: Self.monday)
    #expect(drive.completions == 1)
    let later = Self.monday + 210
    drive.add(mission.target, on: later)
    #expect(drive.completions == 1)
    let completion = try #require(
      drive.profile.state.missions.completions.first {
        drive.profile.rulebook.definition.missions[Int($0.mission)].id == mission.id
      })
    #expect(completion.windowStart == nil)
  }
}

struct `A custom mission` {
  private static let monday = MissionDrive.monday

  /// Every metric in every window in which it can count further than one.
  private static let missions: [MissionDefinition] = {
    let metrics: [(Metric, Int64)] = [
      (.sparks(category: nil, minIntensity: nil, beforeHour: nil), 4),
      (.sparks(category: .challenge, minIntensity: .extreme, beforeHour: 7), 3),
      (.sparks(category: .idea, minIntensity: .medium, beforeHour: 24), 2),
      (.sparkDays, 3), (.distinctCategories, 4), (.earnedPoints, 321), (.totalPoints, 1234),
      (.missionsCompleted(window: .day), 2), (.missionsCompleted(window: nil), 2),
      (.cards(category: nil, rarity: nil), 7), (.cards(category: .energy, rarity: nil), 3),
      (.cards(category: nil, rarity: .rare), 5), (.cards(category: .idea, rarity: .common), 2),
      (.overloads, 2),
    ]
    return Window.allCases.flatMap { window in
      metrics.compactMap { metric, target -> MissionDefinition? in
        // No more than one spark day in a day, and the drive completes one daily mission a day.
        if window == .day, metric == .sparkDays || metric.name == "missions_completed" {
          return nil
        }
        let filters = metric.filters.map { "-\($0.value)" }.joined()
        return MissionDefinition(
          id: "own-\(window.name)-\(metric.name)\(filters)", title: "Own", window: window,
          metric: metric, target: target, reward: 1, difficulty: .medium)
      }
    }
  }()

  /// Only idea-generator and the mission itself, so that "missions completed" counts the one.
  private static func base(_ mission: MissionDefinition) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    if mission.metric.name == "missions_completed" {
      definition.missions = definition.missions.filter { $0.id == "idea-generator" }
    }
    return definition
  }

  @Test(arguments: missions)
  func `counts its metric within its window`(mission: MissionDefinition) throws {
    var short = try MissionDrive(mission, in: Self.base(mission))
    short.add(mission.target - 1, on: Self.monday)
    #expect(short.completions == 0)

    var drive = try MissionDrive(mission, in: Self.base(mission))
    drive.add(mission.target, on: Self.monday)
    #expect(drive.completions == 1)
    let isInOneDay = !["spark_days", "missions_completed", "overloads"].contains(
      mission.metric.name)
    if isInOneDay {
      drive.profile.spark(.challenge, .extreme, on: Self.monday, minute: 1439)
      #expect(drive.completions == 1)
    }

    let next = mission.window == .day ? Self.monday + 1 : Self.monday + 7
    let before = drive.completions
    drive.add(mission.target - 1, on: next)
    #expect(drive.completions == before)
    if mission.window != .life {
      let again = next + (mission.window == .day ? 1 : 7)
      drive.add(mission.target, on: again)
      #expect(drive.completions == before + 1)
    } else {
      drive.add(mission.target, on: next + 7)
      #expect(drive.completions == before)
    }
  }

  @Test func `that counts spark days of a day is completed by the first spark`() throws {
    let mission = MissionDefinition(
      id: "here", title: "Here", window: .day, metric: .sparkDays, target: 1, reward: 0,
      difficulty: .easy)
    var drive = try MissionDrive(mission)
    for day in 0..<3 {
      drive.add(1, on: Self.monday + day)
      #expect(drive.completions == day + 1)
    }
  }

  private func gaugeProfile(
    _ metric: Metric, _ window: Window, _ target: Int64
  ) throws -> PlayedProfile {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = [
      MissionDefinition(
        id: "own", title: "Own", window: window, metric: metric, target: target, reward: 0,
        difficulty: .easy)
    ]
    return try PlayedProfile(definition)
  }

  @Test
  func `on the streak of a day is completed every day on which the streak reaches the target`()
    throws
  {
    var profile = try gaugeProfile(.streak, .day, 3)
    var counts: [Int] = []
    // Five days, a gap, four days.
    for offset in [0, 1, 2, 3, 4, 6, 7, 8, 9] {
      profile.spark(on: Self.monday + offset, minute: 60)
      profile.spark(on: Self.monday + offset, minute: 120)
      counts.append(profile.completions(of: "own"))
    }
    #expect(counts == [0, 0, 1, 2, 3, 3, 3, 4, 5])
  }

  @Test func `on the streak of a week is completed once a week, even at its first spark`() throws {
    var profile = try gaugeProfile(.streak, .week, 3)
    var counts: [Int] = []
    for offset in 0..<16 {
      profile.spark(on: Self.monday + offset)
      counts.append(profile.completions(of: "own"))
    }
    #expect(counts == [0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3])
  }

  /// The streak "at the event" is the current one: a roll days after the last spark finds it
  /// broken, one on the day after finds it intact.
  @Test(arguments: Array(1...9))
  func `on the streak refers to the day of a roll`(gap: Int) throws {
    var profile = try gaugeProfile(.streak, .day, 3)
    for offset in 0..<3 { profile.spark(on: Self.monday + offset) }
    #expect(profile.completions(of: "own") == 1)
    let outcome = profile.roll(on: Self.monday + 2 + gap)
    #expect(!outcome.isVoid)
    #expect(outcome.streak == (gap == 1 ? 3 : 0))
    #expect(profile.completions(of: "own") == (gap == 1 ? 2 : 1))
  }

  @Test func `on the level of a day or a week is completed as soon as it opens`() throws {
    for (window, expected) in [(Window.day, [0, 1, 1, 2, 3]), (.week, [0, 1, 1, 1, 2])] {
      var profile = try gaugeProfile(.level, window, 2)
      var counts: [Int] = []
      // 990 points, then 25 more: level 2. Then a later event the same day, and two days.
      for (category, intensity) in MissionDrive.sparks(worth: 990) {
        profile.spark(category, intensity, on: Self.monday)
      }
      counts.append(profile.completions(of: "own"))
      for (offset, minute) in [(0, 800), (0, 900), (1, 10), (7, 10)] {
        profile.spark(.challenge, .low, on: Self.monday + offset, minute: minute)
        counts.append(profile.completions(of: "own"))
      }
      #expect(counts == expected)
    }
  }

  /// Level 1 needs no rise: it is reached at the first event of any kind.
  @Test(arguments: [Window.life, .week, .day])
  func `on level 1 is completed by the first event that is not void`(window: Window) throws {
    var spark = try gaugeProfile(.level, window, 1)
    spark.spark(on: Self.monday)
    #expect(spark.completions(of: "own") == 1)

    var roll = try gaugeProfile(.level, window, 1)
    roll.roll(on: Self.monday)
    #expect(roll.completions(of: "own") == 1)

    var void = try gaugeProfile(.level, window, 1)
    void.roll(on: Self.monday)
    void.roll(on: Self.monday)
    void.spark(on: Self.monday)
    #expect(void.completions(of: "own") == 1)

    var definition = spark.rulebook.definition
    definition.tokens.initial = 0
    var late = try PlayedProfile(definition)
    #expect(late.roll(on: Self.monday).isVoid)
    #expect(late.completions(of: "own") == 0)
    late.spark(on: Self.monday)
    #expect(late.completions(of: "own") == 1)
  }

  @Test func `is appended to the existing ones, which count as before`() throws {
    var definition = RulebookDefinition.ignition
    // Past 64 missions the bits need a second word.
    for number in 0..<100 {
      definition.missions.append(
        MissionDefinition(
          id: "own-\(number)", title: "Own", window: Window.allCases[number % 3],
          metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil),
          target: Int64(number / 3 + 1), reward: 0, difficulty: .easy))
    }
    var profile = try PlayedProfile(definition)
    var plain = try PlayedProfile(.ignition)
    for number in 0..<40 {
      let day = Self.monday + number / 20
      profile.spark(.idea, .high, on: day, minute: number)
      plain.spark(.idea, .high, on: day, minute: number)
    }
    let known = profile.state.missions.completions.filter { $0.mission < 43 }
    #expect(known == plain.state.missions.completions)
    #expect(profile.state.ledger == plain.state.ledger)
    // Day: targets 1…34 each on two days of 20 sparks: 20 each. Week: 33 of 33 at 40 sparks.
    // Lifetime: 33 of 33.
    let own = Window.allCases.map { window in
      profile.state.missions.completions.count {
        $0.mission >= 43 && definition.missions[Int($0.mission)].window == window
      }
    }
    #expect(own == [40, 33, 33])
  }
}

struct `Missions that complete others` {
  private static let monday = MissionDrive.monday

  private func mission(
    _ id: String, _ metric: Metric, _ target: Int64, _ reward: Int64, _ window: Window = .life
  ) -> MissionDefinition {
    MissionDefinition(
      id: id, title: id, window: window, metric: metric, target: target, reward: reward,
      difficulty: .easy)
  }

  private func completed(_ missions: [MissionDefinition], sparks: Int = 1) throws -> [String] {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = missions
    var profile = try PlayedProfile(definition)
    for _ in 0..<sparks { profile.spark(.decision, .low, on: Self.monday) }
    return profile.state.missions.completions.map { definition.missions[Int($0.mission)].id }
  }

  private let anySpark = Metric.sparks(category: nil, minIntensity: nil, beforeHour: nil)

  @Test func `go in the order of the rulebook, not of their targets`() throws {
    #expect(
      try completed(
        [
          mission("c", anySpark, 3, 0), mission("a", anySpark, 1, 0), mission("b", anySpark, 2, 0),
        ], sparks: 3) == ["a", "b", "c"])
    // Three missions of different metrics that one event completes.
    #expect(
      try completed([
        mission("level", .level, 1, 0), mission("spark", anySpark, 1, 0),
        mission("days", .sparkDays, 1, 0), mission("points", .totalPoints, 10, 0),
      ]) == ["level", "spark", "days", "points"])
  }

  @Test func `start again from the top after each`() throws {
    // `last` pays what `first` waits for: it comes before `between`, which was ready all along.
    #expect(
      try completed([
        mission("first", .totalPoints, 110, 0), mission("pay", anySpark, 1, 100),
        mission("between", .sparkDays, 1, 0),
      ]) == ["pay", "first", "between"])
  }

  @Test func `run through points, level, fuel, overloads and completions in one event`() throws {
    #expect(
      try completed([
        mission("all", .missionsCompleted(window: nil), 5, 0),
        mission("days", .missionsCompleted(window: .day), 1, 0),
        mission("overload", .overloads, 1, 0),
        mission("level", .level, 3, 900),
        mission("points", .totalPoints, 1010, 1000),
        mission("start", anySpark, 1, 1000, .day),
        mission("never", .totalPoints, 2911, 0),
      ])
        // start pays 1000: an overload, total 1010 and a daily completion at once; then from the
        // top: days, overload, points (total 2010, level 3, a second overload), and that makes
        // five completions with `start`, `days`, `overload`, `points` and … `level` is the fifth,
        // total 2910.
        == ["start", "days", "overload", "points", "level", "all"])
  }

  @Test func `that all wait for each other's completions stop when none is left`() throws {
    let chain = (0..<50).map {
      mission("m\($0)", .missionsCompleted(window: nil), Int64($0 + 1), 10)
    }
    #expect(
      try completed(chain + [mission("start", anySpark, 1, 0)])
        == ["start"] + (0..<50).map { "m\($0)" })
  }

  @Test func `have the instant and the windows of their event`() throws {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = [
      mission("day", anySpark, 1, 1000, .day), mission("week", .overloads, 1, 0, .week),
      mission("life", .missionsCompleted(window: .week), 1, 0),
    ]
    var profile = try PlayedProfile(definition)
    profile.spark(on: Self.monday + 2, minute: 77)
    let at = CivilTime(day: Self.monday + 2, milliseconds: 77 * 60_000).instant(offset: .zero)
    #expect(profile.state.missions.completions.map(\.at) == [at, at, at])
    #expect(
      profile.state.missions.completions.map(\.windowStart) == [Self.monday + 2, Self.monday, nil])
  }

  @Test(arguments: ["2024-12-29", "2024-12-30", "2026-01-01", "0001-01-07"])
  func `have windows of a day, of a week from Monday, or without an end`(text: String) {
    let day = day(text)
    #expect(Window.week.start(containing: day) == day.week.monday)
    #expect(Window.week.end(containing: day) == day.week.monday + 7)
    #expect(Window.day.start(containing: day) == day)
    #expect(Window.day.end(containing: day) == day + 1)
    #expect(Window.life.start(containing: day) == nil)
    #expect(Window.life.end(containing: day) == nil)
  }
}
