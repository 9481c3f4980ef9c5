package import FlintCalendar
package import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

extension HabitView: ResultRow {
  /// The fields of a habit: its schedule, today, streaks, strength and completion.
  package static let schema = ResultSchema<HabitView>(
    "Habit", "A habit, as of today.",
    shown: [
      "group", "name", "text", "today", "last_14_days", "streak", "best_streak", "strength",
      "completion",
    ],
    [
      ResultField("id", .id, "The id of the tracker: 32 hexadecimal digits.") {
        .name($0.tracker.id.description)
      },
      ResultField("name", \.name, "The name."),
      ResultField("category", \.tracker.content.category, "The category."),
      ResultField("group", \.tracker.content.group, "The group in which it is listed, if any."),
      ResultField(
        "schedule", .structure("table"), "The schedule; absent if the habit was stopped.",
        isOptional: true
      ) { $0.plan?.schedule.fieldValue ?? .none }.titled("rule"),
      ResultField(
        "goal", .structure("table"), "The goal; absent if an entry that counts suffices.",
        isOptional: true
      ) { ($0.plan?.goal?.json).map { .json($0) } ?? .none },
      ResultField(
        "members", .list, "The names of the habits of a group; absent for other habits.",
        isOptional: true
      ) { $0.members.isEmpty ? .none : .list($0.members.map(\.content.name)) },
      ResultField(
        "needs", .text, "How many members a day of a group needs: all, any or a number.",
        isOptional: true
      ) { FieldValue(name: $0.plan?.members?.need.description) },
      ResultField("text", .text, "The schedule and the goal, or the members, in words.") {
        .name($0.text)
      }
      .titled("schedule"),
      ResultField("paused", \.isPaused, "Whether the habit is paused."),
      ResultField("first_day", \.tracker.habit?.firstDay, "The first day with a schedule."),
      ResultField(
        "today", \.status, "The status of today; absent if the habit was stopped.",
        text: { $0.status == .notDone ? $0.limitText() ?? $0.status?.shown : $0.status?.shown },
        tone: { $0.status?.mark.tone }),
      .optionalRow("period", "The period of today, if any.", HabitRecord.Period.schema) {
        $0.plan == nil ? nil : $0.record.current
      },
      .drawing("last_14_days", tone: { _ in .days }) { $0.signs(ofLast: 14) },
      ResultField(
        "streak", \.record.streak,
        "The number of consecutive periods done, back from the current one; skipped ones are neutral."
      ),
      ResultField("best_streak", \.record.bestStreak, "The greatest streak."),
      ResultField(
        "strength", .decimal,
        "The strength, 0 to 1: Loop Habit Tracker's score, which grows with each day done.", .share
      ) { .decimal($0.record.strength) },
      ResultField(
        "completion", .decimal,
        "The share of the last 30 days' periods that are done; absent if none is over or done.",
        .share, isOptional: true
      ) { FieldValue(millionths: $0.recentCompletion) },
    ])

  /// The schedule and the goal in words, and a change that is to come, or that there is none now.
  package var text: String {
    guard let plan else { return "stopped" }
    return words(plan) + (change.map { "; from \($0.start): \(words($0.plan))" } ?? "")
  }

  /// Returns the signs of the last days, the latest one on the right; a day without the habit is a space.
  private func signs(ofLast count: Int) -> String {
    (0..<count).map { record.day(today + ($0 - count + 1))?.status.mark.sign ?? " " }.joined()
  }
}

/// A habit and its last days.
package struct HabitPage: ResultRow {
  /// The habit.
  package let habit: HabitView
  /// The days, earliest first.
  package let days: [HabitDayRow]

  /// Creates the page of a habit with a number of days and their notes.
  package init(_ habit: HabitView, days: Int, _ session: Session) throws(SessionError) {
    self.habit = habit
    self.days = try HabitDayRow.rows(
      Array(habit.record.days.suffix(days)), of: habit.tracker, session)
  }

  /// The fields: those of the habit, and its days.
  package static let schema = ResultSchema<HabitPage>(
    "HabitPage", "A habit and its last days.",
    HabitView.schema.fields.map { $0.within(\.habit) } + [
      .rows("days", "The last days, earliest first.", HabitDayRow.schema) { $0.days }
    ])
}

