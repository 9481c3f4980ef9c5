package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// An overview of a journey as of a day.
package struct JourneyView: Sendable {
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
}

extension JourneyView: SessionView {
  package static let schema = ResultSchema<SessionRow<JourneyView>>(
    "Journey", "A journey as of a day.",
    [
      ResultField("day", \.view.day, "The day as of which it is computed."),
      ResultField(
        "id", .id, "The id of the journey; nil without a journey.", isOptional: true
      ) { FieldValue(name: $0.view.journey?.id.description) },
      ResultField("first_day", \.view.journey?.start, "The first day."),
      ResultField(
        "started_at", .time, "The time of the event that started it.", isOptional: true
      ) { $0.time($0.view.journey?.at) },
      ResultField("days", \.view.days, "Whole days since the start."),
      ResultField(
        "streak", \.view.streak,
        "The number of consecutive active days up to the day or the one before."),
      ResultField(
        "longest_streak", \.view.longestStreak, "The longest streak in the whole history, in days."),
      ResultField(
        "streak_goal", .integer,
        "The streak to reach next: the next rung of a ladder, past the last one each week.",
        isOptional: true
      ) { FieldValue($0.view.streakGoal) },
      ResultField("active", \.view.isActive, "Whether the day has an event."),
      ResultField("active_days", \.view.totals.activeDays, "The number of days with an event."),
      ResultField("first_active_day", \.view.firstActiveDay, "The first day with an event."),
      ResultField("journals", \.view.totals.journals, "The number of journal entries."),
      ResultField("sos_sessions", \.view.totals.sosSessions, "The number of sos sessions."),
      ResultField(
        "self_care_sessions", \.view.totals.selfCareSessions, "The number of self-care sessions."),
      ResultField(
        "achievements", \.view.achievements.unlocked,
        "The number of achievements unlocked up to the day."),
      ResultField(
        "achievements_total", \.view.achievements.total,
        "The number of achievements in the rulebook."),
    ])
}

extension JourneyScores: ResultRow {
  package static let schema = ResultSchema<JourneyScores>(
    "JourneyScores", "The scores of a journey, from 0 to 1.",
    [
      ResultField("day", \.day, "The day."),
      ResultField("days", \.days, "Whole days since the start."),
    ] + scores)

  /// The scores alone.
  package static let scores: [ResultField<JourneyScores>] = [
    ResultField("consistency", .decimal, "The consistency score, 0 to 1.") {
      .decimal($0.consistency)
    },
    ResultField("self_care", .decimal, "The self-care score, 0 to 1.") { .decimal($0.selfCare) },
    ResultField("stability", .decimal, "The stability score, 0 to 1.") { .decimal($0.stability) },
  ]
}

extension LandscapePoint: ResultRow {
  package static let schema = ResultSchema<LandscapePoint>(
    "LandscapePoint", "A day of the emotional landscape.",
    [
      ResultField("day", \.day, "The day, YYYY-MM-DD."),
      ResultField("value", .decimal, "The value, 0 to 1.") { .decimal($0.millionths) },
      ResultField.drawing("bar") { point in
        String(repeating: "█", count: Int((point.millionths + 25_000) / 50_000))
      }.titled(""),
    ])
}

extension ConditionView: ResultRow {
  /// The fields of a condition: counts unchanged, scores as numbers from 0 to 1.
  package static let schema = ResultSchema<ConditionView>(
    "Condition", "A condition of an achievement.",
    [
      ResultField(
        "metric", .text, "The metric: " + LadderMetric.names.joined(separator: ", ") + "."
      ) { .name($0.metric.name) },
      ResultField(
        "have", .number,
        "The current value (of a score, 0 to 1); nil if it needs a journey and there is none.",
        isOptional: true
      ) { condition in condition.have.map { condition.number($0) } ?? .none },
      ResultField("need", .number, "The required value.") { $0.number($0.need) },
      ResultField("missing", .number, "The difference to the required value.") {
        $0.number($0.missing)
      },
    ])

  private func number(_ value: Int64) -> FieldValue {
    metric.isScore ? .decimal(value) : .integer(value)
  }
}

