import FlintCalendar
import Lua
import FlintRules
import Sessions

/// `clock`: the present time and civil days, in the profile's zone.
struct ClockModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "clock",
      "The current time and civil days, in the time zone of the profile. The current time is "
        + "the same throughout a script.",
      functions: [now, seconds, day, weekday, week, addDays, daysBetween, zone])
  }

  private static let day = HostField.optional("day", .day, "The day (default: today).")

  private var now: HostFunction {
    HostFunction(
      "now", "Returns the current time as a timestamp with its offset from UTC.",
      returns: HostResult("timestamp", "string", "The time, such as 2026-03-01T12:00:00+01:00."),
      example: """
        print(clock.now())
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      call.reply.string(session.zone.text(session.now))
    }
  }

  private var seconds: HostFunction {
    HostFunction(
      "seconds", "Converts a time to seconds since 1970 in UTC, as os.time returns them.",
      parameter: .optional("at", .time, "The time (default: now)."),
      returns: HostResult("seconds", "number", "The seconds; with a fraction if the time has one."),
      example: """
        print(clock.seconds("1970-01-02T00:00Z"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let milliseconds = (try call.instant("at", session) ?? session.now).milliseconds
      if milliseconds % 1000 == 0 {
        call.reply.integer(milliseconds / 1000)
      } else {
        call.reply.number(Double(milliseconds) / 1000)
      }
    }
  }

  private var day: HostFunction {
    HostFunction(
      "day",
      "Returns the civil day of a time: in its own offset if it has one, otherwise in the zone "
        + "of the profile. It starts at the profile's day start.",
      parameter: .optional("at", .time, "The time (default: now)."),
      returns: HostResult("day", "string", "The day, YYYY-MM-DD."),
      example: """
        print(clock.day("2026-03-01T23:30"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      switch try call.time("at", try context.session()) {
      case nil: call.reply.string(session.today.description)
      case .written(let timestamp):
        call.reply.string(timestamp.day(session.dayStart).description)
      case .instant(let instant): call.reply.string(session.zone.day(of: instant).description)
      }
    }
  }

  /// Returns a host function of one day (default: today).
  private func ofDay(
    _ name: String, _ summary: String, _ result: String, _ resultSummary: String, example: String,
    _ answer: @escaping (CivilDay) -> String
  ) -> HostFunction {
    HostFunction(
      name, summary, parameter: Self.day, returns: HostResult(result, "string", resultSummary),
      example: example
    ) { [context] call throws(HostFailure) in
      let day: CivilDay
      if let given = try call.day("day", try context.session()) {
        day = given
      } else {
        day = try context.session().today
      }
      call.reply.string(answer(day))
    }
  }

  private var weekday: HostFunction {
    ofDay(
      "weekday", "Returns the weekday of a day.", "name", "The English name, such as Sunday.",
      example: """
        print(clock.weekday("2026-03-01"))
        """
    ) { $0.weekdayName }
  }

  private var week: HostFunction {
    ofDay(
      "week", "Returns the first day of a week, which is its Monday.", "monday",
      "The Monday, YYYY-MM-DD.",
      example: """
        print(clock.week("2026-03-01"))
        """
    ) { $0.week.monday.description }
  }

  private var addDays: HostFunction {
    HostFunction(
      "add_days",
      "Returns the day that is a number of days later, or earlier if the number is negative.",
      parameters: [
        HostParameter("day", .day, "The day."),
        HostParameter("count", .integer(-4_000_000...4_000_000), "The number of days."),
      ],
      returns: HostResult("day", "string", "The day, YYYY-MM-DD."),
      example: """
        print(clock.add_days("2026-02-28", 1))
        """
    ) { [context] call throws(HostFailure) in
      guard let day = try call.day("day", try context.session()) else { return }
      let later = day + Int(call.integer("count"))
      guard (1...9999).contains(later.components.year) else {
        throw .argument(
          "count", expected: "a day within the years 1 to 9999", got: "\(call.integer("count"))")
      }
      call.reply.string(later.description)
    }
  }

  private var daysBetween: HostFunction {
    HostFunction(
      "days_between", "Returns the number of days from the first day to the second.",
      parameters: [
        HostParameter("first", .day, "The first day."),
        HostParameter("second", .day, "The second day."),
      ],
      returns: HostResult(
        "days", "integer", "The number of days; negative if the second day is earlier."),
      example: """
        print(clock.days_between("2026-01-01", "2027-01-01"))
        """
    ) { [context] call throws(HostFailure) in
      guard let first = try call.day("first", try context.session()),
        let second = try call.day("second", try context.session())
      else { return }
      call.reply.integer(second - first)
    }
  }

  private var zone: HostFunction {
    HostFunction(
      "zone",
      "Returns the IANA name of the profile's time zone.",
      returns: HostResult("name", "string", "The name, such as Europe/Rome."),
      example: """
        print(clock.zone())
        """
    ) { [context] call throws(HostFailure) in
      call.reply.string(try context.session().profile.zone)
    }
  }
}