/// A day of a habit with its notes.
package struct HabitDayRow: ResultRow, Sendable {
  package let day: HabitRecord.Day
  package let notes: [String]

  package static let schema = ResultSchema<HabitDayRow>(
    "HabitDayNotes", "A day of a habit and its notes.",
    shown: HabitRecord.Day.schema.shown + ["notes"],
    HabitRecord.Day.schema.fields.map { $0.within(\.day) } + [
      ResultField("notes", \.notes, "What was noted with entries, skips and pauses.")
    ])

  /// Returns days of a habit, earliest first, with their notes.
  package static func rows(
    _ days: [HabitRecord.Day], of tracker: Tracker, _ session: Session
  ) throws(SessionError) -> [HabitDayRow] {
    guard let first = days.first, let last = days.last else { return [] }
    let notes = try session.notes(of: [tracker], in: first.day..<last.day + 1)
    let texts = Dictionary(grouping: notes, by: \.day)
    return days.map { HabitDayRow(day: $0, notes: texts[$0.day]?.map(\.line) ?? []) }
  }
}

/// A habit and one of its days.
package struct HabitOnDay: ResultRow, Sendable {
  let habit: HabitView
  let day: HabitRecord.Day?

  /// Creates the row of a habit and a day, if it has that day.
  package init(_ habit: HabitView, _ day: CivilDay) {
    (self.habit, self.day) = (habit, habit.record.day(day))
  }

  /// The fields: those of the habit, and its day.
  package static let schema = ResultSchema<HabitOnDay>(
    "HabitOnDay", "A habit and one of its days.",
    HabitView.schema.fields.map { $0.within(\.habit) } + [
      .optionalRow("day", "The day.", HabitRecord.Day.schema) { $0.day }
    ])
}

extension HabitGoal {
  /// The goal as JSON for people and programs, in which the amount is a number.
  package var json: JSONValue {
    guard case .object(let members) = fieldValue.json else { return .null }
    return .object(
      members.map { name, value in (name, name.hasPrefix("at_") ? amount.json : value) })
  }
}

extension HabitRecord.Period: ResultRow {
  package static let schema = ResultSchema<HabitRecord.Period>(
    "HabitPeriod", "A period of a habit.",
    [
      ResultField("first_day", \.start, "The first day."),
      ResultField("last_day", .day, "The last day.") { .day($0.end + -1) },
      ResultField("status", \.status, "The status."),
      ResultField("done", \.done, "The number of days done."),
      ResultField(
        "required", \.required,
        "The number of days that have to be done: fewer than the schedule's where days are skipped or "
          + "paused. 1 where the goal is over the period."),
      ResultField("amount", .decimal, "The sum of the period, in the unit of the goal.") {
        .exact($0.amount)
      },
    ])
}

extension HabitRecord.Day: ResultRow {
  package static let schema = ResultSchema<HabitRecord.Day>(
    "HabitDay", "A day of a habit.", shown: ["day", "weekday", "status", "amount", "strength"],
    [
      ResultField("day", \.day, "The civil day."),
      .drawing("weekday") { Weekday($0.day).name },
      ResultField(
        "status", \.status, "The status.", text: { $0.status.shown }, tone: { $0.status.mark.tone }),
      ResultField(
        "amount", .decimal, "The day's sum: in the unit of the goal, else of entries that count.",
        .exact,
        text: { day in
          day.goal.map { Language.english.sum(day.amount, of: $0) }
            ?? Language.english.text(.exact(day.amount), .exact)
        }
      ) { .exact($0.amount) },
      ResultField("strength", .decimal, "The strength at the end of the day, 0 to 1.", .share) {
        .decimal($0.strength)
      },
    ])
}
