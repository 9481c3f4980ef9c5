import Rules
import Schema

/// A mapping suggested for an examined file, guessed from the names and contents of its columns: to
/// be reviewed and corrected by a person.
public struct SuggestedMapping: Sendable {
  /// The kind of record that a row becomes.
  public let kind: MappingKind
  private let sniff: FileSniff
  private let dates: String?
  private let decimal: DecimalMark?
  private var sources: [(field: String, source: String)] = []
  private var remarks: [String] = []
  private var separator: String?
  private var id: String?
  private var used: Set<String> = []

  /// Suggests a mapping.
  ///
  /// - Parameter requested: the order of dates, if the user chose one.
  /// - Throws: `FormatProblem` when no column has dates, or their order cannot be determined.
  public init(_ sniff: FileSniff, order requested: DateOrder? = nil) throws(FormatProblem) {
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
    kind = Self.kind(of: sniff)
    suggestID()
    switch kind {
    case .spark: suggestSpark()
    case .task: suggestTask()
    case .mood: suggestMood()
    default: suggestEntry()
    }
    suggestCommon()
  }

  // MARK: Guessing

  private static let names: [String: [String]] = [
    "title": ["title", "name", "subject", "summary", "what", "task", "activity", "event", "item"],
    "notes": ["notes", "note", "comment", "comments", "description", "details", "memo", "text"],
    "tags": ["tags", "tag", "labels", "label", "keywords"],
    "minutes": ["minutes", "duration", "time spent", "min"],
    "estimated": ["estimated", "estimate", "planned"],
    "mood": ["mood", "rating", "feeling"],
    "priority": ["priority", "prio"],
    "project": ["project", "list", "folder"],
    "due": ["due", "due date", "deadline"],
    "completed": ["completed", "completed at", "completion date", "done", "finished"],
    "added": ["added", "created", "created at", "date"],
    "at": [
      "date", "day", "datetime", "date/time", "timestamp", "when", "time", "created", "created at",
      "start",
    ],
  ]

  private static func plain(_ name: String) -> String {
    name.trimmedWhitespace.lowercased().replacing("_", with: " ")
  }

