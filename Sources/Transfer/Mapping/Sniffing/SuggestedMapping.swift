/// A mapping suggested for an examined file, guessed from the names and contents of its columns: to
/// be reviewed and corrected by a person.
package struct SuggestedMapping: Sendable {
  /// The kind of record that a row becomes.
  package let kind: MappingKind
  let sniff: FileSniff
  let dates: String?
  let decimal: DecimalMark?
  private(set) var sources: [(field: String, source: Source)] = []
  private(set) var remarks: [Remark] = []
  private(set) var separator: String?
  /// The scale of its numbers for moods, with the range that the file has.
  private(set) var scale: (scale: MoodScale, found: String)?
  /// The name of the column of ids.
  private(set) var id: String?
  private(set) var used: Set<String> = []

  /// The source of a field's values.
  enum Source {
    case column(String)
    /// A column of days, with a column of times of day.
    case moment(day: String, time: String)
    /// One value for all rows.
    case value(String)
    /// The minutes of a column of durations, such as 1:30:00.
    case duration(column: String)

    fileprivate var columns: [String] {
      switch self {
      case .column(let name), .duration(let name): [name]
      case .moment(let day, let time): [day, time]
      case .value: []
      }
    }
  }

  /// A remark for the person who reviews the mapping.
  enum Remark {
    /// A column may have the times of day that belong to the days of a field.
    case timeOfDay(column: String, field: String, days: String)
    /// The moods that texts mean have to be chosen.
    case moods([String])
  }

  /// - Parameter requested: the order of dates, if the user chose one.
  /// - Throws: `FormatProblem` when no column has dates, or their order cannot be determined.
  package init(_ sniff: FileSniff, order requested: DateOrder? = nil) throws(FormatProblem) {
    self.sniff = sniff
    let order = try sniff.order(requested)
    let times = sniff.columns.filter { $0.isTime }
    guard !times.isEmpty else {
      throw FormatProblem(
        path: sniff.path,
        message: "no column has dates, so no mapping can be suggested: an event needs a time; the "
          + "columns are \(sniff.columns.prefix(30).map(\.name).joined(separator: ", "))"
          + (sniff.columns.count > 30 ? ", …" : ""))
    }
    let units = times.compactMap { column in
      if case .unix(let unit) = column.content { unit } else { nil }
    }
    if units.count == times.count, let unit = units.first {
      dates = unit.rawValue
    } else {
      dates = order?.rawValue
    }
    var marks: Set<DecimalMark> = []
    for column in sniff.columns {
      if case .decimal(let mark?) = column.content { marks.insert(mark) }
    }
    decimal = marks.count == 1 ? marks.first : nil
    kind = sniff.suggestedKind
    suggestID()
    switch kind {
    case .spark: suggestSpark()
    case .task: suggestTask()
    case .mood: suggestMood()
    default: suggestEntry()
    }
    suggestCommon()
  }

  // MARK: Columns that are not used yet

  private func column(
    _ field: String, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    sniff.column(for: field) { !used.contains($0.name) && isFit($0) }
  }

  private func first(_ isFit: (SniffedColumn) -> Bool) -> SniffedColumn? {
    sniff.columns.first { !used.contains($0.name) && isFit($0) }
  }

  /// The column with the times of day that belong to a column of days, by its name.
  private var timeOfDay: SniffedColumn? {
    first { $0.isTimeOfDay && ColumnName($0.name).suggestsStarts }
      ?? first { $0.isTimeOfDay && ColumnName($0.name).suggestsTimesOfDay }
  }

  /// The column of durations, if all of them are hours, minutes and seconds.
  private var duration: SniffedColumn? {
    first { column in
      column.isDuration && column.exception == nil && !column.examples.isEmpty
        && column.examples.allSatisfy { DateReader.isClockWithSeconds($0) }
    }
  }

  // MARK: Sources of fields

  private mutating func put(_ field: String, _ source: Source) {
    used.formUnion(source.columns)
    sources.append((field, source))
  }

  private mutating func put(_ field: String, _ column: SniffedColumn?) {
    if let column { put(field, .column(column.name)) }
  }

  private mutating func putTime(_ field: String) {
    guard let date = column("at", { $0.isTime }) ?? first({ $0.isTime }) else { return }
    guard case .date(_, false, _) = date.content else { return put(field, date) }
    if let time = timeOfDay {
      put(field, .moment(day: date.name, time: time.name))
    } else {
      put(field, date)
      if let time = first(\.isTimeOfDay) {
        remarks.append(.timeOfDay(column: time.name, field: field, days: date.name))
      }
    }
  }

  private mutating func putNotes(_ field: String) {
    put(field, column("notes") { $0.content == .text } ?? column("notes"))
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
    put("name", column("title"))
    put("due", column("due") { $0.isTime })
    put("completed", column("completed") { $0.isTime })
    put("added", column("added") { $0.isTime })
    put("priority", column("priority"))
    put("project", column("project"))
    putNotes("details")
  }

  private mutating func suggestMood() {
    putTime("at")
    let mood = first { $0.content == .choice("mood") } ?? sniff.moodColumn
    put("mood", mood)
    putNotes("note")
    if let found = mood?.numbers {
      scale = MoodScale.suggested(for: found).map {
        ($0, "\(found.lowerBound) to \(found.upperBound)")
      }
    }
    guard let mood, mood.content == .text else { return }
    remarks.append(.moods(mood.texts))
  }

  private mutating func suggestEntry() {
    putTime("at")
    put("tracker", .value(fileName))
    func isNumber(_ column: SniffedColumn) -> Bool {
      switch column.content {
      case .whole, .decimal: !ColumnName(column.name).suggestsIDs
      default: false
      }
    }
    if let minutes = column("minutes", { $0.content == .whole }) {
      put("minutes", minutes)
    } else if let duration {
      put("minutes", .duration(column: duration.name))
    } else if let number = first({ if case .decimal = $0.content { true } else { false } })
      ?? first(isNumber)
    {
      put("number", number)
    } else if let flag = first({
      $0.content == .boolean
        && !ColumnName.usual(for: "tags").contains(ColumnName($0.name).plain)
    }) {
      put("done", flag)
    } else {
      put("text", first { $0.content == .text } ?? first { _ in true })
    }
    put("title", column("title"))
    putNotes("notes")
  }

  var fileName: String {
    let name = sniff.path.split(separator: "/").last.map(String.init) ?? sniff.path
    let start = name.prefix { $0 != "." }
    return start.isEmpty ? "import" : String(start)
  }

  private mutating func suggestCommon() {
    if [.spark, .entry].contains(kind), let tags = column("tags") {
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
  fileprivate func column(
    for field: String, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    for name in ColumnName.usual(for: field) {
      let found = columns.first { ColumnName($0.name).plain == name && isFit($0) }
      if let found { return found }
    }
    return nil
  }

  /// The column with moods by names or numbers of the user's own. A rating may be of anything.
  fileprivate var moodColumn: SniffedColumn? {
    column(for: "mood") { $0.content == .text || ColumnName($0.name).plain == "mood" }
  }

  fileprivate var suggestedKind: MappingKind {
    if columns.contains(where: { $0.content == .choice("mood") }) { return .mood }
    if columns.contains(where: { $0.content == .choice("category") }) { return .spark }
    let isTask =
      column(for: "due", \.isTime) != nil || column(for: "priority") != nil
      || column(for: "completed", \.isTime) != nil
    if isTask, column(for: "title") != nil { return .task }
    return moodColumn == nil ? .entry : .mood
  }
}
