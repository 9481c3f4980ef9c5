package struct AuditError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The input that an error concerns.
  package enum Subject: String, Sendable {
    case counts
    case rates
    /// The names of the cells.
    case labels
    case detect
    /// The pity rules of a log of draws.
    case pity
    /// The featured prizes of a log of draws.
    case featured
    /// The share of the featured prizes.
    case share
    /// The prizes that a tier has.
    case items
    case draws
    /// The names of the tests that are asked for.
    case only
    /// What is supposed to be drawn instead of what the rules say.
    case alternative
    /// The pool of a rulebook that a log is compared with.
    case pool
  }

  /// The input that the error concerns.
  package var subject: Subject
  /// A description of valid input.
  package var expected: String
  package var found: String

  package init(_ subject: Subject, expected: String, found: String) {
    self.subject = subject
    self.expected = expected
    self.found = found
  }

  /// The error of a log without draws.
  static let emptyLog = AuditError(
    .draws, expected: "at least one", found: "none: the log is empty")

  /// The message: `rates: expected …, got …`.
  package var description: String { "\(subject.rawValue): expected \(expected), got \(found)" }
}
