/// The yearly repeated offsets of a zone: the `TZ` string of POSIX, with the extension of RFC 8536,
/// section 3.3.1, that its hours may range from -167 to 167.
struct ZoneRule: Equatable {
  /// A yearly change, in local time before the change.
  struct Change: Equatable {
    var day: Day
    var seconds: Int64
  }

  /// A day of every year.
  enum Day: Equatable {
    /// `Jn`: 1 ... 365; February 29 is never counted.
    case counted(Int64)
    /// `n`: 0 ... 365; February 29 is counted when there is one.
    case index(Int64)
    /// `Mm.w.d`: a weekday (0 = Sunday) of a month, the first ... the fourth, or the last (5).
    case weekday(month: Int, week: Int64, day: Int64)
  }

  private var standard: Int32
  /// The same as the standard offset when there is no daylight saving time.
  private var daylight: Int32
  private var changes: Changes?

  /// The changes at which daylight saving time starts and ends.
  struct Changes: Equatable {
    var start: Change
    var end: Change
  }

  /// Returns a span with a constant offset around an instant, in seconds since 1970, or a portion
  /// of it: spans end at the end of a year.
  func span(at seconds: Int64) -> ZoneSpan {
    guard let changes else { return ZoneSpan(from: .min, until: .max, offset: standard) }
    // The calendar, including weekdays, repeats every 400 years: the computation uses 2000–2399.
    let cycle = ZoneRule.secondsIn400Years
    let cycles = (seconds - ZoneRule.startOf2000).dividedRoundingDown(by: cycle)
    let asked = seconds - cycles * cycle
    let day = CivilDay(number: Int32(asked.dividedRoundingDown(by: 86_400)))
    let year = Int64(day.components.year)
    var span = ZoneSpan(
      from: ZoneRule.firstDay(of: year) * 86_400, until: ZoneRule.firstDay(of: year + 1) * 86_400,
      offset: standard)
    // A change may fall a week outside its year, and a period may continue through the next year.
    for near in year - 2...year + 1 {
      let start = changes.start.seconds(in: near) - Int64(standard)
      var end = changes.end.seconds(in: near) - Int64(daylight)
      if end <= start { end = changes.end.seconds(in: near + 1) - Int64(daylight) }
      if start <= asked { span.from = max(span.from, start) }
      if end <= asked { span.from = max(span.from, end) }
      if start > asked { span.until = min(span.until, start) }
      if end > asked { span.until = min(span.until, end) }
      if start <= asked && asked < end { span.offset = daylight }
    }
    span.from += cycles * cycle
    span.until += cycles * cycle
    return span
  }

  private static let secondsIn400Years: Int64 = 146_097 * 86_400
  private static let startOf2000: Int64 = 10_957 * 86_400

  /// Returns the day number, since 1970, of January 1 of a year not before 1970.
  fileprivate static func firstDay(of year: Int64) -> Int64 {
    (year - 1970) * 365 + (year - 1969) / 4 - (year - 1901) / 100 + (year - 1601) / 400
  }
}

extension ZoneRule.Change {
  /// Returns the local time of the change before it, in seconds since 1970.
  fileprivate func seconds(in year: Int64) -> Int64 {
    (ZoneRule.firstDay(of: year) + day.index(in: year)) * 86_400 + seconds
  }
}

extension ZoneRule.Day {
  /// Returns the number of days before it in the year.
  fileprivate func index(in year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch self {
    case .counted(let day): return isLeap && day >= 60 ? day : day - 1
    case .index(let day): return day
    case .weekday(let month, let week, let weekday):
      let starts: [13 of Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
      let start = starts[month - 1] + (isLeap && month > 2 ? 1 : 0)
      let end = starts[month] + (isLeap && month > 1 ? 1 : 0)
      // January 1, 1970, was a Thursday.
      let weekdayOfFirst = (ZoneRule.firstDay(of: year) + start + 4) % 7
      let day = start + (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
      return day < end ? day : day - 7
    }
  }
}

// MARK: Reading

extension ZoneRule {
  /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` when it is not a rule.
  init?(_ text: some Sequence<UInt8>) {
    var reader = ZoneBytes(text)
    guard reader.skipName(), let standard = reader.offset() else { return nil }
    self.standard = standard
    daylight = standard
    if reader.isEmpty { return }

    guard reader.skipName() else { return nil }
    daylight += 3600
    if reader.next != UInt8(ascii: ",") {
      guard let offset = reader.offset() else { return nil }
      daylight = offset
    }
    guard abs(daylight) <= UTCOffset.widest, let start = reader.change(),
      let end = reader.change(), reader.isEmpty
    else { return nil }
    changes = Changes(start: start, end: end)
  }
}

extension ZoneBytes {
  /// Reads a name of three letters or more, or one in angle brackets, which may contain digits.
  fileprivate mutating func skipName() -> Bool {
    let isQuoted = skip("<")
    var length = 0
    while let next, ZoneBytes.isInName(next, quoted: isQuoted) {
      _ = byte()
      length += 1
    }
    return length >= 3 && (!isQuoted || skip(">"))
  }

  private static func isInName(_ byte: UInt8, quoted: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): quoted
    default: false
    }
  }

  /// Reads a number of one to three digits.
  private mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
    var (value, length): (Int64, Int) = (0, 0)
    while let next, length < 3, next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
      _ = byte()
      value = value * 10 + Int64(next - UInt8(ascii: "0"))
      length += 1
    }
    return length > 0 && range.contains(value) ? value : nil
  }

  /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
  private mutating func time(hours: ClosedRange<Int64>) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(hours).map({ $0 * 3600 }) else { return nil }
    if skip(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let more = number(0...59) else { return nil }
        seconds += more
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads an offset, which POSIX counts to the west.
  fileprivate mutating func offset() -> Int32? {
    guard let west = time(hours: 0...24), abs(west) <= Int64(UTCOffset.widest) else { return nil }
    return Int32(-west)
  }

  /// Reads a comma, a day and optionally a time, which defaults to 02:00.
  fileprivate mutating func change() -> ZoneRule.Change? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day, seconds: 7200) }
    return time(hours: 0...167).map { ZoneRule.Change(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Day? {
    if skip("J") { return number(1...365).map { .counted($0) } }
    guard skip("M") else { return number(0...365).map { .index($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let day = number(0...6)
    else { return nil }
    return .weekday(month: Int(month), week: week, day: day)
  }
}
