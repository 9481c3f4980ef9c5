import FlintSchema

/// A suggested mapping of a table of entries.
extension SuggestedMapping {
  mutating func suggestEntries() {
    putTime("at")
    if let column = trackerColumn {
      suggestTracked(column)
    } else if isItemTable, let rating = ratingColumn {
      suggestRated(rating)
    } else {
      suggestMeasures(allMeasures)
    }
  }

  // MARK: A column with the names of trackers

  private var trackerColumn: SniffedColumn? {
    if isItemTable { return nil }
    let isRepeated = hasRepeatedDays
    let hasMeasures = sniff.columns.contains { measure($0) != nil }
    let found = sniff.columns.compactMap { column -> (column: SniffedColumn, rank: Int)? in
      switch column.content {
      case .text, .choice: break
      default: return nil
      }
      let name = ColumnName(column.name)
      if !used.contains(column.name), sniff.jsonNames.contains(where: { $0.names(column.texts) }) {
        return (column, 7)
      }
      guard !used.contains(column.name), !name.suggestsNotes, !name.suggestsUnits,
        column.emptyCount * 5 <= sniff.records, column.length <= 60, !column.isDistinctCut
      else { return nil }
      let rank = name.subjectRank
      let isShared = column.distinctCount < column.count || column.count <= 5
      if rank > 1 { return isShared ? (column, rank) : nil }
      guard column.distinctCount * 2 <= column.count else { return nil }
      if rank == 1, isRepeated || !hasMeasures { return (column, 1) }
      guard isRepeated else { return nil }
      return isPart(column) ? (column, 0) : nil
    }
    return found.enumerated().max {
      ($0.element.rank, -$0.offset) < ($1.element.rank, -$1.offset)
    }?.element.column
  }

  /// Whether a day has each text of a column once, so that these are what the rows of a day are about.
  private func isPart(_ column: SniffedColumn) -> Bool {
    guard column.distinctCount >= 2, column.distinctCount * 3 <= column.count, column.length <= 40,
      let at = shared.first(where: { $0.field == "at" })?.source.columns.first
    else { return false }
    let pairs = rows(at, column.name)
    return Set(pairs.map { $0.joined(separator: "\n") }).count == pairs.count
      && sniff.columns.contains { measure($0) != nil }
  }

  private mutating func suggestTracked(_ column: SniffedColumn) {
    let rank = ColumnName(column.name).subjectRank
    let list = sniff.jsonNames.first { $0.names(column.texts) }
    if let list {
      put(
        "tracker",
        .lookup(column: column.name, rows: list.rows, key: list.key, value: list.value))
    } else {
      put("tracker", column)
    }
    if rank <= 1, list == nil {
      checks.append(
        .init(
          question: "Is each \(column.name) a tracker of its own?",
          line: "tracker = \(column.name.luaQuoted)"))
    }
    let span = spanMeasure
    let found = sniff.columns.compactMap(measure)
    let best = found.enumerated().max { left, right in
      let (a, b) = (worth(left.element, span != nil), worth(right.element, span != nil))
      return a < b || a == b && left.offset > right.offset
    }?.element
    if var best, worth(best, span != nil) > 0 {
      takeUnit(&best)
      add(single: best)
    } else if let span {
      add(single: span)
    } else if let text = self.first({ $0.content == .text && !ColumnName($0.name).suggestsNotes })
      ?? notes
    {
      put("text", text)
    } else {
      put("done", .value("true"))
    }
    putNotes("notes")
    put(
      "title",
      self.column("title", { $0.content == .text && ($0.distinctCount > 1 || $0.emptyCount > 0) }))
    suggestFields()
  }

  /// How probably a measure is the value of an entry, rather than one of its details.
  private func worth(_ measure: DraftMeasure, _ hasSpan: Bool) -> Int {
    let name = ColumnName(ColumnUnit(measure.column.name).name)
    if let numbers = measure.column.numbers, numbers.lowerBound == numbers.upperBound,
      numbers.upperBound.millionths == 0
    {
      return 0
    }
    if name.suggestsGoals { return 0 }
    var worth = measure.field == "done" ? 5 : 10
    if name.suggestsValues { worth += 50 }
    if measure.field == "minutes" { worth += hasSpan ? 100 : 40 }
    let words = name.words
    if words.contains(where: { ["weight", "load", "gewicht", "peso", "poids"].contains($0) }) {
      worth += 45
    }
    if words.contains(where: { ["distance", "distanz", "distancia"].contains($0) }) { worth += 25 }
    if words.contains(where: { ["reps", "repetitions", "count"].contains($0) }) { worth += 20 }
    return worth
  }

