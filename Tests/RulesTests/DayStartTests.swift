import FlintCalendar
import FlintRules
import Testing

/// Days that start at 04:00. March 2 and March 9, 2026 are Mondays.
struct `A profile whose days start at four` {
  private var profile: PlayedProfile

  init() throws {
    let four = try #require(DayStart("04:00"))
    profile = PlayedProfile(try Rulebook(.ignition, dayStart: four))
  }

  private func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

  @Test mutating func `counts half past three for the day before`() throws {
    let tenth = try day("2026-03-10")
    #expect(profile.spark(on: tenth, minute: 20 * 60).streak == 1)
    // Still the tenth.
    #expect(profile.spark(on: tenth + 1, minute: 3 * 60 + 30).streak == 1)
    #expect(profile.state.history.days.map(\.day) == [tenth])
    #expect(profile.spark(on: tenth + 1, minute: 4 * 60).streak == 2)
    #expect(profile.spark(on: tenth + 2, minute: 23 * 60 + 59).streak == 3)
    #expect(profile.spark(on: tenth + 3, minute: 3 * 60 + 59).streak == 3)
    #expect(profile.state.history.days.map(\.sparks) == [2, 1, 2])
  }

  /// Minute of the clock on March 10, and whether a spark then completes "before 12:00".
  @Test(arguments: [
    (4 * 60, true), (11 * 60 + 30, true), (11 * 60 + 59, true), (12 * 60, false),
    (15 * 60 + 30, false), (23 * 60 + 59, false),
    // After midnight clocks show an early hour again.
    (24 * 60, true), (27 * 60 + 59, true),
  ])
  func `reads the hour of a mission from the clock`(minute: Int, isEarly: Bool) throws {
    var profile = profile
    let tenth = try day("2026-03-10")
    profile.spark(on: tenth + minute / 1440, minute: minute % 1440)
    #expect(profile.completions(of: "morning-spark") == (isEarly ? 1 : 0))
    let window = profile.state.missions.completions.first {
      $0.mission == profile.rulebook.missionPosition(id: "morning-spark").map(Int32.init)
    }?.windowStart
    #expect(window == (isEarly ? tenth : nil))
  }

  @Test(arguments: [(3 * 60, 1), (4 * 60, 0)])
  func `counts Monday at three for the week before`(minute: Int, completions: Int) throws {
    var profile = profile
    let monday = try day("2026-03-09")
    for (index, category) in SparkCategory.ignition.dropLast().enumerated() {
      profile.spark(category, on: monday + -1, minute: 600 + index)
    }
    profile.spark(SparkCategory.ignition[4], on: monday, minute: minute)
    #expect(profile.completions(of: "diversity-champion") == completions)
    let position = profile.rulebook.missionPosition(id: "diversity-champion").map(Int32.init)
    for completion in profile.state.missions.completions where completion.mission == position {
      #expect(completion.windowStart == monday + -7)
    }
  }

  @Test mutating func `accepts a rating of the date that the clock shows`() throws {
    let tenth = try day("2026-03-10")
    func rating(_ day: CivilDay) throws -> ProfileEvent.Action {
      .mood(.record(try MoodContent(day: day, mood: .good)))
    }
    #expect(profile.apply(try rating(tenth), on: tenth, minute: 0).void == nil)
    #expect(profile.apply(try rating(tenth + 1), on: tenth, minute: 1).void == .laterDay)
    #expect(profile.state.moods.rating(of: tenth)?.mood == .good)
  }

  @Test mutating func `begins a journey of the date that the clock shows on its day`() throws {
    let tenth = try day("2026-03-10")
    // The night of the ninth.
    #expect(profile.apply(.journey(.start(day: tenth)), on: tenth, minute: 2 * 60).void == nil)
    #expect(profile.state.journey.journey?.start == tenth + -1)
    #expect(profile.state.journey.journey?.recordedOn == tenth + -1)
    #expect(
      profile.apply(.journey(.start(day: tenth + 1)), on: tenth, minute: 2 * 60).void == .laterDay)
    profile.rulebook.advance(to: tenth, in: &profile.state)
    #expect(profile.state.journey.unlocks.map(\.day) == [tenth])
  }

  @Test func `has series and summaries of its days, and hours of the clock`() throws {
    var profile = profile
    let tenth = try day("2026-03-10")
    let facts = [(0, 1440 + 210), (0, 1440 + 239), (1, 240)].map { days, minute in
      let shown = tenth + days + minute / 1440
      profile.spark(on: shown, minute: minute % 1440)
      let time = CivilTime(day: shown, milliseconds: Int32(minute % 1440) * 60_000)
      return SparkFact(
        at: time.instant(offset: .zero), offset: .zero, category: .decision, intensity: .low,
        minutes: 10)
    }
    let range = try DayRange(since: tenth, before: tenth + 2)
    let (rulebook, state) = (profile.rulebook, profile.state)
    let minutes = rulebook.series(try SeriesQuery(.minutes, range), in: state) { query, body in
      for fact in facts {
        #expect(query.since.map { $0 <= fact.at } ?? true)
        #expect(query.before.map { fact.at < $0 } ?? true)
        body(fact)
      }
    }
    #expect(minutes.buckets.map(\.value) == [20, 10])
    let summary = rulebook.summary(try SummaryQuery(range), of: state) { _, body in
      facts.forEach(body)
    }
    #expect(summary.sparks.days == 2)
    #expect(summary.sparks.hour == 3)
    #expect(summary.sparks.weekday == .tuesday)
  }
}
