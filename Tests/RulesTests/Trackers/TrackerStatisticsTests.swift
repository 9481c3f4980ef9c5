import FlintCalendar
import Testing

@testable import FlintRules

struct `The totals of a tracker` {
  static let id = PlayedTrackers.id(1)

  static func tracker(
    target: String? = nil, _ entries: [(EntryKind, String)]
  ) throws -> Tracker {
    var trackers = PlayedTrackers()
    trackers.create(try TrackerContent(name: "Runs", target: target.map { number($0) }))
    for (kind, day) in entries { try trackers.enter(id, kind, on: day) }
    return try #require(trackers.state.tracker(id))
  }

  /// Entries on days given as offsets from 26 February 2024, in the order of their instants.
  static func entered(on days: [Int]) throws -> Tracker {
    try tracker(days.map { (.checklist(true), (day("2024-02-26") + $0).description) })
  }

  @Test func `a tracker without entries has no totals`() throws {
    let tracker = try Self.tracker(target: "10", [])
    #expect(tracker.entries == 0)
    #expect(tracker.hours == 0)
    #expect(tracker.activeDays == 0)
    #expect(tracker.bestStreak == 0)
    #expect(tracker.currentStreak(today: day("2026-01-01")) == 0)
    for totals in [
      tracker.sessions, tracker.measurements, tracker.checklists, tracker.ratings,
    ] {
      #expect(totals.count == 0)
      #expect(totals.sum == 0)
      #expect(totals.mean == nil)
      #expect(totals.minimum == nil)
      #expect(totals.maximum == nil)
    }
    #expect(tracker.progress == 0)
    #expect(tracker.days(from: day("2026-01-01"), before: day("2027-01-01")).isEmpty)
  }

  /// 25 and 22 pages, and an evening without any.
  @Test func `a checklist that says no counts 0 beside amounts`() throws {
    let pages: [(EntryKind, String)] = [
      (.measurement(number("25")), "2026-01-01"), (.checklist(false), "2026-01-02"),
      (.measurement(number("22")), "2026-01-03"),
    ]
    #expect(try Self.tracker(pages).total == 47_000_000)
    #expect(try Self.tracker([pages[1]]).total == 0)
    // What is done has no number: it cannot be added to pages.
    #expect(try Self.tracker(pages + [(.checklist(true), "2026-01-04")]).total == nil)
  }

  @Test func `totals are separate for each kind`() throws {
    let tracker = try Self.tracker(
      target: "200",
      [
        (.session(minutes: 25), "2026-01-01"), (.session(minutes: 50), "2026-01-01"),
        (.measurement(number("-3.5")), "2026-01-01"), (.measurement(number("-3")), "2026-01-02"),
        (.measurement(number("-3.500001")), "2026-01-02"), (.checklist(true), "2026-01-02"),
        (.checklist(false), "2026-01-02"), (.checklist(true), "2026-01-02"),
        (.rating(2), "2026-01-04"), (.rating(5), "2026-01-04"), (.log("x"), "2026-01-04"),
      ])
    #expect(tracker.entries == 11)
    #expect(tracker.minutes == 75)
    #expect(tracker.hours == 1_250_000)
    #expect(tracker.sessions.count == 2)
    #expect(tracker.sessions.mean == 37_500_000)
    #expect(tracker.sessions.minimum == 25_000_000)
    #expect(tracker.sessions.maximum == 50_000_000)
    #expect(tracker.measurements.sum == -10_000_001)
    // −10.000001 / 3 = −3.33333366…
    #expect(tracker.measurements.mean == -3_333_334)
    #expect(tracker.measurements.minimum == -3_500_001)
    #expect(tracker.measurements.maximum == -3_000_000)
    #expect(tracker.checklists.mean == 666_667)
    #expect(tracker.checklists.minimum == 0)
    #expect(tracker.checklists.maximum == 1_000_000)
    #expect(tracker.ratings.mean == 3_500_000)
    #expect(tracker.logs == 1)
    #expect(tracker.activeDays == 3)
    #expect(tracker.days.map(\.entries) == [3, 5, 3])
    // Minutes, numbers, checklists and ratings have no common total.
    #expect(tracker.total == nil)
    #expect(tracker.progress == nil)
  }

