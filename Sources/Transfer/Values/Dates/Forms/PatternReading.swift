import FlintCalendar
import FlintSchema

/// A text that is read by a pattern, and the values found so far.
struct PatternReading {
  private var rest: Substring.UnicodeScalarView
  private var numbers: [DatePattern.Part: Int] = [:]
  private var weekday: Weekday?
  private var half: DateWord.Half?
  private var milliseconds = 0
  private var offset: UTCOffset?
  private var isUniversal = false
  private var instant: Instant?

  init(_ text: String) {
    rest = text.unicodeScalars[...]
    skipSpace()
  }

  /// Reads what an element describes; returns whether the text has it.
  mutating func read(_ element: DatePattern.Element) -> Bool {
    switch element {
    case .literal(let scalar): return take(scalar)
    case .space: skipSpace()
    case .number(let part, let digits):
      guard let number = number(digits), part != .year || number.digits == 4,
        part != .shortYear || number.digits == 2
      else { return false }
      numbers[part] = number.value
    case .month:
      guard let month = DateWord.month(word()) else { return false }
      numbers[.month] = month
      _ = take(".")
    case .weekday:
      weekday = DateWord.weekday(word())
      guard weekday != nil else { return false }
      // Portuguese has segunda-feira.
      if rest.starts(with: "-feira".unicodeScalars) { rest.removeFirst(6) }
      _ = take(".")
    case .half:
      half = halfOfDay()
      return half != nil
    case .fraction:
      guard let number = number(9) else { return false }
      milliseconds =
        (0..<9 - number.digits).reduce(number.value) { value, _ in value * 10 } / 1_000_000
    case .offset: return readOffset()
    case .zone:
      let name = rest.prefix {
        $0.properties.isAlphabetic || "/_+-:0123456789".unicodeScalars.contains($0)
      }
      guard !name.isEmpty else { return false }
      rest.removeFirst(name.count)
      guard let offset = ZoneText.offset(String(name)) else { return offset != nil }
      (self.offset, isUniversal) = (offset, ZoneText.isUniversal(String(name)))
    case .unix:
      let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "-" }
      rest.removeFirst(digits.count)
      instant = DateReader.instant(unix: String(digits), .seconds)
      return instant != nil
    }
    return true
  }

  /// The date, if the whole text is read and its values are those of one.
  var date: WrittenDate? {
    var reading = self
    reading.skipSpace()
    guard reading.rest.isEmpty else { return nil }
    if let instant {
      let local = CivilTime(instant, offset: .zero)
      return WrittenDate(day: local.day, time: local.milliseconds, offset: .zero, isUniversal: true)
    }
    guard let day, weekday == nil || weekday == Weekday(day) else { return nil }
    guard numbers[.hour] != nil || numbers[.hourOfHalf] != nil else { return WrittenDate(day: day) }
    guard let time else { return nil }
    // 24:00 is the midnight after the day.
    let isEnd = time == 86_400_000
    return WrittenDate(
      day: isEnd ? day + 1 : day, time: isEnd ? 0 : time, offset: offset, isUniversal: isUniversal)
  }

  private var day: CivilDay? {
    guard let year = numbers[.year] ?? numbers[.shortYear].map(DateReader.year(short:)) else {
      return nil
    }
    if let month = numbers[.month], let day = numbers[.day] {
      return CivilDay(year: year, month: month, day: day)
    }
    guard let first = CivilDay(year: year, month: 1, day: 1), let number = numbers[.dayOfYear],
      number > 0, (first + (number - 1)).components.year == year
    else { return nil }
    return first + (number - 1)
  }

  /// The milliseconds since 00:00, those of a whole day for 24:00.
  private var time: Int32? {
    guard
      let hour = numbers[.hour]
        ?? half.flatMap({ half in
          numbers[.hourOfHalf].flatMap { half.hour($0) }
        })
    else { return nil }
    let (minute, second) = (numbers[.minute] ?? 0, numbers[.second] ?? 0)
    guard hour <= 24, minute < 60 else { return nil }
    // A leap second is the last millisecond of its minute, as for `Timestamp`.
    guard second < 60 || second == 60 && minute % 15 == 14 else { return nil }
    let seconds = second == 60 ? 59_999 : second * 1000 + milliseconds
    let time = (hour * 60 + minute) * 60_000 + seconds
    return time <= 86_400_000 ? Int32(time) : nil
  }

  private mutating func readOffset() -> Bool {
    let text = rest.prefix { !$0.properties.isWhitespace && $0 != ")" && $0 != "]" }
    guard let offset = ZoneText.offset(String(text)) else { return false }
    rest.removeFirst(text.count)
    (self.offset, isUniversal) = (offset, ZoneText.isUniversal(String(text)))
    return true
  }

  private mutating func halfOfDay() -> DateWord.Half? {
    let word = word()
    if let half = DateWord.Half(word) { return half }
    guard word == "a" || word == "p", take(".") else { return nil }
    skipSpace()
    guard self.word() == "m" else { return nil }
    _ = take(".")
    return DateWord.Half(isAfternoon: word == "p")
  }

  private mutating func number(_ longest: Int) -> (value: Int, digits: Int)? {
    let digits = rest.prefix(longest).prefix { ("0"..."9").contains($0) }
    guard let value = Int(String(digits)) else { return nil }
    rest.removeFirst(digits.count)
    return (value, digits.count)
  }

  /// Reads letters, in lower case.
  private mutating func word() -> String {
    let letters = rest.prefix { $0.properties.isAlphabetic }
    rest.removeFirst(letters.count)
    return String(letters).lowercased()
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0.properties.isWhitespace || $0 == "\u{200E}" || $0 == "\u{200F}" }
  }
}
