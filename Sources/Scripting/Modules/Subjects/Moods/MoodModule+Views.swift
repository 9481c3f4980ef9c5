import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// Views of the ratings of days.
extension MoodModule {
  private static let weekdays = HostField.optional(
    "weekdays", .stringList, "Only these weekdays, such as {\"mon\", \"Tuesday\"} (default: all).")
  private static let since = HostField.optional(
    "since", .day, "The first day (default: the first rated day).")
  private static let before = HostField.before(
    .day, "The end of the range (exclusive; default: tomorrow).")

  private static func weekdays(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> Weekdays {
    guard call.isPresent(slot) else { return .all }
    let names = try call.strings(slot)
    return try call.checking { () throws(FieldError) in
      try Weekdays(names: names)
    }
  }

  var get: HostFunction {
    HostFunction(
      "get", "Returns the rating of a day.",
      parameter: .optional("day", .day, "The day (default: today)."),
      returns: HostResult(
        "mood", "table?", "The day; nil if it is neither rated nor shown as missing.",
        of: MoodEntry.self),
      example: """
        mood.add{mood = "good", day = "2026-02-27", note = "Rain, and a good book."}
        print(mood.get("2026-02-27").note)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day("day", try context.session())
      try context.viewing(call) { session throws(SessionError) in
        let view = try session.folded().moods.day(day ?? session.today, today: session.today)
        guard view.mood != nil else { return call.reply.nil() }
        call.reply.row(try session.moodEntry(view))
      }
    }
  }

  var each: [HostFunction] {
    .each(
      "days",
      "Iterates over the days that are rated or shown as missing, one table each, earliest first.",
      parameters: [
        .filter(
          "The days to include (default: all).",
          Self.since,
          Self.before,
          Self.weekdays,
          .order,
          .limit("The maximum number of days."))
      ],
      of: MoodEntry.self,
      example: """
        mood.add{mood = "great", day = "2026-02-28"}
        for m in mood.each{weekdays = {"sat", "sun"}, order = "newest"} do
          print(m.day, m.mood, m.note)
        end
        """,
      listing: """
        print(#mood.all{since = "-7d"})
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let weekdays = try Self.weekdays(call, "weekdays")
      let isNewestFirst = call.isNewestFirst
      let limit = call.limit ?? .max
      return try context.viewing(call) { session throws(SessionError) in
        let moods = try session.folded().moods
        let range = try session.moodRange(since: since, before: before, moods)
        var views = moods.days(
          from: range.since, before: range.before, weekdays: weekdays, today: session.today)
        if isNewestFirst { views.reverse() }
        return ViewIterator(Array(views.prefix(limit)), size: 64) {
          view, reply throws(HostFailure) in
          reply.row(try HostFailure.converting(session.moodEntry(view)))
        }
      }
    }
  }

  var month: HostFunction {
    HostFunction(
      "month",
      "Returns a month as the grid of a calendar: weeks of seven days, from Monday to Sunday.",
      parameter: .filter(
        "The month and the weekdays to include.",
        .optional("year", .integer(1...9999), "The year (default: the current year)."),
        .optional("month", .integer(1...12), "The month, 1 to 12 (default: the current month)."),
        Self.weekdays),
      returns: HostResult("month", "table", "The grid of the month.", of: MoodGrid.self),
      example: """
        mood.add{mood = "great", day = "2026-02-28"}
        for _, week in ipairs(mood.month{year = 2026, month = 2}.weeks) do
          print(week[6].day, week[6].mood)
        end
        """
    ) { [context] call throws(HostFailure) in
      let weekdays = try Self.weekdays(call, "weekdays")
      let year = call.isPresent("year") ? Int(call.integer("year")) : nil
      let number = call.isPresent("month") ? Int(call.integer("month")) : nil
      try context.viewing(call) { session throws(SessionError) in
        let today = session.today.components
        guard let month = CivilMonth(year: year ?? today.year, month: number ?? today.month) else {
          return
        }
        let grid = try session.folded().moods.month(
          month, weekdays: weekdays, today: session.today)
        call.reply.row(try session.grid(grid))
      }
    }
  }

  private static let summaryResult = HostResult(
    "summary", "table",
    "The summary. Means and median are ratings from 0 to 4; missing days do not count.",
    of: MoodSummary.self)

  var year: HostFunction {
    HostFunction(
      "year", "Summarizes the ratings of a year.",
      parameter: .filter(
        "The year and the weekdays to include.",
        .optional("year", .integer(1...9999), "The year (default: the current year)."),
        Self.weekdays),
      returns: Self.summaryResult,
      example: """
        mood.add{mood = "great", day = "2026-02-28"}
        mood.add{mood = "good", day = "2026-02-27"}
        local year = mood.year{year = 2026}
        print(year.rated, year.mean, year.best_weekday)
        """
    ) { [context] call throws(HostFailure) in
      let weekdays = try Self.weekdays(call, "weekdays")
      let year = call.isPresent("year") ? Int(call.integer("year")) : nil
      try context.viewing(call) { session throws(SessionError) in
        let summary = try session.folded().moods.summary(
          ofYear: year ?? session.today.components.year, weekdays: weekdays, today: session.today)
        call.reply.row(summary)
      }
    }
  }

  var summary: HostFunction {
    HostFunction(
      "summary", "Summarizes the ratings of a range of days.",
      parameter: .filter(
        "The days to include (default: all).",
        Self.since,
        Self.before,
        Self.weekdays),
      returns: Self.summaryResult,
      example: """
        mood.add{mood = "good", day = "2026-02-27"}
        print(mood.summary{since = "2026-02-01", weekdays = {"fri"}}.counts.good)
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let weekdays = try Self.weekdays(call, "weekdays")
      try context.viewing(call) { session throws(SessionError) in
        let moods = try session.folded().moods
        let range = try session.moodRange(since: since, before: before, moods)
        call.reply.row(
          moods.summary(
            from: range.since, before: range.before, weekdays: weekdays, today: session.today))
      }
    }
  }
}
