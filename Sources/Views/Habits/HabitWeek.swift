package import FlintCalendar
package import FlintRules
package import FlintSchema

/// A habit in a week, beside the whole week before.
package struct HabitWeek: Sendable {
  /// What was done for a habit in a week.
  package struct Total: Equatable, Sendable {
    package let done: Int
    /// The number of days that had to be done in the periods that began; `nil` where periods are
    /// longer than a week.
    package let required: Int?
    /// The sum in millionths, of a goal over the period; `nil` for other goals.
    package let amount: Int64?
    /// The goal of the last day, if any.
    package let goal: HabitGoal?
  }

  /// The habit as of the last day of the week, or of today.
  package let habit: HabitView
  /// The statuses of seven days; `nil` for days to come, and where the tracker was no habit.
  package let days: [HabitDayStatus?]
  package let week: Total
  /// The week before; `nil` when the tracker was no habit then.
  package let before: Total?
  /// The notes about the days of the week.
  package let notes: [DayNote]

  /// The first day of the week.
  package let start: CivilDay

  /// Creates the view of a tracker in the week that starts on a day; `nil` when it was no habit then.
  init?(
    _ tracker: Tracker, in trackers: TrackersState, from start: CivilDay, today: CivilDay,
    notes: [DayNote]
  ) {
    guard let record = trackers.habitRecord(of: tracker, today: today),
      let habit = trackers.habitView(of: tracker, today: min(today, start + 6)),
      let week = Total(tracker, record, from: start)
    else { return nil }
    self.start = start
    self.habit = habit
    self.week = week
    self.notes = notes.filter { $0.tracker == tracker.id }
    days = (0..<7).map { record.day(start + $0)?.status }
    before = Total(tracker, record, from: start + -7)
  }
}

extension HabitWeek: ResultRow {
  /// The fields of a habit in a week.
  package static let schema = ResultSchema<HabitWeek>(
    "HabitWeek", "A habit in a week.",
    [
      ResultField("id", .id, "The id of the tracker.") { .name($0.habit.tracker.id.description) },
      ResultField("name", \.habit.name, "The name."),
      .rows("days", "The days of the week.", Day.schema) { habit in
        habit.days.enumerated().map { Day(day: habit.start + $0, status: $1) }
      },
      ResultField("streak", \.habit.record.streak, "The streak."),
      .row("week", "What was done in the week.", Total.schema) { $0.week },
      .optionalRow("week_before", "What was done in the week before.", Total.schema) { $0.before },
      ResultField("group", \.habit.group, "The group in which it is listed, if any."),
      .rows("notes", "What was noted about the days of the week.", DayNote.schema) { $0.notes },
    ])

  /// A day of a habit in a week.
  private struct Day: ResultRow {
    let day: CivilDay
    let status: HabitDayStatus?

    static let schema = ResultSchema<Day>(
      "HabitWeekDay", "A day of a habit in a week.",
      [
        ResultField("day", \.day, "The day."),
        ResultField("status", \.status, "The status; absent on days to come."),
      ])
  }
}

extension HabitWeek.Total: ResultRow {
  /// The fields of a total.
  package static let schema = ResultSchema<HabitWeek.Total>(
    "HabitTotal", "What was done for a habit in a week.",
    [
      ResultField("done", \.done, "The number of days done."),
      ResultField(
        "required", .integer,
        "The number of days that had to be done; absent where periods are longer than a week.",
        isOptional: true
      ) { FieldValue($0.required) },
      ResultField(
        "amount", .decimal, "The sum of a goal over the period; absent for other goals.",
        isOptional: true
      ) { $0.amount.map { .exact(Int128($0)) } ?? .none },
    ])
}

extension HabitWeek.Total {
  /// Creates the total of seven days; `nil` when the tracker was no habit on any of them.
  fileprivate init?(_ tracker: Tracker, _ record: HabitRecord, from start: CivilDay) {
    let days = (0..<7).compactMap { record.day(start + $0) }
    guard let last = days.last, let plan = tracker.habit?.span(on: last.day)?.plan else {
      return nil
    }
    goal = plan.goal
    done = days.count { $0.status == .done }
    // A day's sum may be near the limit already.
    amount =
      plan.isOverPeriod
      ? Int64(clamping: days.reduce(Int128(0)) { $0 + Int128($1.amount) }) : nil
    switch plan.schedule.period {
    case .day, .week, .weekdays, .days(1):
      required = record.periods.lazy.filter { (start..<(start + 7)).contains($0.start) }
        .reduce(0) { $0 + $1.required }
    case .month, .days: required = nil
    }
  }
}
