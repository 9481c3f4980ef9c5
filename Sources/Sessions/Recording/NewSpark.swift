package import FlintCalendar
import FlintJSON
package import FlintRules
package import FlintSchema

package struct NewSpark: Sendable {
  /// The title, a single line.
  package var title: String
  package var category: SparkCategory
  /// The intensity; that of the rulebook for sparks of which none is given, if `nil`.
  package var intensity: SparkIntensity?
  /// The time; now if not given.
  package var at: EventTime?
  /// The notes, free text.
  package var notes: String?
  package var tags: [String] = []
  package var estimatedMinutes: Int64?
  package var actualMinutes: Int64?
  /// The id that the source assigns to the spark.
  package var key: String?
  /// The names of fields that are absent from the source; a correction does not change these.
  package var absentFields: Set<String> = []

  /// Creates a request from the fields that every spark needs.
  package init(title: String, category: SparkCategory) {
    self.title = title
    self.category = category
  }
}

/// The categories and intensities that a rulebook lists.
package struct SparkKinds: Equatable, Sendable {
  package let categories: [SparkCategory]
  package let intensities: [SparkIntensity]
  /// The intensity of sparks for which none is given.
  package let usualIntensity: SparkIntensity

  init(_ rulebook: Rulebook) {
    categories = rulebook.definition.categories
    intensities = rulebook.definition.intensities
    usualIntensity = rulebook.definition.defaultIntensity
  }

  func list(_ category: SparkCategory, _ intensity: SparkIntensity) -> Bool {
    categories.contains(category) && intensities.contains(intensity)
  }
}

extension NewSpark {
  /// - Throws: `FieldError` when a field is invalid, or the rulebook does not list the category or the
  ///   intensity.
  package func spark(
    at: Instant, offset: UTCOffset, under rulebook: Rulebook
  ) throws(FieldError) -> Spark {
    let spark = try spark(
      at: at, offset: offset, usual: rulebook.definition.defaultIntensity)
    try rulebook.check(spark.category, spark.intensity)
    return spark
  }

  /// Returns the spark at a resolved time, without a check of its category and intensity.
  private func spark(
    at: Instant, offset: UTCOffset, usual: SparkIntensity
  ) throws(FieldError) -> Spark {
    try Spark(
      at: at, offset: offset, category: category, intensity: intensity ?? usual, title: title,
      notes: notes, tags: tags, estimatedMinutes: estimatedMinutes, actualMinutes: actualMinutes)
  }

  /// Returns the spark at a resolved time, as a profile can store it.
  func storable(
    at: Instant, offset: UTCOffset, under rulebook: Rulebook
  ) throws(SessionError) -> Spark {
    try storable { () throws(FieldError) in
      try spark(at: at, offset: offset, under: rulebook)
    }
  }

  /// Returns the spark at a resolved time, as a session can store it.
  func storable(at: Instant, offset: UTCOffset, in session: Session) throws(SessionError) -> Spark {
    let kinds = session.kinds
    return try storable { () throws(FieldError) in
      let spark = try spark(at: at, offset: offset, usual: kinds.usualIntensity)
      if !kinds.list(spark.category, spark.intensity) {
        try session.rulebook.check(spark.category, spark.intensity)
      }
      return spark
    }
  }

  @inline(__always)
  private func storable(
    _ create: () throws(FieldError) -> Spark
  ) throws(SessionError) -> Spark {
    let spark: Spark
    do {
      spark = try create()
    } catch {
      throw .field(error)
    }
    try spark.checkTexts()
    try spark.checkLengths()
    return spark
  }
}

extension Spark {
  /// Throws if a text contains U+0000, at which SQLite would truncate it.
  func checkTexts() throws(SessionError) {
    try title.checkForNUL(field: "title")
    if let notes { try notes.checkForNUL(field: "notes") }
    for tag in tags { try tag.checkForNUL(field: "tags") }
  }

  /// Throws if a text is too long to be recorded; what profiles have already stays valid.
  func checkLengths() throws(SessionError) {
    try title.checkLength(field: "title")
    if let notes { try notes.checkLength(field: "notes") }
    try String.checkLength(tags.reduce(0) { $0 + $1.utf8.count }, field: "tags")
  }
}

extension String {
  /// Throws if a key is empty or too long.
  func checkAsKey() throws(SessionError) {
    guard !isEmpty, utf8.count <= 1000 else {
      throw .field(
        FieldError(field: "key", expected: "1 to 1000 bytes", found: "\(utf8.count) bytes"))
    }
    try checkForNUL(field: "key")
  }

  /// Throws if a text is longer than what can be recorded.
  func checkLength(field: String) throws(SessionError) {
    try Self.checkLength(utf8.count, field: field)
  }

  static func checkLength(_ bytes: Int, field: String) throws(SessionError) {
    if bytes <= 1_000_000 { return }
    throw .field(
      FieldError(field: field, expected: "at most 1000000 bytes", found: "\(bytes) bytes"))
  }

  /// Throws if a string in the canonical JSON of an event contains the character U+0000.
  func checkContentForNUL() throws(SessionError) {
    var text = self
    guard text.withUTF8({ $0.contains(UInt8(ascii: "\\")) }) else { return }
    let bytes = Array(utf8)
    var index = 0
    while index + 5 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if bytes[(index + 1)...].starts(with: Array("u0000".utf8)) {
        let found = try? JSONValue(parsing: self)
        let members: [(name: String, value: JSONValue)] =
          if case .object(let all)? = found { all } else { [] }
        let field = members.first { $0.value.text().contains("\\u0000") }?.name
        throw .field(
          FieldError(
            field: field ?? "text", expected: "text without the character U+0000", found: "one"))
      }
      // An escaped character is skipped, even if it is a backslash.
      index += 2
    }
  }

  /// Throws if a text contains the character U+0000, at which SQLite would truncate it.
  func checkForNUL(field: String) throws(SessionError) {
    var text = self
    let index = text.withUTF8 { $0.contains(0) ? $0.firstIndex(of: 0) : nil }
    guard let index else { return }
    throw .field(
      FieldError(
        field: field, expected: "text without the character U+0000",
        found: "one at byte \(index + 1)"))
  }
}
