package import FlintCalendar
package import FlintSchema

/// A moment of action or insight, as recorded by a person.
///
/// A value of this type is valid: its title is trimmed and not empty, its tags are trimmed,
/// lower-case, unique and sorted, its minutes are not negative and its instant is in range.
package struct Spark: SchemaRecord {
  package private(set) var at = Instant(milliseconds: 0)
  /// The local UTC offset at that instant; with `at` it determines the civil day.
  package private(set) var offset = UTCOffset.zero
  package private(set) var category = SparkCategory.decision
  package private(set) var intensity = SparkIntensity.medium
  package private(set) var title = "spark"
  /// The notes as free text, if any.
  package private(set) var notes: String?
  /// The tags: trimmed, lower-case, unique, in byte order. A tag may contain a comma.
  package private(set) var tags: [String] = []
  /// The estimated duration in minutes, if given.
  package private(set) var estimatedMinutes: Int32?
  /// The actual duration in minutes, if given.
  package private(set) var actualMinutes: Int32?

  /// The fields of a spark, except its time. Its id is a hash of other bytes: see `id(seed:key:)`.
  package static let schema = RecordSchema<Spark>([
    // An empty title is an error that `validate` describes, and empty notes are kept: a field that
    // is declared by its property would read both as no value.
    Field(
      FieldDeclaration("title", .text, "The title.", isRequired: true),
      get: { .text($0.title) },
      set: { (spark, value) throws(FieldError) in
        spark.title = try String(value, field: "title")
      }),
    Field("category", \.category, "The category of the action."),
    Field("intensity", \.intensity, "The effort it took.", default: .medium),
    Field(
      FieldDeclaration("notes", .text, "Further text.", isClearable: true),
      get: { FieldValue(text: $0.notes) },
      set: { (spark, value) throws(FieldError) in
        spark.notes = value.isNone ? nil : try String(value, field: "notes")
      }),
    Field("tags", \.tags, "The tags.", default: []),
    minutesField("estimated", \.estimatedMinutes, "The estimated duration in minutes."),
    minutesField("actual", \.actualMinutes, "The actual duration in minutes."),
  ])
  package static let blank = Spark()

  private init() {}

  /// Creates a spark, trims the title and normalizes the tags.
  ///
  /// - Throws: `FieldError` with the name of the field, when the title or a tag is empty, a number
  ///   of minutes is negative or exceeds `Int32`, or the instant or offset is out of range.
  package init(
    at: Instant, offset: UTCOffset, category: SparkCategory, intensity: SparkIntensity = .medium,
    title: String, notes: String? = nil, tags: [String] = [], estimatedMinutes: Int64? = nil,
    actualMinutes: Int64? = nil
  ) throws(FieldError) {
    try setTime(at, offset)
    self.category = category
    self.intensity = intensity
    self.title = try Spark.trimmed(title)
    self.notes = notes
    self.tags = try tags.normalizedTags()
    self.estimatedMinutes = try Spark.minutes(estimatedMinutes, field: "estimated")
    self.actualMinutes = try Spark.minutes(actualMinutes, field: "actual")
  }

  /// Trims the title and normalizes the tags.
  package mutating func validate() throws(FieldError) {
    title = try Spark.trimmed(title)
    tags = try tags.normalizedTags()
  }

  package func day(_ dayStart: DayStart) -> CivilDay { dayStart.day(of: at, offset: offset) }

  package func moved(toTimeOf other: Spark) -> Spark {
    var moved = self
    moved.at = other.at
    moved.offset = other.offset
    return moved
  }

  /// - Throws: `FieldError` about `at` when the instant or the offset is out of range.
  package func moved(to at: Instant, offset: UTCOffset) throws(FieldError) -> Spark {
    var moved = self
    try moved.setTime(at, offset)
    return moved
  }

  package func withNotes(_ notes: String?) -> Spark {
    var spark = self
    spark.notes = notes
    return spark
  }

  mutating func forgetTime() {
    at = Instant(milliseconds: 0)
    offset = .zero
  }

  private mutating func setTime(_ at: Instant, _ offset: UTCOffset) throws(FieldError) {
    try ProfileEvent.checkTime(at, offset)
    self.at = at
    self.offset = offset
  }

  private static func trimmed(_ title: String) throws(FieldError) -> String {
    let trimmed = title.trimmedWhitespace
    if !trimmed.isEmpty { return trimmed }
    throw FieldError(field: "title", expected: "a title that is not empty", found: "\"\(title)\"")
  }

  private static func minutesField(
    _ name: String, _ path: any WritableKeyPath<Spark, Int32?> & Sendable, _ summary: String
  ) -> Field<Spark> {
    Field(
      FieldDeclaration(name, .integer(0...Int64(Int32.max)), summary, isClearable: true),
      get: { FieldValue($0[keyPath: path]) },
      set: { (spark, value) throws(FieldError) in
        spark[keyPath: path] =
          value.isNone ? nil : try minutes(Int64(value, field: name), field: name)
      })
  }

  private static func minutes(_ value: Int64?, field: String) throws(FieldError) -> Int32? {
    guard let value else { return nil }
    guard value >= 0, let minutes = Int32(exactly: value) else {
      throw FieldError(
        field: field, expected: "minutes from 0 to \(Int32.max)", found: String(value))
    }
    return minutes
  }
}

package typealias SparkChange = RecordChange<Spark>
