import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// Schedules and goals as tables, in events and in words.
@Suite struct `The content of a habit` {
  private static let tracker = "0000000000000000000000000000002a"

  private static func read(_ members: String) throws -> HabitContent {
    let action = try ProfileEvent.Action(
      .habit, content: Array("{\"tracker\":\"\(tracker)\"\(members)}".utf8))
    guard case .habit(.plan(let content)) = action else {
      throw FieldError(field: "kind", expected: "a plan", found: action.kind.name)
    }
    return content
  }

  @Test(arguments: [
    (#"{"per":"day"}"#, #"{"times":1,"per":"day"}"#, "every day"),
    (#"{"times":3,"per":"week"}"#, #"{"times":3,"per":"week"}"#, "3 times a week"),
    (#"{"times":7,"per":"week"}"#, #"{"times":7,"per":"week"}"#, "every day"),
    (#"{"per":"month","times":2}"#, #"{"times":2,"per":"month"}"#, "twice a month"),
    (#"{"days":10,"times":4}"#, #"{"times":4,"days":10}"#, "4 times in 10 days"),
    (#"{"days":3}"#, #"{"times":1,"days":3}"#, "every 3 days"),
    (
      #"{"weekdays":["Friday","mon","WED"]}"#, #"{"weekdays":["mon","wed","fri"]}"#,
      "on Mon, Wed and Fri"
    ),
  ])
  func `has a canonical form of each schedule, and words for it`(
    given: String, canonical: String, words: String
  ) throws {
    let content = try Self.read(",\"schedule\":\(given)")
    let action = ProfileEvent.Action.habit(.plan(content))
    #expect(action.content == "{\"tracker\":\"\(Self.tracker)\",\"schedule\":\(canonical)}")
    #expect(content.plan?.description == words)
    #expect(try ProfileEvent.Action(.habit, content: Array(action.content.utf8)) == action)
  }

  @Test(arguments: [
    (
      #"{"times":2,"per":"week"}"#, #"{"at_least":20,"of":"minutes"}"#,
      "twice a week, at least 20 minutes"
    ),
    (
      #"{"per":"week"}"#, #"{"at_least":"4.5","of":"number","over":"period"}"#,
      "at least 4.5 a week"
    ),
    (#"{"per":"month"}"#, #"{"at_most":0,"of":"entries"}"#, "at most 0 entries a month"),
    (#"{"days":2}"#, #"{"at_most":1,"of":"minutes"}"#, "at most 1 minute in 2 days"),
  ])
  func `has a canonical form of each goal, and words for it`(
    schedule: String, goal: String, words: String
  ) throws {
    let content = try Self.read(",\"schedule\":\(schedule),\"goal\":\(goal)")
    let text = ProfileEvent.Action.habit(.plan(content)).content
    #expect(text.hasSuffix(",\"goal\":\(goal)}"), "\(text)")
    #expect(content.plan?.description == words)
    #expect(content.plan?.isOverPeriod == (schedule.contains("times") == false))
  }

  /// The entry of an amount; `nil` for one without.
  @Test(
    arguments: [
      (nil, "nothing, since the habit has no goal of an amount", "3"),
      (#"{"at_most":5,"of":"entries"}"#, "nothing, since the habit has no goal of an amount", "3"),
      (#"{"at_least":20,"of":"minutes"}"#, "the minutes (the goal is at least 20 minutes)", nil),
      (#"{"at_most":"4.5","of":"number"}"#, "the number (the goal is at most 4.5)", nil),
      (#"{"at_least":20,"of":"minutes"}"#, "whole minutes", "1.5"),
    ] as [(String?, String, String?)])
  func `refuses an amount that does not fit the goal`(
    goal: String?, expected: String, amount: String?
  ) throws {
    let members = goal.map { ",\"goal\":\($0)" } ?? ""
    let plan = try #require(try Self.read(",\"schedule\":{\"per\":\"week\"}\(members)").plan)
    let number = try amount.map { try DecimalNumber(reading: $0, field: "amount") }
    #expect(throws: FieldError(field: "amount", expected: expected, found: amount ?? "nothing")) {
      try plan.entryKind(amount: number)
    }
  }

  @Test func `has entries of amounts that fit the goal`() throws {
    func kind(_ goal: String, _ amount: String?) throws -> EntryKind {
      let plan = try #require(try Self.read(",\"schedule\":{\"per\":\"week\"}\(goal)").plan)
      return try plan.entryKind(
        amount: amount.map { try DecimalNumber(reading: $0, field: "amount") })
    }
    #expect(try kind("", nil) == .checklist(true))
    #expect(try kind(#","goal":{"at_most":5,"of":"entries"}"#, nil) == .checklist(true))
    #expect(
      try kind(#","goal":{"at_least":20,"of":"minutes"}"#, "7") == .session(minutes: 7))
    #expect(
      try kind(#","goal":{"at_least":20,"of":"number"}"#, "1.5")
        == .measurement(DecimalNumber(reading: "1.5", field: "")))
  }

  @Test func `without a schedule ends the habit`() throws {
    #expect(try Self.read("").plan == nil)
    #expect(
      ProfileEvent.Action.habit(.plan(try Self.read(""))).content
        == "{\"tracker\":\"\(Self.tracker)\"}")
  }

  @Test(arguments: [
    (
      #","schedule":{"times":8,"per":"week"}"#, "schedule.times", "1 to 7, the days of the period",
      "8"
    ),
    (
      #","schedule":{"times":2,"per":"day"}"#, "schedule.times", "1, since the period is the day",
      "2"
    ),
    (
      #","schedule":{"times":29,"per":"month"}"#, "schedule.times",
      "1 to 28, the days of the period", "29"
    ),
    (#","schedule":{"times":4,"days":3}"#, "schedule.times", "1 to 3, the days of the period", "4"),
    (#","schedule":{"days":0}"#, "schedule.days", "a whole number from 1 to 366", "0"),
    (#","schedule":{"times":2}"#, "schedule", "one of per, days and weekdays", "none"),
    (
      #","schedule":{"per":"day","days":2}"#, "schedule", "one of per, days and weekdays",
      "per and days"
    ),
    (#","schedule":{"weekdays":[]}"#, "schedule.weekdays", "at least one weekday", "none"),
    (
      #","schedule":{"weekdays":["mon","sunny"]}"#, "schedule.weekdays",
      "weekdays such as mon or Monday", "\"sunny\""
    ),
    (
      #","schedule":{"weekdays":["mon"],"times":1}"#, "schedule.times", "nothing beside weekdays",
      "1"
    ),
    (
      #","schedule":{"per":"weak"}"#, "schedule.per",
      #"day, week or month (did you mean "week"?)"#, "\"weak\""
    ),
    (
      #","schedule":{"time":1,"per":"day"}"#, "schedule.time",
      #"one of times, per, days and weekdays (did you mean "times"?)"#, "an unknown field"
    ),
    (
      #","schedule":{"times":2,"per":"week"},"goal":{"at_most":6,"of":"number"}"#, "schedule.times",
      "nothing, since the goal is over the period", "2"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_least":0,"of":"number"}"#, "goal.at_least",
      "a positive number", "0"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_most":"-1","of":"number"}"#, "goal.at_most",
      "0 or a positive number", "-1"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_least":1}"#, "goal.of",
      "number, minutes or entries", "nothing"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"of":"number"}"#, "goal", "at_least or at_most",
      "neither"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_least":1,"at_most":2,"of":"number"}"#, "goal",
      "at_least or at_most", "both"
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_most":1,"of":"number","over":"day"}"#, "goal.over",
      "period: a limit is always over the period", "\"day\""
    ),
    (
      #","schedule":{"per":"week"},"goal":{"at_least":true,"of":"number"}"#, "goal.at_least",
      "a number", "true"
    ),
    (#","schedule":{"weekdays":"mon"}"#, "schedule.weekdays", "a list of texts", "\"mon\""),
    (
      #","schedule":{"weekdays":["mon",2]}"#, "schedule.weekdays", "a list of texts", "a list"
    ),
    (
      #","goal":{"at_least":1,"of":"number"}"#, "schedule",
      "a schedule beside the goal (at least 1)",
      "nothing"
    ),
  ])
  func `names the path of an error`(
    members: String, field: String, expected: String, found: String
  ) throws {
    #expect(
      throws: ContentError(
        description: "\(FieldError(field: field, expected: expected, found: found))")
    ) { try Self.read(members) }
  }
}
