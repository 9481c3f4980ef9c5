import FlintCalendar
import FlintJSON
package import FlintSchema

extension TaskRecurrence: CustomStringConvertible {
  /// The one text of the recurrence: `day`, `2 weeks`, `month`, `year`, `mon,wed`.
  package var description: String {
    switch rule {
    case .each(1, let unit): unit.rawValue
    case .each(let count, let unit): "\(count) \(unit.rawValue)s"
    case .weekdays(let weekdays):
      weekdays.weekdays.map { $0.name.prefix(3).lowercased() }.joined(separator: ",")
    }
  }

  package static let form =
    "a recurrence such as day, 2 weeks, month, 3 months, year, weekdays or mon,wed"

  /// Reads a recurrence as people write it: `daily`, `weekly`, `2w`, `every 2 weeks`, `every other
  /// month`, `weekdays`, `mon and thu`. Letter case is ignored; `nil` when the text is none.
  package init?(_ text: String) {
    var words = text.lowercased().split { $0.isWhitespace || $0 == "," }
    if let first = words.first, ["every", "each", "on"].contains(first) { words.removeFirst() }
    guard let first = words.first else { return nil }
    if let rule = Self.words[String(first)], words.count == 1 {
      self.init(rule)
    } else if let rule = Self.period(words) {
      self.init(rule)
    } else {
      var weekdays: Weekdays = []
      for word in words where word != "and" && word != "&" {
        guard let weekday = Self.weekday(word) else { return nil }
        weekdays.insert(Weekdays(weekday))
      }
      self.init(.weekdays(weekdays))
    }
  }

  private static let words: [String: Rule] = [
    "daily": .each(1, .day), "weekly": .each(1, .week), "monthly": .each(1, .month),
    "yearly": .each(1, .year), "annually": .each(1, .year), "annual": .each(1, .year),
    "biweekly": .each(2, .week), "fortnightly": .each(2, .week), "fortnight": .each(2, .week),
    "quarterly": .each(3, .month), "quarter": .each(3, .month), "semiannual": .each(6, .month),
    "biannual": .each(2, .year), "biyearly": .each(2, .year), "bimonthly": .each(2, .month),
    "weekdays": .weekdays(workdays), "weekday": .weekdays(workdays),
    "workdays": .weekdays(workdays), "workday": .weekdays(workdays),
    "weekend": .weekdays(weekend), "weekends": .weekdays(weekend),
  ]
  private static let workdays = Weekdays(rawValue: 0b001_1111)
  private static let weekend = Weekdays(rawValue: 0b110_0000)

  /// The units of time by their names and abbreviations, without a plural's `s`.
  private static let units: [String: Unit] = [
    "d": .day, "day": .day, "w": .week, "wk": .week, "week": .week, "m": .month, "mo": .month,
    "mth": .month, "month": .month, "y": .year, "yr": .year, "year": .year,
  ]

  /// Returns the rule of a unit with or without a count: `month`, `2w`, `3 months`, `other week`.
  private static func period(_ words: [Substring]) -> Rule? {
    let joined: String
    if words.count == 2, words[0] == "other" || words[0] == "second" {
      joined = "2" + words[1]
    } else {
      joined = words.joined()
    }
    let digits = joined.prefix { ("0"..."9").contains($0) }
    let name = joined.dropFirst(digits.count)
    let unit = units[String(name)] ?? (name.last == "s" ? units[String(name.dropLast())] : nil)
    guard let unit, let count = digits.isEmpty ? 1 : Int(digits), words.count <= 2 else {
      return nil
    }
    return .each(count, unit)
  }

  /// Returns the weekday of a name, its plural or its first three letters.
  private static func weekday(_ word: Substring) -> Weekday? {
    Weekday(name: word) ?? (word.last == "s" ? Weekday(name: word.dropLast()) : nil)
  }
}

extension TaskRecurrence: FieldConvertible {
  package static let fieldType = FieldType.phrase(form)
  package var fieldValue: FieldValue { .text(description) }

  /// Reads a text, or the table of a habit's schedule with one day in a period.
  package init(_ value: FieldValue, field: String) throws(FieldError) {
    let found: TaskRecurrence?
    switch value {
    case .json(.object), .json(.array):
      found = TaskRecurrence(try Self.rule(HabitSchedule(value, field: field), field))
    case .json(.string(let text)): found = TaskRecurrence(text)
    default: found = TaskRecurrence(value.plain)
    }
    guard let found else {
      throw FieldError(field: field, expected: Self.form, found: value.json.summary)
    }
    self = found
  }

  private static func rule(
    _ schedule: HabitSchedule, _ field: String
  ) throws(FieldError) -> Rule {
    if let times = schedule.times, times > 1 {
      throw FieldError(
        field: field + ".times", expected: "1, since a task has one due day in a period",
        found: String(times))
    }
    return switch schedule.period {
    case .day: .each(1, .day)
    case .week: .each(1, .week)
    case .month: .each(1, .month)
    case .days(let days): .each(days, .day)
    case .weekdays(let weekdays): .weekdays(weekdays)
    }
  }
}
