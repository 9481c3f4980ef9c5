import FlintCalendar
import Foundation
import Lua
import FlintRules
import Sessions

/// `os`: the functions of Lua's `os` that the sandbox allows, on the clock of the session.
struct OSModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "os",
      "Time functions of standard Lua, on the clock of the session and in the profile's time "
        + "zone. There is no os.exit: return ends a script, fail ends it with a failure.",
      denial: "os is read-only; os = setmetatable({}, {__index = os}) makes a table of your own",
      functions: [time, date, clock, getenv])
  }

  private static let dateFields = ["year", "month", "day", "hour", "min", "sec"]

  private var time: HostFunction {
    HostFunction(
      "time",
      "Returns the current time, or the time that a table describes, as seconds since 1970 in "
        + "UTC.",
      parameter: .optional(
        "table",
        .table(
          Self.dateFields.map { HostField.optional($0, .integer()) }
            + ["isdst", "wday", "yday"].map { HostField.optional($0, .any, "Ignored.") }),
        "The local time: year, month and day, and optionally hour (default: 12), min and "
          + "sec (default: now)."),
      returns: HostResult("seconds", "integer", "Seconds since 1970 in UTC."),
      example: """
        print(os.time{year = 2026, month = 3, day = 1, hour = 9})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard Self.dateFields.contains(where: { call.isPresent(HostSlot($0)) }) else {
        return call.reply.integer(session.now.milliseconds.dividedRoundingDown(by: 1000))
      }
      for name in Self.dateFields[..<3] where !call.isPresent(HostSlot(name)) {
        throw .argument(HostSlot(name), expected: "integer", got: "nothing")
      }
      // Out-of-range fields carry over, as in C's mktime: hours into days, months into years.
      func field(_ slot: HostSlot, _ missing: Int64) -> Int64 {
        call.isPresent(slot)
          ? max(-10_000_000_000, min(10_000_000_000, call.integer(slot))) : missing
      }
      let months = field("year", 0) * 12 + field("month", 1) - 1
      let year = months.dividedRoundingDown(by: 12)
      guard
        let first = CivilDay(
          year: Int(year), month: Int(months - year * 12) + 1, day: 1)
      else { throw .argument("year", expected: "a year from 1 to 9999", got: "\(year)") }
      let seconds = field("hour", 12) * 3600 + field("min", 0) * 60 + field("sec", 0)
      let days = seconds.dividedRoundingDown(by: 86_400)
      let number = Int64(first.number) + field("day", 1) - 1 + days
      guard let day = Int32(exactly: number), abs(Int64(day)) < 3_000_000,
        (1...9999).contains(CivilDay(number: day).components.year)
      else {
        throw .argument("day", expected: "a day within the years 1 to 9999", got: "\(number)")
      }
      let local = CivilTime(
        day: CivilDay(number: day), milliseconds: Int32((seconds - days * 86_400) * 1000))
      call.reply.integer(session.zone.resolve(local).instant.milliseconds / 1000)
    }
  }

  private var date: HostFunction {
    HostFunction(
      "date",
      "Formats a time as text, by the conversion specifiers of strftime, or returns a table of "
        + "its fields for \"*t\".",
      parameters: [
        .optional(
          "format", .string,
          "The format, with the specifiers of strftime; a leading ! means UTC (default: %c)."),
        .optional("time", .number(), "The time in seconds since 1970 in UTC (default: now)."),
      ],
      returns: HostResult(
        "text", "string|table",
        "The text; for *t a table of year, month, day, hour, min, sec, wday, yday and isdst."),
      example: """
        print(os.date("%Y-%m-%d", 0))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      var format = try call.optionalString("format") ?? "%c"
      let isUTC = format.hasPrefix("!")
      if isUTC { format.removeFirst() }
      let seconds =
        call.isPresent("time")
        ? call.number("time").rounded(.down)
        : Double(session.now.milliseconds.dividedRoundingDown(by: 1000))
      let range =
        Double(
          Instant.earliest.milliseconds / 1000)...Double(
          Instant.latest.milliseconds / 1000)
      guard range.contains(seconds) else {
        throw .argument("time", expected: "a time within the years 1 to 9999", got: "\(seconds)")
      }
      let instant = Instant(milliseconds: Int64(seconds) * 1000)
      let offset = isUTC ? UTCOffset.zero : session.zone.offset(at: instant)
      let date = DateText(CivilTime(instant, offset: offset), offset, zone: session.zone.name)
      if format.hasPrefix("*t") {
        date.reply(to: call.reply)
      } else if let text = date.text(format) {
        call.reply.string(text)
      } else {
        throw .argument("format", expected: "valid strftime specifiers", got: "\"\(format)\"")
      }
    }
  }

  private var clock: HostFunction {
    HostFunction(
      "clock",
      "Returns the processor time used so far; under --now a clock that advances by one "
        + "millisecond with each call.",
      returns: HostResult("seconds", "number", "The time in seconds."),
      example: """
        local start = os.clock()
        print(os.clock() >= start)
        """
    ) { [context] call throws(HostFailure) in
      if context.clock.isFixed { return call.reply.number(context.clock.tick()) }
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      call.reply.number(Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
  }

  private var getenv: HostFunction {
    HostFunction(
      "getenv",
      "Returns an environment variable that --allow-env allows; for any other it raises an error.",
      parameter: HostParameter("name", .string, "The name of the variable."),
      returns: HostResult("value", "string?", "The value; nil if the variable is not set."),
      example: """
        print(pcall(os.getenv, "HOME"))
        """
    ) { [context] call throws(HostFailure) in
      let name = try call.string("name")
      if let refusal = context.environment.refusal(name) {
        throw .message("os.getenv: \(refusal)")
      }
      if let value = context.environment.value(name) {
        call.reply.string(value)
      } else {
        call.reply.nil()
      }
    }
  }
}

/// A local time as `os.date` formats it, in the C locale.
private struct DateText {
  private let local: CivilTime
  private let offset: UTCOffset
  private let zone: String
  private let year: Int
  private let month: Int
  private let day: Int

  init(_ local: CivilTime, _ offset: UTCOffset, zone: String) {
    self.local = local
    self.offset = offset
    self.zone = zone
    (year, month, day) = local.day.components
  }

  private var dayOfYear: Int {
    local.day - (CivilDay(year: year, month: 1, day: 1) ?? local.day) + 1
  }

  func reply(to reply: borrowing HostReply) {
    reply.beginTable()
    reply.field("year", year)
    reply.field("month", month)
    reply.field("day", day)
    reply.field("hour", local.hour)
    reply.field("min", local.minute)
    reply.field("sec", local.second)
    reply.field("wday", (local.day.weekday + 1) % 7 + 1)
    reply.field("yday", dayOfYear)
    reply.field("isdst", false)
    reply.end()
  }

  /// Returns the text of a format; `nil` if it contains an unknown specifier.
  func text(_ format: String) -> String? {
    var text = ""
    var letters = format.makeIterator()
    while let character = letters.next() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      guard let letter = letters.next(), let value = value(of: letter) else { return nil }
      text += value
    }
    return text
  }

  private func value(of letter: Character) -> String? {
    let hour12 = local.hour % 12 == 0 ? 12 : local.hour % 12
    switch letter {
    case "Y": return String(year)
    case "y": return two(year % 100)
    case "m": return two(month)
    case "d": return two(day)
    case "e": return day < 10 ? " \(day)" : "\(day)"
    case "H": return two(local.hour)
    case "I": return two(hour12)
    case "M": return two(local.minute)
    case "S": return two(local.second)
    case "p": return local.hour < 12 ? "AM" : "PM"
    case "j": return String(repeating: "0", count: 3 - String(dayOfYear).count) + "\(dayOfYear)"
    case "a": return String(local.day.weekdayName.prefix(3))
    case "A": return local.day.weekdayName
    case "b", "h": return String(CivilMonth.names[month - 1].prefix(3))
    case "B": return CivilMonth.names[month - 1]
    case "u": return String(local.day.weekday + 1)
    case "w": return String((local.day.weekday + 1) % 7)
    case "F": return local.day.description
    case "T", "X": return self.text("%H:%M:%S")
    case "R": return self.text("%H:%M")
    case "D", "x": return self.text("%m/%d/%y")
    case "c": return self.text("%a %b %e %H:%M:%S %Y")
    case "s": return String(local.instant(offset: offset).milliseconds / 1000)
    case "z": return offset == .zero ? "+0000" : offset.description.replacing(":", with: "")
    case "Z": return zone
    case "n": return "\n"
    case "t": return "\t"
    case "%": return "%"
    default: return nil
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
