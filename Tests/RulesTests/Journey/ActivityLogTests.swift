import FlintCalendar
import TestSupport
import Testing

@testable import FlintRules

struct `Active days` {
  @Test func `in a row are a streak, with one day of grace`() {
    var story = JourneyStory()
    let first = day("2024-02-27")
    for number in 0..<4 { story.other(on: first + number) }
    let streaks = (-1...6).map { story.state.activityStreak(on: first + $0) }
    // For a past day as of its end; then for today, tomorrow and the day after.
    #expect(streaks == [0, 1, 2, 3, 4, 4, 0, 0])
    #expect(story.state.longestActivityStreak == 4)
    story.other(on: first + 5)
    #expect(story.state.activityStreak(on: first + 5) == 1)
    #expect(story.state.activityStreak(on: first + 4) == 4)
    #expect(story.state.longestActivityStreak == 4)
    #expect(story.state.isActive(on: first + 3))
    #expect(!story.state.isActive(on: first + 4))
    #expect(story.state.firstActiveDay == first)
    #expect(story.state.log.entries.last?.day == first + 5)
  }

  @Test func `of an empty profile are none`() {
    let state = JourneyState()
    for number in [-1, 0, 20_000] as [Int32] {
      let day = CivilDay(number: number)
      #expect(state.activityStreak(on: day) == 0)
      #expect(!state.isActive(on: day))
      let values = LadderMetric.allCases.map { state.value(of: $0, on: day) }
      #expect(values == [nil, 0, 0, 0, 0, nil, nil, nil])
    }
    #expect(state.longestActivityStreak == 0)
    #expect(state.openDay == nil)
  }

  @Test func `are the days of events of any kind`() {
    var story = JourneyStory()
    let first = day("2026-07-30")
    story.start(first, on: first)
    story.other(on: first + 1)
    story.act(.open, on: first + 2)
    story.act(.sos, on: first + 3)
    story.act(.selfCare, on: first + 4)
    story.journal(on: first + 5, count: 3)
    #expect(story.state.activityStreak(on: first + 5) == 6)
    #expect(story.state.value(of: .activeDays, on: first + 9) == 6)
    #expect(story.state.value(of: .journals, on: first + 9) == 3)
    #expect(story.state.value(of: .sosSessions, on: first + 9) == 1)
  }

  /// Days in any order, as of a traveller, compared with a recount from a list of activities.
  @Test func `are counted independently of their order`() {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SplitMix64(state: seed)
      var log = ActivityLog()
      var happened: [(day: Int, kind: ActivityKind)] = []
      let reach = seed % 2 == 0 ? 3 : 40
      for index in 0..<60 {
        let number = index / 2 + Int.random(in: -reach...0, using: &random)
        let day = CivilDay(number: Int32(number))
        let isNew = !happened.contains { $0.day == number }
        #expect(log.add(day) == isNew)
        let kind = ActivityKind.allCases[Int.random(in: 0..<4, using: &random)]
        log.add(kind, on: day)
        happened.append((number, kind))
      }
      let days = Set(happened.map(\.day))
      func run(_ day: Int) -> Int32 { days.contains(day) ? 1 + run(day - 1) : 0 }
      for number in -45...35 {
        let day = CivilDay(number: Int32(number))
        let past = happened.filter { $0.day <= number }
        #expect(
          log.counts(through: day)
            == ActivityLog.Counts(
              journals: Int64(past.count { $0.kind == .journal }),
              sos: Int64(past.count { $0.kind == .sos }),
              selfCare: Int64(past.count { $0.kind == .selfCare })))
        #expect(log.count(through: day) == days.count { $0 <= number })
        #expect(log.count(before: day) == days.count { $0 < number })
        #expect(log.streak(on: day) == (days.contains(number) ? run(number) : run(number - 1)))
      }
      #expect(log.longestRun == days.map(run).max())
    }
  }
}
