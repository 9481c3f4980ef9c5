import FlintCalendar
import Testing

@testable import FlintRules

struct `Activity totals` {
  @Test func `count the activities up to a day`() {
    let day = CivilDay(number: 20_000)
    var story = JourneyStory()
    story.journal(on: day, count: 2)
    story.act(.selfCare, on: day)
    story.act(.open, on: day + 1)
    story.other(on: day + 3)
    story.act(.sos, on: day + 4)
    story.act(.selfCare, on: day + 4, count: 2)
    let state = story.state
    #expect(state.activityTotals(through: day + -1) == totals(0, 0, 0, 0))
    #expect(state.activityTotals(through: day) == totals(2, 0, 1, 1))
    #expect(state.activityTotals(through: day + 2) == totals(2, 0, 1, 2))
    #expect(state.activityTotals(through: day + 3) == totals(2, 0, 1, 3))
    #expect(state.activityTotals(through: day + 400) == totals(2, 1, 3, 4))
  }

  private func totals(
    _ journals: Int64, _ sos: Int64, _ selfCare: Int64, _ activeDays: Int64
  ) -> ActivityTotals {
    ActivityTotals(
      journals: journals, sosSessions: sos, selfCareSessions: selfCare, activeDays: activeDays)
  }
}