  /// Returns the words of a column's name: `task id` and `TaskID` have two.
  private static func words(_ name: String) -> [String] {
    var words = ""
    var previous: Character?
    for character in name {
      if character.isUppercase, previous?.isLowercase ?? false { words.append(" ") }
      words.append(character)
      previous = character
    }
    return words.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The final words in names of columns that have ids, the more likely ones first.
  private static let identifiers = ["uuid", "guid", "uid", "id", "key", "uri", "url", "code"]

  /// Returns a rank for how likely a name is that of a column with ids, smaller for more likely;
  /// `nil` if it is unlikely.
  private static func identifierRank(_ name: String) -> Int? {
    let words = words(name)
    guard let last = words.last else { return nil }
    if words.count == 1, let rank = identifiers.firstIndex(of: last) { return rank }
    if let rank = identifiers.firstIndex(of: last) { return identifiers.count + rank }
    // Endings of a single word, except those that many words have.
    let rank = identifiers.firstIndex { $0.count > 3 && last.hasSuffix($0) }
    return rank.map { 2 * identifiers.count + $0 }
      ?? (last.hasSuffix("uri") || last.hasSuffix("url") ? 3 * identifiers.count : nil)
  }

  /// Returns whether a column has a name that suggests ids.
  static func isIdentifier(_ name: String) -> Bool { identifierRank(name) != nil }

  /// Words in names of columns with durations, and of columns with times of day, starts and ends.
  private static let durations: Set = [
    "duration", "elapsed", "total", "length", "spent", "dauer", "took", "moving", "sleep", "asleep",
    "pace", "lap", "split", "break", "pause", "tempo",
  ]
  private static let starts: Set = [
    "start", "started", "begin", "began", "beginn", "from", "startzeit", "von", "inicio",
  ]
  private static let ends: Set = [
    "end", "ended", "stop", "until", "finish", "to", "ende", "endzeit",
  ]
  private static let timesOfDay: Set = [
    "time", "clock", "uhrzeit", "zeit", "uhr", "hora", "heure", "ora", "tijd", "tid", "klokken",
  ]

  private static func isCalled(_ column: SniffedColumn, _ names: Set<String>) -> Bool {
    !names.isDisjoint(with: words(column.name))
  }

  /// Returns whether a column has durations: by its name, or because all its values are too early
  /// to be times of day.
  static func isDuration(_ column: SniffedColumn) -> Bool {
    if isCalled(column, starts) || isCalled(column, ends) { return false }
    if column.isShortClock || isCalled(column, durations) { return true }
    // German joins the words: Laufzeit.
    return words(column.name).contains { $0.hasSuffix("zeit") && !timesOfDay.contains($0) }
  }

  /// Returns the column with the first of the usual names of a field.
  private static func column(
    _ field: String, in sniff: FileSniff, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    for name in names[field] ?? [] {
      if let found = sniff.columns.first(where: { plain($0.name) == name && isFit($0) }) {
        return found
      }
    }
    return nil
  }

  private static func kind(of sniff: FileSniff) -> MappingKind {
    if sniff.columns.contains(where: { $0.content == .choice("mood") }) { return .mood }
    let hasCategory = sniff.columns.contains { $0.content == .choice("category") }
    if hasCategory { return .spark }
    let isTask =
      column("due", in: sniff) { $0.isTime } != nil || column("priority", in: sniff) != nil
      || column("completed", in: sniff) { $0.isTime } != nil
    if isTask, column("title", in: sniff) != nil { return .task }
    return moodColumn(in: sniff) == nil ? .entry : .mood
  }

  /// Returns the column with moods by names or numbers of the user's own. A rating may be of
  /// anything.
  private static func moodColumn(in sniff: FileSniff) -> SniffedColumn? {
    column("mood", in: sniff) { $0.content == .text || plain($0.name) == "mood" }
  }

  private func column(
    _ field: String, _ isFit: (SniffedColumn) -> Bool = { _ in true }
  ) -> SniffedColumn? {
    Self.column(field, in: sniff) { !used.contains($0.name) && isFit($0) }
  }

  private func first(_ isFit: (SniffedColumn) -> Bool) -> SniffedColumn? {
    sniff.columns.first { !used.contains($0.name) && isFit($0) }
  }

  private mutating func put(_ field: String, _ column: SniffedColumn?) {
    guard let column else { return }
    used.insert(column.name)
    sources.append((field, column.name.luaQuoted))
  }

  private mutating func putTime(_ field: String) {
    guard let date = column("at", { $0.isTime }) ?? first({ $0.isTime }) else { return }
    if case .date(_, false, _) = date.content, let time = timeOfDay {
      used.formUnion([date.name, time.name])
      sources.append((field, "{\(date.name.luaQuoted), \(time.name.luaQuoted)}"))
    } else {
      put(field, date)
      guard case .date(_, false, _) = date.content, let time = first(Self.isTimeOfDay) else {
        return
      }
      remarks.append(
        "\(time.name.luaQuoted) may be the time of day: \(field) = {\(date.name.luaQuoted), "
          + "\(time.name.luaQuoted)},")
    }
  }

  /// Returns whether a column may have times of day at which events happened.
  private static func isTimeOfDay(_ column: SniffedColumn) -> Bool {
    column.content == .time && !isDuration(column) && !isCalled(column, ends)
  }

  /// The column with the times of day that belong to a column of days, by its name.
  private var timeOfDay: SniffedColumn? {
    let names = [Self.starts, Self.timesOfDay]
    return names.lazy.compactMap { names in
      first { Self.isTimeOfDay($0) && Self.isCalled($0, names) }
    }.first
  }

  /// Uses a column of durations such as 1:30:00 for the minutes.
  ///
  /// - Returns: `true` if there is one.
  private mutating func putDuration() -> Bool {
    let duration = first { column in
      Self.isDuration(column) && column.exception == nil && !column.examples.isEmpty
        && column.examples.allSatisfy { Self.isClock($0) }
    }
    guard let duration else { return false }
    used.insert(duration.name)
    sources.append(
      (
        "minutes",
        "function(row)\n"
          + "      local h, m, s = row[\(duration.name.luaQuoted)]:match(\"^(%d+):(%d%d):(%d%d)$\")\n"
          + "      return h and h * 60 + m + (tonumber(s) >= 30 and 1 or 0)\n    end"
      ))
    return true
  }

  /// Returns whether a text has hours, minutes and seconds.
  static func isClock(_ text: String) -> Bool {
    let components = text.split(separator: ":", omittingEmptySubsequences: false)
    return components.count == 3 && !components[0].isEmpty && components[1].count == 2
      && components[2].count == 2
      && components.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
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
    let mood = first { $0.content == .choice("mood") } ?? Self.moodColumn(in: sniff)
    put("mood", mood)
    putNotes("note")
    guard let mood, mood.content == .text else { return }
    let texts = mood.texts.map { "[\($0.luaQuoted)] = …" }.joined(separator: ", ")
    remarks.append(
      "values = {mood = {\(texts)}},  -- choose from horrible, bad, average, good, great")
  }

  private mutating func suggestEntry() {
    putTime("at")
    sources.append(("tracker", "{value = \(fileName.luaQuoted)}"))
    func isNumber(_ column: SniffedColumn) -> Bool {
      switch column.content {
      case .whole, .decimal: !Self.isIdentifier(column.name)
      default: false
      }
    }
    if let minutes = column("minutes", { $0.content == .whole }) {
      put("minutes", minutes)
    } else if putDuration() {
    } else if let number = first({ if case .decimal = $0.content { true } else { false } })
      ?? first(isNumber)
    {
      put("number", number)
    } else if let flag = first({
      $0.content == .boolean && Self.names["tags"]?.contains(Self.plain($0.name)) == false
    }) {
      put("done", flag)
    } else {
      put("text", first { $0.content == .text } ?? first { _ in true })
    }
    put("title", column("title"))
    putNotes("notes")
  }

  /// The name of the file without its extension.
  private var fileName: String {
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
      Self.isIdentifier(column.name) && column.emptyCount == 0 && !column.isTime
        && !column.isDistinctCut && column.distinctCount == column.count && column.count > 0
    }
    func rank(_ column: SniffedColumn) -> Int { Self.identifierRank(column.name) ?? .max }
    guard let key = found.min(by: { rank($0) < rank($1) }) else { return }
    used.insert(key.name)
    id = key.name
  }

