import FlintSchema

/// The columns that a suggested mapping records as values, and how.
extension SuggestedMapping {
  /// Returns how the values of a column are recorded; `nil` if they are not.
  func measure(_ column: SniffedColumn) -> DraftMeasure? {
    if used.contains(column.name) || column.count == 0 { return nil }
    let name = ColumnName(column.name)
    if ColumnName.usual(for: "tags").contains(name.plain) { return nil }
    var measure = DraftMeasure(
      column: column, tracker: tracker(of: column), field: "number", source: .column(column.name))
    switch column.content {
    case .nothing, .text, .choice, .moods, .date, .span, .period, .unix: return nil
    case .boolean: measure.field = "done"
    case .stars:
      measure.field = "rating"
      let known = column.texts.compactMap { text in Stars.rating(text).map { (text, $0) } }
      measure.meanings = known.sorted { $0.1 < $1.1 }.map { ($0.0, String($0.1)) }
    case .fraction:
      let separator = column.examples.first { $0.contains("/") } == nil ? " " : "/"
      measure.source = .before(column: column.name, separator: separator)
    case .time where column.isDuration: return clock(measure)
    case .time: return nil
    case .duration(let hasBareNumbers):
      if hasBareNumbers, name.suggestsValues {
        measure.field = "amount"
        return measure
      }
      return clock(measure)
    case .quantity(""):
      measure.field = "amount"
      measure.check = "Has each tracker one unit? The column \(column.name) has several"
    case .quantity(let unit):
      if case .time = QuantityUnit(unit) {
        measure.field = "minutes"
      } else {
        measure.source = .measured(column: column.name, unit: unit)
      }
    case .whole, .decimal: return number(measure)
    }
    return measure
  }

  /// The name of the tracker of a column: its own words, without a unit.
  func tracker(of column: SniffedColumn) -> String {
    let name = ColumnUnit(column.name).name
    let letters = name.filter(\.isLetter)
    if letters.count > 4, letters == letters.uppercased(), letters != letters.lowercased() {
      return name.prefix(1) + name.dropFirst().lowercased()
    }
    return name
  }

  private func clock(_ measure: DraftMeasure) -> DraftMeasure? {
    var measure = measure
    measure.field = "minutes"
    let words = ColumnName(measure.column.name).words
    // A pace is minutes and seconds for a distance, which no field holds.
    if words.contains(where: { ["pace", "tempo", "split"].contains($0) }) { return nil }
    let clocks = measure.column.examples.compactMap { text in
      text.wholeMatch(of: /(\d+):\d\d/).flatMap { Int($0.1) }
    }
    let isOfWork = words.contains { ["hours", "worked", "work", "hrs", "h", "total"].contains($0) }
    if clocks.count == measure.column.examples.count, clocks.contains(where: { $0 >= 24 }),
      !isOfWork
    {
      measure.source = .measured(column: measure.column.name, unit: "m:ss")
      measure.check = "Is \"\(measure.column.examples[0])\" minutes and seconds?"
    }
    return measure
  }

  private func number(_ measure: DraftMeasure) -> DraftMeasure? {
    var measure = measure
    let column = measure.column
    let name = ColumnName(column.name)
    if name.suggestsIDs || name.suggestsNoValues || isIndex(column) { return nil }
    if column.isZeroOrOne {
      measure.field = "done"
      measure.check = "Are 0 and 1 no and yes?"
      return measure
    }
    let largest = (column.numbers?.upperBound.millionths ?? 0) / 1_000_000
    switch ColumnUnit(column.name).time {
    case .minutes?: measure.field = "minutes"
    case .hours?:
      if hasWholeMinutes(column) {
        measure.field = "minutes"
        measure.source = .measured(column: column.name, unit: "hours")
      }
    case .seconds? where largest >= 600:
      measure.field = "minutes"
      measure.source = .measured(column: column.name, unit: "seconds")
    case .seconds?, .days?, .weeks?, .milliseconds?: break
    case nil where name.isLength:
      measure.field = "minutes"
      if largest > 1440 {
        measure.source = .measured(column: column.name, unit: "seconds")
        measure.check = "Are the numbers of \(column.name) seconds?"
      }
    case nil:
      if name.suggestsRatings, let range = column.wholeRange, range.lowerBound >= 1,
        range.upperBound <= 5
      {
        measure.field = "rating"
      }
    }
    if measure.field == "minutes", column.numbers.map({ $0.lowerBound.millionths < 0 }) == true {
      measure.field = "number"
      measure.source = .column(column.name)
    }
    return measure
  }

