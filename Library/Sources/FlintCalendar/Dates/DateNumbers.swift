/// Dates that are written in numbers: those of ISO 8601, and others, which are refused with the ISO
/// forms of what they can mean.
enum DateNumbers {
  /// Parses `2026-03-01`, `2026-11`, `2026-W47`, `2026-W47-1` or `2026`.
  static func period(
    _ rest: inout ArraySlice<DateToken>
  ) throws(DateFault.Reason) -> DatePeriod? {
    guard case .number(let year, 4)? = rest.first, year > 0 else { return nil }
    rest.removeFirst()
    guard rest.first == .sign("-") else {
      return span(CivilDay(year: year, month: 1, day: 1), CivilDay(year: year, month: 12, day: 31))
    }
    rest.removeFirst()
    switch rest.popFirst() {
    case .word("w"):
      guard case .number(let week, 2)? = rest.popFirst() else { return nil }
      return try period(year: year, week: week, &rest)
    case .number(let month, 2):
      guard (1...12).contains(month) else { throw .impossible("there is no month \(month)") }
      let length = CivilDay.length(ofMonth: month, year: year)
      guard rest.first == .sign("-") else {
        return span(
          CivilDay(year: year, month: month, day: 1),
          CivilDay(year: year, month: month, day: length))
      }
      rest.removeFirst()
      guard case .number(let day, 2)? = rest.popFirst() else { return nil }
      guard day > 0 else { throw .impossible("there is no day 0") }
      guard day <= length else {
        throw .impossible("\(CivilMonth.names[month - 1]) \(year) has \(length) days")
      }
      return CivilDay(year: year, month: month, day: day).map { .days($0) }
    default: return nil
    }
  }

  private static func span(_ first: CivilDay?, _ last: CivilDay?) -> DatePeriod? {
    guard let first, let last else { return nil }
    return .absolute(first..<last + 1)
  }

  /// Parses what follows the number of a week.
  private static func period(
    year: Int, week: Int, _ rest: inout ArraySlice<DateToken>
  ) throws(DateFault.Reason) -> DatePeriod? {
    guard let mondays = CivilDay.mondays(ofWeeksIn: year) else { return nil }
    guard mondays.indices.contains(week - 1) else {
      throw .impossible("\(year) has \(mondays.count) weeks")
    }
    let monday = mondays[week - 1]
    guard rest.first == .sign("-") else { return .absolute(monday..<monday + 7) }
    rest.removeFirst()
    guard case .number(let day, 1)? = rest.popFirst() else { return nil }
    guard (1...7).contains(day) else { throw .impossible("a week has 7 days") }
    return .days(monday + (day - 1))
  }

  /// Throws if tokens begin like a date that is not one of ISO 8601. `7.30 pm` is meant as a time.
  static func check(_ tokens: [DateToken]) throws(DateFault.Reason) {
    guard tokens.count >= 3, case .number(let first, let firstDigits) = tokens[0],
      case .sign(let separator) = tokens[1], "-/.".unicodeScalars.contains(separator),
      case .number(let second, let secondDigits) = tokens[2],
      tokens.count == 3 || ![DateToken.word("am"), .word("pm")].contains(tokens[3])
    else { return }
    var third: (number: Int, digits: Int)?
    if tokens.count >= 5, tokens[3] == tokens[1], case .number(let number, let digits) = tokens[4] {
      third = (number, digits)
    }
    let year = third.map { $0.digits == 2 ? 2000 + $0.number : $0.number }
    var readings: [String] = []
    if firstDigits == 4 {
      if separator == "-", secondDigits == 2, third.map({ $0.digits == 2 }) ?? true { return }
      readings = [reading(first, second, third?.number)]
    } else if firstDigits <= 2, secondDigits <= 2 {
      guard third == nil || third?.digits == 4 || third?.digits == 2 else { return }
      readings = [reading(year, first, second), reading(year, second, first)]
      // With slashes or dots, a year that comes first is only one reading among others.
      if firstDigits == 2, let third, third.digits == 2, separator == "-" || readings != ["", ""] {
        readings.append(reading(2000 + first, second, third.number))
      }
    }
    readings = readings.filter { !$0.isEmpty }
    readings = readings.indices.filter { !readings[..<$0].contains(readings[$0]) }.map {
      readings[$0]
    }
    if !readings.isEmpty { throw .ambiguous(readings: readings) }
    if firstDigits <= 2, secondDigits <= 2, let problem = problem(first, second, year) {
      throw .impossible(problem)
    }
  }

  /// Returns what a date with the name of its month, such as `24 nov` or `March 3, 2026`, is in ISO 8601;
  /// `nil` for other tokens.
  static func named(_ tokens: [DateToken]) -> String? {
    var (year, month, day): (Int?, Int?, Int?)
    for token in tokens {
      switch token {
      case .word(let word) where month == nil && word.count >= 3:
        let index = CivilMonth.names.firstIndex { $0.lowercased().hasPrefix(word) }
        guard let index else { return nil }
        month = index + 1
      case .number(let number, 4) where year == nil: year = number
      case .number(let number, 1...2) where day == nil: day = number
      case .sign(","), .sign("."): break
      default: return nil
      }
    }
    guard let month, year != nil || day != nil else { return nil }
    let text = reading(year, month, day)
    return text.isEmpty ? nil : text
  }

  /// Returns why neither order of a day and a month is a date; `nil` if neither number is a month.
  private static func problem(_ first: Int, _ second: Int, _ year: Int?) -> String? {
    guard let month = [second, first].first(where: { (1...12).contains($0) }) else { return nil }
    if min(first, second) == 0 { return "there is no day 0" }
    let isLeap = year.map { CivilDay.length(ofMonth: 2, year: $0) == 29 } ?? true
    let name = CivilMonth.names[month - 1]
    let length = CivilDay.length(ofMonth: month, year: isLeap ? 2000 : 2001)
    return year.map { "\(name) \($0) has \(length) days" }
      ?? "\(name) has \(month == 2 ? "at most " : "")\(length) days"
  }

  /// Returns a date or month in ISO 8601, `YYYY` in place of an absent year; empty if there is none.
  private static func reading(_ year: Int?, _ month: Int, _ day: Int?) -> String {
    guard let date = CivilDay(year: year ?? 2000, month: month, day: day ?? 1) else { return "" }
    let text = date.description
    if day == nil { return String(text.dropLast(3)) }
    return year == nil ? "YYYY" + text.dropFirst(4) : text
  }
}
