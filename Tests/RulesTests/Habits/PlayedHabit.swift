import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// A habit under test: a tracker with the id 1 of which events are applied in the order of the calls.
struct PlayedHabit {
  var state = TrackersState()
  static let id = EventID(high: 0, low: 1)
  private var count: UInt64 = 1

  init() throws {
    _ = state.apply(
      .create(try TrackerContent(name: "Habit")), id: Self.id, at: Instant(milliseconds: 0),
      day: day("2026-01-01"))
  }

  /// Creates a habit with a plan in JSON: `{"schedule": …, "goal": …}` without the braces.
  init(_ plan: String, on text: String) throws {
    try self.init()
    let reason = try self.plan(plan, on: text)
    #expect(reason == nil)
  }

  mutating func plan(_ members: String, on text: String) throws -> VoidReason? {
    let content = "{\"tracker\":\"\(Self.id)\"\(members.isEmpty ? "" : ",")\(members)}"
    return try habit(.habit, content, on: text)
  }

  mutating func habit(
    _ kind: EventKind, _ content: String? = nil, on text: String
  ) throws -> VoidReason? {
    let content = content ?? "{\"tracker\":\"\(Self.id)\"}"
    guard case .habit(let action) = try ProfileEvent.Action(kind, content: Array(content.utf8))
    else {
      return .unknownTracker
    }
    return state.apply(action, day: day(text)).void
  }

  mutating func skip(_ skipped: String, on text: String) throws -> VoidReason? {
    try habit(.habitSkip, "{\"tracker\":\"\(Self.id)\",\"day\":\"\(skipped)\"}", on: text)
  }

  /// Adds an entry, and returns whether it made the day done for the first time.
  @discardableResult
  mutating func enter(
    _ kind: EntryKind = .checklist(true), minutes: Int64? = nil, on text: String
  ) throws -> Bool {
    count += 1
    let content = try EntryContent(tracker: Self.id, kind: kind, minutes: minutes)
    let effect = state.apply(
      .entry(content), id: EventID(high: 1, low: count), at: Instant(milliseconds: 0),
      day: day(text))
    #expect(effect.void == nil)
    return effect.habitDone == Self.id
  }

  func view(today: String) throws -> HabitView {
    let tracker = try #require(state.tracker(Self.id))
    return try #require(state.habitView(of: tracker, today: day(today)))
  }

  func record(today: String) throws -> HabitRecord { try view(today: today).record }
}

extension HabitRecord {
  /// The statuses of the days in short: done, partial, not done, unknown, skipped, paused, not due.
  var letters: String {
    days.map { day in
      switch day.status {
      case .done: "d"
      case .partial: "p"
      case .notDone: "n"
      case .unknown: "?"
      case .skipped: "s"
      case .paused: "z"
      case .notDue: "-"
      }
    }.joined()
  }

  /// The statuses of the periods, with the numbers of done and of required days.
  var counts: String {
    periods.map { "\($0.status.name) \($0.done)/\($0.required)" }.joined(separator: ", ")
  }
}
