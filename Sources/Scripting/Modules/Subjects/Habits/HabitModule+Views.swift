import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// The functions that return habits, their days and their periods.
extension HabitModule {
  var each: [HostFunction] {
    .each(
      "habits", "Iterates over habits, one table each, in the order of their trackers' creation.",
      named: EachNames(formerAll: ["list"]),
      parameters: [
        .filter(
          "The habits to include (default: all that are not stopped).",
          .optional("stopped", .boolean, "Whether stopped habits are included."),
          .optional("group", .string, "Only habits of this group, regardless of case."))
      ],
      of: HabitView.self,
      example: """
        for h in habit.each() do print(h.name, h.text, h.today, h.streak) end
        """,
      listing: """
        print(#habit.all{stopped = true})
        """
    ) { [context] call throws(HostFailure) in
      let includesStopped = call.optionalBoolean("stopped") ?? false
      let group = try call.optionalString("group")
      return try context.viewing(call) { session throws(SessionError) in
        let views = try session.folded().trackers.habits(
          today: session.today, includesStopped: includesStopped)
        return ViewIterator(
          views.filter { view in group.map(view.tracker.content.isListed) ?? true })
      }
    }
  }

  var get: HostFunction {
    HostFunction(
      "get", "Returns a habit with its status of today, streaks and strength.",
      parameter: Self.reference,
      returns: HostResult(
        "habit", "table?",
        "The habit; nil if there is none with this name or id, nil and an error if there are several.",
        of: HabitView.self),
      example: """
        habit.add{name = "Floss", schedule = {per = "day"}}
        habit.done("Floss")
        print(habit.get("floss").streak)
        """
    ) { [context] call throws(HostFailure) in
      let wanted = try call.string("habit")
      try context.viewing(call) { session throws(SessionError) in
        let trackers = try session.folded().trackers
        guard let tracker = trackers.tracker(reference: wanted),
          let view = trackers.habitView(of: tracker, today: session.today)
        else { return call.reply.nil() }
        call.reply.row(view)
      }
    }
  }

  private static let range = HostField.filter(
    "The range (default: everything).",
    .optional("since", .day, "The first day."),
    .before(.day, "The first day after the range."))

  /// Calls a closure with the record of the habit that the first argument names, and a range of days.
  private func reading(
    _ call: borrowing HostCall,
    _ body: (HabitRecord, Tracker, Session, (CivilDay) -> Bool) throws(SessionError) -> Void
  ) throws(HostFailure) {
    let (since, before) = try call.dayBounds(try context.session())
    guard let habit = try habit(call) else { return }
    do throws(SessionError) {
      let trackers = try habit.session.folded().trackers
      guard let current = trackers.tracker(habit.tracker.id),
        let record = trackers.habitRecord(of: current, today: habit.session.today)
      else { return call.reply.nil() }
      try body(record, current, habit.session) { day in
        since.map { $0 <= day } ?? true && before.map { day < $0 } ?? true
      }
    } catch {
      try call.answer(error)
    }
  }

  var days: HostFunction {
    HostFunction(
      "days", "Returns the days of a habit through today with their notes, earliest first.",
      parameters: [Self.reference, Self.range],
      returns: HostResult(
        "days", "table[]?", "The days; nil and an error if there is no such habit.",
        of: HabitDayRow.self),
      example: """
        habit.add{name = "Sketch", schedule = {per = "day"}}
        for _, d in ipairs(habit.days("Sketch")) do print(d.day, d.status, d.strength) end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { (record, tracker, session, includes) throws(SessionError) in
        let days = record.days.filter { includes($0.day) }
        call.reply.rows(try HabitDayRow.rows(days, of: tracker, session))
      }
    }
  }

  var periods: HostFunction {
    HostFunction(
      "periods",
      "Returns the periods of a habit that began, earliest first; with a range, those of which a day "
        + "lies in it.",
      parameters: [Self.reference, Self.range],
      returns: HostResult(
        "periods", "table[]?", "The periods; nil and an error if there is no such habit.",
        of: HabitRecord.Period.self),
      example: """
        habit.add{name = "Call home", schedule = {times = 2, days = 10}}
        for _, p in ipairs(habit.periods("Call home")) do
          print(p.first_day, p.last_day, p.status, p.done .. "/" .. p.required)
        end
        """
    ) { [self] call throws(HostFailure) in
      try reading(call) { record, _, _, includes in
        let found = record.periods.filter { period in
          (period.start.number..<period.end.number).contains {
            includes(CivilDay(number: $0))
          }
        }
        call.reply.rows(found)
      }
    }
  }
}
