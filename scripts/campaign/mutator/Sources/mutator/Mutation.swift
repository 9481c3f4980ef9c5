/// What a mutant changes.
enum Kind: String, CaseIterable, Codable {
  case negation = "negated condition"
  case comparison
  case offByOne = "off by one"
  case arithmetic
  case leftOut = "call left out"
  case boundary = "boundary removed"
  case order
  case fallback = "default"
  case constant
  case swallowed = "error swallowed"
}

/// A text that is written in place of some bytes of a source file, or between two of them.
struct Edit: Equatable {
  /// Stands for the mutant's number in a text; no source file contains it.
  static let number = "\0"
  /// The condition that the mutant is switched on.
  static let isOn = "flintMutant(\(number))"

  /// The bytes.
  var range: Range<Int>
  /// The text.
  var text: String
}

/// A change of a source file that may be switched on.
struct Mutation: Equatable {
  var kind: Kind
  /// The bytes that read differently.
  var range: Range<Int>
  /// What would be read in their place.
  var after: String
  /// How both are written, in the order of their places.
  var edits: [Edit]

  /// Whether the edits of both cannot be made at once.
  func collides(with other: Mutation) -> Bool {
    edits.contains { own in
      other.edits.contains {
        own.range.lowerBound <= $0.range.upperBound && $0.range.lowerBound <= own.range.upperBound
      }
    }
  }
}
