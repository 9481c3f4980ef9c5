import FlintCalendar
import FlintRules
import Testing

struct `The spark streak` {
  /// Days as offsets from a first day, in the order of their instants; the streak at each of them, and
  /// finally the longest streak.
  struct Case: Sendable {
    var name: String
    var days: [Int]
    var streaks: [Int32]
    var longest: Int32

    init(_ name: String, _ days: [Int], _ streaks: [Int32], longest: Int32) {
      self.name = name
      self.days = days
      self.streaks = streaks
      self.longest = longest
    }
  }

  static let cases = [
    Case("one day", [0], [1], longest: 1),
    Case("two sparks a day", [0, 0, 0], [1, 1, 1], longest: 1),
    Case("days in a row", [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], longest: 6),
    Case("a gap of one day", [0, 1, 3, 4], [1, 2, 1, 2], longest: 2),
    Case("gaps as wide as the open days", [0, 4, 8, 12], [1, 1, 1, 1], longest: 1),
    Case("a gap of a week", [0, 1, 2, 9, 10], [1, 2, 3, 1, 2], longest: 3),
    Case("a gap of a year", [0, 1, 366, 367, 368], [1, 2, 1, 2, 3], longest: 3),
    Case("a later run that is shorter", [0, 1, 2, 3, 5, 6], [1, 2, 3, 4, 1, 2], longest: 4),
    // A traveller's spark is later by instant and older by civil day.
    Case("yesterday filled in", [0, 2, 1], [1, 1, 3], longest: 3),
    Case("the day before yesterday filled in", [0, 3, 1], [1, 1, 1], longest: 2),
    Case("both filled in, the older first", [0, 3, 1, 2], [1, 1, 1, 4], longest: 4),
    Case("both filled in, the newer first", [0, 3, 2, 1], [1, 1, 2, 4], longest: 4),
    Case("a first day before the first", [2, 1, 0], [1, 2, 3], longest: 3),
    Case("a day filled between two runs", [0, 1, 2, 4, 5, 3], [1, 2, 3, 1, 2, 6], longest: 6),
    Case("a day filled, and on", [0, 2, 1, 3, 4], [1, 1, 3, 4, 5], longest: 5),
    Case("a day filled twice", [0, 2, 1, 1, 3], [1, 1, 3, 3, 4], longest: 4),
    Case("an older day that touches nothing", [5, 3, 6], [1, 1, 2], longest: 2),
  ]

  /// The streak counted from the set of days alone.
  private static func run(endingOn day: Int, in days: Set<Int>) -> Int32 {
    var length: Int32 = 0
    while days.contains(day - Int(length)) { length += 1 }
    return length
  }

  @Test(arguments: cases)
  func `counts consecutive days, including those filled in later`(example: Case) throws {
    // Across a year's end, a leap day, the ends of two months, and before 1970.
    for first in ["2025-12-29", "2024-02-27", "2026-03-28", "2100-02-27", "1969-12-30"] {
      var profile = try PlayedProfile()
      var streaks: [Int32] = []
      for (index, offset) in example.days.enumerated() {
        // Instants rise minute by minute from 06:00 UTC on the day before the newest one; the
        // local clock is 18 hours ahead, at UTC, or 18 hours behind.
        let newest = example.days[...index].max() ?? offset
        let (minute, seconds) = [(index, 64_800), (360 + index, 0), (720 + index, -64_800)][
          newest - offset]
        streaks.append(
          profile.spark(
            on: day(first) + offset, minute: minute, offset: Int32(seconds)
          ).streak)
      }
      #expect(streaks == example.streaks, "\(example.name) from \(first)")
      #expect(profile.state.sparkDays.longestStreak == example.longest)
      let days = Set(example.days)
      let latest = example.days.max() ?? 0
      for ahead in 0...9 {
        let today = latest + ahead
        let run = Self.run(endingOn: today, in: days)
        let expected = run > 0 ? run : Self.run(endingOn: today - 1, in: days)
        #expect(profile.state.currentStreak(today: day(first) + today) == expected)
      }
    }
  }

  @Test func `of an empty profile is 0`() throws {
    let state = try Rulebook.ignition().initialState()
    for number in [-1, 0, 1, 20_000] as [Int32] {
      #expect(state.currentStreak(today: CivilDay(number: number)) == 0)
    }
    #expect(state.sparkDays.longestStreak == 0)
    #expect(state.sparkDays.latest == nil)
  }

  @Test func `lasts through tomorrow, and is 0 the day after`() throws {
    var profile = try PlayedProfile()
    for offset in 0..<4 { profile.spark(on: day("2026-05-01") + offset) }
    let streaks = ["2026-05-04", "2026-05-05", "2026-05-06", "2026-05-07", "2026-05-08"]
      .map { profile.state.currentStreak(today: day($0)) }
    #expect(streaks == [4, 4, 0, 0, 0])
  }

  @Test func `is not changed by rolls, void or not`() throws {
    var profile = try PlayedProfile()
    profile.spark(on: day("2026-05-01"))
    profile.spark(on: day("2026-05-02"))
    #expect(profile.roll(on: day("2026-05-03")).streak == 2)
    #expect(profile.roll(on: day("2026-05-03")).isVoid)
    #expect(profile.state.currentStreak(today: day("2026-05-03")) == 2)
    #expect(profile.state.currentStreak(today: day("2026-05-04")) == 0)
    #expect(profile.spark(on: day("2026-05-03")).streak == 3)
    #expect(profile.roll(on: day("2026-05-05")).streak == 0)
    #expect(profile.spark(on: day("2026-05-06")).streak == 1)
    #expect(profile.state.sparkDays.longestStreak == 3)
  }

  /// Berlin 2026: from +01:00 to +02:00 on 29 March, and back on 25 October. A day of 23 or 25
  /// hours is a day.
  @Test(arguments: [("2026-03-28", 3600, 7200), ("2026-10-24", 7200, 3600)])
  func `continues over a clock change`(first: String, before: Int32, after: Int32) throws {
    var profile = try PlayedProfile()
    #expect(profile.spark(on: day(first), minute: 1439, offset: before).streak == 1)
    // Just past midnight, still under the old offset; then at the day's last minute.
    #expect(profile.spark(on: day(first) + 1, minute: 0, offset: before).streak == 2)
    #expect(profile.spark(on: day(first) + 1, minute: 1439, offset: after).streak == 2)
    #expect(profile.spark(on: day(first) + 2, minute: 0, offset: after).streak == 3)
  }

  @Test func `counts local days, not 24-hour periods`() throws {
    var profile = try PlayedProfile()
    // Two minutes apart, and nearly 48 hours apart, are both a day apart.
    #expect(profile.spark(on: day("2026-05-01"), minute: 1439).streak == 1)
    #expect(profile.spark(on: day("2026-05-02"), minute: 1).streak == 2)
    #expect(profile.spark(on: day("2026-05-03"), minute: 1439).streak == 3)
  }
}
