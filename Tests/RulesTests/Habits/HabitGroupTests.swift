import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// Habits that are made of habits.
struct `A group of habits` {
  /// The statuses of members by letter, as `HabitRecord.letters` has them; `.` is a member that is no habit.
  private static let statuses: [Character: HabitDayStatus?] = [
    "d": .done, "p": .partial, "n": .notDone, "?": .unknown, "s": .skipped, "z": .paused,
    "-": .notDue, ".": nil,
  ]

  @Test(arguments: [
    // All: every member that counts; one that is late can be caught up with today alone.
    ("all", "dd", true, "d"), ("all", "dn", true, "p"), ("all", "nn", true, "n"),
    ("all", "d?", false, "p"), ("all", "??", false, "?"), ("all", "n?", false, "n"),
    ("all", "np", false, "p"),
    // Neutral members and those not due are left out.
    ("all", "ds", true, "d"), ("all", "d-", true, "d"), ("all", "d.", true, "d"),
    ("all", "ns", true, "n"), ("all", "s?", false, "?"), ("all", "ss", true, "s"),
    ("all", "sz", true, "s"), ("all", "s-", true, "s"), ("all", "--", true, "-"),
    ("all", "..", true, "-"),
    // Any: one suffices, also where others said no.
    ("any", "dn", true, "d"), ("any", "nn", true, "n"), ("any", "n?", false, "?"),
    ("any", "p-", true, "p"), ("any", "s.", true, "s"),
    // So many, or all that are left if these are fewer.
    ("2", "ddn", true, "d"), ("2", "dnn", true, "p"), ("2", "nnn", true, "n"),
    ("2", "dns", true, "p"), ("2", "d-s", true, "d"), ("2", "n??", false, "?"),
    ("2", "nn?", false, "n"),
  ])
  func `is done by the statuses of its members`(
    need: String, members: String, isOver: Bool, expected: Character
  ) throws {
    let ids = members.indices.enumerated().map { EventID(high: 0, low: UInt64($0.offset)) }
    let group = try HabitMembers(ids, need: try #require(HabitMembers.Need(need)))
    let statuses = try members.map { try #require(Self.statuses[$0]) }
    #expect(group.status(of: statuses, isOver: isOver) == Self.statuses[expected])
  }

  /// Trackers with the ids 1, 2 and so on, as of the first day.
  private struct Played {
    var state = TrackersState()
    private var count: UInt64 = 0

    init(_ names: String...) throws { try self.init(names) }

    init(_ names: [String]) throws {
      for (index, name) in names.enumerated() {
        _ = state.apply(
          .create(try TrackerContent(name: name)), id: Self.id(index + 1),
          at: Instant(milliseconds: 0), day: day("2026-03-01"))
      }
    }

    static func id(_ tracker: Int) -> EventID { EventID(high: 0, low: UInt64(tracker)) }

    /// Records the members of a plan in JSON: `"schedule":…`.
    @discardableResult
    mutating func plan(_ tracker: Int, _ members: String, on text: String) throws -> VoidReason? {
      let content = "{\"tracker\":\"\(Self.id(tracker))\"\(members.isEmpty ? "" : ",")\(members)}"
      guard case .habit(let action) = try ProfileEvent.Action(.habit, content: Array(content.utf8))
      else {
        return .unknownTracker
      }
      return state.apply(action, day: day(text)).void
    }

    mutating func group(
      _ tracker: Int, of members: [Int], needs: String? = nil, on text: String
    ) throws -> VoidReason? {
      let ids = members.map { "\"\(Self.id($0))\"" }.joined(separator: ",")
      return try plan(
        tracker,
        "\"schedule\":{\"per\":\"day\"},\"members\":{\"of\":[\(ids)]"
          + (needs.map { ",\"needs\":\($0)" } ?? "") + "}", on: text)
    }

    mutating func skip(_ tracker: Int, _ text: String) throws {
      _ = state.apply(
        .skip(try HabitSkip(tracker: Self.id(tracker), day: day(text))), day: day(text))
    }

    /// Adds an entry that counts; returns the effect.
    @discardableResult
    mutating func enter(_ tracker: Int, on text: String) throws -> SubjectEffect {
      count += 1
      return state.apply(
        .entry(try EntryContent(tracker: Self.id(tracker), kind: .checklist(true))),
        id: EventID(high: 1, low: count), at: Instant(milliseconds: 0), day: day(text))
    }

    func record(_ tracker: Int, today: String) throws -> HabitRecord {
      let tracker = try #require(state.tracker(Self.id(tracker)))
      return try #require(state.habitRecord(of: tracker, today: day(today)))
    }
  }

  private static let daily = "\"schedule\":{\"per\":\"day\"}"

  /// Monday 2 March 2026 to Saturday. Stretch is a habit of every day, done on Monday, Tuesday and
  /// Wednesday, and skipped on Thursday; Run is due on Monday, Wednesday and Friday, done on Monday and
  /// Friday. The group needs both:
  ///
  ///     Stretch  d d d s n ?
  ///     Run      d - n - d -
  ///     group    d d p s p ?
  ///
  /// The strength after done days is 0.051922 and 0.101148, then 0.101148 · 0.948078 = 0.095896; the
  /// skipped day leaves it.
  @Test func `has days, streaks and strength of its own`() throws {
    var played = try Played("Stretch", "Run", "Morning")
    try played.plan(1, Self.daily, on: "2026-03-02")
    try played.plan(2, "\"schedule\":{\"weekdays\":[\"mon\",\"wed\",\"fri\"]}", on: "2026-03-02")
    #expect(try played.group(3, of: [1, 2], on: "2026-03-02") == nil)
    for day in 2...4 { try played.enter(1, on: "2026-03-0\(day)") }
    for day in [2, 6] { try played.enter(2, on: "2026-03-0\(day)") }
    try played.skip(1, "2026-03-05")
    let record = try played.record(3, today: "2026-03-07")
    #expect(record.letters == "ddpsp?")
    #expect(record.days.map(\.amount) == [2, 1, 1, 0, 1, 0].map { $0 * 1_000_000 })
    #expect(record.days.prefix(4).map(\.strength) == [51_922, 101_148, 95_896, 95_896])
    #expect((record.streak, record.bestStreak) == (0, 2))
    let completion = record.completion(from: day("2026-03-02"), before: day("2026-03-08"))
    #expect(completion == (done: 2, missed: 2))
  }

  /// A group of a habit of Mondays alone has no other days: its periods are the two Mondays.
  @Test func `is not due where none of its members is`() throws {
    var played = try Played("Choir", "Music")
    try played.plan(1, "\"schedule\":{\"weekdays\":[\"mon\"]}", on: "2026-03-02")
    _ = try played.group(2, of: [1], on: "2026-03-02")
    try played.enter(1, on: "2026-03-02")
    try played.enter(1, on: "2026-03-09")
    let record = try played.record(2, today: "2026-03-10")
    #expect(record.letters == "d------d-")
    #expect(record.periods.map(\.status) == [.done, .done])
    #expect(record.streak == 2)
  }

  /// Stretch and Run are Morning; Morning or Walk is Move. The entry of Run is the one that completes both.
  @Test func `is done at the entry that completes it, once`() throws {
    var played = try Played("Stretch", "Run", "Morning", "Walk", "Move")
    for tracker in [1, 2, 4] { try played.plan(tracker, Self.daily, on: "2026-03-02") }
    _ = try played.group(3, of: [1, 2], on: "2026-03-02")
    _ = try played.group(5, of: [3, 4], needs: "\"any\"", on: "2026-03-02")
    #expect(try played.enter(1, on: "2026-03-02").groupsDone == [])
    #expect(try played.enter(2, on: "2026-03-02").groupsDone == [Played.id(3), Played.id(5)])
    #expect(try played.enter(2, on: "2026-03-02").groupsDone == [])
    #expect(try played.enter(4, on: "2026-03-02").groupsDone == [])
    #expect(try played.enter(4, on: "2026-03-03").groupsDone == [Played.id(5)])
    #expect(try played.record(5, today: "2026-03-03").letters == "dd")
  }

  /// In each of 15 layers, three groups need the three of the layer below: 3¹⁵ ways lead to Stretch.
  @Test(.timeLimit(.minutes(1)))
  func `is computed once, however many ways lead to its members`() throws {
    var played = try Played(["Stretch"] + (1...45).map { "Group \($0)" })
    try played.plan(1, Self.daily, on: "2026-03-02")
    var below = [1]
    for layer in 0..<15 {
      let groups = (2...4).map { 3 * layer + $0 }
      for group in groups { _ = try played.group(group, of: below, on: "2026-03-02") }
      below = groups
    }
    #expect(try played.enter(1, on: "2026-03-02").groupsDone.count == 45)
    #expect(try played.record(46, today: "2026-03-03").letters == "d?")
  }

  /// Of a chain of 20 groups, the habit is a member of the first 16.
  @Test func `leaves out members that are more than 16 groups deep`() throws {
    var played = try Played(["Stretch"] + (1...20).map { "Group \($0)" })
    try played.plan(1, Self.daily, on: "2026-03-02")
    for group in 2...21 { _ = try played.group(group, of: [group - 1], on: "2026-03-02") }
    #expect(try played.enter(1, on: "2026-03-02").groupsDone == (2...17).map { Played.id($0) })
    #expect(try played.record(17, today: "2026-03-02").letters == "d")
    #expect(try played.record(18, today: "2026-03-02").letters == "-")
  }

  @Test func `has no entries; earlier ones of its tracker stay`() throws {
    var played = try Played("Stretch", "Morning")
    try played.plan(1, Self.daily, on: "2026-03-02")
    #expect(try played.enter(2, on: "2026-03-01").void == nil)
    _ = try played.group(2, of: [1], on: "2026-03-02")
    #expect(try played.enter(2, on: "2026-03-02").void == .habitGroup)
    #expect(try played.enter(2, on: "2026-03-01").void == nil)
    #expect(played.state.tracker(Played.id(2))?.entries == 2)
  }

  @Test func `is no member of itself, directly or by others`() throws {
    var played = try Played("Stretch", "Morning", "Day")
    try played.plan(1, Self.daily, on: "2026-03-02")
    #expect(try played.group(2, of: [2], on: "2026-03-02") == .habitCycle)
    #expect(try played.group(2, of: [1], on: "2026-03-02") == nil)
    #expect(try played.group(3, of: [2], on: "2026-03-02") == nil)
    #expect(try played.group(2, of: [1, 3], on: "2026-03-04") == .habitCycle)
    // Day is stopped on the 5th, and then may have been a group of Morning.
    try played.plan(3, "", on: "2026-03-05")
    #expect(try played.group(2, of: [1, 3], on: "2026-03-05") == nil)
  }

  @Test func `ignores members that do not exist, or are no habits`() throws {
    var played = try Played("Stretch", "Notes", "Morning")
    try played.plan(1, Self.daily, on: "2026-03-02")
    #expect(try played.group(3, of: [1, 2, 99], on: "2026-03-02") == nil)
    try played.enter(1, on: "2026-03-02")
    #expect(try played.record(3, today: "2026-03-03").letters == "d?")
    let view = try #require(played.state.habits(today: day("2026-03-03")).last)
    #expect(view.members.map(\.content.name) == ["Stretch", "Notes"])
  }

  @Test func `is stored with the ids of its members, and other habits as before`() throws {
    let ids = [Played.id(1), Played.id(2)]
    func content(_ need: HabitMembers.Need) throws -> String {
      let plan = try HabitPlan(HabitSchedule(.day), members: HabitMembers(ids, need: need))
      return ProfileEvent.Action.habit(.plan(HabitContent(tracker: Played.id(3), plan: plan)))
        .content
    }
    let start =
      "{\"tracker\":\"\(Played.id(3))\",\"schedule\":{\"times\":1,\"per\":\"day\"},\"members\":{\"of\":["
      + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(try content(.all) == start + "}}")
    #expect(try content(.any) == start + ",\"needs\":\"any\"}}")
    #expect(try content(.count(2)) == start + ",\"needs\":2}}")
    let plain = ProfileEvent.Action.habit(
      .plan(HabitContent(tracker: Played.id(3), plan: try HabitPlan(HabitSchedule(.day)))))
    #expect(
      plain.content
        == "{\"tracker\":\"\(Played.id(3))\",\"schedule\":{\"times\":1,\"per\":\"day\"}}")
    let read = try ProfileEvent.Action(.habit, content: Array(try content(.count(2)).utf8))
    guard case .habit(.plan(let stored)) = read else {
      Issue.record("\(read) is no plan")
      return
    }
    #expect(stored.plan?.members == (try HabitMembers(ids, need: .count(2))))
  }

  @Test func `needs members, each once, and no goal`() throws {
    let id = Played.id(1)
    #expect(throws: FieldError.self) { try HabitMembers([]) }
    #expect(throws: FieldError.self) { try HabitMembers([id, id]) }
    #expect(throws: FieldError.self) { try HabitMembers([id], need: .count(2)) }
    #expect(throws: FieldError.self) {
      try HabitPlan(
        HabitSchedule(.day),
        goal: HabitGoal(.atLeastOnDay, DecimalNumber(Int64(5), field: "n"), of: .number),
        members: HabitMembers([id]))
    }
  }
}
