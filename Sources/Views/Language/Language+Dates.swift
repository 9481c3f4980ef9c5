package import FlintCalendar

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
    text(.dateParts, monthName(month.month), String(month.year))
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
      .dateParts, text(.dateParts, String(end.day), monthName(end.month)), String(end.year))
    if start.year != end.year {
      let since = text(.dateParts, String(start.day), monthName(start.month))
      return text(.dateParts, since, String(start.year)) + " – " + until
    }
    return start.month == end.month
      ? "\(start.day)–\(until)"
      : text(.dateParts, String(start.day), monthName(start.month)) + " – " + until
  }

  /// Returns the name of a month, 1 to 12.
  package func monthName(_ month: Int) -> String { name("month.\(month)") }

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
