public import Rules

/// When an event happened, as a script or a file says it.
public enum EventTime: Hashable, Sendable {
  /// As written: a local time, with an offset or without.
  case written(Timestamp)
  /// As an instant; the local clock is the profile's.
  case instant(Instant)
}

/// A spark as it is asked to be recorded.
public struct SparkDraft: Sendable {
  /// One line that names it.
  public var title: String
  /// What it is about.
  public var category: Category
  /// How much it took.
  public var intensity = Intensity.medium
  /// When it happened; now if not given.
  public var at: EventTime?
  /// Free text.
  public var notes: String?
  /// Labels.
  public var tags: [String] = []
  /// How many minutes it was thought to take.
  public var estimatedMinutes: Int64?
  /// How many minutes it took.
  public var actualMinutes: Int64?
  /// The id that its source gives it.
  public var key: String?
  /// The names of fields that its source says nothing of: a spark that is corrected keeps them.
  public var unsaid: Set<String> = []

  /// Makes a draft of what every spark needs.
  public init(title: String, category: Category) {
    self.title = title
    self.category = category
  }
}

extension SparkDraft {
  /// The spark that is asked for, at its place.
  func spark(at: Instant, offset: UTCOffset) throws(SessionError) -> Spark {
    let spark: Spark
    do {
      spark = try Spark(
        at: at, offset: offset, category: category, intensity: intensity, title: title,
        notes: notes, tags: tags, estimatedMinutes: estimatedMinutes,
        actualMinutes: actualMinutes)
    } catch {
      throw .field(error)
    }
    try spark.checkTexts()
    return spark
  }
}

extension Spark {
  /// Refuses texts that SQLite would keep but not give back whole.
  func checkTexts() throws(SessionError) {
    try title.checkForNUL(field: "title")
    if let notes { try notes.checkForNUL(field: "notes") }
    for tag in tags { try tag.checkForNUL(field: "tags") }
  }
}

extension String {
  /// Refuses a key that is empty or too long.
  func checkAsKey() throws(SessionError) {
    guard !isEmpty, utf8.count <= 1000 else {
      throw .field(
        FieldError(field: "key", expected: "1 to 1000 bytes", found: "\(utf8.count) bytes"))
    }
    try checkForNUL(field: "key")
  }

  /// Refuses a JSON text in which a string has the character U+0000.
  func checkJSONForNUL(field: String) throws(SessionError) {
    guard utf8.contains(UInt8(ascii: "\\")) else { return try checkForNUL(field: field) }
    let bytes = Array(utf8)
    var place = 0
    while place + 5 < bytes.count {
      guard bytes[place] == UInt8(ascii: "\\") else {
        place += 1
        continue
      }
      if bytes[(place + 1)...].starts(with: Array("u0000".utf8)) {
        throw .field(
          FieldError(
            field: field, expected: "text without the character U+0000", found: "one"))
      }
      // What is escaped by it is passed over, another backslash as well.
      place += 2
    }
  }

  /// Refuses a text that SQLite would keep but not give back whole.
  func checkForNUL(field: String) throws(SessionError) {
    var text = self
    let place = text.withUTF8 { $0.contains(0) ? $0.firstIndex(of: 0) : nil }
    guard let place else { return }
    throw .field(
      FieldError(
        field: field, expected: "text without the character U+0000", found: "one at byte \(place)"))
  }
}
