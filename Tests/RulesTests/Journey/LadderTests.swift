import FlintCalendar
import TestSupport
import Testing

@testable import FlintRules

struct `Ladders` {
  @Test
  func `unlock 1 today, 3 tomorrow and 7 the day after for a journey that started ten days ago`() {
    var story = JourneyStory()
    let today = day("2026-03-11")
    story.start(day("2026-03-01"), on: today)
    #expect(story.reached == ["time-1 2026-03-11"])
    #expect(
      story.state.unlocks[0].at
        == CivilTime(
          day: today, milliseconds: 36_000_000
        ).instant(offset: .zero))
    story.open(today + 1)
    story.open(today + 2)
    story.open(today + 3)
    #expect(
      story.reached == ["time-1 2026-03-11", "time-3 2026-03-12", "time-7 2026-03-13"])
    #expect(story.state.unlocks[1].at == nil)
    // 14 on its day, the 15th.
    story.open(today + 4)
    #expect(story.days(of: "time").last == "2026-03-15")
  }

  @Test func `unlock one rung a day, independently of the number of activities`() {
    var story = JourneyStory()
    let first = day("2026-03-01")
    story.journal(on: first, count: 200)
    #expect(story.days(of: "journaling") == ["2026-03-01"])
    story.journal(on: first + 1)
    story.open(first + 9)
    #expect(story.days(of: "journaling") == (0...5).map { "\(first + $0)" })
    // At the opening of a day, except the first, which unlocks at its event.
    #expect(story.state.unlocks.map { $0.at != nil } == [true] + Array(repeating: false, count: 5))
  }

  @Test func `that need no journey are climbed without one, the others wait for it`() {
    let mixed = LadderDefinition(
      id: "mixed", title: "Mixed",
      rungs: [
        RungDefinition(
          id: "one", title: "One", conditions: [LadderCondition(.journals, atLeast: 1)]),
        RungDefinition(id: "two", title: "Two", conditions: [LadderCondition(.days, atLeast: 1)]),
      ])
    #expect(mixed.needsJourney)
    let free = LadderDefinition("free", .journals, [1, 2])
    #expect(!free.needsJourney)
    var story = JourneyStory([mixed, free])
    let first = day("2026-03-01")
    story.journal(on: first, count: 2)
    story.open(first + 5)
    #expect(story.reached == ["free-1 2026-03-01", "free-2 2026-03-02"])
    story.start(first, on: first + 5)
    story.open(first + 9)
    #expect(story.reached.suffix(2) == ["one 2026-03-06", "two 2026-03-07"])
  }

  @Test func `wait for a journey before its start is recorded, ignoring void starts`() {
    var story = JourneyStory([LadderDefinition("steady", .stability, [0])])
    let first = day("2026-03-01")
    story.other(on: first)
    story.start(first + 9, on: first)
    story.open(first + 4)
    #expect(story.reached.isEmpty)
    story.start(first, on: first + 4)
    #expect(story.reached == ["steady-0 2026-03-05"])
  }

  @Test func `keep their rungs when another journey starts, and continue from there`() {
    var story = JourneyStory()
    let first = day("2026-01-01")
    story.start(first, on: first)
    story.open(first + 10)
    #expect(story.days(of: "time").count == 3)
    story.start(first + 10, on: first + 10)
    #expect(story.days(of: "time").count == 3)
    // 14 is counted from the second start.
    story.open(first + 23)
    #expect(story.days(of: "time").count == 3)
    story.open(first + 24)
    #expect(story.days(of: "time").last == "2026-01-25")
    #expect(story.state.journeys.map(\.start) == [first, first + 10])
  }

  @Test func `date a traveller's achievement by the open day`() {
    var story = JourneyStory([LadderDefinition("writing", .journals, [1, 2])])
    let east = UTCOffset(seconds: 18 * 3600)
    let west = UTCOffset(seconds: -18 * 3600)
    let noon = CivilTime(day: day("2026-05-02"), milliseconds: 43_200_000).instant(offset: .zero)
    story.apply(nil, at: noon, offset: east)
    story.apply(.entry, at: noon, offset: west, id: 8)
    story.apply(.entry, at: noon, offset: west, id: 9)
    #expect(story.state.openDay == day("2026-05-03"))
    #expect(story.state.log.entries.last?.day == day("2026-05-03"))
    #expect(story.state.firstActiveDay == day("2026-05-01"))
    #expect(story.reached == ["writing-1 2026-05-03"])
    #expect(story.state.value(of: .journals, on: day("2026-05-01")) == 2)
    story.open(day("2026-05-04"))
    #expect(story.reached.last == "writing-2 2026-05-04")
  }

  @Test func `test the streak of the open day, including grace`() {
    var story = JourneyStory([LadderDefinition("streak", .activityStreak, [2, 3])])
    let first = day("2026-05-01")
    for number in 0..<3 { story.other(on: first + number) }
    // Two on the second day and three on the third.
    #expect(story.reached == ["streak-2 2026-05-02", "streak-3 2026-05-03"])
    var late = JourneyStory([
      LadderDefinition("streak", .activityStreak, [3, 4]),
      LadderDefinition("writing", .journals, [1]),
    ])
    let (east, west) = (UTCOffset(seconds: 50_400), UTCOffset(seconds: -39_600))
    func at(_ day: CivilDay, _ hour: Int32, _ offset: UTCOffset) -> Instant {
      CivilTime(day: day, milliseconds: hour * 3_600_000).instant(offset: offset)
    }
    // 1st, 3rd and 4th to the east; the 2nd and 3rd again, to the west, join them to four.
    late.apply(nil, at: at(first, 9, east), offset: east)
    late.apply(nil, at: at(first + 2, 23, east), offset: east)
    late.apply(nil, at: at(first + 3, 1, east), offset: east)
    #expect(late.reached.isEmpty)
    late.apply(nil, at: at(first + 1, 23, west), offset: west)
    #expect(late.reached == ["streak-3 2026-05-04"])
    // The day of grace: yesterday's run of four still counts.
    late.open(first + 4)
    #expect(late.reached.last == "streak-4 2026-05-05")
    late.open(first + 9)
    #expect(late.state.activityStreak(on: first + 9) == 0)
    #expect(late.state.unlocks.count == 2)
  }

  @Test func `may be absent from a rulebook`() {
    var story = JourneyStory([])
    story.start(day("2026-01-01"), on: day("2026-01-01"))
    story.journal(on: day("2026-01-01"))
    story.open(day("2026-12-31"))
    #expect(story.state.unlocks.isEmpty)
    #expect(story.state.openDay == day("2026-12-31"))
  }

  @Test func `are climbed over a hundred thousand days at once`() {
    var story = JourneyStory([
      LadderDefinition("days", .days, [1, 2, 900, 901, 5000, 99_999, 1_000_000]),
      LadderDefinition("steady", .stability, [575_000]),
    ])
    let first = day("1900-01-01")
    story.start(first, on: first)
    story.open(first + 100_000)
    // Stability is 0.5 + consistency / 4 + achievements / 4, with achievements 0.04 from day 3 on. So
    // consistency has to be 0.26: of one active day and the root of the days, 742 + 259422
    // millionths on day 673, and 744 + 259229 on the day before.
    #expect(
      story.reached
        == [
          ("days-1", 1), ("days-2", 2), ("steady-575000", 673), ("days-900", 900),
          ("days-901", 901), ("days-5000", 5000), ("days-99999", 99_999),
        ].map { "\($0) \(first + $1)" })
  }

  @Test func `are climbed on the same days independently of where the fold pauses`() {
    let ladders = [
      LadderDefinition("few", .days, [2, 5, 6, 9]), LadderDefinition("one", .days, [7]),
      LadderDefinition("writing", .journals, [1, 2, 3]),
    ]
    let expected = [
      "writing-1": 0, "writing-2": 1, "few-2": 2, "writing-3": 2, "few-5": 5, "few-6": 6,
      "one-7": 7, "few-9": 9,
    ]
    let first = day("2026-01-01")
    // All combinations of pauses on the first eleven days.
    for stops in 0..<(1 << 11) {
      var story = JourneyStory(ladders)
      story.start(first, on: first)
      story.journal(on: first, count: 3)
      for number in 0..<11 where stops & (1 << number) != 0 { story.open(first + number) }
      story.open(first + 11)
      let reached = story.state.unlocks.map { (story.id(of: $0), $0.day - first) }
      #expect(Dictionary(uniqueKeysWithValues: reached) == expected)
    }
  }

  /// Histories with gaps from minutes to decades, in many time zones.
  private static func history(
    _ seed: UInt64, days count: Int
  ) -> [(action: JourneyAction?, at: Instant, offset: UTCOffset)] {
    var random = SplitMix64(state: seed &* 0x9e37_79b9)
    var now = CivilTime(day: day("1980-01-01")).instant(offset: .zero)
    let offsets: [Int32] = seed % 3 == 0 ? [-64_800, 0, 64_800, 50_400, -39_600] : [3600]
    return (0..<count).map { _ in
      let gap: ClosedRange<Int64> =
        switch Int.random(in: 0..<40, using: &random) {
        case 0: 1...400
        case 1 where seed % 5 == 0: 800...6000
        case 2...20: 1...2
        default: 0...0
        }
      let days = Int64.random(in: gap, using: &random)
      now.milliseconds += days * 86_400_000 + Int64.random(in: 0...14_400_000, using: &random)
      let offset = UTCOffset(seconds: offsets.randomElement(using: &random) ?? 0)
      let today = CivilTime(now, offset: offset).day
      let action: JourneyAction? =
        switch Int.random(in: 0..<30, using: &random) {
        case 0: .start(day: today + Int.random(in: -30...1, using: &random))
        case 1...9: .entry
        case 10...13: .activity(.of(.sos))
        case 14...17: .activity(.of(.selfCare))
        case 18...20: .activity(.of(.open))
        default: nil
        }
      return (action, now, offset)
    }
  }

  private static let rulebooks: [[LadderDefinition]] = [
    BundledLadders.all,
    [
      LadderDefinition("days", .days, [1, 50, 899, 900, 901, 902, 3000, 40_000]),
      LadderDefinition("steady", .stability, [300_000, 500_000, 560_000, 600_000, 640_000]),
      LadderDefinition("caring", .selfCare, [20_000, 60_000, 120_000, 200_000, 290_000]),
      LadderDefinition("often", .consistency, [250_000, 299_000, 300_000, 400_000]),
      LadderDefinition(
        id: "both", title: "Both",
        rungs: [
          RungDefinition(
            id: "both", title: "Both",
            conditions: [
              LadderCondition(.days, atLeast: 1500), LadderCondition(.selfCare, atLeast: 100_000),
            ])
        ]),
      LadderDefinition("writing", .journals, [1, 2, 3, 4, 5, 6, 7, 8, 30]),
    ],
  ]

  @Test(arguments: [0, 1])
  func `are climbed rung by rung, one a day, in random histories`(rulebook: Int) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      var story = JourneyStory(Self.rulebooks[rulebook])
      for event in Self.history(seed, days: 150) {
        let before = story.state
        story.apply(event.action, at: event.at, offset: event.offset)
        let new = story.state.unlocks[before.unlocks.count...]
        #expect(story.state.unlocks.prefix(before.unlocks.count).elementsEqual(before.unlocks))
        #expect(
          new.allSatisfy { $0.at == nil || ($0.at == event.at && $0.day == story.state.openDay) })
        // The metrics of ladders equal those shown for the open day.
        let today = try #require(story.state.openDay)
        #expect(story.state.currentScores() == story.state.scores(on: today))
        #expect(!story.state.isDirty)
      }
      let unlocks = story.state.unlocks
      #expect(zip(unlocks, unlocks.dropFirst()).allSatisfy { $0.day <= $1.day })
      for ladder in story.definitions.indices {
        let climbed = unlocks.filter { $0.ladder == Int32(ladder) }
        #expect(climbed.map(\.rung) == (0..<Int32(climbed.count)).map(\.self))
        #expect(zip(climbed, climbed.dropFirst()).allSatisfy { $0.day < $1.day })
      }
      #expect(story.state.fits(story.plan))
    }
  }

  @Test(arguments: [0, 1])
  func `are the same when days open one by one`(rulebook: Int) throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      var leaping = JourneyStory(Self.rulebooks[rulebook])
      var stepping = leaping
      for event in Self.history(seed, days: 100) {
        let target = CivilTime(event.at, offset: event.offset).day
        if let opened = stepping.state.openDay, opened < target {
          for ahead in 1...(target - opened) { stepping.open(opened + ahead) }
        }
        leaping.apply(event.action, at: event.at, offset: event.offset)
        stepping.apply(event.action, at: event.at, offset: event.offset)
        try #require(leaping.state == stepping.state)
      }
      let last = try #require(leaping.state.openDay)
      for ahead in 1...4000 { stepping.open(last + ahead) }
      leaping.open(last + 4000)
      #expect(leaping.state == stepping.state)
    }
  }

  @Test func `are examined again only when something changed`() {
    var story = JourneyStory()
    let today = day("2026-01-01")
    story.start(today, on: today)
    story.journal(on: today)
    let before = story.state
    story.other(on: today)
    story.act(.open, on: today)
    #expect(story.state == before)
  }
}
