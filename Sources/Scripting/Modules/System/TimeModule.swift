import FlintCalendar
import Lua
import Sessions

/// `time`: days, times and ranges as people write them.
struct TimeModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "time",
      "Days, times and ranges as people write them: today, yesterday, tomorrow; mon to sunday (the "
        + "latest one, which may be today), last mon, next mon; -7d, +2w, -1mo, 3 days ago, "
        + "in 2 weeks; now, -3h, -90min; 14:30, 9am, yesterday 14:30, mon 9:00; 2026-03-01, "
        + "2026-03-01T09:30; and as ranges 2026, 2026-11, 2026-W47, this week, last month, "
        + "last 30 days, 2026-03-01..2026-03-31. Every argument that is a day or a time accepts "
        + "these words, and since and before accept ranges, which mean their first day. They are "
        + "read against the current time and day of the profile, and what is recorded is the day "
        + "or time that they mean. For the due day and the reminder of a task, a weekday is the next "
        + "one after today. Texts such as 3/11 and -5m are refused, since they can be read in two ways.",
      functions: [parse, day, range])
  }

  private var parse: HostFunction {
    HostFunction(
      "parse",
      "Returns the time that a text means, with its offset from UTC. A day without a time means its "
        + "beginning; a distance in days, weeks, months or years keeps the current time.",
      parameters: [
        HostParameter("text", .string, "The text, such as yesterday 14:30."), Self.direction,
      ],
      returns: HostResult("timestamp", "string", "The time, such as 2026-03-01T14:30:00+01:00."),
      example: """
        print(time.parse("yesterday 14:30"), time.parse("-3h"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      if let instant = try call.instant("text", session, direction: Self.direction(call)) {
        call.reply.string(session.zone.text(instant))
      }
    }
  }

  private var day: HostFunction {
    HostFunction(
      "day", "Returns the day that a text means.",
      parameters: [
        HostParameter("text", .string, "The text, such as -7d or last friday."), Self.direction,
      ],
      returns: HostResult("day", "string", "The day, YYYY-MM-DD."),
      example: """
        print(time.day("3 days ago"), time.day("friday", "next"))
        """
    ) { [context] call throws(HostFailure) in
      let direction = Self.direction(call)
      if let day = try call.day("text", try context.session(), direction: direction) {
        call.reply.string(day.description)
      }
    }
  }

  private var range: HostFunction {
    HostFunction(
      "range", "Returns the days of a range: its first day, and the day after its last one.",
      parameter: HostParameter("text", .string, "The text, such as last week or 2026-11."),
      returns: HostResult(
        "range", "table", "The range.",
        fields: [
          HostResult("since", "string", "The first day, YYYY-MM-DD."),
          HostResult("before", "string", "The day after the last one, YYYY-MM-DD."),
        ]),
      example: """
        print(spark.count(time.range("last week")))
        """
    ) { [context] call throws(HostFailure) in
      guard let days = try call.days("text", try context.session()) else { return }
      call.reply.beginTable()
      call.reply.field("since", days.lowerBound.description)
      call.reply.field("before", days.upperBound.description)
      call.reply.end()
    }
  }

  private static let direction = HostField.optional(
    "direction", .choice(["latest", "next"]),
    "Which one a weekday without last or next is: the latest, which may be today, or the next "
      + "after today (default: latest).")

  private static func direction(_ call: borrowing HostCall) -> DateExpression.Direction {
    call.choice("direction") == 1 ? .next : .latest
  }
}