  /// Whether a column counts the rows.
  func isIndex(_ column: SniffedColumn) -> Bool {
    let plain = ColumnName(column.name).plain
    let isNamed =
      ["#", "no", "no.", "nr", "nr.", "index", "row", "unnamed: 0", "id", "n", "zeile", "fila"]
      .contains(plain) || plain.hasPrefix("column ") || plain.hasPrefix("unnamed")
    // Numbers of orders, sessions and the like may begin anywhere.
    let isNumbering = (column.wholeRange?.lowerBound ?? 0) > 100 && column.count >= 5
    return column.isIndex && (isNamed || isNumbering || column.count >= 20)
  }

  /// Whether all numbers of hours are whole minutes.
  private func hasWholeMinutes(_ column: SniffedColumn) -> Bool {
    let reader = NumberReader(mark: decimal, isRounding: true)
    return rows(column.name).allSatisfy { texts in
      guard let number = reader.read(texts[0]) else { return true }
      return number.millionths % 1_000_000 * 60 % 1_000_000 == 0
    }
  }

  /// All columns that are recorded in a table without a column of trackers.
  var allMeasures: [DraftMeasure] {
    var found = sniff.columns.compactMap(measure)
    if found.contains(where: { !ColumnName($0.column.name).suggestsGoals }) {
      found.removeAll { ColumnName($0.column.name).suggestsGoals && $0.column.isNumber }
    }
    found += sniff.columns.filter { column in
      // Blood pressure, and the like.
      column.content == .text && !column.examples.isEmpty && !used.contains(column.name)
        && column.examples.allSatisfy { $0.wholeMatch(of: /\d+ ?\/ ?\d+/) != nil }
    }.map {
      DraftMeasure(
        column: $0, tracker: tracker(of: $0), field: "text", source: .column($0.name))
    }
    if let span = spanMeasure,
      !found.contains(where: { $0.field == "minutes" && !ColumnName($0.column.name).isPartOfSleep })
    {
      found.insert(span, at: 0)
    }
    return distinct(found)
  }

  /// Returns measures with trackers of different names.
  func distinct(_ measures: [DraftMeasure]) -> [DraftMeasure] {
    var names: Set<String> = []
    return measures.map { measure in
      var measure = measure
      if !names.insert(measure.tracker.lowercased()).inserted {
        measure.tracker = measure.column.name
        names.insert(measure.tracker.lowercased())
      }
      return measure
    }
  }

  /// The time between a column of starts and one of ends.
  var spanMeasure: DraftMeasure? {
    func times(_ isFit: (ColumnName) -> Bool) -> [SniffedColumn] {
      sniff.columns.filter { ($0.hasClock || $0.content == .time) && isFit(ColumnName($0.name)) }
    }
    let at = shared.first { $0.field == "at" }?.source.columns.last
    let starts = times { ($0.suggestsStarts || $0.suggestsBed) && !$0.suggestsWaking }
    let ends = times { $0.suggestsEnds || $0.suggestsWaking }
    let start = starts.first { $0.name == at } ?? starts.first
    guard let start,
      let end = ends.first(where: { $0.name != start.name && $0.hasClock == start.hasClock })
    else { return nil }
    let isSleep = [start, end].contains {
      ColumnName($0.name).suggestsBed || ColumnName($0.name).suggestsWaking
    }
    return DraftMeasure(
      column: start, tracker: isSleep ? "Sleep" : fileName, field: "minutes",
      source: .span(from: start.name, to: end.name))
  }
}

extension ColumnName {
  /// Whether the name is that of a part of a night, such as deep sleep.
  fileprivate var isPartOfSleep: Bool {
    words.contains { ["deep", "light", "rem", "awake", "latency", "core", "snoring"].contains($0) }
  }

  /// Whether the name says that the numbers are lengths of time.
  fileprivate var isLength: Bool {
    let lengths = ["duration", "dauer", "duración", "durata", "durée", "elapsed"]
    return Self.usual(for: "minutes").contains(plain)
      || words.last.map { lengths.contains($0) } ?? false
  }
}
