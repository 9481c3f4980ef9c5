import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Lua
import FlintRules
import Sessions

/// Where the days of a report begin: on a day, or with the day of the report before.
enum ReportStart: DescribedArgument {
  case last
  case day(BoundArgument)

  init?(argument: String) {
    if argument == "last" {
      self = .last
    } else if let day = BoundArgument(argument: argument) {
      self = .day(day)
    } else {
      return nil
    }
  }

  static var form: String { BoundArgument.form + ", or last" }
  static var valueName: String? { BoundArgument.valueName }
  static var parsing: SingleValueParsingStrategy { BoundArgument.parsing }
  static func problem(in text: String) -> String? { BoundArgument.problem(in: text) }
}

/// The options that select the days of a report.
struct ReportRangeOptions: ParsableArguments {
  @Option(
    help: """
      Only from this day on, such as -7d, mon or 2026-11; last is the day of the last report of
      --since last, and makes a short one.
      """)
  var since: ReportStart?
  @Option(help: "Only before this day.") var before: BoundArgument?
  @Option(help: "Only in this range, such as today, last week, 2026-11 or a..b.")
  var on: RangeArgument?

  func validate() throws {
    if on != nil { try refuse(["--since": since != nil, "--before": before != nil], with: "--on") }
    if isSinceLast { try refuse(["--before": before != nil], with: "--since last") }
    try days.checkDays()
  }

  /// Whether the days are those since the last report.
  var isSinceLast: Bool { if case .last? = since { true } else { false } }

  /// The options without `last`.
  var days: RangeOptions {
    var options = RangeOptions()
    options.since = if case .day(let day)? = since { day } else { nil }
    (options.before, options.on) = (before, on)
    return options
  }
}

extension Session {
  /// The days since the last report of this profile on this device, of which the first is that of the report: something
  /// may have been recorded after it. Without such a report, the last seven days.
  var daysSinceLastReport: DayRange {
    get throws {
      var since = today + -6
      if case .integer(let milliseconds)? = LastShown(self)[.report],
        Instant(milliseconds: milliseconds).isAccepted
      {
        since = min(today, zone.day(of: Instant(milliseconds: milliseconds)))
      }
      return try reader.days(since: since, before: today + 1)
    }
  }

  /// Keeps that a report goes up to now.
  func keepReport() {
    if !LastShown(self).keep(.integer(now.milliseconds), as: .report) {
      note(
        "note: the time of this report could not be kept, and the next one begins as if there were none"
      )
    }
  }
}
