package import Calendar
package import JSON
package import Rules
package import Schema
package import Sessions

/// An overview of a journey as of a day.
package struct JourneyView: Sendable {
  /// The day.
  package var day: CivilDay
  /// The journey that is active on the day, if any.
  package var journey: Journey?
  /// The number of activities up to the day.
  package var totals: ActivityTotals
  /// The current streak: active days in a row, up to the day or the day before.
  package var streak: Int
  /// The longest streak in all of history, in days.
  package var longestStreak: Int
  /// The streak to reach next: the next rung of a ladder of streaks, and past the last one each further
  /// week; `nil` if there is no such ladder.
  package var streakGoal: Int?
  /// Whether there is an activity on the day.
  package var isActive: Bool
  /// The first day with an activity.
  package var firstActiveDay: CivilDay?
  /// The number of achievements unlocked up to the day, and the total number.
  package var achievements: (unlocked: Int, total: Int)

  /// Creates an overview as of a day.
  package init(_ state: JourneyState, ladders: [LadderDefinition], on day: CivilDay) {
    self.day = day
    journey = state.journey(on: day)
    totals = state.activityTotals(through: day)
    streak = state.activityStreak(on: day)
    longestStreak = state.longestActivityStreak
    let goals = ladders.flatMap(\.rungs).flatMap(\.conditions)
      .filter { $0.metric == .activityStreak }.map { Int($0.atLeast) }.sorted()
    streakGoal = goals.last.map { [streak] last in
      goals.first { $0 > streak } ?? last + ((streak - last) / 7 + 1) * 7
    }
    isActive = state.isActive(on: day)
    firstActiveDay = state.firstActiveDay
    achievements = (
      state.unlocks.count { $0.day <= day }, ladders.reduce(0) { $0 + $1.rungs.count }
    )
  }

  /// The whole civil days since the journey's start.
  package var days: Int64? { journey.map { Int64(day - $0.start) } }

  /// The members of the journey's JSON object.
  package func members(_ session: Session) -> [(name: String, value: JSONValue)] {
    [
      ("day", .string(day.description)),
      ("id", journey.map { .string($0.id.description) } ?? .null),
      ("start", journey.map { .string($0.start.description) } ?? .null),
      ("started_at", journey.map { .string(session.zone.text($0.at)) } ?? .null),
      ("days", days.map { .integer($0) } ?? .null),
      ("streak", .integer(Int64(streak))),
      ("longest_streak", .integer(Int64(longestStreak))),
      ("streak_goal", streakGoal.map { .integer(Int64($0)) } ?? .null),
      ("active", .boolean(isActive)),
      ("active_days", .integer(totals.activeDays)),
      ("first_active_day", firstActiveDay.map { .string($0.description) } ?? .null),
      ("journals", .integer(totals.journals)),
      ("sos_sessions", .integer(totals.sosSessions)),
      ("self_care_sessions", .integer(totals.selfCareSessions)),
      ("achievements", .integer(Int64(achievements.unlocked))),
      ("achievements_total", .integer(Int64(achievements.total))),
    ]
  }
}

extension JourneyScores {
  /// The scores as JSON, as numbers from 0 to 1.
  package var json: JSONValue {
    .object([
      ("day", .string(day.description)), ("days", .integer(days)),
      ("consistency", .millionths(consistency)), ("self_care", .millionths(selfCare)),
      ("stability", .millionths(stability)),
    ])
  }
}

extension LandscapePoint {
  /// The point as JSON.
  package var json: JSONValue {
    .object([("day", .string(day.description)), ("value", .millionths(millionths))])
  }
}

extension ConditionView {
  /// The condition as JSON: counts unchanged, scores as numbers from 0 to 1.
  package var json: JSONValue {
    func number(_ value: Int64) -> JSONValue {
      metric.isScore ? .millionths(value) : .integer(value)
    }
    return .object([
      ("metric", .string(metric.name)), ("have", have.map { number($0) } ?? .null),
      ("need", number(need)), ("missing", number(missing)),
    ])
  }
}

extension AchievementView {
  /// The achievement as JSON.
  package func json(_ session: Session) -> JSONValue {
    .object([
      ("id", .string(id)), ("ladder", .string(ladderID)), ("title", .string(title)),
      ("unlocked", .boolean(isUnlocked)),
      ("day", unlockedOn.map { .string($0.description) } ?? .null),
      ("at", at.map { .string(session.zone.text($0)) } ?? .null),
      ("conditions", .array(conditions.map(\.json))),
    ])
  }
}

extension NextGoal {
  /// The goal as JSON.
  package var json: JSONValue {
    .object([
      ("ladder", .string(achievement.ladderID)), ("ladder_title", .string(ladderTitle)),
      ("id", .string(achievement.id)), ("title", .string(achievement.title)),
      ("conditions", .array(achievement.conditions.map(\.json))),
      ("needs_journey", .boolean(waitsForJourney)),
      ("unlocks_on", unlocksOn.map { .string($0.description) } ?? .null),
    ])
  }
}

/// An activity as scripts see it.
package struct ActivityRow: SchemaRow, Sendable {
  let stored: StoredEvent
  let activity: Activity
  let day: CivilDay

  /// Creates the row of an event; `nil` when the event is of another kind.
  package init?(_ stored: StoredEvent, _ session: Session) {
    guard let activity = Activity(stored.event.action) else { return nil }
    self.stored = stored
    day = stored.event.day(session.dayStart)
    self.activity = activity
  }

  /// The fields.
  package static let schema = RecordSchema<ActivityRow>(
    [Field("id", .id, "The id: 32 hexadecimal digits.") { .name($0.stored.event.id.description) }]
      + Activity.schema.fields.map { $0.within(\.activity) } + [
        Field("at", .time, "The time, with its offset from UTC.") {
          .time($0.stored.event.at, $0.stored.event.offset)
        },
        Field("day", .day, "The civil day, YYYY-MM-DD.") { .day($0.day) },
        Field("key", .text, "The key that it was recorded with.", isOptional: true) {
          FieldValue(text: $0.stored.key)
        },
      ])
}
