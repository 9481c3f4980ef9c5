import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

/// How habits were kept; the expected values are worked out by hand. 2026-03-02 is a Monday.
@Suite struct `The record of a habit` {
  @Test func `of three times a week counts days, and leaves the current week open`() throws {
    var habit = try PlayedHabit(#""schedule":{"times":3,"per":"week"}"#, on: "2026-03-02")
    for day in ["2026-03-02", "2026-03-04", "2026-03-08", "2026-03-09"] {
      try habit.enter(on: day)
    }
    try habit.enter(.checklist(false), on: "2026-03-10")
    let record = try habit.record(today: "2026-03-11")
    #expect(record.letters == "dndnnnd" + "dn?")
    #expect(record.counts == "done 3/3, open 1/3")
    #expect((record.streak, record.bestStreak) == (1, 1))
    let later = try habit.record(today: "2026-03-16")
    #expect(later.counts == "done 3/3, missed 1/3, open 0/3")
    #expect((later.streak, later.bestStreak) == (0, 1))
  }

  @Test func `begins in the middle of a week with fewer required days`() throws {
    // Friday: 3 of 7 days are left, ⌈5 · 3/7⌉ = 3.
    var habit = try PlayedHabit(#""schedule":{"times":5,"per":"week"}"#, on: "2026-03-06")
    for day in ["2026-03-06", "2026-03-07", "2026-03-08"] { try habit.enter(on: day) }
    #expect(try habit.record(today: "2026-03-09").counts == "done 3/3, open 0/5")
  }

  @Test func `asks for less where days are skipped or paused, and skips a period of only such`()
    throws
  {
    var habit = try PlayedHabit(#""schedule":{"times":3,"per":"week"}"#, on: "2026-03-02")
    try habit.enter(on: "2026-03-02")
    // ⌈3 · 4/7⌉ = 2 with three days skipped, one of them in advance.
    #expect(try habit.skip("2026-03-03", on: "2026-03-04") == nil)
    #expect(try habit.skip("2026-03-04", on: "2026-03-04") == nil)
    #expect(try habit.skip("2026-03-08", on: "2026-03-04") == nil)
    try habit.enter(on: "2026-03-05")
    #expect(try habit.record(today: "2026-03-08").letters == "dssdnns")
    #expect(try habit.record(today: "2026-03-08").counts == "done 2/2")
    #expect(try habit.habit(.habitPause, on: "2026-03-09") == nil)
    #expect(try habit.habit(.habitResume, on: "2026-03-16") == nil)
    try habit.enter(on: "2026-03-16")
    let record = try habit.record(today: "2026-03-17")
    #expect(record.letters == "dssdnns" + "zzzzzzz" + "d?")
    #expect(record.counts == "done 2/2, skipped 0/0, open 1/3")
    #expect(record.streak == 1)
  }

  @Test func `counts an entry on a skipped day`() throws {
    var habit = try PlayedHabit(#""schedule":{"per":"day"}"#, on: "2026-03-02")
    for day in ["2026-03-02", "2026-03-03", "2026-03-04"] { try habit.enter(on: day) }
    #expect(try habit.skip("2026-03-03", on: "2026-03-04") == nil)
    let record = try habit.record(today: "2026-03-04")
    #expect(record.letters == "ddd")
    #expect(record.streak == 3)
  }

  @Test func `of weekdays has no periods on other days`() throws {
    var habit = try PlayedHabit(#""schedule":{"weekdays":["mon","wed","fri"]}"#, on: "2026-03-02")
    try habit.enter(on: "2026-03-02")
    #expect(try !habit.enter(on: "2026-03-03"))
    #expect(try habit.enter(on: "2026-03-04"))
    let record = try habit.record(today: "2026-03-07")
    #expect(record.letters == "d-d-n-")
    #expect(record.counts == "done 1/1, done 1/1, missed 0/1")
    #expect((record.streak, record.bestStreak) == (0, 2))
  }

  @Test func `of an amount a day has partial days`() throws {
    var habit = try PlayedHabit(
      #""schedule":{"per":"day"},"goal":{"at_least":20,"of":"minutes"}"#, on: "2026-03-02")
    #expect(try !habit.enter(.session(minutes: 12), on: "2026-03-02"))
    #expect(try habit.enter(.log("and a walk"), minutes: 8, on: "2026-03-02"))
    #expect(try !habit.enter(.session(minutes: 60), on: "2026-03-02"))
    try habit.enter(.session(minutes: 19), on: "2026-03-03")
    try habit.enter(.measurement(number("100")), on: "2026-03-04")
    let record = try habit.record(today: "2026-03-05")
    #expect(record.letters == "dpn?")
    #expect(record.days.map(\.amount) == [80_000_000, 19_000_000, 0, 0])
  }

  @Test func `of an amount a week is done once its sum is reached`() throws {
    var habit = try PlayedHabit(
      #""schedule":{"per":"week"},"goal":{"at_least":10,"of":"number","over":"period"}"#,
      on: "2026-03-02")
    #expect(try !habit.enter(.measurement(number("4.5")), on: "2026-03-03"))
    #expect(try habit.enter(.rating(5), on: "2026-03-05") == false)
    #expect(try habit.enter(.measurement(number("0.5")), on: "2026-03-06"))
    #expect(try !habit.enter(.measurement(number("50")), on: "2026-03-07"))
    #expect(try habit.enter(.measurement(number("10")), on: "2026-03-09"))
    let record = try habit.record(today: "2026-03-10")
    #expect(record.letters == "npnpddd" + "dd")
    #expect(record.periods.map(\.status) == [.done, .done])
    #expect(record.streak == 2)
  }

  @Test func `of a limit is missed as soon as it is exceeded, and done when it closes within`()
    throws
  {
    var habit = try PlayedHabit(
      #""schedule":{"per":"week"},"goal":{"at_most":6,"of":"number"}"#, on: "2026-03-02")
    #expect(try !habit.enter(.measurement(number("6")), on: "2026-03-03"))
    try habit.enter(.measurement(number("6.5")), on: "2026-03-10")
    let record = try habit.record(today: "2026-03-11")
    #expect(record.letters == "ddddddd" + "dnn")
    #expect(record.periods.map(\.status) == [.done, .missed])
    #expect(try habit.record(today: "2026-03-08").periods.map(\.status) == [.open])
    // Within the limit the strength stays at 1; 6.5 of 6 gives a share of 1 − 0.5/6 = 0.916666,
    // and m = 0.5^(√(1/7)/13) = 0.980049: 0.980049 + 0.916666 · 0.019951 = 0.998337.
    #expect(record.days[6].strength == 1_000_000)
    #expect(record.days[8].strength == 998_337)
  }

  @Test func `of every day has Loop's strength`() throws {
    var habit = try PlayedHabit(#""schedule":{"per":"day"}"#, on: "2026-03-02")
    try habit.enter(on: "2026-03-02")
    try habit.enter(on: "2026-03-03")
    // m = 0.5^(1/13) = 0.948078: 0.051922, then 0.051922 · m + 0.051922, then that · m.
    let record = try habit.record(today: "2026-03-04")
    #expect(record.days.map(\.strength) == [51_922, 101_148, 95_896])
  }

  @Test func `keeps the plans of earlier days`() throws {
    var habit = try PlayedHabit(#""schedule":{"per":"day"}"#, on: "2026-03-02")
    try habit.enter(on: "2026-03-02")
    #expect(try habit.plan(#""schedule":{"times":2,"per":"week"}"#, on: "2026-03-04") == nil)
    // The last plan of a day applies, from the next day on.
    #expect(try habit.plan(#""schedule":{"times":1,"per":"week"}"#, on: "2026-03-04") == nil)
    try habit.enter(on: "2026-03-05")
    #expect(try habit.plan("", on: "2026-03-09") == nil)
    let record = try habit.record(today: "2026-03-20")
    #expect(record.letters == "dnn" + "dnnn")
    #expect(record.counts == "done 1/1, missed 0/1, missed 0/1, done 1/1")
    #expect(try habit.view(today: "2026-03-20").plan == nil)
    // Taken up again: what is between is neutral.
    #expect(try habit.plan(#""schedule":{"per":"day"}"#, on: "2026-03-19") == nil)
    try habit.enter(on: "2026-03-20")
    #expect(try habit.record(today: "2026-03-20").letters == "dn" + "ndnnn" + "nd")
  }

  @Test func `judges a week to its end by the plan that a change replaces`() throws {
    // Four times a week; on Thursday it becomes at least 20, and on Friday three times.
    var habit = try PlayedHabit(#""schedule":{"times":4,"per":"week"}"#, on: "2026-03-02")
    for day in ["2026-03-03", "2026-03-04", "2026-03-05"] { try habit.enter(on: day) }
    let goal = #""goal":{"at_least":20,"of":"number"}"#
    #expect(
      try habit.plan(#""schedule":{"times":4,"per":"week"},"# + goal, on: "2026-03-05") == nil)
    try habit.enter(on: "2026-03-06")
    #expect(
      try habit.plan(#""schedule":{"times":3,"per":"week"},"# + goal, on: "2026-03-06") == nil)
    let friday = try habit.view(today: "2026-03-06")
    #expect(friday.record.counts == "done 4/4")
    #expect(friday.record.streak == 1)
    #expect(friday.plan?.description == "4 times a week")
    #expect(friday.change?.plan.description == "3 times a week, at least 20")
    #expect(friday.change?.start == day("2026-03-09"))
    // From Monday on an entry without a number is not enough.
    try habit.enter(on: "2026-03-09")
    try habit.enter(.measurement(number("25")), on: "2026-03-10")
    let tuesday = try habit.view(today: "2026-03-10")
    #expect(tuesday.record.counts == "done 4/4, open 1/3")
    #expect(tuesday.change == nil)
    // Stopped at once, with what was to come.
    #expect(try habit.plan(#""schedule":{"per":"day"}"#, on: "2026-03-10") == nil)
    #expect(try habit.plan("", on: "2026-03-11") == nil)
    #expect(try habit.view(today: "2026-03-20").plan == nil)
    #expect(try habit.record(today: "2026-03-20").days.count == 9)
  }

  /// Six times a week, kept each day, with days that are skipped or paused: the other days have the
  /// strengths that they would have without those between.
  @Test func `loses no strength by neutral days, then or afterwards`() throws {
    let plan = #""schedule":{"times":6,"per":"week"}"#
    var (habit, unbroken) = try (
      PlayedHabit(plan, on: "2026-01-01"), PlayedHabit(plan, on: "2026-01-01")
    )
    let first = day("2026-01-01")
    let neutral = Set(30..<34).union(50..<60)
    for number in 30..<34 { #expect(try habit.skip("\(first + number)", on: "2026-01-31") == nil) }
    for number in 0..<80 where !neutral.contains(number) {
      if number == 60 { #expect(try habit.habit(.habitResume, on: "\(first + 60)") == nil) }
      try habit.enter(on: "\(first + number)")
      if number == 49 { #expect(try habit.habit(.habitPause, on: "\(first + 50)") == nil) }
    }
    for number in 0..<66 { try unbroken.enter(on: "\(first + number)") }
    let record = try habit.record(today: "\(first + 79)")
    let other = try unbroken.record(today: "\(first + 65)")
    #expect(
      record.days.filter { !$0.status.isNeutral }.map(\.strength) == other.days.map(\.strength))
    #expect(record.days[33].strength == record.days[29].strength)
  }

  @Test func `counts periods of days from the first day of the habit`() throws {
    var habit = try PlayedHabit(#""schedule":{"times":1,"days":3}"#, on: "2026-03-02")
    for day in ["2026-03-04", "2026-03-05", "2026-03-10"] { try habit.enter(on: day) }
    let record = try habit.record(today: "2026-03-11")
    #expect(record.counts == "done 1/1, done 1/1, done 1/1, open 0/1")
    #expect(record.periods.map(\.start) == ["02", "05", "08", "11"].map { day("2026-03-\($0)") })
  }

  @Test func `has the completion of a range, today's period included where it is decided`() throws {
    var habit = try PlayedHabit(#""schedule":{"per":"day"}"#, on: "2026-03-02")
    for day in ["2026-03-02", "2026-03-04", "2026-03-05"] { try habit.enter(on: day) }
    let record = try habit.record(today: "2026-03-05")
    #expect(record.completion(from: day("2026-03-01"), before: day("2026-04-01")) == (3, 1))
    #expect(record.completion(from: day("2026-03-03"), before: day("2026-03-05")) == (1, 1))
    let open = try habit.record(today: "2026-03-06")
    #expect(open.completion(from: day("2026-03-05"), before: day("2026-03-07")) == (1, 0))
    #expect(try habit.view(today: "2026-03-06").recentCompletion == 750_000)
  }

  @Test func `says whether something can still be done, and whether it must be today`() throws {
    var habit = try PlayedHabit(#""schedule":{"times":2,"per":"week"}"#, on: "2026-03-02")
    try habit.enter(on: "2026-03-02")
    try habit.enter(on: "2026-03-03")
    #expect(try !habit.view(today: "2026-03-04").isOpen)
    let monday = try habit.view(today: "2026-03-09")
    #expect((monday.isOpen, monday.isLastChance) == (true, false))
    let saturday = try habit.view(today: "2026-03-14")
    #expect((saturday.isLastChance, saturday.isStreakAtRisk) == (true, true))
    // Nothing was done on Saturday either: two days are no longer possible.
    #expect(try !habit.view(today: "2026-03-15").isLastChance)
    try habit.enter(.checklist(false), on: "2026-03-14")
    #expect(try !habit.view(today: "2026-03-14").isOpen)
  }
}

/// Events about habits that have no effect.
@Suite struct `An event about a habit is void` {
  @Test func `when the tracker does not exist or is no habit`() throws {
    var habit = try PlayedHabit()
    #expect(
      try habit.habit(.habit, #"{"tracker":"000000000000000000000000000000ff"}"#, on: "2026-03-02")
        == .unknownTracker)
    #expect(try habit.plan("", on: "2026-03-02") == .notHabit)
    #expect(try habit.skip("2026-03-02", on: "2026-03-02") == .notHabit)
    #expect(try habit.habit(.habitPause, on: "2026-03-02") == .notHabit)
    #expect(habit.state.tracker(PlayedHabit.id)?.habit == nil)
  }

  @Test func `when it pauses what is paused, or resumes what is not`() throws {
    var habit = try PlayedHabit(#""schedule":{"per":"day"}"#, on: "2026-03-02")
    #expect(try habit.habit(.habitResume, on: "2026-03-02") == .habitNotPaused)
    #expect(try habit.habit(.habitPause, on: "2026-03-02") == nil)
    #expect(try habit.habit(.habitPause, on: "2026-03-03") == .habitPaused)
    #expect(try habit.habit(.habitResume, on: "2026-03-04") == nil)
    #expect(try habit.record(today: "2026-03-04").letters == "zz?")
  }
}
