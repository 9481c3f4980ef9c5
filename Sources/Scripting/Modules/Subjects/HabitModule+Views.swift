import Calendar
import JSON
import Lua
import Rules
import Schema
import Sessions
import Views

/// The functions that return habits, their days and their periods.
extension HabitModule {
  private static let periodFields = [
    HostResult("first_day", "string", "The first day."),
    HostResult("last_day", "string", "The last day."),
    HostResult("status", "string", "The status: \(HabitPeriodStatus.names.alternatives)."),
    HostResult("done", "integer", "The number of days done."),
    HostResult(
      "required", "integer",
      "The number of days that have to be done: fewer than the schedule's where days are skipped or "
        + "paused. 1 where the goal is over the period."),
    HostResult("amount", "number", "The sum of the period, in the unit of the goal."),
  ]

  private static let dayFields = [
    HostResult("day", "string", "The civil day."),
    HostResult("status", "string", "The status: \(HabitDayStatus.names.alternatives)."),
    HostResult(
      "amount", "number", "The day's sum: in the unit of the goal, else of entries that count."),
    HostResult("strength", "number", "The strength at the end of the day, 0 to 1."),
  ]

  private static let fields = [
    HostResult("id", "string", "The id of the tracker: 32 hexadecimal digits."),
    HostResult("name", "string", "The name."), HostResult("category", "string", "The category."),
    HostResult("schedule", "table?", "The schedule; nil if the habit was stopped."),
    HostResult("goal", "table?", "The goal; nil if an entry that counts suffices."),
    HostResult("text", "string", "The schedule and the goal in words."),
    HostResult("paused", "boolean", "Whether the habit is paused."),
    HostResult("first_day", "string?", "The first day with a schedule."),
    HostResult("today", "string?", "The status of today; nil if the habit was stopped."),
    HostResult("period", "table?", "The period of today, if any.", fields: periodFields),
    HostResult(
      "streak", "integer",
      "The number of consecutive periods done, back from the current one; skipped ones are neutral."
    ),
    HostResult("best_streak", "integer", "The greatest streak."),
    HostResult(
      "strength", "number",
      "The strength, 0 to 1: Loop Habit Tracker's score, which grows with each day done."),
    HostResult(
      "completion", "number?",
      "The share of the last 30 days' periods that are done; nil if none is over or done."),
  ]

  var list: HostFunction {
    HostFunction(
      "list", "Returns the habits, in the order of their trackers' creation.",
      parameter: .filter(
        "The habits to include (default: all that are not stopped).",
        .optional("stopped", .boolean, "Whether stopped habits are included.")),
      returns: HostResult("habits", "table[]", "The habits.", fields: Self.fields),
      example: """
        for _, h in ipairs(habit.list()) do print(h.name, h.text, h.today, h.streak) end
        """
    ) { [context] call throws(HostFailure) in
      let includesStopped = call.optionalBoolean("stopped") ?? false
      try context.viewing(call) { session throws(SessionError) in
        let views = try session.folded().trackers.habits(
          today: session.today, includesStopped: includesStopped)
        call.reply.json(.array(views.map { $0.json(session) }))
      }
    }
  }

  var get: HostFunction {
    HostFunction(
      "get", "Returns a habit with its status of today, streaks and strength.",
      parameter: Self.reference,
      returns: HostResult(
        "habit", "table?", "The habit; nil if there is none with this name or id.",
        fields: Self.fields),
      example: """
        habit.add{name = "Floss", schedule = {per = "day"}}
        habit.done("Floss")
        print(habit.get("floss").streak)
        """
    ) { [context] call throws(HostFailure) in
      let wanted = try call.string("habit")
      try context.viewing(call) { session throws(SessionError) in
        let tracker = try session.folded().trackers.tracker(reference: wanted)
        guard let view = tracker?.habitView(today: session.today) else { return call.reply.nil() }
        call.reply.json(view.json(session))
      }
    }
  }

  private static let range = HostField.filter(
    "The range (default: everything).",
    .optional("since", .day, "The first day."),
    .before(.day, "The first day after the range."))

  /// Calls a closure with the record of the habit that the first argument names, and a range of days.
  private func reading(
    _ call: borrowing HostCall, _ body: (HabitRecord, (CivilDay) -> Bool) -> Void
  ) throws(HostFailure) {
    let (since, before) = try call.dayBounds(try context.session())
    guard let habit = try habit(call) else { return }
    do throws(SessionError) {
      guard let current = try habit.session.folded().trackers.tracker(habit.tracker.id),
        let record = current.habitRecord(today: habit.session.today)
      else { return call.reply.nil() }
      body(record) { day in
        since.map { $0 <= day } ?? true && before.map { day < $0 } ?? true
      }
    } catch {
      try call.answer(error)
    }
  }

  var days: HostFunction {
    HostFunction(
      "days", "Returns the days of a habit through today, earliest first.",
      parameters: [Self.reference, Self.range],
      returns: HostResult("days", "table[]", "The days.", fields: Self.dayFields),
      example: """
        habit.add{name = "Sketch", schedule = {per = "day"}}
        for _, d in ipairs(habit.days("Sketch")) do print(d.day, d.status, d.strength) end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { record, includes in
        call.reply.json(.array(record.days.filter { includes($0.day) }.map(\.json)))
      }
    }
  }

  var periods: HostFunction {
    HostFunction(
      "periods",
      "Returns the periods of a habit that began, earliest first; with a range, those of which a day "
        + "lies in it.",
      parameters: [Self.reference, Self.range],
      returns: HostResult("periods", "table[]", "The periods.", fields: Self.periodFields),
      example: """
        habit.add{name = "Call home", schedule = {times = 2, days = 10}}
        for _, p in ipairs(habit.periods("Call home")) do
          print(p.first_day, p.last_day, p.status, p.done .. "/" .. p.required)
        end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { record, includes in
        let found = record.periods.filter { period in
          (period.start.number..<period.end.number).contains {
            includes(CivilDay(number: $0))
          }
        }
        call.reply.json(.array(found.map(\.json)))
      }
    }
  }
}
