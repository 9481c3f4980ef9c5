/// A day, a time or a range of days as people write it: `yesterday`, `mon 9:00`, `-7d`, `2026-11`, or
/// in ISO 8601.
///
/// Parsing reads no clock. What the words mean follows from a `DateContext`.
package struct DateExpression: Hashable, Sendable {
  /// The direction in which a weekday without `last` or `next` is searched.
  package enum Direction: Sendable {
    /// The latest one, which may be today.
    case latest
    /// The next one after today, for what is still to come.
    case next
  }

  /// What was written.
  enum Form: Hashable, Sendable {
    case timestamp(Timestamp)
    /// A distance from now in milliseconds.
    case elapsed(Int64)
    /// A day or a longer period, and a time of day in milliseconds.
    case period(DatePeriod, time: Int32?)
    /// A range whose first and last days are those of two periods.
    case span(DatePeriod, DatePeriod)
  }

  package let text: String
  /// What the text is used as.
  package let use: DateUse
  let form: Form

  /// Parses a text, in any letter case and with any spaces between its words and numbers.
  ///
  /// - Throws: `DateFault` when the text has no form, or one that does not fit the use.
  package init(_ text: String, as use: DateUse) throws(DateFault) {
    self.text = text
    self.use = use
    do throws(DateFault.Reason) {
      form = try DateParser.form(of: text)
      try form.check(for: use)
    } catch {
      let readings = Self.readings(of: text, as: use)
      throw DateFault(
        text: text, use: use, reason: readings.isEmpty ? error : .ambiguous(readings: readings))
    }
  }

  /// Returns what a text with the unit `m`, such as `-90m`, can mean; empty for other texts.
  package static func readings(of text: String, as use: DateUse) -> [String] {
    guard text.utf8.count <= 200 else { return [] }
    return ["min", "mo"].map { text.replacing(/([0-9]\s*)[mM]\b/) { [unit = $0] in $0.1 + unit } }
      .filter { $0 != text && (try? DateExpression($0, as: use)) != nil }
  }

  package init(_ timestamp: Timestamp) {
    text = timestamp.local.description + (timestamp.offset?.description ?? "")
    use = .moment
    form = .timestamp(timestamp)
  }
}

extension DateFault.Reason: Error {}

extension DateExpression.Form {
  /// Throws if the form does not fit a use.
  fileprivate func check(for use: DateUse) throws(DateFault.Reason) {
    switch self {
    case .timestamp, .elapsed, .period(_, time: .some):
      if use.daysOnly { throw .time }
    case .period(let period, time: nil):
      if !period.isDay, use == .moment || use == .day { throw .range }
    case .span:
      if use != .range { throw .range }
    }
  }
}

extension DateExpression {
  /// Returns the time. Days without one mean their beginning, and distances in days, weeks, months and
  /// years keep the time of now; as the bound of a range, they mean the beginning of their day too.
  ///
  /// - Returns: a local time without an offset, unless the expression has an offset or is a distance in
  ///   hours, minutes or seconds.
  /// - Throws: `DateFault` when the result is outside of the years 1 to 9999.
  package func moment(
    _ context: DateContext, direction: Direction = .latest
  ) throws(DateFault) -> Timestamp {
    let moment: Timestamp
    switch form {
    case .timestamp(let timestamp): return timestamp
    case .elapsed(let milliseconds):
      moment = context.written(
        Instant(milliseconds: context.now.milliseconds + milliseconds))
    case .period(let period, let time):
      let day = try first(of: period, context, direction)
      if let time {
        // A written date is that of the calendar, whenever days begin.
        moment =
          if case .days = period {
            Timestamp(local: CivilTime(day: day, milliseconds: time), offset: nil)
          } else {
            context.time(time, on: day)
          }
      } else if case .shifted = period, use == .moment {
        moment = context.time(context.written(context.now).local.milliseconds, on: day)
      } else {
        moment = Timestamp(day: day)
      }
    case .span(let period, _): moment = Timestamp(day: try first(of: period, context, direction))
    }
    guard moment.local.day.hasAcceptedYear else { throw fault(.tooFar) }
    return moment
  }

  /// Returns the instant of `moment`.
  package func instant(
    _ context: DateContext, direction: Direction = .latest
  ) throws(DateFault) -> Instant {
    context.zone.resolve(try moment(context, direction: direction)).instant
  }

  /// Returns the day; of a range, the first one.
  ///
  /// - Throws: `DateFault` when the expression has a time, or the day is outside of the years 1 to 9999.
  package func day(
    _ context: DateContext, direction: Direction = .latest
  ) throws(DateFault) -> CivilDay {
    try days(context, direction: direction).lowerBound
  }

  /// Returns the days of a range; of a day, that day.
  ///
  /// - Throws: `DateFault` when the expression has a time, or a day is outside of the years 1 to 9999.
  package func days(
    _ context: DateContext, direction: Direction = .latest
  ) throws(DateFault) -> Range<CivilDay> {
    switch form {
    case .timestamp, .elapsed, .period(_, time: .some): throw fault(.time)
    case .period(let period, time: nil): return try days(of: period, context, direction)
    case .span(let left, let right):
      let first = try days(of: left, context, direction).lowerBound
      let end = try days(of: right, context, direction).upperBound
      guard first < end else {
        throw fault(.impossible("\(end + -1) is before \(first)"))
      }
      return first..<end
    }
  }

  private func fault(_ reason: DateFault.Reason) -> DateFault {
    DateFault(text: text, use: use, reason: reason)
  }

  private func first(
    of period: DatePeriod, _ context: DateContext, _ direction: Direction
  ) throws(DateFault) -> CivilDay {
    try days(of: period, context, direction).lowerBound
  }

  private func days(
    of period: DatePeriod, _ context: DateContext, _ direction: Direction
  ) throws(DateFault) -> Range<CivilDay> {
    guard let days = period.days(today: context.today, direction),
      days.lowerBound.hasAcceptedYear, (days.upperBound + -1).hasAcceptedYear
    else { throw fault(.tooFar) }
    return days
  }
}
