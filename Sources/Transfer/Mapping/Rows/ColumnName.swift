import FlintSchema

/// The name of a column of an unknown file, and what its words suggest about the texts below it.
struct ColumnName {
  let text: String

  init(_ text: String) { self.text = text }

  // MARK: Names of fields

  /// The usual names of columns for each field, the more likely ones first.
  private static let usual: [String: [String]] = [
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

  /// Returns the usual names of columns for a field, the more likely ones first.
  static func usual(for field: String) -> [String] { usual[field] ?? [] }

  /// The name in the form of the usual names.
  var plain: String { text.trimmedWhitespace.lowercased().replacing("_", with: " ") }

  // MARK: Words

  /// The words of the name: `task id` and `TaskID` have two.
  var words: [String] {
    var words = ""
    var previous: Character?
    for character in text {
      if character.isUppercase, previous?.isLowercase ?? false { words.append(" ") }
      words.append(character)
      previous = character
    }
    return words.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  func hasWord(of vocabulary: Set<String>) -> Bool {
    !vocabulary.isDisjoint(with: words)
  }

  /// The final words in names of columns that have ids, the more likely ones first.
  private static let identifiers = ["uuid", "guid", "uid", "id", "key", "uri", "url", "code"]

  /// The rank for how likely the name is that of a column with ids, smaller for more likely; `nil`
  /// if it is unlikely.
  var identifierRank: Int? {
    let (words, identifiers) = (words, Self.identifiers)
    guard let last = words.last else { return nil }
    if words.count == 1, let rank = identifiers.firstIndex(of: last) { return rank }
    if let rank = identifiers.firstIndex(of: last) { return identifiers.count + rank }
    // Endings of a single word, except those that many words have.
    let rank = identifiers.firstIndex { $0.count > 3 && last.hasSuffix($0) }
    return rank.map { 2 * identifiers.count + $0 }
      ?? (last.hasSuffix("uri") || last.hasSuffix("url") ? 3 * identifiers.count : nil)
  }

  var suggestsIDs: Bool { identifierRank != nil }

  private static let durations: Set = [
    "duration", "elapsed", "total", "length", "spent", "dauer", "took", "moving", "sleep", "asleep",
    "schlaf", "sueño", "sonno", "sommeil",
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

  /// Whether the name suggests the times at which something began.
  var suggestsStarts: Bool { hasWord(of: Self.starts) }
  var suggestsEnds: Bool { hasWord(of: Self.ends) }
  var suggestsTimesOfDay: Bool { hasWord(of: Self.timesOfDay) }
  var suggestsDurations: Bool {
    // German joins the words: Laufzeit.
    hasWord(of: Self.durations)
      || words.contains { $0.hasSuffix("zeit") && !Self.timesOfDay.contains($0) }
  }
}