  @Test func `progress increases toward the target and beyond`() throws {
    let entries: [(EntryKind, String)] = [
      (.measurement(number("2")), "2026-01-01"), (.measurement(number("5")), "2026-01-01"),
    ]
    for (target, progress) in [
      (nil, nil), ("0", nil), ("7", 1_000_000), ("14", 500_000), ("3", 2_333_333),
      ("-7", -1_000_000), ("-3", -2_333_333), ("9000000000000", 0), ("0.000001", 7_000_000_000_000),
    ] as [(String?, Int64?)] {
      #expect(try Self.tracker(target: target, entries).progress == progress)
    }
    let most: [(EntryKind, String)] = [
      (.measurement(number("9000000000000")), "2026-01-01"),
      (.measurement(number("9000000000000")), "2026-01-01"),
    ]
    // 18,000,000,000,000 / 0.000001 in millionths is beyond 64 bits.
    #expect(try Self.tracker(target: "0.000001", most).progress == .max)
    #expect(try Self.tracker(target: "-0.000001", most).progress == .min)
    #expect(try Self.tracker(target: "9000000000000", most).progress == 2_000_000)
  }

  @Test func `a total may exceed 64 bits`() throws {
    let most = (EntryKind.measurement(number("9000000000000")), "2026-01-01")
    let tracker = try Self.tracker([most, most, most])
    #expect(tracker.measurements.sum == 27_000_000_000_000_000_000)
    #expect(tracker.measurements.mean == 9_000_000_000_000_000_000)
    #expect(tracker.total == 27_000_000_000_000_000_000)
  }

  /// Days, the best streak, and the lengths of the runs that end on each day with entries.
  static let streaks: [(days: [Int], best: Int64, runs: [Int64])] = [
    ([0], 1, [1]), ([0, 0, 0], 1, [1]), ([0, 1, 2, 3, 4], 5, [1, 2, 3, 4, 5]),
    ([0, 1, 3, 4], 2, [1, 2, 1, 2]), ([0, 1, 2, 5, 6], 3, [1, 2, 3, 1, 2]),
    // After a change of time zone, an entry is later by instant and earlier by civil day.
    ([0, 2, 1], 3, [1, 2, 3]), ([0, 3, 1, 2], 4, [1, 2, 3, 4]), ([0, 3, 2, 1], 4, [1, 2, 3, 4]),
    ([2, 1, 0], 3, [1, 2, 3]), ([0, 1, 2, 4, 5, 3], 6, [1, 2, 3, 4, 5, 6]),
    ([5, 3, 6], 2, [1, 1, 2]), ([0, 2, 1, 1, 3], 4, [1, 2, 3, 4]),
  ]

  @Test func `streaks cover consecutive days, including days filled in later`() throws {
    for (days, best, runs) in Self.streaks {
      let tracker = try Self.entered(on: days)
      #expect(tracker.bestStreak == best)
      #expect(tracker.days.map(\.run) == runs)
      #expect(tracker.days.map { $0.day - day("2024-02-26") } == Set(days).sorted())
      #expect(tracker.activeDays == Set(days).count)
    }
  }

  @Test func `the current streak has a day of grace`() throws {
    let tracker = try Self.entered(on: [0, 1, 2, 4, 5])
    let streaks = (-1...8).map { tracker.currentStreak(today: day("2024-02-26") + $0) }
    #expect(streaks == [0, 1, 2, 3, 3, 1, 2, 2, 0, 0])
    #expect(tracker.bestStreak == 3)
  }

  @Test func `the days of a range are listed`() throws {
    let tracker = try Self.entered(on: [0, 1, 1, 4, 9])
    let first = day("2024-02-26")
    #expect(tracker.days(from: first + 1, before: first + 9).map(\.entries) == [2, 1])
    #expect(tracker.days(from: first + 1, before: first + 2).map(\.entries) == [2])
    #expect(tracker.days(from: first + 2, before: first + 4).isEmpty)
    #expect(tracker.days(from: first + 4, before: first + 1).isEmpty)
  }
}
