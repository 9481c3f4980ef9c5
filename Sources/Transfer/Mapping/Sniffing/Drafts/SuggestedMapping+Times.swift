import FlintCalendar
import FlintSchema

/// The choice of the time of an event.
extension SuggestedMapping {
  /// The column with the times of day that belong to a column of days, by its name.
  private var timeOfDay: SniffedColumn? {
    first { $0.isTimeOfDay && ColumnName($0.name).suggestsStarts }
      ?? first {
        $0.isTimeOfDay && ColumnName($0.name).suggestsTimesOfDay && !ColumnName($0.name).suggestsBed
          && !ColumnName($0.name).suggestsWaking
      }
  }

  mutating func putTime(_ field: String) {
    guard let date = timeColumn else {
      if let parts = sniff.partsOfDays { put(field, .day(parts)) }
      return
    }
    if case .span(let separator) = date.content {
      return put(field, .before(column: date.name, separator: separator))
    }
    if case .period(let period) = date.content {
      return put(field, .dated(column: date.name, form: period.rawValue))
    }
    guard case .date(_, false, _) = date.content else { return put(field, date) }
    if let time = timeOfDay {
      put(field, .moment(day: date.name, time: time.name))
    } else {
      put(field, date)
      if let time = first({
        $0.isTimeOfDay && !ColumnName($0.name).suggestsBed && !ColumnName($0.name).suggestsWaking
      }) {
        let line =
          "\(field) = \(DraftSource.moment(day: date.name, time: time.name).lua),"
        remarks.append("\(time.name.luaQuoted) may be the time of day: \(line)")
        checks.append(.init(question: "Is \(time.name) the time of day?", line: line))
      }
    }
  }

  /// The column of dates at which an event most probably happened.
  private var timeColumn: SniffedColumn? {
    let found = sniff.columns.filter { $0.isTime && !used.contains($0.name) && $0.count > 0 }
    let usual = ColumnName.usual(for: "at")
    func score(_ column: SniffedColumn) -> Int {
      let name = ColumnName(column.name)
      if name.suggestsWaking && !name.suggestsBed { return 30 }
      if name.suggestsStarts
        || name.suggestsBed && !name.suggestsWaking && !name.words.contains("end")
          && column.hasClock
      {
        if !column.hasClock { return isItemTable ? 50 : 76 }
        // What an app calls the day of a night is the day of its morning.
        if let day = exactDay, differs(column, day) { return 60 }
        return 80 + (hasMatchingDuration(column) ? 10 : 0)
      }
      if name.suggestsFinishing { return isItemTable ? 90 : 40 }
      if name.suggestsEnds { return isItemTable ? 65 : 10 }
      if name.suggestsRecording { return 20 }
      if let rank = usual.firstIndex(of: name.plain) { return 75 - rank }
      return 55
    }
    return found.enumerated().max { left, right in
      let (a, b) = (score(left.element), score(right.element))
      return a < b || a == b && left.offset > right.offset
    }?.element
  }

  /// The column that is called the day, if it has days only.
  private var exactDay: SniffedColumn? {
    sniff.columns.first { column in
      if case .date(_, false, _) = column.content {
        ["day", "date", "night of", "tag", "datum"].contains(ColumnName(column.name).plain)
      } else {
        false
      }
    }
  }

  /// Whether the times of a column are on other days than those of another column in some rows.
  private func differs(_ column: SniffedColumn, _ day: SniffedColumn) -> Bool {
    rows(column.name, day.name).contains { times in
      guard let first = date(times[0]), let second = date(times[1]) else { return false }
      return first.day != second.day
    }
  }

  /// Whether some column has the minutes from the times of a column to those of another one.
  private func hasMatchingDuration(_ start: SniffedColumn) -> Bool {
    let ends = sniff.columns.filter { $0.hasClock && $0.name != start.name }
    let durations = sniff.columns.filter { column in
      column.isDuration || (column.isNumber && ColumnUnit(column.name).time != nil)
    }
    for end in ends {
      for duration in durations {
        let reader = DurationReader(
          unit: ColumnUnit(duration.name).time ?? .minutes,
          numbers: NumberReader(mark: nil, isRounding: true))
        let found = rows(start.name, end.name, duration.name).prefix(20).map { texts -> Bool in
          guard let from = date(texts[0]), let to = date(texts[1]),
            let length = reader.read(texts[2])
          else { return false }
          let span =
            to.timestamp.local.instant(offset: .zero).milliseconds
            - from.timestamp.local.instant(offset: .zero).milliseconds
          return abs(span - length.milliseconds) <= 60_000
        }
        if !found.isEmpty, found.count(where: { $0 }) * 4 >= found.count * 3 { return true }
      }
    }
    return false
  }

  func date(_ text: String) -> WrittenDate? {
    DateReader(order: dates.flatMap { DateOrder(rawValue: $0) }).read(text)
  }

  /// Returns the texts of some columns in the examined rows that have all of them.
  func rows(_ names: String...) -> [[String]] {
    let positions = names.compactMap { name in sniff.columns.firstIndex { $0.name == name } }
    return sniff.sample.compactMap { row in
      let texts = positions.compactMap { $0 < row.count ? row[$0].trimmedWhitespace : nil }
      return texts.count == names.count && !texts.contains("") ? texts : nil
    }
  }

  /// The column with the names of things that a row each is about, such as books.
  var itemColumn: SniffedColumn? {
    sniff.columns.first { column in
      column.content == .text && ColumnName(column.name).suggestsItems
        && column.distinctCount * 10 >= column.count * 9
    }
  }

  /// Whether each row is about a thing that is rated.
  var isItemTable: Bool { itemColumn != nil && ratingColumn != nil }

  /// The column with a person's own ratings.
  var ratingColumn: SniffedColumn? {
    let found = sniff.columns.filter { column in
      let name = ColumnName(column.name)
      guard name.suggestsRatings, !name.suggestsAverages, column.count > 0 else { return false }
      switch column.content {
      case .whole, .decimal, .stars, .fraction: return true
      default: return false
      }
    }
    return found.first { ColumnName($0.name).plain.hasPrefix("my ") } ?? found.first
  }

  /// Whether a day has several rows.
  var hasRepeatedDays: Bool {
    guard let at = shared.first(where: { $0.field == "at" })?.source.columns.first else {
      return false
    }
    let texts = rows(at).map { $0[0] }
    let days = Set(texts.map { date($0).map { "\($0.day)" } ?? String($0.prefix(10)) })
    return days.count * 5 <= texts.count * 4
  }
}

extension FileSniff {
  /// The columns of the year, the month and the day, if a table has the days in three columns.
  var partsOfDays: [String]? {
    let names = [
      ["year", "jahr", "año", "anno", "année"], ["month", "monat", "mes", "mese", "mois"],
      ["day", "tag", "día", "giorno", "jour"],
    ]
    let found = names.compactMap { names in
      columns.first { $0.content == .whole && names.contains(ColumnName($0.name).plain) }?.name
    }
    return found.count == names.count ? found : nil
  }
}
