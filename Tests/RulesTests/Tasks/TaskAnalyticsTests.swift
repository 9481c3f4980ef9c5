import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `Analytics of tasks` {
  private func march(_ day: Int32) -> CivilDay { PlayedTasks.march(day) }

  private func analytics(
    _ played: PlayedTasks, _ since: Int32, _ before: Int32, today: Int32 = 31
  ) -> TaskAnalytics {
    played.state.analytics(since: march(since), before: march(before), today: march(today))
  }

  @Test func `every day of the range has its score, including 0`() throws {
    var played = PlayedTasks()
    for (priority, day) in [(.p0, 2), (.p3, 2), (.p1, 4), (.p2, 6)] as [(TaskPriority, Int32)] {
      played.complete(try played.add("a", priority), on: day)
    }
    let days = analytics(played, 1, 6).days
    #expect(days.map(\.day) == (1...5).map(march))
    #expect(days.map(\.score) == [0, 9, 0, 4, 0])
    #expect(days.map(\.completed) == [0, 2, 0, 1, 0])
  }

  @Test func `trailing means cover 7 and 30 civil days, including days before the range`() throws {
    var played = PlayedTasks()
    // 7 on the 1st, 4 on the 8th, 2 on the 30th.
    for (priority, day) in [(.p0, 1), (.p1, 8), (.p3, 30)] as [(TaskPriority, Int32)] {
      played.complete(try played.add("a", priority), on: day)
    }
    let days = analytics(played, -10, 70).days
    func day(_ day: Int) -> TaskAnalytics.Day { days[day + 10] }
    #expect(
      [0, 1, 7, 8, 14, 15, 30, 36, 37].map { day($0).week.sum } == [0, 7, 7, 4, 4, 0, 2, 2, 0])
    #expect(
      [0, 1, 8, 30, 31, 37, 38, 59, 60].map { day($0).month.sum } == [0, 7, 11, 13, 6, 6, 2, 2, 0])
    #expect(day(1).week.days == 7)
    #expect(day(1).month.days == 30)
    #expect(day(1).week.millionths == 1_000_000)
    #expect(day(8).week.millionths == 571_428)
    #expect(day(30).month.millionths == 433_333)
    #expect(day(30).week.millionths == 285_714)
    // A range that begins later has the same values for its days.
    #expect(analytics(played, 30, 70).days == Array(days[40...]))
  }

  @Test func `means of scores of any size are exact or clamped to the range of 64 bits`() {
    func mean(_ sum: Int64, _ days: Int64) -> Int64 {
      TaskAnalytics.Mean(sum: sum, days: days).millionths
    }
    #expect(mean(9_223_372_036_854, 1) == 9_223_372_036_854_000_000)
    #expect(mean(64_563_604_257_983, 7) == 9_223_372_036_854_714_285)
    #expect(mean(.max, 7) == .max)
    #expect(mean(.min, 7) == .min)
    #expect(mean(-3, 7) == -428_571)
    #expect(mean(0, 30) == 0)
  }

  @Test func `the completion ratio covers the tasks that were open in the range`() throws {
    var played = PlayedTasks()
    let before = try played.add("done before the range", on: 1)
    let inside = try played.add("added before, done inside", on: 1)
    let after = try played.add("added inside, done after", on: 12)
    _ = try played.add("added inside, open", on: 12)
    _ = try played.add("added on the last day, open", on: 19)
    let late = try played.add("added after", on: 20)
    let reopened = try played.add("done inside, opened again", on: 11)
    let edge = try played.add("done on the first day", on: 1)
    played.complete(before, on: 9)
    played.complete(edge, on: 10)
    played.complete(reopened, on: 13)
    played.complete(inside, on: 19)
    played.complete(after, on: 20)
    played.complete(late, on: 20)
    played.reopen(reopened, on: 21)
    let ratio = analytics(played, 10, 20).completion
    #expect(ratio.completed == 2)
    #expect(ratio.all == 6)
    #expect(ratio.millionths == 333_333)
  }

  @Test func `a completion on a civil day before that of adding is counted once`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", on: 5)
    played.complete(id, on: 4)
    #expect(analytics(played, 4, 5).completion == TaskAnalytics.Ratio(completed: 1, all: 1))
    #expect(analytics(played, 5, 6).completion == TaskAnalytics.Ratio(completed: 0, all: 0))
  }

  @Test func `an empty range has no days and no ratio`() throws {
    var played = PlayedTasks()
    played.complete(try played.add("a"), on: 1)
    for (since, before) in [(1, 1), (5, 1)] as [(Int32, Int32)] {
      let analytics = analytics(played, since, before)
      #expect(analytics.days.isEmpty)
      #expect(analytics.completion == TaskAnalytics.Ratio(completed: 0, all: 0))
      #expect(analytics.completion.millionths == nil)
      #expect(analytics.projects.map(\.tally.completed) == [0])
    }
    let none = TasksState().analytics(since: march(1), before: march(3), today: march(3))
    #expect(none.days.map(\.score) == [0, 0])
    #expect(none.completion.millionths == nil)
    #expect(none.streak == TaskAnalytics.Streak(current: 0, longest: 0))
    let ends = TasksState().analytics(
      since: CivilDay(number: .min), before: CivilDay(number: .min + 2), today: march(1))
    #expect(ends.days.count == 2)
  }

  @Test func `tasks are counted by project and by priority`() throws {
    var played = PlayedTasks()
    let ids = [
      try played.add("0", .p0, project: "Work"), try played.add("1", .p1, project: "Work"),
      try played.add("2", .p1), try played.add("3", .p3, project: "Gone"),
      try played.add("4", .p3, project: "Work"), try played.add("5", .p2, project: "Home"),
    ]
    for (task, day) in zip([0, 1, 3, 4], [5, 6, 6, 9] as [Int32]) {
      played.complete(ids[task], on: day)
    }
    // Completed as P1 and counted there, though it is P0 by now.
    played.apply(.taskUpdate(ids[1], try TaskChange(["priority": .name("P0")])))
    played.apply(.taskUpdate(ids[5], try TaskChange(["priority": .name("P0")])))
    try played.removeProject("Gone")
    try played.rename("Work", "Office")
    let analytics = analytics(played, 5, 8)
    #expect(analytics.projects.map(\.project.name.text) == ["Inbox", "Office", "Home"])
    #expect(analytics.projects.map(\.tally.completed) == [1, 2, 0])
    #expect(analytics.projects.map(\.tally.score) == [2, 11, 0])
    #expect(analytics.projects.map(\.tally.open) == [1, 0, 1])
    #expect(analytics.priorities.map(\.priority) == [.p0, .p1, .p2, .p3])
    #expect(analytics.priorities.map(\.tally.completed) == [1, 1, 0, 1])
    #expect(analytics.priorities.map(\.tally.score) == [7, 4, 0, 2])
    #expect(analytics.priorities.map(\.tally.open) == [1, 1, 0, 0])
  }

  @Test(
    arguments: [
      ([], 10, 0, 0), ([10], 10, 1, 1), ([9], 10, 1, 1), ([8], 10, 0, 1), ([8, 9], 10, 2, 2),
      ([8, 9, 10], 10, 3, 3), ([7, 9, 10], 10, 2, 2), ([1, 2, 3, 9], 10, 1, 3),
      ([1, 2, 3, 8], 10, 0, 3), ([10, 9, 8, 6], 10, 3, 3), ([9, 9, 10, 10], 10, 2, 2),
      // A future day is not part of the streak that ends today.
      ([9, 10, 11], 10, 2, 3), ([11], 10, 0, 1),
    ] as [([Int32], Int32, Int, Int)])
  func `the streak counts days in a row, with a day of grace`(
    _ days: [Int32], _ today: Int32, _ current: Int, _ longest: Int
  ) throws {
    var played = PlayedTasks()
    for day in days { played.complete(try played.add("a"), on: day) }
    #expect(
      played.state.streak(today: march(today))
        == TaskAnalytics.Streak(current: current, longest: longest))
  }

  @Test func `days without a score break a streak`() throws {
    var played = PlayedTasks()
    played.rules = TaskRules(scores: [7, 0, 3, 2])
    for (priority, day) in [(.p0, 1), (.p1, 2), (.p0, 3)] as [(TaskPriority, Int32)] {
      played.complete(try played.add("a", priority), on: day)
    }
    #expect(played.state.streak(today: march(3)) == TaskAnalytics.Streak(current: 1, longest: 1))
    let id = try played.add("b", .p0)
    played.complete(id, on: 2)
    #expect(played.state.streak(today: march(3)) == TaskAnalytics.Streak(current: 3, longest: 3))
    played.reopen(id, on: 4)
    #expect(played.state.streak(today: march(3)) == TaskAnalytics.Streak(current: 1, longest: 1))
  }
}
