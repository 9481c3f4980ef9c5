/// How a day was: a rating, or one of two marks where there is none.
public enum Mood: UInt8, Sendable, CaseIterable, Comparable {
  /// The worst, 0.
  case horrible = 0
  /// Below average, 1.
  case bad = 1
  /// Neither good nor bad, 2.
  case average = 2
  /// Above average, 3.
  case good = 3
  /// The best, 4.
  case great = 4
  /// Marks a day without a rating; derived, never recorded.
  case missing = 5
  /// Stands where there is no day at all, as in the corners of a month; never recorded.
  case placeholder = 6

  /// The moods that a day can be rated with, worst first.
  public static let ratings: [Mood] = [.horrible, .bad, .average, .good, .great]

  /// The name in Lua, CSV and the command line.
  public var name: String {
    switch self {
    case .horrible: "horrible"
    case .bad: "bad"
    case .average: "average"
    case .good: "good"
    case .great: "great"
    case .missing: "missing"
    case .placeholder: "placeholder"
    }
  }

  /// Whether a day can be rated with it.
  @inlinable public var isRating: Bool { self <= .great }

  /// The number of a rating, 0 (horrible) to 4 (great); `nil` for the marks.
  @inlinable public var rating: Int? { isRating ? Int(rawValue) : nil }

  /// Makes a rating from its number; `nil` when it is not 0–4.
  public init?(rating: Int64) {
    guard (0...4).contains(rating) else { return nil }
    self.init(rawValue: UInt8(rating))
  }

  /// Reads the name of a rating or a mark, in whatever case its letters are; `nil` when it is none.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let mood = Mood.allCases.first(where: { $0.name == name }) else { return nil }
    self = mood
  }

  /// Reads a name, in whatever case its letters are, or the number of a rating, 0–4.
  ///
  /// - Throws: `FieldError` about `field` when it is neither. The marks' numbers are refused, their
  ///   names are read: a table of moods may name them, and whoever records refuses them then.
  public init(reading text: String, field: String = "mood") throws(FieldError) {
    let trimmed = text.trimmedWhitespace
    if let mood = Mood(name: trimmed) ?? Int64(trimmed).flatMap({ Mood(rating: $0) }) {
      self = mood
    } else {
      throw FieldError(field: field, expected: Mood.expectedRating, found: "\"\(text)\"")
    }
  }

  /// Whether the left mood is the worse one; the marks come last.
  @inlinable
  public static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }

  static let expectedRating = "horrible, bad, average, good, great, or a number from 0 to 4"
}

/// How a rating came to be.
public enum MoodEntryType: UInt8, Sendable, CaseIterable {
  /// Given at the top of a page.
  case header = 0
  /// Given in a list of days.
  case list = 1
  /// Put in where a day had none.
  case filledInMissing = 2
  /// Brought by an import.
  case imported = 3
  /// Recorded by a script; the default.
  case script = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { MoodEntryType.names[Int(rawValue)] }

  /// The names of all entry types, in order.
  public static let names = ["header", "list", "filled_in_missing", "import", "script"]

  /// Reads a name, in whatever case its letters are; `nil` when it is none.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let index = MoodEntryType.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }
}