extension AchievementView: SessionView {
  package static let schema = ResultSchema<SessionRow<AchievementView>>(
    "Achievement", "An achievement.", shown: ["ladder", "title", "day", "progress"],
    [
      ResultField("id", \.view.id, "The id."),
      ResultField("ladder", \.view.ladderID, "The id of the ladder."),
      ResultField("title", \.view.title, "The title."),
      ResultField("unlocked", \.view.isUnlocked, "Whether it is unlocked."),
      ResultField("day", \.view.unlockedOn, "The day on which it was unlocked."),
      ResultField(
        "at", .time,
        "The time of the event that unlocked it; nil if it unlocked when the day began.",
        isOptional: true
      ) { $0.time($0.view.at) },
      .rows(
        "conditions", "The conditions, with their values as of today.", ConditionView.schema
      ) { $0.view.conditions },
      .drawing("progress") { $0.view.conditionText },
    ])

  /// The conditions with their progress while the achievement is locked, and the requirements alone
  /// once it is unlocked.
  package var conditionText: String {
    conditions.map { isUnlocked ? $0.demand : $0.text }.joined(separator: " · ")
  }
}

extension ConditionView {
  /// The progress, such as `journals 3 of 5` or `consistency 52 of 60 %`; the requirement while the
  /// progress is unknown.
  package var text: String {
    guard let have else { return demand }
    // Truncated, so that a requirement that is not met does not look met. Progress beyond the
    // requirement is not shown.
    let number =
      have >= need ? needNumber : grouped(metric.isScore ? have / 10_000 : have)
    return "\(name) \(number) of \(needNumber)\(unit)"
  }

  /// The requirement, such as `journals 5` or `consistency 60 %`.
  fileprivate var demand: String { "\(name) \(needNumber)\(unit)" }

  private var name: String {
    // Spelled with a hyphen.
    metric == .selfCare ? "self-care" : metric.name.replacing("_", with: " ")
  }

  private var needNumber: String {
    guard metric.isScore else { return grouped(need) }
    return need % 10_000 == 0 ? grouped(need / 10_000) : decimalText(need * 100, places: 4)
  }

  private var unit: String { metric.isScore ? " %" : "" }
}

extension NextGoal: ResultRow {
  package static let schema = ResultSchema<NextGoal>(
    "NextGoal", "The next achievement of a ladder.",
    shown: ["ladder_title", "title", "progress", "unlocks_on"],
    [
      ResultField("ladder", \.achievement.ladderID, "The id of the ladder."),
      ResultField("ladder_title", \.ladderTitle, "The title of the ladder.").titled("ladder"),
      ResultField("id", \.achievement.id, "The id of the achievement."),
      ResultField("title", \.achievement.title, "The title of the achievement."),
      .rows("conditions", "The conditions.", ConditionView.schema) { $0.achievement.conditions },
      .drawing("progress") { $0.achievement.conditionText }.titled("conditions"),
      ResultField(
        "needs_journey", \.waitsForJourney, "Whether it requires that a journey is started."),
      ResultField(
        "unlocks_on", \.unlocksOn,
        "The day on which it will certainly be unlocked, if there is one.",
        text: { $0.waitsForJourney ? "with a journey" : $0.unlocksOn?.description }),
    ])
}

/// An activity as scripts see it.
package struct ActivityRow: ResultRow, Sendable {
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

  package static let schema = ResultSchema<ActivityRow>(
    "Activity", "An activity.", shown: ["id", "at", "kind", "text"],
    [
      ResultField("id", .id, "The id: 32 hexadecimal digits.") {
        .name($0.stored.event.id.description)
      }
    ]
      + Activity.schema.fields.map { ResultField($0, \.activity) } + [
        ResultField("at", .time, "The time, with its offset from UTC.") {
          .time($0.stored.event.at, $0.stored.event.offset)
        },
        ResultField("day", \.day, "The civil day, YYYY-MM-DD."),
        ResultField("key", \.stored.key, "The key that it was recorded with."),
      ])
}
