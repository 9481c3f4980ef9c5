/// A moment of action or insight, as recorded: everything a person says of it.
///
/// A value of this type is valid: its title is trimmed and not empty, its tags are trimmed,
/// lower-case, unique and sorted, its minutes are not negative and its instant is in range.
public struct Spark: Hashable, Sendable {
  /// When it happened.
  public private(set) var at: Instant
  /// How far the local clock was ahead of UTC then; with `at` it gives the civil day.
  public private(set) var offset: UTCOffset
  /// What it is about.
  public private(set) var category: Category
  /// How much it took.
  public private(set) var intensity: Intensity
  /// One line that names it.
  public private(set) var title: String
  /// Free text, if any.
  public private(set) var notes: String?
  /// Labels: trimmed, lower-case, unique, in byte order. A comma may be inside one.
  public private(set) var tags: [String]
  /// How many minutes it was thought to take, if said.
  public private(set) var estimatedMinutes: Int32?
  /// How many minutes it took, if said.
  public private(set) var actualMinutes: Int32?

  /// Makes a spark from what was said of it, trimming the title and putting the tags in order.
  ///
  /// - Throws: `FieldError` that names the field, when the title is empty, a tag is empty, a
  ///   number of minutes is negative or beyond `Int32`, or the instant or offset is out of range.
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

  /// The civil day the spark belongs to.
  public var day: CivilDay { CivilTime(at, offset: offset).day }

  /// The same spark at the time of another.
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

/// A field whose content the rules refuse.
public struct FieldError: Error, Equatable, Sendable {
  /// The field's name.
  public var field: String
  /// What it would have to be.
  public var expected: String
  /// What was there.
  public var found: String

  /// Makes an error about a field.
  public init(field: String, expected: String, found: String) {
    self.field = field
    self.expected = expected
    self.found = found
  }
}

extension FieldError: CustomStringConvertible {
  /// `field "title": expected …, got …`.
  public var description: String { "field \"\(field)\": expected \(expected), got \(found)" }
}

extension String {
  /// The string without white space (Unicode `White_Space`) at either end.
  public var trimmedWhitespace: String {
    // Most texts begin and end with a printable ASCII character.
    if let first = utf8.first, let last = utf8.last, first > 0x20, first < 0x7f, last > 0x20,
      last < 0x7f
    {
      return self
    }
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return self }
    if !first.properties.isWhitespace && !last.properties.isWhitespace { return self }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}
