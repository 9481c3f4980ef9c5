import Lua
import Rules
import Sessions

/// `clock`: now and days, in the profile's zone.
struct ClockModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "clock", "Now and civil days, in the profile's zone. A whole script has one now.",
      functions: [now, seconds, day, weekday, week, addDays, daysBetween, zone])
  }

  private static let day = HostParameter(
    "day", .day, "YYYY-MM-DD; today if not given.", isOptional: true)

  private var now: HostFunction {
    HostFunction(
      "now", "Now, as a timestamp with its offset.",
      returns: [HostResult("timestamp", "string")],
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
      "seconds", "A time as seconds since 1970, as os.time gives them.",
      parameters: [HostParameter("at", .time, "The time; now if not given.", isOptional: true)],
      returns: [HostResult("seconds", "number")],
      example: """
        print(clock.seconds("1970-01-02T00:00Z"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let milliseconds = (try call.instant(0, session.zone) ?? session.now).milliseconds
      if milliseconds % 1000 == 0 {
        call.reply.integer(milliseconds / 1000)
      } else {
        call.reply.number(Double(milliseconds) / 1000)
      }
    }
  }

  private var day: HostFunction {
    HostFunction(
      "day", "The civil day of a time; its own offset counts if it has one.",
      parameters: [HostParameter("at", .time, "The time; now if not given.", isOptional: true)],
      returns: [HostResult("day", "string", "YYYY-MM-DD.")],
      example: """
        print(clock.day("2026-03-01T23:30"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      switch try call.time(0) {
      case nil: call.reply.string(session.today.description)
      case .written(let timestamp): call.reply.string(timestamp.local.day.description)
      case .instant(let instant): call.reply.string(session.zone.day(of: instant).description)
      }
    }
  }

  /// A function of one day, today if not given.
  private func ofDay(
    _ name: String, _ summary: String, _ result: String, example: String,
    _ answer: @escaping (CivilDay) -> String
  ) -> HostFunction {
    HostFunction(
      name, summary, parameters: [Self.day], returns: [HostResult(result, "string")],
      example: example
    ) { [context] call throws(HostFailure) in
      let day: CivilDay
      if let given = try call.day(0) { day = given } else { day = try context.session().today }
      call.reply.string(answer(day))
    }
  }

  private var weekday: HostFunction {
    ofDay(
      "weekday", "The English name of a day's weekday.", "name",
      example: """
        print(clock.weekday("2026-03-01"))
        """
    ) { $0.weekdayName }
  }

  private var week: HostFunction {
    ofDay(
      "week", "The Monday of a day's week.", "monday",
      example: """
        print(clock.week("2026-03-01"))
        """
    ) { $0.week.monday.description }
  }

  private var addDays: HostFunction {
    HostFunction(
      "add_days", "The day a number of days later, or earlier when negative.",
      parameters: [
        HostParameter("day", .day, "YYYY-MM-DD."),
        HostParameter("count", .integer(-4_000_000...4_000_000), "How many days."),
      ],
      returns: [HostResult("day", "string", "YYYY-MM-DD.")],
      example: """
        print(clock.add_days("2026-02-28", 1))
        """
    ) { call throws(HostFailure) in
      guard let day = try call.day(0) else { return }
      let later = day + Int(call.integer(1))
      guard (1...9999).contains(later.components.year) else {
        throw .argument(1, expected: "a day within the years 1 to 9999", got: "\(call.integer(1))")
      }
      call.reply.string(later.description)
    }
  }

  private var daysBetween: HostFunction {
    HostFunction(
      "days_between", "How many days the second day is after the first.",
      parameters: [
        HostParameter("first", .day, "YYYY-MM-DD."), HostParameter("second", .day, "YYYY-MM-DD."),
      ],
      returns: [HostResult("days", "integer")],
      example: """
        print(clock.days_between("2026-01-01", "2027-01-01"))
        """
    ) { call throws(HostFailure) in
      guard let first = try call.day(0), let second = try call.day(1) else { return }
      call.reply.integer(second - first)
    }
  }

  private var zone: HostFunction {
    HostFunction(
      "zone", "The IANA name of the profile's zone.", returns: [HostResult("name", "string")],
      example: """
        print(clock.zone())
        """
    ) { [context] call throws(HostFailure) in
      call.reply.string(try context.session().profile.zone)
    }
  }
}