  /// Uses the column with the units of a measure, if there is one.
  private mutating func takeUnit(_ measure: inout DraftMeasure) {
    let own = ColumnName(measure.column.name).plain
    let unit = sniff.columns.first { column in
      let name = ColumnName(column.name)
      return name.suggestsUnits && column.count > 0 && !column.isNumber
        && (name.words.count == 1 || name.plain.hasPrefix(own))
    }
    guard let unit, measure.column.isNumber else { return }
    let isTime = unit.texts.contains { DurationUnit(word: $0) != nil && $0 != "m" }
    guard isTime || unit.distinctCount > 1 else {
      used.insert(unit.name)
      return
    }
    measure.field = "amount"
    measure.source = .amount(column: measure.column.name, unit: unit.name)
  }

  // MARK: Things that are rated

  private mutating func suggestRated(_ rating: SniffedColumn) {
    guard var measure = measure(rating) else { return suggestMeasures(allMeasures) }
    put("tracker", .value(fileName))
    if let range = rating.wholeRange, range.lowerBound == 0, range.upperBound <= 5 {
      // Apps write 0 for a thing that is not rated.
      measure.field = "rating"
      empty.append("0")
      checks.append(
        .init(question: "Does 0 mean that there is no rating?", line: "empty = {\"0\"}"))
    }
    add(single: measure)
    put("title", itemColumn)
    putNotes("notes")
    suggestFields()
  }

  // MARK: A column a measure

  mutating func suggestMeasures(_ found: [DraftMeasure]) {
    var found = found
    if found.isEmpty {
      let texts = sniff.columns.filter { column in
        let isText: Bool =
          switch column.content {
          case .text, .choice, .moods: true
          default: false
          }
        return isText && !used.contains(column.name)
      }
      let named = texts.filter {
        !ColumnName($0.name).suggestsNotes && $0.distinctCount < sniff.records
          && !ColumnName.usual(for: "tags").contains(ColumnName($0.name).plain)
      }
      found = (named.isEmpty ? Array(texts.prefix(1)) : named).map {
        DraftMeasure(
          column: $0, tracker: tracker(of: $0), field: "text", source: .column($0.name))
      }
    }
    guard found.count > 1 else {
      if let only = found.first {
        put("tracker", .value(trackerName(only)))
        add(single: only)
      } else {
        put("tracker", .value(fileName))
        put("done", .value("true"))
      }
      put("title", column("title", { $0.content == .text }))
      putNotes("notes")
      return suggestFields()
    }
    measures = found
    for measure in found {
      used.formUnion(measure.source.columns)
      if !measure.meanings.isEmpty { values.append((measure.field, measure.meanings)) }
    }
    noteChecks(found)
    if mood.isEmpty { putNotes("notes") }
  }

  /// The name of the tracker of a table with one measure: the name of its column, if that says
  /// anything.
  private func trackerName(_ measure: DraftMeasure) -> String {
    ColumnName(measure.column.name).isGeneric || measure.tracker.isEmpty
      ? fileName : measure.tracker
  }

  private mutating func add(single measure: DraftMeasure) {
    put(measure.field, measure.source)
    if !measure.meanings.isEmpty { values.append((measure.field, measure.meanings)) }
    if let check = measure.check {
      checks.append(.init(question: check, line: "\(measure.field) = \(measure.source.lua)"))
    }
  }

  private mutating func noteChecks(_ measures: [DraftMeasure]) {
    let flags = measures.filter { $0.column.isZeroOrOne }
    if let flag = flags.first {
      let names = flags.count == 1 ? flag.column.name : "\(flag.column.name) and the like"
      checks.append(
        .init(question: "Are 0 and 1 of \(names) no and yes?", line: "as = \"done\""))
    }
    var questions: Set<String> = []
    for measure in measures {
      // One question for all columns of a kind.
      if let check = measure.check, !measure.column.isZeroOrOne,
        questions.insert(String(check.prefix(16))).inserted
      {
        checks.append(
          .init(
            question: check,
            line: "\(measure.tracker.luaName) = {\(measure.field) = \(measure.source.lua)}"))
      }
    }
  }
}

extension String {
  /// The text as the name of a member of a Lua table.
  var luaName: String {
    let words: Set = [
      "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
      "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]
    let isName = wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && !words.contains(self)
    return isName ? self : "[\(luaQuoted)]"
  }
}
