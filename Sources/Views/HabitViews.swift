import Calendar
package import JSON
package import Rules
import Schema
package import Sessions

extension HabitView {
  /// Returns the habit as JSON: its schedule, today, streaks, strength and completion.
  package func json(_ session: Session) -> JSONValue {
    .object([
      ("id", .string(tracker.id.description)), ("name", .string(tracker.content.name)),
      ("category", .string(tracker.content.category.name)),
      ("schedule", plan?.schedule.fieldValue.json ?? .null),
      ("goal", plan?.goal?.json ?? .null),
      ("text", .string(text)), ("paused", .boolean(isPaused)),
      ("first_day", (tracker.habit?.firstDay).map { .string($0.description) } ?? .null),
      ("today", status.map { .string($0.name) } ?? .null),
      ("period", plan.flatMap { _ in record.current?.json } ?? .null),
      ("streak", .integer(Int64(record.streak))),
      ("best_streak", .integer(Int64(record.bestStreak))),
      ("strength", .millionths(record.strength)),
      ("completion", recentCompletion.map { .millionths($0) } ?? .null),
    ])
  }

  /// The schedule and the goal in words, and a change that is to come, or that there is none now.
  package var text: String {
    guard let plan else { return "stopped" }
    return "\(plan)" + (change.map { "; from \($0.start): \($0.plan)" } ?? "")
  }
}

extension HabitGoal {
  /// The goal as JSON for people and programs, in which the amount is a number.
  package var json: JSONValue {
    guard case .object(let members) = fieldValue.json else { return .null }
    return .object(
      members.map { name, value in (name, name.hasPrefix("at_") ? amount.json : value) })
  }
}

extension HabitRecord.Period {
  /// The period as JSON, with its last day.
  package var json: JSONValue {
    .object([
      ("first_day", .string(start.description)), ("last_day", .string((end + -1).description)),
      ("status", .string(status.name)), ("done", .integer(Int64(done))),
      ("required", .integer(Int64(required))), ("amount", .exact(Int128(amount))),
    ])
  }
}

extension HabitRecord.Day {
  /// The day as JSON.
  package var json: JSONValue {
    .object([
      ("day", .string(day.description)), ("status", .string(status.name)),
      ("amount", .exact(Int128(amount))), ("strength", .millionths(strength)),
    ])
  }
}