  // MARK: Writing

  /// The text of a mapping file with the mapping.
  public var lua: String {
    var lines = ["return {", "  kind = \(kind.rawValue.luaQuoted),"]
    if let dates { lines.append("  dates = \(dates.luaQuoted),") }
    if let decimal { lines.append("  decimal = \"\(decimal.rawValue)\",") }
    if sniff.encoding.uppercased() != "UTF-8" {
      lines.append("  encoding = \(sniff.encoding.luaQuoted),")
    }
    if sniff.isDelimiterGiven {
      lines.append("  delimiter = \(String(decoding: [sniff.delimiter], as: UTF8.self).luaQuoted),")
    }
    if sniff.skippedLines > 0 { lines.append("  skip = \(sniff.skippedLines),") }
    if !sniff.hasHeader {
      let names = sniff.columns.map(\.name.luaQuoted).joined(separator: ", ")
      lines.append("  header = {\(names)},")
    }
    lines.append("  columns = {")
    lines += sources.map { "    \($0.field) = \($0.source)," }
    lines.append("  },")
    if let separator { lines.append("  separator = \(separator.luaQuoted),") }
    if let id {
      lines.append("  id = \(id.luaQuoted),")
      lines.append("  source = \(fileName.luaQuoted),")
    }
    lines += remarks.map { "  -- \($0)" }
    let left = sniff.columns.filter { !used.contains($0.name) }.map(\.name.luaQuoted)
    if !left.isEmpty { lines.append("  -- not used: \(left.joined(separator: ", "))") }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SniffedColumn {
  /// Whether the column has dates or Unix timestamps.
  var isTime: Bool {
    switch content {
    case .date, .unix: true
    default: false
    }
  }
}

extension String {
  /// The text as a Lua string literal on one line.
  var luaQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..."\u{1f}", "\u{7f}":
        let digits = String(scalar.value)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
