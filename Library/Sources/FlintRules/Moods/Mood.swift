public import FlintSchema

/// The mood of a day: a rating, or one of two marks for days without one.
public enum Mood: UInt8, NamedChoice, Comparable {
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
  /// The mark of a day without a rating; derived, never recorded.
  case missing = 5
  /// The mark of a cell without a day, as in the corners of a month; never recorded.
  case placeholder = 6

  /// The moods that a day can be rated with, worst first.
  package static let ratings: [Mood] = [.horrible, .bad, .average, .good, .great]

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

  @inlinable package var isRating: Bool { self <= .great }

  /// The number of a rating, 0 (horrible) to 4 (great); `nil` for the marks.
  @inlinable package var rating: Int? { isRating ? Int(rawValue) : nil }

  /// Creates a rating from its number; `nil` outside 0–4.
  package init?(rating: Int64) {
    guard (0...4).contains(rating) else { return nil }
    self.init(rawValue: UInt8(rating))
  }

  /// A choice of the ratings, by name or number.
  package static let fieldType = FieldType.choice(
    FieldType.Choice(ratings.map(\.name), numbers: ratings.map { Int64($0.rawValue) }))

  /// Returns whether the left value is worse.
  public static func < (left: Mood, right: Mood) -> Bool { left.rawValue < right.rawValue }
}

package enum MoodEntryType: UInt8, NamedChoice {
  /// Entered at the top of a page.
  case header = 0
  /// Entered in a list of days.
  case list = 1
  /// Filled in for a day without a rating.
  case filledInMissing = 2
  case imported = 3
  /// Recorded by a script; the default.
  case script = 4

  package var name: String {
    switch self {
    case .header: "header"
    case .list: "list"
    case .filledInMissing: "filled_in_missing"
    case .imported: "import"
    case .script: "script"
    }
  }
}
