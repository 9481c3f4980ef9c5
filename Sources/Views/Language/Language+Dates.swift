package import Calendar

extension Language {
  /// Returns a day in its long form: `Tuesday 3 March 2026`.
  package func text(_ day: CivilDay) -> String {
    let (year, month, dayOfMonth) = day.components
    return text(
      .longDay, name(of: Weekday(day)), String(dayOfMonth), monthName(month), String(year))
  }

  /// Returns a day in its short form: `3 Mar 2026`.
  package func shortText(_ day: CivilDay) -> String {
    let (year, month, dayOfMonth) = day.components
    return "\(dayOfMonth) \(shortMonthName(month)) \(year)"
  }

  /// Returns a day as the pages of commands show it: as `2026-03-03` in English, else in its short form.
  package func shown(_ day: CivilDay) -> String {
    self == .english ? day.description : shortText(day)
  }

  /// Returns a month: `March 2026`.
  package func text(_ month: CivilMonth) -> String {
    text(.part, monthName(month.month), String(month.year))
  }

  /// Returns the days of a half-open range: `3–9 March 2026`, or the month or the years that they are.
  package func text(_ days: Range<CivilDay>) -> String {
    if days.isEmpty { return text(days.lowerBound) }
    let (first, last) = (days.lowerBound, days.upperBound + -1)
    let (start, end) = (first.components, last.components)
    if first == last { return text(first) }
    if first == CivilMonth(first).firstDay && days.upperBound == CivilMonth(last).end {
      if (start.year, start.month) == (end.year, end.month) { return text(CivilMonth(first)) }
      if start.month == 1 && end.month == 12 {
        return start.year == end.year ? String(start.year) : "\(start.year)–\(end.year)"
      }
    }
    let until = text(
      .part, text(.part, String(end.day), monthName(end.month)), String(end.year))
    if start.year != end.year {
      let since = text(.part, String(start.day), monthName(start.month))
      return text(.part, since, String(start.year)) + " – " + until
    }
    return start.month == end.month
      ? "\(start.day)–\(until)"
      : text(.part, String(start.day), monthName(start.month)) + " – " + until
  }

  /// Returns the name of a month, 1 to 12.
  package func monthName(_ month: Int) -> String { self[Phrase.months[month - 1]] }

  /// Returns the name of a month, 1 to 12, in three letters.
  package func shortMonthName(_ month: Int) -> String { String(monthName(month).prefix(3)) }

  /// Returns the name of a weekday in three letters.
  package func shortName(of weekday: Weekday) -> String { String(name(of: weekday).prefix(3)) }

  /// Returns the letter of a weekday in a calendar: in Spanish Wednesday is X, since Tuesday is M.
  package func letter(of weekday: Weekday) -> String {
    self == .spanish && weekday == .wednesday
      ? "X" : String(name(of: weekday).prefix(1)).uppercased()
  }
}

extension Phrase {
  fileprivate static let longDay = Phrase(
    "{1} {2} {3} {4}", es: "{1}, {2} de {3} de {4}", it: "{1} {2} {3} {4}")
  /// A day of a month, or a month or such a day of a year.
  fileprivate static let part = Phrase("{1} {2}", es: "{1} de {2}", it: "{1} {2}")

  fileprivate static let months = [
    Phrase("January", es: "enero", it: "gennaio"),
    Phrase("February", es: "febrero", it: "febbraio"),
    Phrase("March", es: "marzo", it: "marzo"),
    Phrase("April", es: "abril", it: "aprile"),
    Phrase("May", es: "mayo", it: "maggio"),
    Phrase("June", es: "junio", it: "giugno"),
    Phrase("July", es: "julio", it: "luglio"),
    Phrase("August", es: "agosto", it: "agosto"),
    Phrase("September", es: "septiembre", it: "settembre"),
    Phrase("October", es: "octubre", it: "ottobre"),
    Phrase("November", es: "noviembre", it: "novembre"),
    Phrase("December", es: "diciembre", it: "dicembre"),
  ]
}

extension Weekday: Translated {
  package var phrase: Phrase {
    switch self {
    case .monday: Phrase("Monday", es: "lunes", it: "lunedì")
    case .tuesday: Phrase("Tuesday", es: "martes", it: "martedì")
    case .wednesday: Phrase("Wednesday", es: "miércoles", it: "mercoledì")
    case .thursday: Phrase("Thursday", es: "jueves", it: "giovedì")
    case .friday: Phrase("Friday", es: "viernes", it: "venerdì")
    case .saturday: Phrase("Saturday", es: "sábado", it: "sabato")
    case .sunday: Phrase("Sunday", es: "domingo", it: "domenica")
    }
  }
}
