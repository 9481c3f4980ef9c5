import Lua
import Rules
import Sessions

/// Looking at how days were.
extension MoodModule {
  private static let weekdays = HostField(
    "weekdays", .stringList, "Only these, such as {\"mon\", \"Tuesday\"}.", isOptional: true)
  private static let since = HostField(
    "since", .day, "The first day; the first that was rated if not given.", isOptional: true)
  private static let before = HostField.until(
    .day, "The first day after; tomorrow if not given.")

  private static func weekdays(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> Weekdays {
    guard call.isPresent(slot) else { return .all }
    let names = try call.strings(slot)
    return try call.checking(["weekdays": slot]) { () throws(FieldError) in
      try Weekdays(names: names)
    }
  }

  var get: HostFunction {
    HostFunction(
      "get", "How a day was.",
      parameters: [HostParameter("day", .day, "Today if not given.", isOptional: true)],
      returns: [
        HostResult(
          "mood", "table?", "nil when the day is neither rated nor shown as missing.",
          fields: Self.fields)
      ],
      example: """
        mood.record("2026-02-27", "good", {note = "Rain, and a good book."})
        print(mood.get("2026-02-27").note)
        """
    ) { [context] call throws(HostFailure) in
      let day = try call.day(0)
      try context.viewing(call) { session throws(SessionError) in
        let view = try session.folded().moods.day(day ?? session.today, today: session.today)
        guard view.mood != nil else { return call.reply.nil() }
        call.reply.json(try session.moodEntry(view).json)
      }
    }
  }

  var each: HostFunction {
    HostFunction(
      "each",
      "Goes through the days that are rated or missing, one table each, earliest "
        + "first.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            Self.since, Self.before, Self.weekdays,
            HostField(
              "order", .choice(["oldest", "newest"]), "oldest if not given.", isOptional: true),
            HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
          ]), "Which days; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        mood.record("2026-02-28", "great")
        for m in mood.each{weekdays = {"sat", "sun"}, order = "newest"} do
          print(m.date, m.mood, m.note)
        end
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = (try call.day(0), try call.day(1))
      let weekdays = try Self.weekdays(call, 2)
      let isNewestFirst = call.choice(3) == 1
      let limit = call.isPresent(4) ? Int(clamping: call.integer(4)) : .max
      let session = try context.session()
      do throws(SessionError) {
        let moods = try session.folded().moods
        let range = try session.moodRange(since: since, before: before, moods)
        var views = moods.days(
          from: range.since, until: range.before, weekdays: weekdays, today: session.today)
        if isNewestFirst { views.reverse() }
        call.reply.iterator(MoodIterator(session, views.prefix(limit)))
      } catch {
        try call.answer(error, slots: ["before": 1])
      }
    }
  }

  /// A day of a month's grid: every field may be absent but what a placeholder has.
  private static let gridFields = fields.map { field in
    switch field.name {
    case "mood":
      HostResult("mood", "string?", "A rating's name, missing or placeholder.")
    case "value":
      HostResult("value", "integer?", "0 to 4; 5 when missing, 6 for a placeholder.")
    default:
      HostResult(
        field.name, field.type.hasSuffix("?") ? field.type : field.type + "?", field.summary)
    }
  }

  var month: HostFunction {
    HostFunction(
      "month", "A month as a calendar shows it: weeks of seven days, from Monday to Sunday.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField("year", .integer(1...9999), "This year if not given.", isOptional: true),
            HostField("month", .integer(1...12), "This month if not given.", isOptional: true),
            Self.weekdays,
          ]), isOptional: true)
      ],
      returns: [
        HostResult(
          "month", "table", "",
          fields: [
            HostResult("month", "string", "YYYY-MM."),
            HostResult(
              "weeks", "table[][]",
              "Days, without a mood when they are neither rated nor missing. Where the month has no "
                + "day, or it is not one of weekdays, there stands a placeholder, which has mood and "
                + "value and nothing else.", fields: Self.gridFields),
          ])
      ],
      example: """
        mood.record("2026-02-28", "great")
        for _, week in ipairs(mood.month{year = 2026, month = 2}.weeks) do
          print(week[6].date, week[6].mood)
        end
        """
    ) { [context] call throws(HostFailure) in
      let weekdays = try Self.weekdays(call, 2)
      let year = call.isPresent(0) ? Int(call.integer(0)) : nil
      let number = call.isPresent(1) ? Int(call.integer(1)) : nil
      try context.viewing(call) { session throws(SessionError) in
        let today = session.today.components
        guard let month = CivilMonth(year: year ?? today.year, month: number ?? today.month) else {
          return
        }
        let grid = try session.folded().moods.month(
          month, weekdays: weekdays, today: session.today)
        call.reply.json(try session.json(grid))
      }
    }
  }

  private static let averageFields = [
    HostResult("rated", "integer", "Rated days."),
    HostResult("mean", "number?", "0 to 4; nil without rated days."),
  ]

  private static let summaryResult = HostResult(
    "summary", "table", "Means and median are ratings from 0 to 4; a missing day enters none.",
    fields: [
      HostResult("since", "string"), HostResult("before", "string", "The first day after."),
      HostResult("weekdays", "string[]"), HostResult("rated", "integer", "Rated days."),
      HostResult("missing", "integer", "Days shown as missing."),
      HostResult(
        "counts", "table", "Days by mood.",
        fields: (Mood.ratings + [.missing]).map { HostResult($0.name, "integer") }),
      HostResult("mean", "number?"), HostResult("median", "number?"),
      HostResult("best_weekday", "string?", "Of the highest mean, of equals the first."),
      HostResult("worst_weekday", "string?"), HostResult("best_month", "string?", "YYYY-MM."),
      HostResult("worst_month", "string?"),
      HostResult("longest_run", "integer", "The most rated days in a row."),
      HostResult(
        "trend", "string?",
        "rising, falling or steady: the last half of the rated days against the first, with 5 % of "
          + "play; nil with fewer than two."),
      HostResult("trend_change", "number?", "The last half's mean less the first half's."),
      HostResult(
        "by_weekday", "table[]", "",
        fields: [HostResult("weekday", "string", "Its English name.")] + averageFields),
      HostResult(
        "by_month", "table[]", "Only months with rated days.",
        fields: [HostResult("month", "string", "YYYY-MM.")] + averageFields),
    ])

  var year: HostFunction {
    HostFunction(
      "year", "What the days of a year come to.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField("year", .integer(1...9999), "This year if not given.", isOptional: true),
            Self.weekdays,
          ]), isOptional: true)
      ],
      returns: [Self.summaryResult],
      example: """
        mood.record("2026-02-28", "great")
        mood.record("2026-02-27", "good")
        local year = mood.year{year = 2026}
        print(year.rated, year.mean, year.best_weekday)
        """
    ) { [context] call throws(HostFailure) in
      let weekdays = try Self.weekdays(call, 1)
      let year = call.isPresent(0) ? Int(call.integer(0)) : nil
      try context.viewing(call) { session throws(SessionError) in
        let summary = try session.folded().moods.summary(
          ofYear: year ?? session.today.components.year, weekdays: weekdays, today: session.today)
        call.reply.json(summary?.json ?? .null)
      }
    }
  }

  var summary: HostFunction {
    HostFunction(
      "summary", "What the days of a range come to.",
      parameters: [
        HostParameter(
          "filter", .table([Self.since, Self.before, Self.weekdays]), isOptional: true)
      ],
      returns: [Self.summaryResult],
      example: """
        mood.record("2026-02-27", "good")
        print(mood.summary{since = "2026-02-01", weekdays = {"fri"}}.counts.good)
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = (try call.day(0), try call.day(1))
      let weekdays = try Self.weekdays(call, 2)
      let session = try context.session()
      do throws(SessionError) {
        let moods = try session.folded().moods
        let range = try session.moodRange(since: since, before: before, moods)
        call.reply.json(
          moods.summary(
            from: range.since, until: range.before, weekdays: weekdays, today: session.today
          ).json)
      } catch {
        try call.answer(error, slots: ["before": 1])
      }
    }
  }
}

/// Goes through days, looking up what the event of each rating says.
private final class MoodIterator: HostIterator {
  private let session: Session
  private var views: ArraySlice<MoodDayView>
  private let total: Int

  init(_ session: Session, _ views: ArraySlice<MoodDayView>) {
    self.session = session
    self.views = views
    total = views.count
  }

  var footprint: Int { 512 + views.count * 64 }

  var progress: HostProgress? {
    HostProgress(done: Int64(total - views.count), total: Int64(total))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard let view = views.popFirst() else { return false }
    do throws(SessionError) {
      reply.json(try session.moodEntry(view).json)
    } catch {
      throw HostFailure(error)
    }
    return true
  }
}
