import FlintSchema

/// A mapping suggested for an examined file, guessed from the names and contents of its columns: to
/// be reviewed and corrected by a person.
package struct SuggestedMapping: Sendable {
  /// The kind of record that a row becomes; of several, the first.
  package let kind: MappingKind
  let sniff: FileSniff
  /// The form of dates, as `dates` states it.
  var dates: String?
  /// The year of dates that have none.
  var year: Int?
  var decimal: DecimalMark?
  /// The texts that are no value.
  var empty: [String] = []
  /// The column with the zone of each row.
  var zone: String?
  /// The unit of offsets in it that are numbers, as a member of a table; empty for none.
  var zoneUnit = ""
  /// The sources of fields that hold for all events.
  var shared: [(field: String, source: DraftSource)] = []
  /// The fields of the trackers, with the details of an entry.
  var ownFields: [OwnField] = []
  /// The mood of a row, where it has other events, too.
  var mood: [(field: String, source: DraftSource)] = []
  /// The columns that are an entry each, if there are several.
  var measures: [DraftMeasure] = []
  /// The field of the columns whose names are days; `nil` if there are none.
  var dayField: String?
  /// The meanings of texts, by field.
  var values: [(field: String, meanings: [(text: String, value: String)])] = []
  var separator: String?
  /// The scale of its numbers for moods, with what a person has to know.
  var scale: (lua: String, remark: String)?
  /// The text of the first column of rows that have totals, with that column.
  var totals: (column: String, texts: [String])?
  /// The name of the column of ids.
  var id: String?
  var remarks: [String] = []
  /// What a person has to check, by the line that answers it.
  package internal(set) var checks: [DraftCheck] = []
  var used: Set<String> = []

  /// The columns that the mapping does not use.
  package var unusedColumns: [String] {
    sniff.columns.map(\.name).filter { !used.contains($0) }
  }

  /// - Parameter requested: the order of dates, if the user chose one.
  /// - Throws: `FormatProblem` when no column has dates, or their order cannot be determined.
  package init(_ sniff: FileSniff, order requested: DateOrder? = nil) throws(FormatProblem) {
    self.sniff = sniff
    let days = sniff.columnsOfDays(requested)
    let times = sniff.columns.filter(\.isTime)
    kind = days == nil ? sniff.suggestedKind : sniff.kindOfDays(days ?? [])
    suggestNotation()
    if let days {
      dates = try Self.order(of: days, in: sniff, requested)?.rawValue
      suggestDays(days)
      return
    }
    let parts = times.isEmpty ? sniff.partsOfDays : nil
    guard !times.isEmpty || parts != nil else { throw sniff.lacksDates }
    let order = try sniff.order(requested)
    let units = times.compactMap { column in
      if case .unix(let unit) = column.content { unit } else { nil }
    }
    if parts != nil {
      dates = "%Y %m %d"
    } else if units.count == times.count, let unit = units.first {
      dates = unit.rawValue
    } else {
      dates = order?.rawValue
    }
    suggestID()
    switch kind {
    case .spark: suggestSpark()
    case .task: suggestTask()
    case .mood: suggestMood()
    default: suggestEntries()
    }
    suggestTotals()
    if [.spark, .entry].contains(kind), dayField == nil { suggestTags() }
    suggestEmpty()
  }

  // MARK: Columns that are not used yet

  func column(
    _ field: String, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    sniff.column(for: field) { !used.contains($0.name) && isFit($0) }
  }

  func first(_ isFit: (SniffedColumn) -> Bool) -> SniffedColumn? {
    sniff.columns.first { !used.contains($0.name) && isFit($0) }
  }

  // MARK: Sources of fields

  mutating func put(_ field: String, _ source: DraftSource) {
    used.formUnion(source.columns)
    shared.append((field, source))
  }

  mutating func put(_ field: String, _ column: SniffedColumn?) {
    if let column { put(field, .column(column.name)) }
  }

  mutating func putNotes(_ field: String) {
    put(field, notes)
  }

  var notes: SniffedColumn? {
    func isText(_ column: SniffedColumn) -> Bool {
      switch column.content {
      case .text, .choice, .moods: true
      default: false
      }
    }
    return column("notes", isText) ?? first { isText($0) && ColumnName($0.name).suggestsNotes }
      ?? first { $0.content == .nothing && ColumnName($0.name).suggestsNotes }
  }

  private mutating func suggestSpark() {
    putTime("at")
    let title = column("title") ?? first { $0.content == .text }
    put("title", title)
    put("category", first { $0.content == .choice("category") })
    put("intensity", first { $0.content == .choice("intensity") })
    put("estimated", column("estimated") { $0.content == .whole })
    put("actual", column("minutes") { $0.content == .whole })
    putNotes("notes")
  }

  private mutating func suggestTask() {
    put("name", column("title") { $0.content == .text } ?? column("title"))
    put("due", column("due") { $0.isTime })
    let completed = column("completed") { $0.isTime }
    put("completed", completed)
    put("added", column("added") { $0.isTime })
    if completed == nil, let done = column("completed", { $0.content == .boolean }),
      let added = shared.first(where: { $0.field == "added" })
        ?? shared.first(where: { $0.field == "due" }),
      let day = added.source.columns.first
    {
      let texts = done.texts.filter { BooleanParser.read($0) == true }.map {
        "row[\(done.name.luaQuoted)] == \($0.luaQuoted)"
      }
      let source = DraftSource.function(
        columns: [done.name, day],
        body: "return (\(texts.joined(separator: " or "))) and row[\(day.luaQuoted)] or nil")
      put("completed", source)
      checks.append(
        .init(
          question: "The file does not say when a task was done; the day of \(day) is taken",
          line: "completed = \(source.lua)"))
    }
    let priority = column("priority")
    put("priority", priority)
    suggestPriorities(priority)
    put("project", column("project"))
    putNotes("details")
  }

  /// Adds the meanings of words for priorities.
  private mutating func suggestPriorities(_ column: SniffedColumn?) {
    let words = [
      "urgent": "P0", "highest": "P0", "critical": "P0", "high": "P1", "hoch": "P1", "alta": "P1",
      "medium": "P2", "mittel": "P2", "media": "P2", "normal": "P2", "low": "P3", "lowest": "P3",
      "niedrig": "P3", "baja": "P3", "bassa": "P3",
    ]
    let known = (column?.texts ?? []).compactMap { text in
      words[text.lowercased()].map { (text, $0.luaQuoted) }
    }
    if !known.isEmpty { values.append(("priority", known)) }
  }

  var fileName: String {
    let name = sniff.path.split(separator: "/").last.map(String.init) ?? sniff.path
    let start = name.prefix { $0 != "." }
    return start.isEmpty ? "import" : String(start)
  }

  private mutating func suggestTags() {
    if let tags = column("tags", { $0.content == .text }) {
      put("tags", tags)
      separator = ["|", ";"].first { mark in tags.examples.contains { $0.contains(mark) } }
    }
  }

  /// Chooses the column of ids: one whose name suggests ids, with a different text in each row.
  private mutating func suggestID() {
    let found = sniff.columns.filter { column in
      ColumnName(column.name).suggestsIDs && column.emptyCount == 0 && !column.isTime
        && !column.isDistinctCut && column.distinctCount == column.count && column.count > 0
    }
    func rank(_ column: SniffedColumn) -> Int { ColumnName(column.name).identifierRank ?? .max }
    guard let key = found.min(by: { rank($0) < rank($1) }) else { return }
    used.insert(key.name)
    id = key.name
  }
}

