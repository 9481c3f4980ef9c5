import FlintCalendar
import FlintRandom
import Testing

@testable import FlintRules

struct `The emotional landscape` {
  @Test func `has a point for each of seven days, but none for days without a journey`() {
    var story = JourneyStory()
    let start = day("2026-01-01")
    story.start(start, on: start + 2)
    story.open(start + 30)
    func days(_ offset: Int) -> [CivilDay] {
      story.state.landscape(endingOn: start + offset, seed: 7).map(\.day)
    }
    #expect(days(-1) == [])
    #expect(days(0) == [start])
    #expect(days(3) == (0...3).map { start + $0 })
    #expect(days(6) == (0...6).map { start + $0 })
    #expect(days(30) == (24...30).map { start + $0 })
    #expect(JourneyState().landscape(endingOn: start, seed: 7).isEmpty)
  }

  @Test func `follows the formula, with the noise of its day`() {
    var story = JourneyStory()
    let start = day("2026-01-01")
    story.start(start, on: start)
    story.open(start + 6)
    let points = story.state.landscape(endingOn: start + 6, seed: 99)
    // Achievements: time-1 on the second day, time-3 on the fourth; each counts from the next day.
    let selfCare: [Int64] = [0, 0, 20_000, 20_000, 40_000, 40_000, 40_000]
    // The root of the days, and the one active day: 0.3 at most, then 0.5 / d.
    let consistency: [Int64] = [
      310_000, 310_000, 264_142, 183_986, 145_000, 122_360, 107_827,
    ]
    for (index, point) in points.enumerated() {
      var stream = CounterStream(
        key: 99, identity: UInt64(20_454 + index), purpose: 4)
      let noise = Int64(stream.bounded(40_001)) - 20_000
      let ground = 300_000 + 10_000 * Int64(max(1, index))
      let rise = consistency[index] * 20 / 100 + selfCare[index] * 15 / 100 + 5000 * Int64(index)
      #expect(point.millionths == ground + rise + noise)
      #expect(abs(noise) <= 20_000)
    }
    #expect(points.count == 7)
  }

  @Test func `stays between 0 and 1, and noise changes with the seed`() {
    var story = JourneyStory()
    let start = day("1969-01-01")
    story.start(start, on: start)
    story.journal(on: start, count: 50)
    story.open(start + 100)
    #expect(
      story.state.landscape(endingOn: start + 100, seed: 1).allSatisfy {
        $0.millionths == 1_000_000
      })
    let last = (0..<40).map { seed in
      story.state.landscape(endingOn: start + 6, seed: seed)[3].millionths
    }
    #expect(Set(last).count > 30)
  }
}
