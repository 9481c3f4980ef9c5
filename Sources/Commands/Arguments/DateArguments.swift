package import ArgumentParser
package import FlintCalendar
import Lua
import FlintSchema
package import Sessions

/// A command-line value that is a day, a time or a range as people write it. Its form is checked at once;
/// what its words mean follows when the profile is open, from its zone and its current time.
package protocol DateArgument: DescribedArgument {
  static var use: DateUse { get }
  var expression: DateExpression { get }
  init(_ expression: DateExpression)
}

extension DateArgument {
  package init?(argument: String) {
    guard let expression = try? DateExpression(argument, as: Self.use) else { return nil }
    self.init(expression)
  }

  /// Reads the value of an option whose name is known only when the command runs.
  package init(_ text: String, of name: String) throws(ValidationError) {
    do throws(DateFault) {
      self.init(try DateExpression(text, as: Self.use))
    } catch {
      throw ValidationError("\(name): \(error), got \(Suggestion.quoted(text))")
    }
  }

  package static var form: String { use.form }

  /// A value such as `-7d` begins with a dash.
  package static var parsing: SingleValueParsingStrategy { .unconditional }

  package static func problem(in text: String) -> String? {
    do throws(DateFault) {
      _ = try DateExpression(text, as: use)
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns what the words mean; throws a usage error if there is no such day.
  fileprivate func resolved<Value>(
    _ value: (DateExpression) throws(DateFault) -> Value
  ) throws(ValidationError) -> Value {
    do throws(DateFault) {
      return try value(expression)
    } catch {
      throw ValidationError("\"\(expression.text)\": \(error)")
    }
  }
}

/// A time, such as that of `--now` or of an event to record.
package struct MomentArgument: DateArgument {
  package static let use = DateUse.moment
  package static var valueName: String? { "time" }
  package let expression: DateExpression

  package init(_ expression: DateExpression) { self.expression = expression }

  /// Creates the argument of a written time.
  package init(_ timestamp: Timestamp) { expression = DateExpression(timestamp) }

  /// Returns the time; without an offset, it is in the zone of the profile.
  package func resolve(
    _ session: Session, direction: DateExpression.Direction = .latest
  ) throws(ValidationError) -> Timestamp {
    try resolved { (date) throws(DateFault) in
      try date.moment(session.dates, direction: direction)
    }
  }

  /// Returns the instant, read in a zone and against the system's clock.
  package func instant(in zone: CivilZone) throws(ValidationError) -> Instant {
    try resolved { (date) throws(DateFault) in
      try date.instant(DateContext(now: .present(), zone: zone))
    }
  }
}

package struct DayArgument: DateArgument {
  package static let use = DateUse.day
  package static var valueName: String? { "day" }
  package let expression: DateExpression

  package init(_ expression: DateExpression) { self.expression = expression }

  /// - Parameter direction: which one a weekday without `last` or `next` is.
  package func resolve(
    _ session: Session, direction: DateExpression.Direction = .latest
  ) throws(ValidationError) -> CivilDay {
    try resolve(session.dates, direction: direction)
  }

  /// Returns the day, read against a present.
  package func resolve(
    _ dates: DateContext, direction: DateExpression.Direction = .latest
  ) throws(ValidationError) -> CivilDay {
    try resolved { (date) throws(DateFault) in try date.day(dates, direction: direction) }
  }
}

/// The beginning or the end of a range: a day or a time.
package struct BoundArgument: DateArgument {
  package static let use = DateUse.bound
  package static var valueName: String? { "day" }
  package let expression: DateExpression

  package init(_ expression: DateExpression) { self.expression = expression }

  fileprivate func instant(_ session: Session) throws(ValidationError) -> Instant {
    try resolved { (date) throws(DateFault) in try date.instant(session.dates) }
  }

  fileprivate func day(_ session: Session) throws(ValidationError) -> CivilDay {
    try resolved { (date) throws(DateFault) in try date.day(session.dates) }
  }
}

package struct RangeArgument: DateArgument {
  package static let use = DateUse.range
  package static var valueName: String? { "range" }
  package let expression: DateExpression

  package init(_ expression: DateExpression) { self.expression = expression }

  package func resolve(_ session: Session) throws(ValidationError) -> Range<CivilDay> {
    try resolved { (date) throws(DateFault) in try date.days(session.dates) }
  }
}

/// The options that select a range of days or times.
package struct RangeOptions: ParsableArguments {
  @Option(help: "Only from this day or time on, such as -7d, mon or 2026-11.")
  package var since: BoundArgument?
  @Option(help: "Only before this day or time.") package var before: BoundArgument?
  @Option(help: "Only in this range, such as today, last week, 2026-11 or a..b.")
  package var on: RangeArgument?

  package func validate() throws {
    if on != nil { try refuse(["--since": since != nil, "--before": before != nil], with: "--on") }
  }

  /// The name of the first option that was given.
  package var given: String? {
    firstGiven(["--since": since != nil, "--before": before != nil, "--on": on != nil])
  }

  /// Throws if a time was given where days are selected.
  package func checkDays() throws(ValidationError) {
    for (name, bound) in [("--since", since), ("--before", before)] {
      guard let bound else { continue }
      do throws(DateFault) {
        _ = try DateExpression(bound.expression.text, as: .dayBound)
      } catch {
        throw ValidationError("\(name): \(error), got \"\(error.text)\"")
      }
    }
  }

  /// Returns the first instant of the range and its exclusive end.
  package func instants(_ session: Session) throws(ValidationError) -> (
    since: Instant?, before: Instant?
  ) {
    guard let on else {
      let start = try since?.instant(session)
      if let since, let start, start > session.now {
        note(
          "note: --since \(Suggestion.quoted(since.expression.text)) is "
            + "\(session.dates.text(start)), which is to come")
      }
      return (start, try before?.instant(session))
    }
    let days = try on.resolve(session)
    func start(_ day: CivilDay) -> Instant {
      session.zone.start(of: day).instant
    }
    return (start(days.lowerBound), start(days.upperBound))
  }

  /// Returns the first day of the range and its exclusive end. A range such as `week` ends today, or with
  /// the last event if that is later: days to come would lower every mean.
  ///
  /// - Parameter isWhole: Whether the range keeps its days to come.
  package func days(_ session: Session, isWhole: Bool = false) throws -> (
    since: CivilDay?, before: CivilDay?
  ) {
    if let on {
      let days = try on.resolve(session)
      let last =
        isWhole ? days.upperBound : max(session.today, try session.reader.lastDay ?? session.today)
      return (
        days.lowerBound, days.lowerBound > last ? days.upperBound : min(days.upperBound, last + 1)
      )
    }
    let (since, before) = (try since?.day(session), try before?.day(session))
    if let since, let before, before < since {
      throw ValidationError("--before: expected a day that is not before --since, got \(before)")
    }
    return (since, before)
  }

  package init() {}
}