extension FileSniff {
  /// Returns the first column with one of the usual names of a field, the more likely names first.
  func column(
    for field: String, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    for name in ColumnName.usual(for: field) {
      let found = columns.first { ColumnName($0.name).plain == name && isFit($0) }
      if let found { return found }
    }
    return nil
  }

  fileprivate var lacksDates: FormatProblem {
    FormatProblem(
      path: path,
      message: daysWithoutYears
        ?? "no column has dates, so no mapping can be suggested: an event needs a time; the "
        + "columns are \(columns.prefix(30).map(\.name).joined(separator: ", "))"
        + (columns.count > 30 ? ", …" : ""))
  }

  /// The error message about columns that are named by days without a year, if there are any.
  private var daysWithoutYears: String? {
    let days = columns.map(\.name).filter(DateReader.lacksYear)
    guard days.count >= 3, days.count * 2 > columns.count else { return nil }
    return
      "the columns \(days.prefix(3).joined(separator: ", ")), … are named by days without a year; "
      + "write it into the header, as in \(days[0].hasSuffix(".") ? "\(days[0])2026" : "\(days[0])/2026"), "
      + "and examine the file again"
  }

  fileprivate var suggestedKind: MappingKind {
    if moodColumn?.content == .choice("mood") { return .mood }
    if columns.contains(where: { $0.content == .choice("category") }) { return .spark }
    if isTable(of: ["due", "priority"]) { return .task }
    return moodColumn == nil ? .entry : .mood
  }

  /// Whether its rows are tasks.
  private func isTable(of fields: [String]) -> Bool {
    guard column(for: "title") != nil else { return false }
    if column(for: "due", \.isTime) != nil || column(for: "priority") != nil { return true }
    let hasMeasures = columns.contains { column in
      switch column.content {
      case .decimal, .quantity, .duration, .stars, .fraction: true
      case .whole: !ColumnName(column.name).suggestsIDs && !column.isIndex
      case .time: true
      default: false
      }
    }
    return column(for: "completed", \.isTime) != nil && !hasMeasures
  }

  /// The column with moods: by their names, by words under a name such as Mood, or by numbers.
  var moodColumn: SniffedColumn? {
    let found = columns.filter { ColumnName($0.name).suggestsMoods && $0.emptyCount < records }
    func isMood(_ column: SniffedColumn) -> Bool {
      switch column.content {
      case .moods, .choice("mood"), .stars, .fraction: true
      // A feeling in numbers may be that during a run, and nobody's mood of the day.
      case .whole, .decimal: !ColumnName(column.name).plain.hasPrefix("feeling")
      case .text: column.distinctCount <= 20 && column.length <= 20
      default: false
      }
    }
    if let found = found.first(where: isMood) { return found }
    // No other column says what the words are about.
    return columns.first { column in
      [.moods, .choice("mood")].contains(column.content) && column.distinctCount >= 3
        && !ColumnName(column.name).suggestsNotes
    } ?? numbersOfMoods
  }

  /// The only column of numbers, if another column says in every row that they are moods.
  private var numbersOfMoods: SniffedColumn? {
    let numbers = columns.filter { $0.isNumber && !ColumnName($0.name).suggestsIDs }
    let isMood = columns.contains { column in
      column.distinctCount == 1 && column.emptyCount == 0
        && column.examples.contains { ColumnName($0).suggestsMoods }
    }
    return isMood && numbers.count == 1 ? numbers[0] : nil
  }
}
