/// How far to look ahead.
public enum DueSpan: Hashable, Sendable {
  /// To the end of the civil day so many days after today.
  case days(Int)
  /// So many minutes by the clock.
  case minutes(Int)

  /// Two days: what is looked ahead unless another is given.
  public static let usual = DueSpan.days(2)
  /// The most days that can be looked ahead: ten years.
  public static let mostDays = 3660

  /// Whole days.
  ///
  /// - Throws: `FieldError` when there are fewer than 0 or more than `mostDays` of them.
  public init(days: Int64, field: String = "within") throws(FieldError) {
    guard (0...Int64(DueSpan.mostDays)).contains(days) else {
      throw FieldError(
        field: field, expected: "0 to \(DueSpan.mostDays) days", found: String(days))
    }
    self = .days(Int(days))
  }

  /// Reads a number with `m`, `h`, `d` or `w` behind it; a number alone means days.
  ///
  /// - Throws: `FieldError` when the text is anything else or means more than `mostDays` days.
  public init(_ text: String, field: String = "within") throws(FieldError) {
    let units = [("m", 1), ("h", 60), ("d", 1440), ("w", 10_080)]
    let text = text.trimmedWhitespace
    let unit = units.first { text.hasSuffix($0.0) }
    let digits = text.dropLast(unit == nil ? 0 : 1)
    let minutes = unit?.1 ?? 1440
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), number <= DueSpan.mostDays * 1440 / minutes
    else {
      throw FieldError(
        field: field,
        expected: "a span such as 2d, 12h, 90m or 1w, of at most \(DueSpan.mostDays) days",
        found: "\"\(text)\"")
    }
    self = minutes < 1440 ? .minutes(number * minutes) : .days(number * minutes / 1440)
  }
}

/// What time it is, and how far is looked ahead. Zones are settled by whoever makes it.
public struct DueClock {
  /// Now.
  public var now: Instant
  /// What the local clock shows now.
  public var time: CivilTime
  /// The last instant looked at.
  public var until: Instant
  /// The last civil day looked at.
  public var lastDay: CivilDay
  /// When a civil day ends: the first instant of the next.
  public var end: (CivilDay) -> Instant

  /// Makes a clock.
  public init(
    now: Instant, time: CivilTime, until: Instant, lastDay: CivilDay,
    end: @escaping (CivilDay) -> Instant
  ) {
    self.now = now
    self.time = time
    self.until = until
    self.lastDay = lastDay
    self.end = end
  }

  /// The civil day of now.
  public var today: CivilDay { time.day }
}
