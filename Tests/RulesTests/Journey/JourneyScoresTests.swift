import FlintCalendar
import Testing

@testable import FlintRules

struct `The scores of a journey` {
  private static func scores(
    days: Int64, journals: Int64 = 0, sessions: Int64 = 0, active: Int64 = 0, unlocked: Int64 = 0
  ) -> [Int64] {
    let scores = JourneyScores(
      day: CivilDay(number: 0),
      JourneyScores.Terms(
        days: days, journals: journals, sessions: sessions, activeDays: active,
        unlocked: unlocked))
    return [scores.consistency, scores.selfCare, scores.stability]
  }

  @Test func `match values computed by hand`() {
    // d = 1: √10⁸ = 10000; 305000 + 2500.
    #expect(Self.scores(days: 0) == [10_000, 0, 307_500])
    #expect(Self.scores(days: 1) == [10_000, 0, 307_500])
    // 300000 + 200000 + 31622; 400000 + 300000 (of 500000) + 60000; 350000 + 132905 + 190000.
    #expect(
      Self.scores(days: 10, journals: 1, sessions: 2, active: 4, unlocked: 3)
        == [531_622, 760_000, 672_905])
    // 230769 + 115384 + 36055; 153846 + 300000 (of 384615); 365000 + 95552 + 113461.
    #expect(
      Self.scores(days: 13, journals: 1, sessions: 1, active: 3) == [382_208, 453_846, 574_013])
    // One millionth short of full: 299833 = ⌊√(899 · 10⁸)⌋.
    #expect(
      Self.scores(days: 899, journals: 120, sessions: 180, active: 540, unlocked: 15)
        == [999_833, 1_000_000, 999_958])
    #expect(
      Self.scores(days: 900, journals: 120, sessions: 180, active: 540, unlocked: 15)
        == [1_000_000, 1_000_000, 1_000_000])
    // Each term has its limit.
    #expect(Self.scores(days: 1, journals: 9) == [410_000, 300_000, 482_500])
    #expect(Self.scores(days: 1, sessions: 9) == [10_000, 400_000, 407_500])
    #expect(Self.scores(days: 1, active: 9) == [310_000, 0, 382_500])
    #expect(Self.scores(days: 1, unlocked: 14) == [10_000, 280_000, 377_500])
    #expect(Self.scores(days: 1, unlocked: 16) == [10_000, 300_000, 382_500])
    #expect(Self.scores(days: 39) == [62_449, 0, 510_612])
    #expect(Self.scores(days: 40) == [63_245, 0, 515_811])
    #expect(Self.scores(days: 41) == [64_031, 0, 516_007])
  }

  @Test func `use the integer square root of the days`() {
    for days in 1...1000 as ClosedRange<Int64> {
      let root = Self.scores(days: days)[0]
      if days < 900 {
        #expect(root * root <= days * 100_000_000)
        #expect((root + 1) * (root + 1) > days * 100_000_000)
      } else {
        #expect(root == 300_000)
      }
    }
  }

  @Test func `do not overflow`() {
    let most = Int64.max
    #expect(
      Self.scores(days: 1, journals: most, sessions: most, active: most, unlocked: most)
        == [710_000, 1_000_000, 732_500])
    #expect(
      Self.scores(
        days: Int64(UInt32.max), journals: most, sessions: most, active: most, unlocked: most)
        == [1_000_000, 1_000_000, 1_000_000])
    let days = Int64(UInt32.max)
    #expect(
      Self.scores(days: days, journals: days - 1, sessions: days - 1, active: days - 1)
        == [1_000_000, 700_000, 925_000])
  }

  @Test func `never rise by the passing of days alone once their terms are full`() {
    for counts in [0, 1, 50, 300, 700, 5000] as [Int64] {
      var last = [Int64](repeating: .max, count: 3)
      for days in JourneyScores.daysOfGrowth...4000 {
        let scores = Self.scores(
          days: days, journals: counts, sessions: counts, active: min(counts, days), unlocked: 4)
        if days > counts { #expect(zip(scores, last).allSatisfy { $0 <= $1 }) }
        last = scores
      }
    }
  }

  @Test func `reach 95 percent on the 625th day by entries written before the journey`() {
    // 84 entries, all of them before it: 3 · 84 / 625 > 0.4. Active on 375 days: 0.5 · 375 / 625 =
    // 0.3. √625 / 100 = 0.25. On day 624 the root is 249799.
    var story = JourneyStory()
    let start = day("2022-05-05")
    for number in 0..<84 { story.journal(on: start + (number - 200)) }
    story.start(start, on: start)
    for number in 1..<375 { story.other(on: start + number) }
    story.open(start + 624)
    #expect(story.state.scores(on: start + 624)?.consistency == 949_799)
    #expect(story.days(of: "consistency").count == 3)
    story.open(start + 625)
    #expect(story.state.scores(on: start + 625)?.consistency == 950_000)
    #expect(story.days(of: "consistency").last == "\(start + 625)")
  }

  @Test func `count achievements from the day after they unlock`() {
    var story = JourneyStory()
    let start = day("2026-01-01")
    story.start(start, on: start)
    story.act(.sos, on: start)
    #expect(story.reached == ["sos-1 2026-01-01"])
    // 400000 only; from the next day on the unlocked time-1 counts as well.
    #expect(story.state.scores(on: start)?.selfCare == 400_000)
    story.open(start + 1)
    #expect(story.days(of: "time") == ["2026-01-02"])
    #expect(story.state.scores(on: start + 1)?.selfCare == 420_000)
    #expect(story.state.scores(on: start)?.selfCare == 400_000)
    // For a day that is not open yet, assuming no events until then.
    #expect(story.state.scores(on: start + 2)?.selfCare == 440_000)
  }

  @Test func `leave out an active day before the start that a traveller fills in later`() {
    var story = JourneyStory()
    let start = day("2026-06-03")
    let noon = CivilTime(day: start, milliseconds: 43_200_000).instant(offset: .zero)
    story.apply(.start(day: start), at: noon, offset: UTCOffset(seconds: 3600))
    let later = Instant(milliseconds: noon.milliseconds + 1)
    story.apply(nil, at: later, offset: UTCOffset(seconds: -64_800))
    #expect(story.state.firstActiveDay == day("2026-06-02"))
    story.open(start + 5)
    // One active day: 0.5 / 5, and 22360 = ⌊√(5 · 10⁸)⌋.
    #expect(story.state.currentScores()?.consistency == 122_360)
    #expect(story.state.scores(on: start + 5)?.consistency == 122_360)
  }

  @Test func `of a past day are those of the journey that applied then`() {
    var story = JourneyStory()
    let first = day("2026-01-10")
    #expect(story.state.scores(on: first) == nil)
    // Recorded on the 12th: the days before belong to it retroactively.
    story.start(first, on: first + 2)
    story.start(first + 5, on: first + 7)
    story.start(day("2026-01-01"), on: first + 20)
    func days(_ offset: Int) -> Int64? { story.state.scores(on: first + offset)?.days }
    #expect(days(-10) == nil)
    // Before the first recording, the first journey whose start is not later.
    #expect(days(-9) == 0)
    #expect(days(-1) == 8)
    #expect(days(0) == 0)
    #expect(days(2) == 2)
    #expect(days(6) == 6)
    #expect(days(7) == 2)
    #expect(days(19) == 14)
    #expect(days(20) == 29)
    #expect(days(30) == 39)
  }
}
