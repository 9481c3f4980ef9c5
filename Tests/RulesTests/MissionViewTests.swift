import FlintCalendar
import FlintRules
import Testing

struct `The list of missions` {
  private static let monday = MissionDrive.monday

  private func views(
    _ profile: PlayedProfile, _ filter: MissionView.Filter = MissionView.Filter(),
    day: CivilDay? = nil,
    today: CivilDay
  ) -> [MissionView] {
    profile.rulebook.missions(in: profile.state, filter: filter, day: day, today: today)
  }

  private func view(
    _ id: String, _ profile: PlayedProfile, day: CivilDay? = nil, today: CivilDay
  ) throws -> MissionView {
    try #require(
      views(profile, day: day, today: today).first { $0.definition.id == id })
  }

  /// Monday: an energy spark in the afternoon. Wednesday: three ideas in the morning.
  private func week() throws -> PlayedProfile {
    var profile = try PlayedProfile()
    profile.spark(.energy, .low, on: Self.monday, minute: 800)
    for minute in 0..<3 { profile.spark(.idea, .low, on: Self.monday + 2, minute: minute) }
    return profile
  }

  @Test func `of a new profile is all available`() throws {
    let views = views(try PlayedProfile(), today: Self.monday)
    #expect(views.map(\.definition) == RulebookDefinition.ignition.missions)
    #expect(views.map(\.position) == Array(0..<43))
    // The level is 1 of 10 from the beginning.
    #expect(views.filter { $0.status != .available }.map(\.definition.id) == ["mythical-ascent"])
    #expect(views.last?.progress == 1)
  }

  /// 9,300 sparks of a thousand million points each: in millionths, more than 64 bits hold.
  @Test func `holds more points than can be counted in millionths`() throws {
    var definition = RulebookDefinition.ignition
    definition.points.base[1] = 1_000_000
    definition.points.multipliers[3] = try #require(Fraction("1000"))
    var profile = try PlayedProfile(definition)
    for number in 0..<9300 {
      profile.spark(.energy, .extreme, on: Self.monday, minute: number % 1440)
    }
    for day in [Self.monday, Self.monday + 1, Self.monday + 7] {
      let views = views(profile, day: Self.monday, today: day)
      #expect(views.allSatisfy { (0...$0.definition.target).contains($0.progress) })
    }
    let earner = try view("point-earner", profile, today: Self.monday)
    #expect(earner.progress == earner.definition.target)
  }

  @Test func `shows the windows of today`() throws {
    let profile = try week()
    let today = Self.monday + 2
    let streak = try view("spark-streak", profile, today: today)
    #expect((streak.windowStart, streak.windowEnd) == (today, today + 1))
    #expect((streak.status, streak.progress, streak.completions) == (.completed, 3, 1))
    let completedAt = CivilTime(day: today, milliseconds: 120_000).instant(offset: .zero)
    #expect(streak.completedAt == completedAt)
    let boost = try view("energy-boost", profile, today: today)
    #expect((boost.status, boost.progress, boost.completedAt) == (.available, 0, nil))
    let warrior = try view("weekly-warrior", profile, today: today)
    #expect((warrior.windowStart, warrior.windowEnd) == (Self.monday, Self.monday + 7))
    #expect((warrior.status, warrior.progress) == (.inProgress, 4))
    let creator = try view("consistent-creator", profile, today: today)
    #expect(creator.progress == 2)
    let diversity = try view("diversity-champion", profile, today: today)
    #expect(diversity.progress == 2)
    // morning-spark, spark-streak and idea-generator: three daily ones, grand-achiever's target.
    let achiever = try view("grand-achiever", profile, today: today)
    #expect((achiever.status, achiever.progress) == (.completed, 3))
    let steps = try view("first-steps", profile, today: today)
    #expect((steps.windowStart, steps.windowEnd, steps.progress) == (nil, nil, 4))
  }

  @Test func `restarts on another day or week`() throws {
    let profile = try week()
    let tomorrow = try view("spark-streak", profile, today: Self.monday + 3)
    #expect((tomorrow.status, tomorrow.progress) == (.available, 0))
    #expect(tomorrow.completions == 1)
    let week = try view("weekly-warrior", profile, today: Self.monday + 7)
    #expect((week.status, week.progress) == (.available, 0))
    let life = try view("first-steps", profile, today: Self.monday + 700)
    #expect((life.status, life.progress) == (.inProgress, 4))
  }

  /// Queried immediately, days later, and after the windows were closed.
  @Test(arguments: [4, 5, 6, 14, 60])
  func `shows a past day as it ended`(later: Int) throws {
    var profile = try week()
    if later > 4 { profile.spark(.challenge, .low, on: Self.monday + later) }
    if later > 10 { profile.spark(.challenge, .low, on: Self.monday + later + 1) }
    let today = Self.monday + later + 1
    let boost = try view("energy-boost", profile, day: Self.monday, today: today)
    #expect((boost.status, boost.progress) == (.expired, 1))
    #expect((boost.windowStart, boost.windowEnd) == (Self.monday, Self.monday + 1))
    let morning = try view("morning-spark", profile, day: Self.monday, today: today)
    #expect((morning.status, morning.progress) == (.expired, 0))
    let streak = try view("spark-streak", profile, day: Self.monday + 2, today: today)
    #expect((streak.status, streak.progress) == (.completed, 3))
    let empty = try view("spark-streak", profile, day: Self.monday + 1, today: today)
    #expect((empty.status, empty.progress) == (.expired, 0))
    if later > 6 {
      let week = try view("weekly-warrior", profile, day: Self.monday + 3, today: today)
      #expect((week.status, week.progress) == (.expired, 4))
      let achiever = try view("grand-achiever", profile, day: Self.monday, today: today)
      #expect((achiever.status, achiever.progress) == (.completed, 3))
    }
    // A lifetime contains every day: the requested day is irrelevant.
    for id in ["first-steps", "week-warrior", "point-starter", "mythical-ascent"] {
      let then = try view(id, profile, day: Self.monday, today: today)
      let now = try view(id, profile, today: today)
      #expect((then.status, then.progress) == (now.status, now.progress))
    }
  }

  @Test func `shows today as open before it is over, and a day to come as available`() throws {
    let profile = try week()
    let open = try view("energy-boost", profile, day: Self.monday, today: Self.monday)
    #expect((open.status, open.progress) == (.inProgress, 1))
    let over = try view("energy-boost", profile, day: Self.monday, today: Self.monday + 1)
    #expect(over.status == .expired)
    let weekOpen = try view("weekly-warrior", profile, today: Self.monday + 6)
    #expect(weekOpen.status == .inProgress)
    let weekOver = try view("weekly-warrior", profile, day: Self.monday, today: Self.monday + 7)
    #expect(weekOver.status == .expired)
    let future = try view("energy-boost", profile, day: Self.monday + 9, today: Self.monday + 2)
    #expect((future.status, future.progress) == (.available, 0))
  }

  @Test func `shows the current streak`() throws {
    let profile = try week()
    let progress = [0, 1, 2, 3, 4, 5].map { offset in
      (try? view("week-warrior", profile, today: Self.monday + offset))?.progress
    }
    #expect(progress == [1, 1, 1, 1, 0, 0])
  }

  @Test func `is filtered by window, difficulty and status`() throws {
    let profile = try week()
    let today = Self.monday + 2
    let count = { (filter: MissionView.Filter) in views(profile, filter, today: today).count }
    #expect(count(MissionView.Filter(window: .day)) == 5)
    #expect(count(MissionView.Filter(window: .week)) == 10)
    #expect(count(MissionView.Filter(window: .life)) == 28)
    // Counted in the table: easy 3 + 1 + 3, expert 1 + 10.
    #expect(count(MissionView.Filter(difficulty: .easy)) == 7)
    #expect(count(MissionView.Filter(difficulty: .medium)) == 12)
    #expect(count(MissionView.Filter(difficulty: .hard)) == 14)
    #expect(count(MissionView.Filter(difficulty: .expert)) == 10)
    #expect(count(MissionView.Filter(window: .day, difficulty: .medium)) == 2)
    let done = views(
      profile, MissionView.Filter(window: .day, status: .completed), today: today
    ).map(\.definition.id)
    #expect(done == ["morning-spark", "spark-streak", "idea-generator"])
    let open = views(profile, MissionView.Filter(window: .day, status: .available), today: today)
    #expect(open.map(\.definition.id) == ["energy-boost", "high-intensity"])
    #expect(count(MissionView.Filter(status: .expired)) == 0)
    let past = views(
      profile, MissionView.Filter(status: .expired), day: Self.monday, today: Self.monday + 7)
    #expect(past.count == 5 + 9)
  }

  private func own(_ missions: [(String, Window, Int64, Int64)]) throws -> PlayedProfile {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = missions.map { id, window, target, reward in
      MissionDefinition(
        id: id, title: id, window: window,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: target,
        reward: reward, difficulty: .easy)
    }
    return try PlayedProfile(definition)
  }

  @Test func `is ordered by progress, points or deadline, ties as in the rulebook`() throws {
    var profile = try own([
      ("done", .life, 1, 5), ("third", .week, 6, 50), ("none", .day, 1_000_000_000, 5),
      ("half", .day, 4, 100), ("third-too", .life, 6, 100), ("near", .week, 3, 50),
    ])
    profile.spark(on: Self.monday)
    profile.spark(on: Self.monday)
    let ids = { (order: MissionView.Filter.Order) in
      views(profile, MissionView.Filter(order: order), today: Self.monday).map(\.definition.id)
    }
    #expect(ids(.rulebook) == ["done", "third", "none", "half", "third-too", "near"])
    #expect(ids(.progress) == ["near", "half", "third", "third-too", "none", "done"])
    #expect(ids(.points) == ["half", "third-too", "third", "near", "done", "none"])
    #expect(ids(.deadline) == ["none", "half", "third", "near", "done", "third-too"])
    #expect(
      MissionView.Filter.Order.allCases.map(\.rawValue) == [
        "rulebook", "progress", "points", "deadline",
      ])
    #expect(
      MissionView.Status.allCases.map(\.rawValue)
        == ["available", "in_progress", "completed", "expired"])
  }

  @Test func `compares progress exactly`() throws {
    // 2/999999999 against 2/1000000000: a difference of 2·10⁻¹⁸.
    var profile = try own([
      ("less", .life, 1_000_000_000, 0), ("more", .life, 999_999_999, 0),
    ])
    profile.spark(on: Self.monday)
    profile.spark(on: Self.monday)
    let order = views(profile, MissionView.Filter(order: .progress), today: Self.monday)
    #expect(order.map(\.definition.id) == ["more", "less"])
  }
}
