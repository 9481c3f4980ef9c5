public import Calendar
public import Schema

/// A moment of action or insight, as recorded by a person.
///
/// A value of this type is valid: its title is trimmed and not empty, its tags are trimmed,
/// lower-case, unique and sorted, its minutes are not negative and its instant is in range.
public struct Spark: Hashable, Sendable {
  /// The instant at which it happened.
  public private(set) var at: Instant
  /// The local UTC offset at that instant; with `at` it determines the civil day.
  public private(set) var offset: UTCOffset
  /// The category.
  public private(set) var category: Category
  /// The intensity.
  public private(set) var intensity: Intensity
  /// The title, on one line.
  public private(set) var title: String
  /// The notes as free text, if any.
  public private(set) var notes: String?
  /// The tags: trimmed, lower-case, unique, in byte order. A tag may contain a comma.
  public private(set) var tags: [String]
  /// The estimated duration in minutes, if given.
  public private(set) var estimatedMinutes: Int32?
  /// The actual duration in minutes, if given.
  public private(set) var actualMinutes: Int32?

  /// Creates a spark, trims the title and normalizes the tags.
  ///
  /// - Throws: `FieldError` with the name of the field, when the title or a tag is empty, a number
  ///   of minutes is negative or exceeds `Int32`, or the instant or offset is out of range.
  public init(
    at: Instant, offset: UTCOffset, category: Category, intensity: Intensity = .medium,
    title: String, notes: String? = nil, tags: [String] = [], estimatedMinutes: Int64? = nil,
    actualMinutes: Int64? = nil
  ) throws(FieldError) {
    guard at.isAccepted else {
      throw FieldError(
        field: "at", expected: "an instant from \(Instant.earliest) to \(Instant.latest)",
        found: "\(at.milliseconds) ms")
    }
    guard offset.isAccepted else {
      throw FieldError(
        field: "at", expected: "an offset of at most 18 hours", found: "\(offset.seconds) s")
    }
    self.at = at
    self.offset = offset
    self.category = category
    self.intensity = intensity
    self.title = title.trimmedWhitespace
    guard !self.title.isEmpty else {
      throw FieldError(field: "title", expected: "a title that is not empty", found: "\"\(title)\"")
    }
    self.notes = notes
    self.tags = try tags.normalizedTags()
    self.estimatedMinutes = try Spark.minutes(estimatedMinutes, field: "estimated")
    self.actualMinutes = try Spark.minutes(actualMinutes, field: "actual")
  }

  /// The civil day of the spark.
  public var day: CivilDay { CivilTime(at, offset: offset).day }

  /// Returns the spark with the time of another.
  public func moved(toTimeOf other: Spark) -> Spark {
    var moved = self
    moved.at = other.at
    moved.offset = other.offset
    return moved
  }

  mutating func forgetTime() {
    at = Instant(milliseconds: 0)
    offset = .zero
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
