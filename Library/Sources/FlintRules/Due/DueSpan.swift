package import FlintCalendar
package import FlintSchema

/// The length of the period that is searched for due items.
package enum DueSpan: Hashable, Sendable {
  /// The rest of today and a number of civil days after it.
  case days(Int)
  /// A number of minutes from now.
  case minutes(Int)

  /// The default period: two days.
  package static let usual = DueSpan.days(2)
  /// The maximum number of days: ten years.
  package static let mostDays = 3660

  /// Creates a period of whole days.
  ///
  /// - Throws: `FieldError` when the number of days is below 0 or above `mostDays`.
  package init(days: Int64) throws(FieldError) {
    guard (0...Int64(DueSpan.mostDays)).contains(days) else {
      throw FieldError(
        field: "within", expected: "0 to \(DueSpan.mostDays) days", found: String(days))
    }
    self = .days(Int(days))
  }

  /// Parses a number followed by `m`, `h`, `d` or `w`; a number without a unit is in days.
  ///
  /// - Throws: `FieldError` when the text has another form or exceeds `mostDays` days.
  package init(_ text: String) throws(FieldError) {
    let units = [("m", 1), ("h", 60), ("d", 1440), ("w", 10_080)]
    let text = text.trimmedWhitespace
    let unit = units.first { text.hasSuffix($0.0) }
    let digits = text.dropLast(unit == nil ? 0 : 1)
    let minutes = unit?.1 ?? 1440
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), number <= DueSpan.mostDays * 1440 / minutes
    else {
      throw FieldError(
        field: "within",
        expected: "a span such as 2d, 12h, 90m or 1w, of at most \(DueSpan.mostDays) days",
        found: "\"\(text)\"")
    }
    self = minutes < 1440 ? .minutes(number * minutes) : .days(number * minutes / 1440)
  }
}

/// The current time and the end of the period searched. The caller resolves time zones.
package struct DueClock {
  package var now: Instant
  package var time: CivilTime
  /// The local time at which civil days start.
  package var dayStart: DayStart
  /// The last instant of the period.
  package var until: Instant
  /// The last civil day of the period.
  package var lastDay: CivilDay
  /// A function that returns the end of a civil day: the first instant of the next.
  package var end: (CivilDay) -> Instant

  /// Creates the clock of an instant in a zone, and the period through a number of days after its civil day.
  init(now: Instant, zone: CivilZone, days: Int) {
    self.now = now
    dayStart = zone.dayStart
    time = CivilTime(now, offset: zone.offset(at: now))
    lastDay = dayStart.day(of: time) + days
    end = { zone.start(of: $0 + 1).instant }
    until = Instant(milliseconds: end(lastDay).milliseconds - 1)
  }

  package init(
    now: Instant, time: CivilTime, dayStart: DayStart = .midnight, until: Instant,
    lastDay: CivilDay, end: @escaping (CivilDay) -> Instant
  ) {
    self.now = now
    self.time = time
    self.dayStart = dayStart
    self.until = until
    self.lastDay = lastDay
    self.end = end
  }

  package var today: CivilDay { dayStart.day(of: time) }
}
