import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

/// Habits as factors of moods. 2026-03-02 is a Monday.
@Suite struct `The days of a habit that moods are compared by` {
  /// A habit of a plan in JSON with measurements on days, as of a day.
  private static func factor(
    _ plan: String, _ entries: [(day: String, number: Int64)], skipped: String? = nil,
    today: String
  ) throws -> [String] {
    var profile = try PlayedProfile()
    let monday = day("2026-03-02")
    profile.apply(.tracker(.create(try TrackerContent(name: "Run"))), on: monday, minute: 0)
    let id = try #require(profile.state.trackers.trackers.first?.id)
    let content = "{\"tracker\":\"\(id)\",\(plan)}"
    profile.apply(
      try ProfileEvent.Action(.habit, content: Array(content.utf8)), on: monday, minute: 1)
    for entry in entries {
      let kind = EntryKind.measurement(try DecimalNumber(entry.number, field: "number"))
      let outcome = profile.apply(
        .tracker(.entry(try EntryContent(tracker: id, kind: kind))), on: day(entry.day))
      #expect(outcome.void == nil)
    }
    if let skipped {
      let skip = try HabitSkip(tracker: id, day: day(skipped))
      #expect(profile.apply(.habit(.skip(skip)), on: day(today), minute: 0).void == nil)
    }
    let factor = try #require(profile.state.factors(.habits, today: day(today)).first)
    return [factor.days, factor.others ?? []].map { days in
      days.map { $0.description.suffix(2) }.joined(separator: " ")
    }
  }

  @Test func `are done or not, without partial, skipped and open ones`() throws {
    let days = try Self.factor(
      #""schedule":{"per":"day"},"goal":{"at_least":5,"of":"number"}"#,
      [("2026-03-02", 5), ("2026-03-03", 4), ("2026-03-05", 9)], skipped: "2026-03-06",
      today: "2026-03-08")
    #expect(days == ["02 05", "04 07"])
  }

  /// 25 a week are reached on Thursday, after which the days are done without an entry. The next week's
  /// goal is not reached.
  @Test func `of a goal over the period are those with an amount`() throws {
    let plan = #""schedule":{"per":"week"},"goal":{"at_least":25,"of":"number","over":"period"}"#
    let entries: [(day: String, number: Int64)] = [
      ("2026-03-02", 12), ("2026-03-05", 14), ("2026-03-07", 3), ("2026-03-10", 8),
    ]
    let days = try Self.factor(plan, entries, skipped: "2026-03-04", today: "2026-03-11")
    #expect(days == ["02 05 07 10", "03 06 08 09"])
    // Today may still get an entry.
    #expect(
      try Self.factor(plan, Array(entries.prefix(2)), today: "2026-03-06") == ["02 05", "03 04"])
  }

  @Test func `of a limit are those that keep it`() throws {
    let days = try Self.factor(
      #""schedule":{"per":"day"},"goal":{"at_most":3,"of":"number"}"#,
      [("2026-03-02", 2), ("2026-03-03", 4), ("2026-03-05", 3)], today: "2026-03-06")
    #expect(days == ["02 04 05", "03"])
  }
}
